import type { Figures } from '@fairturn/contract/transparency'
import { Card } from '@fairturn/ui/Card.tsx'
import { count } from '@fairturn/ui/formats.ts'
import { Row } from '@fairturn/ui/Row.tsx'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '../shell/Amount.tsx'
import { DottedOrStacked } from '../shell/Dotted.tsx'
import { FigureRow } from './FigureRow.tsx'
import { duration, exceptionText, refusalText, staffRefusalText } from './labels.ts'

type Withdrawals = Figures['withdrawals']

export function WithdrawalTimes({ withdrawals, at }: { withdrawals: Withdrawals; at: string }) {
  const { t } = useLingui()
  const { pending, oldest_at, times, refused, refused_for, decided_late, waiting } = withdrawals
  const { paid } = times
  const quantile = (seconds: number | null) =>
    seconds === null ? t`fewer than 20 so far (${paid})` : duration(seconds)
  const tooFew = t`No day yet with 20 paid withdrawals in the 90 days before its end.`
  const lasted = (seconds: number | null) => (seconds === null ? '–' : duration(seconds))
  const oldest = oldest_at && duration((new Date(at).getTime() - new Date(oldest_at).getTime()) / 1000)
  return (
    <>
      <p className="mb-3 text-small text-quiet">
        <Plural
          value={times.paid}
          one="Measured from the request to the end of the day on which our bank booked it, at most. # paid in the last 90 days."
          other="Measured from the request to the end of the day on which our bank booked it, at most. # paid in the last 90 days."
        />
      </p>
      <Card>
        <FigureRow
          figure="withdrawals.pending"
          title={t`In progress now`}
          detail={oldest ? t`The oldest was requested ${oldest} ago.` : t`None in progress.`}
          value={
            <DottedOrStacked then={<Amount amount={pending.sum} />}>{count(pending.count)}</DottedOrStacked>
          }
        />
        <FigureRow
          figure="withdrawals.median"
          title={t`50% within`}
          value={quantile(times.median)}
          without={tooFew}
        />
        <FigureRow
          figure="withdrawals.p95"
          title={t`95% within`}
          value={quantile(times.p95)}
          without={tooFew}
        />
        <FigureRow
          figure="withdrawals.p99"
          title={t`99% within`}
          value={quantile(times.p99)}
          without={tooFew}
        />
        <FigureRow figure="withdrawals.longest" title={t`Longest`} value={lasted(times.longest)} />
        <FigureRow
          figure="withdrawals.decided_late"
          title={t`Decided after more than 72 hours`}
          value={count(decided_late)}
        />
      </Card>
      <Waiting waiting={waiting} />
      <Refusals refused={refused} refused_for={refused_for} />
    </>
  )
}

function Waiting({ waiting }: Pick<Withdrawals, 'waiting'>) {
  const { t } = useLingui()
  return (
    <>
      <h3 className="mt-4 mb-2 font-semibold">{t`Members who wait now`}</h3>
      <Card as="ul">
        {waiting.map(({ exception, members }) => (
          <Row
            as="li"
            key={exception}
            quiet
            title={exceptionText(exception)}
            trailing={<span className="figures font-bold">{count(members)}</span>}
          />
        ))}
      </Card>
      <p className="mt-2 text-small text-quiet">
        <Trans>
          Money that goes back to a card waits for the card’s provider, at most ten days. A disputed amount is
          kept back for at most 120 days; everything above it is paid.
        </Trans>
      </p>
    </>
  )
}

function Refusals({ refused, refused_for }: Pick<Withdrawals, 'refused' | 'refused_for'>) {
  const { t } = useLingui()
  return (
    <>
      <h3 className="mt-4 mb-2 font-semibold">{t`Not paid, last 90 days`}</h3>
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
      <h3 className="mt-4 mb-2 font-semibold">{t`Refused by staff: the only reasons`}</h3>
      <Card>
        {refused_for.map(({ reason, count: many }) => (
          <FigureRow
            key={reason}
            figure={`withdrawals.refused.${reason}`}
            title={staffRefusalText(reason)}
            value={count(many)}
          />
        ))}
      </Card>
      <p className="mt-2 text-small text-quiet">
        <Trans>
          The member is told the reason. Whoever refused one cannot refuse another of that member for 30 days.
        </Trans>
      </p>
    </>
  )
}
