// The money, open to everybody: what is owed, what is there for it, how long withdrawals take, and the promises as figures.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Figures } from '@fairturn/contract/transparency'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { paths } from '../paths.ts'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { Page } from '../shell/Page.tsx'
import { LanguageSelect, ThemeButton } from '../shell/Preferences.tsx'
import { useSignedIn } from '../useSession.ts'
import { Paused } from './LedgerCheck.tsx'
import { CheckYourself } from './CheckYourself.tsx'
import { figuresQuery } from './figures-query.ts'
import { LiabilitiesAndCash } from './LiabilitiesAndCash.tsx'
import { PromiseList } from './PromiseList.tsx'
import { Last90Days, VisitsRefused } from './Last90Days.tsx'
import { WithdrawalTimes } from './WithdrawalTimes.tsx'

export default function TransparencyPage() {
  const { t } = useLingui()
  const signed_in = useSignedIn()
  const { data, error, refetch, isFetching } = useQuery(figuresQuery)
  return (
    <Page title={t`Transparency`} back={signed_in ? paths.home : paths.login}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <p className="text-small text-quiet">
          {data && (
            <Trans>
              As of <DateTime value={data.at} />
            </Trans>
          )}
        </p>
        <span className="flex gap-2">
          <LanguageSelect compact />
          <ThemeButton />
        </span>
      </div>
      {error && !data ? (
        <Card>
          <BlockFailure error={error} onRetry={refetch} busy={isFetching} />
        </Card>
      ) : data ? (
        <Shown figures={data} />
      ) : (
        <div aria-busy>
          <Skeleton className="h-52 rounded-card" />
          <Skeleton className="mt-4 h-80 rounded-card" />
        </div>
      )}
    </Page>
  )
}

function Shown({ figures }: { figures: Figures }) {
  const { t } = useLingui()
  return (
    <>
      <Paused check={figures.ledger_check} />
      <LiabilitiesAndCash figures={figures} />
      <Part id="withdrawals" title={t`Withdrawals`}>
        <WithdrawalTimes withdrawals={figures.withdrawals} at={figures.at} />
      </Part>
      <Part id="promises" title={t`Our promises in figures`}>
        <PromiseList promises={figures.promises} />
      </Part>
      <Part id="days" title={t`The last 90 days`}>
        <Last90Days figures={figures} />
      </Part>
      <Part id="visits" title={t`Visits refused, by reason`}>
        <VisitsRefused visits={figures.visits} />
      </Part>
      <Part id="proof" title={t`What is proved and what is stated`}>
        <CheckYourself check={figures.ledger_check} />
      </Part>
    </>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-7">
      <h2 id={id} className="mb-3 text-title">
        {title}
      </h2>
      {children}
    </section>
  )
}
