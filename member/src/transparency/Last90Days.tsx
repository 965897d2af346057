import type { Figures } from '@fairturn/contract/transparency'
import { Card } from '@fairturn/ui/Card.tsx'
import { count } from '@fairturn/ui/formats.ts'
import { Row } from '@fairturn/ui/Row.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '../shell/Amount.tsx'
import { DottedOrStacked } from '../shell/Dotted.tsx'
import { verdictText } from '../tracking/reasons.ts'
import { FigureRow } from './FigureRow.tsx'
import { approvalText } from './labels.ts'

export function Last90Days({ figures }: { figures: Figures }) {
  const { t } = useLingui()
  const { awards, refunds, adjustments, reviews, objections, reports, approvals, messages } = figures
  const counted = (one: { count: number; sum: string }) => (
    <DottedOrStacked then={<Amount amount={one.sum} />}>{count(one.count)}</DottedOrStacked>
  )
  return (
    <>
      <Card>
        <FigureRow figure="awards.sum" title={t`Awards paid`} value={counted(awards)} />
        <FigureRow
          figure="refunds.campaigns_sum"
          title={t`Refunded to advertisers`}
          value={counted(refunds.campaigns)}
        />
        <FigureRow
          figure="refunds.levels_sum"
          title={t`Level fees refunded`}
          value={counted(refunds.levels)}
        />
        <FigureRow
          figure="reviews.by_silence"
          title={t`Orders reviewed before payment`}
          detail={<Reviews reviews={reviews} />}
          value={reviews.by_silence_percent === null ? '–' : t`${reviews.by_silence_percent}% by timeout`}
        />
        <FigureRow
          figure="objections.upheld"
          title={t`Appeals about refused visits`}
          detail={<Objections objections={objections} />}
          value={objections.upheld_percent === null ? '–' : t`${objections.upheld_percent}% upheld`}
        />
        <FigureRow
          figure="reports.received"
          title={t`Reports of links by visitors`}
          detail={<Trans>Led to an action: {count(reports.acted_on)}</Trans>}
          value={count(reports.received)}
        />
        <FigureRow
          figure="adjustments.sum"
          title={t`Adjustments`}
          detail={t`Corrections and reversals of entries. Other approvals by two people are listed below.`}
          value={counted(adjustments)}
        />
        <FigureRow
          figure="messages.not_ours"
          title={t`Messages checked that were not ours`}
          detail={t`Answers “no” to a code of an email or push notification, mistyped codes included.`}
          value={count(messages.not_ours)}
        />
      </Card>
      <Approved approvals={approvals} />
    </>
  )
}

function Approved({ approvals }: Pick<Figures, 'approvals'>) {
  const { t } = useLingui()
  return (
    <>
      <h3 className="mt-4 mb-2 font-semibold">{t`Approved by two people`}</h3>
      {approvals.length === 0 ? (
        <p className="text-small text-quiet">
          <Trans>None in the last 90 days.</Trans>
        </p>
      ) : (
        <Card as="ul">
          {approvals.map(({ kind, count: many }) => (
            <Row
              as="li"
              key={kind}
              quiet
              title={approvalText(kind)}
              trailing={<span className="figures font-bold">{count(many)}</span>}
            />
          ))}
        </Card>
      )}
    </>
  )
}

function Reviews({ reviews }: { reviews: Figures['reviews'] }) {
  const { decided, by_silence } = reviews
  return (
    <Trans>
      {count(decided)} decided by a person, {count(by_silence)} paid because nobody decided within 72 hours.
    </Trans>
  )
}

function Objections({ objections }: { objections: Figures['objections'] }) {
  const { made, decided, by_silence } = objections
  return (
    <Trans>
      All time: {count(made)} made, {count(decided)} decided, {count(by_silence)} upheld because there was no
      decision within 72 hours.
    </Trans>
  )
}

export function VisitsRefused({ visits }: { visits: Figures['visits'] }) {
  const { verified, refused, reasons } = visits
  return (
    <>
      <p className="mb-3 text-small text-quiet">
        <Trans>
          In the last 90 days, {count(verified)} visits were verified and {count(refused)} were not.
        </Trans>
      </p>
      {reasons.length > 0 && (
        <Card>
          {reasons.map(({ reason, count: many }) => (
            <FigureRow
              key={reason}
              figure={`visits.refused.${reason}`}
              title={verdictText(reason).title}
              value={count(many)}
            />
          ))}
        </Card>
      )}
    </>
  )
}
