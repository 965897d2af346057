// One line of the statement.
import { Trans, useLingui } from '@lingui/react/macro'
import type { StatementLine } from '@fairturn/contract/payments'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Amount } from '../Amount.tsx'
import { paths } from '../paths.ts'
import { counterpartyText, lineText, partText } from '../payments/words.ts'

/** Where what a line speaks of can be seen; nowhere for the rest. */
function pathOf({ refers_to: { kind, _id } }: StatementLine): string | undefined {
  if (kind === 'order') return paths.order(_id)
  if (kind === 'deposit') return paths.depositOf(_id)
  if (kind === 'withdrawal') return paths.withdrawalOf(_id)
  return undefined
}

export function StatementRow({ line }: { line: StatementLine }) {
  const { t } = useLingui()
  const href = pathOf(line)
  const { name } = line.refers_to
  const part = partText(line)
  return (
    <Row
      as="li"
      {...(href && { href })}
      title={lineText(line)}
      detail={
        <>
          {name && <bdi className="block font-medium break-words text-ink">{name}</bdi>}
          <span className="block">{counterpartyText(line)}</span>
          {line.note && <span className="block">{t`Reason: ${line.note}`}</span>}
          <DateTime value={line.at} className="block" />
        </>
      }
      trailing={
        <>
          <span className="block">
            <Amount amount={line.amount} signed />
          </span>
          <span className="block text-small text-quiet">
            <Trans>
              {part}: <Amount amount={line.balance_after} tone="inherit" />
            </Trans>
          </span>
        </>
      }
    />
  )
}
