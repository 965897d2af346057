// Withdrawals: how many wait, since when, how long they took, and what became of those that were not paid.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Figures } from '@fairturn/contract/transparency'
import { Card } from '@fairturn/ui/Card.tsx'
import { count } from '@fairturn/ui/formats.ts'
import { Amount } from '../Amount.tsx'
import { FigureRow } from './FigureRow.tsx'
import { duration, refusalText } from './words.ts'

export function WithdrawalTimes({ withdrawals, at }: { withdrawals: Figures['withdrawals']; at: string }) {
  const { t } = useLingui()
  const { pending, oldest_at, times, refused } = withdrawals
  const lasted = (seconds: number | null) => (seconds === null ? '–' : duration(seconds))
  const oldest = oldest_at && duration((new Date(at).getTime() - new Date(oldest_at).getTime()) / 1000)
  return (
    <>
      <p className="mb-3 text-small text-pretty text-quiet">
        <Plural
          value={times.paid}
          one="Timed from asking to the bank’s booking of the payment; # was paid in the last 90 days."
          other="Timed from asking to the bank’s booking of the payment; # were paid in the last 90 days."
        />
      </p>
      <Card>
        <FigureRow
          figure="withdrawals.pending"
          title={t`Under way now`}
          detail={oldest ? t`The oldest was asked for ${oldest} ago.` : t`Nobody waits.`}
          value={
            <>
              {count(pending.count)} · <Amount amount={pending.sum} />
            </>
          }
        />
        <FigureRow figure="withdrawals.median" title={t`Half took at most`} value={lasted(times.median)} />
        <FigureRow figure="withdrawals.p95" title={t`95 of 100 took at most`} value={lasted(times.p95)} />
        <FigureRow figure="withdrawals.p99" title={t`99 of 100 took at most`} value={lasted(times.p99)} />
        <FigureRow figure="withdrawals.longest" title={t`The longest took`} value={lasted(times.longest)} />
      </Card>
      <h3 className="mt-4 mb-2 font-semibold">{t`Not paid, in 90 days`}</h3>
      <Card>
        {refused.map(({ reason, count: many }) => (
          <FigureRow
            key={reason}
            figure={`withdrawals.${reason}`}
            title={refusalText(reason)}
            value={count(many)}
          />
        ))}
      </Card>
      <p className="mt-2 text-small text-pretty text-quiet">
        <Trans>Whoever is refused is told why, in whole sentences; those words are theirs alone.</Trans>
      </p>
    </>
  )
}
