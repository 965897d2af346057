// One line of the statement.
import { Trans, useLingui } from '@lingui/react/macro'
import type { StatementLine } from '@fairturn/contract/documents'
import { Anchor } from '@fairturn/ui/Anchor.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Amount } from '../Amount.tsx'
import { paths } from '../paths.ts'
import { counterpartyText, lineText, partText } from './words.ts'

/** Where what a line speaks of can be seen; nowhere for the rest. */
function pathOf({ refers_to: { kind, _id } }: StatementLine): string | undefined {
  if (kind === 'order') return paths.order(_id)
  if (kind === 'deposit') return paths.depositOf(_id)
  if (kind === 'withdrawal') return paths.withdrawalOf(_id)
  return undefined
}

export function StatementRow({ line }: { line: StatementLine }) {
  const href = pathOf(line)
  const content = <Line line={line} />
  if (!href) return <li className="px-3.5 py-3">{content}</li>
  return (
    <li>
      <Anchor
        href={href}
        className="block px-3.5 py-3 -outline-offset-2 transition-colors duration-100 hover:bg-action-soft"
      >
        {content}
      </Anchor>
    </li>
  )
}

/** Two columns do not hold it on a narrow phone: every part has the whole width it needs. */
function Line({ line }: { line: StatementLine }) {
  const { t } = useLingui()
  const { name } = line.refers_to
  const part = partText(line)
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 font-semibold">
          {lineText(line)}
          {name && <bdi className="font-normal break-words"> · {name}</bdi>}
        </span>
        <Amount amount={line.amount} signed />
      </span>
      <span className="mt-0.5 block text-small text-quiet">{counterpartyText(line)}</span>
      {line.note && <span className="block text-small text-quiet">{t`Reason: ${line.note}`}</span>}
      <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-small text-quiet">
        <DateTime value={line.at} time />
        <span>
          <Trans>
            {part}: <Amount amount={line.balance_after} tone="inherit" />
          </Trans>
        </span>
      </span>
    </>
  )
}
