import type { StatementLine } from '@fairturn/contract/documents'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '../shell/Amount.tsx'
import { Dotted } from '../shell/Dotted.tsx'
import { LinkedRow } from '../shell/LinkedRow.tsx'
import { pathOf } from '../shell/paths.ts'
import { counterpartyText, lineText } from './labels.ts'

/** Of a payment: never parted at its hyphens. */
const REFERENCE = /^F[TWR]-[0-9A-Z]{4}-[0-9A-Z]{4}$/

/** Stacked at full width: two columns do not fit a narrow phone. */
export function StatementRow({ line }: { line: StatementLine }) {
  const { t } = useLingui()
  const { name } = line.refers_to
  // Money that left the held part: what is available is the same before and after.
  const isHeld = line.part === 'held'
  return (
    <LinkedRow href={pathOf(line.refers_to)}>
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 flex-[1_1_7rem] font-semibold">
          {name ? (
            <Dotted
              then={
                <bdi className={`font-normal ${REFERENCE.test(name) ? 'whitespace-nowrap' : 'break-words'}`}>
                  {name}
                </bdi>
              }
            >
              {lineText(line)}
            </Dotted>
          ) : (
            lineText(line)
          )}
        </span>
        {isHeld ? (
          <Amount amount={line.amount.replace('-', '')} tone="quiet" />
        ) : (
          <Amount amount={line.amount} signed />
        )}
      </span>
      <span className="mt-0.5 block text-small text-quiet">{counterpartyText(line)}</span>
      {line.note && <span className="block text-small text-quiet">{t`Reason: ${line.note}`}</span>}
      <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-small text-quiet">
        <DateTime value={line.at} time />
        <span>
          {isHeld ? (
            <Trans>taken from available when requested</Trans>
          ) : (
            <Trans>
              available: <Amount amount={line.balance_after} tone="inherit" />
            </Trans>
          )}
        </span>
      </span>
    </LinkedRow>
  )
}
