import { formatMoney } from '@fairturn/contract/minor-units'
import type { CheckedLeaf } from '@fairturn/contract/proof/check'
import { LIABILITIES, OWED_TO_NO_MEMBER } from '@fairturn/contract/transparency'
import { Card } from '@fairturn/ui/Card.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Amount } from '../../shell/Amount.tsx'
import { Section } from '../../shell/Section.tsx'
import type { Run } from './checking.ts'
import { kindTitle } from './labels.ts'

const SUMMARY =
  'flex large-text:flex-wrap min-h-13 cursor-pointer list-none items-center gap-3 px-3.5 py-3 -outline-offset-2 transition-colors duration-100 ' +
  'hover:bg-action-soft [&::-webkit-details-marker]:hidden'

export function ProofParts({ run: { checked, file, refundable_minor } }: { run: Run }) {
  const { t } = useLingui()
  const led = checked.leaves.length === file.evidence.leaves.length
  // Each of them, so that one that is left out is seen.
  const kinds = LIABILITIES.filter((kind) => !OWED_TO_NO_MEMBER.includes(kind))
  return (
    <Section title={t`Your part of the proof`} className="mt-7">
      <Card>
        {kinds.map((kind) =>
          !led ? (
            <Row key={kind} quiet title={kindTitle(kind)} trailing={t`not proved`} />
          ) : !checked.leaves.some((leaf) => leaf.kind === kind) ? (
            <Row
              key={kind}
              quiet
              title={kindTitle(kind)}
              trailing={<Amount amount={formatMoney(0n)} tone="quiet" />}
            />
          ) : (
            <Opened
              key={kind}
              className="group"
              summary={
                <>
                  <span className="min-w-0 flex-1 large-text:basis-full font-semibold">
                    {kindTitle(kind)}
                    {kind === 'level_fees' && refundable_minor !== undefined && (
                      <span className="mt-0.5 block text-small font-normal text-quiet">
                        <Trans>
                          refund now: <Amount amount={formatMoney(refundable_minor)} tone="quiet" />
                        </Trans>
                      </span>
                    )}
                  </span>
                  <Amount amount={formatMoney(checked.owed_minor[kind])} />
                  <Opener />
                </>
              }
            >
              <ul className="grid gap-1 border-t border-line pb-2 pl-4">
                {checked.leaves
                  .filter((leaf) => leaf.kind === kind)
                  .map((leaf) => (
                    <Part key={leaf.part} leaf={leaf} />
                  ))}
              </ul>
            </Opened>
          ),
        )}
      </Card>
    </Section>
  )
}

interface OpenedProps {
  className: string
  summary: ReactNode
  children: ReactNode
}

/** Rendered only once it is opened: all hashes of all parts are thousands of elements. */
function Opened({ className, summary, children }: OpenedProps) {
  const [opened, setOpened] = useState(false)
  return (
    <details className={className} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className={SUMMARY}>{summary}</summary>
      {opened && children}
    </details>
  )
}

function Part({ leaf }: { leaf: CheckedLeaf }) {
  const number = leaf.part + 1
  return (
    <li>
      <Opened
        className="group/part"
        summary={
          <>
            <span className="min-w-0 flex-1 large-text:basis-full">
              <Trans>Part {number}</Trans>
              <span className="mt-0.5 block text-small text-quiet">
                <Trans>
                  leaf <span className="figures">{leaf.index}</span>
                </Trans>
              </span>
            </span>
            <Amount amount={formatMoney(leaf.amount_minor)} />
            <Opener part />
          </>
        }
      >
        <ol className="grid gap-3 px-3.5 pb-3">
          {leaf.rungs.map((rung, i) => (
            <li key={rung.level} className="text-small">
              <span className="flex flex-wrap justify-between gap-x-3">
                <span className="text-quiet">
                  {i === leaf.rungs.length - 1 ? (
                    <Trans>the signed root</Trans>
                  ) : (
                    <Trans>level {rung.level}</Trans>
                  )}
                </span>
                <Amount amount={formatMoney(rung.sum_minor)} />
              </span>
              <Hash hash={rung.hash} />
              {rung.beside && (
                <span className="mt-1 block text-quiet">
                  {rung.beside.side === 'right' ? (
                    <Trans>then sibling</Trans>
                  ) : (
                    <Trans>then sibling after</Trans>
                  )}{' '}
                  <Amount amount={formatMoney(rung.beside.sum_minor)} tone="quiet" />
                  <Hash hash={rung.beside.hash} />
                </span>
              )}
            </li>
          ))}
        </ol>
      </Opened>
    </li>
  )
}

const Hash = ({ hash }: { hash: string }) => (
  <code translate="no" className="block text-[0.6875rem] leading-snug break-all text-quiet">
    {hash}
  </code>
)

const Opener = ({ part = false }: { part?: boolean }) => (
  <Icon
    name="chevron"
    size={18}
    className={`text-quiet transition-transform duration-150 motion-reduce:transition-none ${part ? 'group-open/part:rotate-90' : 'group-open:rotate-90'}`}
  />
)
