import type { Withdrawal } from '@fairturn/contract/withdrawals'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { useLingui } from '@lingui/react/macro'
import { withdrawalStatusText } from '../documents/labels.ts'

interface Step {
  status: Withdrawal['status']
  at: string | null
}

/** The usual steps, or those the withdrawal took instead. */
function stepsOf(withdrawal: Withdrawal): Step[] {
  const { status, requested_at, approved_at, sent_at, settled_at } = withdrawal
  const usual: Step[] = [
    { status: 'requested', at: requested_at },
    { status: 'approved', at: approved_at },
    { status: 'sent', at: sent_at },
  ]
  const wentOn = status === 'requested' || status === 'approved' || status === 'sent' || status === 'paid'
  if (wentOn) return [...usual, { status: 'paid', at: settled_at }]
  return [...usual.filter(({ at }) => at !== null), { status, at: settled_at }]
}

/** Right of the step, and in large text below it. */
const AT =
  'ml-auto text-right text-small text-quiet large-text:ml-10 large-text:basis-full large-text:text-left'

export function Steps({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useLingui()
  return (
    <ol className="grid gap-3" aria-label={t`Progress`}>
      {stepsOf(withdrawal).map(({ status, at }) => (
        <li key={status} className="flex items-center gap-x-3 large-text:flex-wrap">
          <span
            className={`grid size-7 shrink-0 place-items-center rounded-small ${
              at ? 'bg-action-soft text-action' : 'border border-line text-quiet'
            }`}
          >
            {at && <Icon name="check" size={16} />}
          </span>
          <span className={`flex-1 large-text:basis-16 ${at ? 'font-semibold' : 'text-quiet'}`}>
            {withdrawalStatusText(status)}
          </span>
          {at ? <DateTime value={at} className={AT} /> : <span className={AT}>{t`upcoming`}</span>}
        </li>
      ))}
    </ol>
  )
}
