import type { Figures } from '@fairturn/contract/transparency'
import { Card } from '@fairturn/ui/Card.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { Trans } from '@lingui/react/macro'
import { Section } from '../shell/Section.tsx'
import { FigureRow } from './FigureRow.tsx'
import { dayText, promiseTitle } from './labels.ts'
import { PromiseText } from './PromiseText.tsx'

export function PromiseList({ promises: { day, list } }: { promises: Figures['promises'] }) {
  if (day === null) {
    return (
      <p className="text-quiet">
        <Trans>Counted every night. The first count has not run yet.</Trans>
      </p>
    )
  }
  const numbers = [...new Set(list.map(({ promise }) => promise))]
  return (
    <>
      <p className="mb-3 text-small text-quiet">
        <Trans>
          Counted at the end of {dayText(day)}. The queries are public, and shortfalls are shown as they are.
        </Trans>
      </p>
      {numbers.map((number) => (
        <Section
          key={number}
          level={3}
          look="mb-1.5 font-semibold"
          className="mb-4"
          title={`${number}. ${promiseTitle(number)}`}
        >
          <Card>
            {list
              .filter(({ promise }) => promise === number)
              .map(({ key, value, out_of, kept }) => (
                <FigureRow
                  key={key}
                  figure={`promises.${key}`}
                  title={
                    <span className="flex items-start gap-2.5">
                      <Icon
                        name={kept ? 'check' : 'info'}
                        size={18}
                        className={`mt-0.5 shrink-0 ${kept ? 'text-action' : 'text-award'}`}
                      />
                      <span>
                        <PromiseText figure={key} part={value} whole={out_of} />
                        {out_of === 0 && (
                          <span className="block text-small text-quiet">
                            <Trans>There were none to count.</Trans>
                          </span>
                        )}
                        {!kept && (
                          <span className="block text-small text-award">
                            <Trans>Not fully met in the last 90 days.</Trans>
                          </span>
                        )}
                      </span>
                    </span>
                  }
                  value=""
                />
              ))}
          </Card>
        </Section>
      ))}
    </>
  )
}
