import type { Figures } from '@fairturn/contract/transparency'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Amount } from '../shell/Amount.tsx'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { Preferences } from '../shell/Preferences.tsx'
import { QueryResult } from '../shell/QueryResult.tsx'
import { useSignedIn } from '../shell/useSession.ts'
import { answerOf } from './answer.ts'
import { AnswerTimes } from './AnswerTimes.tsx'
import { AtTheBank } from './AtTheBank.tsx'
import { CheckYourself } from './CheckYourself.tsx'
import { figuresQuery } from './figures-query.ts'
import { Fold } from './Fold.tsx'
import { dayText, exactPercent } from './labels.ts'
import { Last90Days, VisitsRefused } from './Last90Days.tsx'
import { Paused } from './LedgerCheck.tsx'
import { LiabilitiesAndCash } from './LiabilitiesAndCash.tsx'
import { PromiseList } from './PromiseList.tsx'
import { WithdrawalTimes } from './WithdrawalTimes.tsx'

export default function TransparencyPage() {
  const { t } = useLingui()
  const signedIn = useSignedIn()
  const query = useQuery(figuresQuery)
  return (
    <Page title={t`Transparency`} back={signedIn ? paths.home : paths.login}>
      <div className="mb-4 flex flex-wrap items-center justify-end gap-2">
        <p className="flex-auto text-small text-quiet">
          {query.data && (
            <Trans>
              As of <DateTime value={query.data.at} />
            </Trans>
          )}
        </p>
        <Preferences />
      </div>
      <QueryResult query={query} outline={['h-36', 'mt-4 h-72']}>
        {(figures) => <Shown figures={figures} />}
      </QueryResult>
    </Page>
  )
}

function Shown({ figures }: { figures: Figures }) {
  const { t } = useLingui()
  return (
    <>
      <Paused check={figures.ledger_check} />
      <InShort figures={figures} />
      <div className="mt-4">
        <Fold id="owed-and-there" title={t`What is owed, and what is at the bank`}>
          <LiabilitiesAndCash figures={figures} />
        </Fold>
        <Fold id="withdrawals" title={t`Withdrawals`}>
          <WithdrawalTimes withdrawals={figures.withdrawals} at={figures.at} />
        </Fold>
        <Fold id="answers" title={t`How fast we answer`}>
          <AnswerTimes support={figures.support} />
        </Fold>
        <Fold id="promises" title={t`Our promises in figures`}>
          <PromiseList promises={figures.promises} />
        </Fold>
        <Fold id="last-90-days" title={t`The last 90 days`}>
          <Last90Days figures={figures} />
          <h3 className="mt-4 mb-2 font-semibold">{t`Visits refused, by reason`}</h3>
          <VisitsRefused visits={figures.visits} />
        </Fold>
        <Fold id="proved" title={t`What is proved and what is stated`}>
          <CheckYourself check={figures.ledger_check} />
        </Fold>
      </div>
    </>
  )
}

/** The one answer; everything else is folded below it. */
function InShort({ figures }: { figures: Figures }) {
  const answer = answerOf(figures)
  if (answer === null) {
    return (
      <Card padded>
        <h2 className="text-heading">
          <Trans>Nothing is owed.</Trans>
        </h2>
      </Card>
    )
  }
  // Down: to the whole percent, and below 100 to the hundredth.
  const percent = exactPercent(answer.percent < 100 ? answer.percent : Math.floor(answer.percent))
  return (
    <Card padded className="divide-y-0!">
      <h2 className={`text-heading ${answer.percent < 100 ? 'text-loss' : ''}`}>
        <Trans>{percent} of what is owed is there</Trans>
      </h2>
      <p className="mt-2 text-quiet">
        {answer.statementDay === null ? (
          <Trans>
            Owed: <Amount amount={answer.owed} />. At the bank: <Amount amount={answer.there} />, by our own
            ledger, as of now.
          </Trans>
        ) : (
          <Trans>
            Owed: <Amount amount={answer.owed} />. There: <Amount amount={answer.there} />, by the bank’s
            statement of {dayText(answer.statementDay)}.
          </Trans>
        )}
      </p>
      {answer.statementDay !== null && figures.cash.bank && <AtTheBank bank={figures.cash.bank} />}
    </Card>
  )
}
