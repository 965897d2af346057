import type { Figures } from '@fairturn/contract/transparency'
import { Card } from '@fairturn/ui/Card.tsx'
import { count } from '@fairturn/ui/formats.ts'
import { Row } from '@fairturn/ui/Row.tsx'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { FigureRow } from './FigureRow.tsx'
import { duration, exactPercent } from './labels.ts'

/** How long members wait for support, and what becomes of their complaints. */
export function AnswerTimes({ support }: { support: Figures['support'] }) {
  const { t } = useLingui()
  const { answer_hours, answers, complaints } = support
  const tooFewDecisions = t`No day yet with 20 complaints that ended in the 90 days before its end.`
  const { decided, upheld, ended_by_time, upheld_percent } = complaints
  const upheldPercent = upheld_percent === null ? '' : exactPercent(upheld_percent)
  return (
    <>
      <p className="mb-3 text-small text-quiet">
        <Plural
          value={answer_hours}
          one="A first answer is due within # hour, the decision on a complaint within 72 hours. We can move such a time once, and the member reads why. All figures except those under “Late now” are of the last 90 days."
          other="A first answer is due within # hours, the decision on a complaint within 72 hours. We can move such a time once, and the member reads why. All figures except those under “Late now” are of the last 90 days."
        />
      </p>
      <FirstAnswers answers={answers} />
      <h3 className="mt-4 mb-2 font-semibold">{t`Complaints`}</h3>
      <Card>
        <FigureRow
          figure="complaints.decided"
          title={t`Complaints decided`}
          detail={t`Always by another person than the one whose decision it was.`}
          value={count(decided)}
        />
        <FigureRow
          figure="complaints.upheld"
          title={t`Complaints upheld`}
          detail={upheldPercent !== '' && <Trans>{upheldPercent} of those decided</Trans>}
          value={count(upheld)}
        />
        <FigureRow
          figure="complaints.ended_by_time"
          title={t`Ended in the member’s favour`}
          detail={t`Because nobody had decided in time.`}
          value={count(ended_by_time)}
        />
        <FigureRow
          figure="support.complaints.p50"
          title={t`50% within`}
          value={within(complaints.p50, decided + ended_by_time)}
          without={tooFewDecisions}
        />
        <FigureRow
          figure="support.complaints.p90"
          title={t`90% within`}
          value={within(complaints.p90, decided + ended_by_time)}
          without={tooFewDecisions}
        />
      </Card>
      <LateNow answers={answers.late} decisions={complaints.late} />
    </>
  )
}

const within = (seconds: number | null, all: number) =>
  seconds === null ? <TooFew all={all} /> : duration(seconds)

function FirstAnswers({ answers }: Pick<Figures['support'], 'answers'>) {
  const { t } = useLingui()
  const tooFewAnswers = t`No day yet with 20 first answers in the 90 days before its end.`
  return (
    <>
      <h3 className="mb-2 font-semibold">{t`First answers`}</h3>
      <Card>
        <FigureRow figure="support.answered" title={t`Questions answered`} value={count(answers.count)} />
        <FigureRow
          figure="support.answers.p50"
          title={t`50% within`}
          value={within(answers.p50, answers.count)}
          without={tooFewAnswers}
        />
        <FigureRow
          figure="support.answers.p90"
          title={t`90% within`}
          value={within(answers.p90, answers.count)}
          without={tooFewAnswers}
        />
      </Card>
    </>
  )
}

function LateNow({ answers, decisions }: { answers: number; decisions: number }) {
  const { t } = useLingui()
  const rows = [
    { title: t`Answers past their due time`, late: answers },
    { title: t`Decisions on complaints past their due time`, late: decisions },
  ]
  return (
    <>
      <h3 className="mt-4 mb-2 font-semibold">
        {t({ message: 'Late now', context: 'what support still owes' })}
      </h3>
      <Card as="ul">
        {rows.map(({ title, late }) => (
          <Row
            as="li"
            key={title}
            quiet
            title={title}
            trailing={<span className="figures font-bold">{count(late)}</span>}
          />
        ))}
      </Card>
    </>
  )
}

function TooFew({ all }: { all: number }) {
  const soFar = count(all)
  return <Trans>too few so far ({soFar} of 20)</Trans>
}
