import type { Figures } from '@fairturn/contract/transparency'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { Preferences } from '../shell/Preferences.tsx'
import { QueryResult } from '../shell/QueryResult.tsx'
import { Section } from '../shell/Section.tsx'
import { useSignedIn } from '../shell/useSession.ts'
import { CheckYourself } from './CheckYourself.tsx'
import { figuresQuery } from './figures-query.ts'
import { Last90Days, VisitsRefused } from './Last90Days.tsx'
import { Paused } from './LedgerCheck.tsx'
import { LiabilitiesAndCash } from './LiabilitiesAndCash.tsx'
import { PromiseList } from './PromiseList.tsx'
import { WithdrawalTimes } from './WithdrawalTimes.tsx'

export default function TransparencyPage() {
  const { t } = useLingui()
  const signed_in = useSignedIn()
  const query = useQuery(figuresQuery)
  return (
    <Page title={t`Transparency`} back={signed_in ? paths.home : paths.login}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <p className="text-small text-quiet">
          {query.data && (
            <Trans>
              As of <DateTime value={query.data.at} />
            </Trans>
          )}
        </p>
        <Preferences />
      </div>
      <QueryResult query={query} outline={['h-52', 'mt-4 h-80']}>
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
      <LiabilitiesAndCash figures={figures} />
      <Section className="mt-7" title={t`Withdrawals`}>
        <WithdrawalTimes withdrawals={figures.withdrawals} at={figures.at} />
      </Section>
      <Section className="mt-7" title={t`Our promises in figures`}>
        <PromiseList promises={figures.promises} />
      </Section>
      <Section className="mt-7" title={t`The last 90 days`}>
        <Last90Days figures={figures} />
      </Section>
      <Section className="mt-7" title={t`Visits refused, by reason`}>
        <VisitsRefused visits={figures.visits} />
      </Section>
      <Section className="mt-7" title={t`What is proved and what is stated`}>
        <CheckYourself check={figures.ledger_check} />
      </Section>
    </>
  )
}
