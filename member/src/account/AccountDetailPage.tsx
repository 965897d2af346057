// The account: who it belongs to, how it came to its level, what staff did on it, the member's data, and the statement of
// every movement of its money, which comes last because it has no end.
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { Loading } from '../orders/Loading.tsx'
import { paths } from '../paths.ts'
import { Filters } from '../payments/Filters.tsx'
import { HistoryList } from '../payments/HistoryList.tsx'
import { statementQuery } from '../payments/payment-queries.ts'
import { ALWAYS } from '../payments/period.ts'
import { StatementButton } from '../payments/StatementButton.tsx'
import { levelRefundQuery, levelsQuery, securityQuery, viewerQuery } from '../queries.ts'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { Page } from '../shell/Page.tsx'
import { LevelHistory } from './LevelHistory.tsx'
import { StaffActs } from './StaffActs.tsx'
import { StatementRow } from './StatementRow.tsx'
import { YourData } from './YourData.tsx'

export default function AccountDetailPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Account`} back={paths.individual}>
      <Holder />
      <LevelHistory />
      <StaffActs />
      <YourData />
      <Statement />
    </Page>
  )
}

function Holder() {
  const { t } = useLingui()
  const { data: viewer, error, refetch, isFetching, fetchStatus } = useQuery(viewerQuery)
  const { data: levels } = useQuery(levelsQuery)
  const { data: bought } = useQuery(levelRefundQuery)
  const { data: security } = useQuery(securityQuery)
  if (error && !viewer) {
    return (
      <Card>
        <BlockFailure error={error} onRetry={refetch} busy={isFetching} />
      </Card>
    )
  }
  if (!viewer) {
    return (
      <Loading fetchStatus={fetchStatus}>
        <Skeleton className="h-64 rounded-card" />
      </Loading>
    )
  }
  const level = levels?.find(({ _id }) => _id === viewer.level_id)
  return (
    <Card>
      <Row quiet title={t`Username`} trailing={<bdi className="font-semibold">{viewer.username}</bdi>} />
      <Row
        quiet
        title={t`Phone number`}
        trailing={<span className="figures font-semibold">{viewer.phone}</span>}
      />
      <Row
        href={paths.security}
        quiet
        title={t`E-mail`}
        trailing={
          <span className="font-semibold break-all">{security?.email ?? (security ? t`none` : '…')}</span>
        }
      />
      <Row
        quiet
        title={t`Member since`}
        trailing={<DateTime value={viewer.member_since} className="font-semibold" />}
      />
      <Row
        quiet
        title={t`Level`}
        detail={
          bought?.bought_at ? (
            <Trans>
              bought on <DateTime value={bought.bought_at} />
            </Trans>
          ) : undefined
        }
        trailing={<b>{level?.name ?? '…'}</b>}
      />
      <Row title={t`All transactions`} onPress={showStatement} />
    </Card>
  )
}

function showStatement(): void {
  const title = document.getElementById('statement-title')
  title?.scrollIntoView()
  title?.focus()
}

function Statement() {
  const { t } = useLingui()
  const [period, setPeriod] = useState(ALWAYS)
  const { data, ...query } = useInfiniteQuery(statementQuery(period))
  return (
    <section aria-labelledby="statement-title" className="mt-7">
      <h2 id="statement-title" tabIndex={-1} className="scroll-mt-4 text-title outline-none">
        {t`Statement`}
      </h2>
      <p className="mt-1 mb-3 text-small text-quiet">
        <Trans>
          Every transaction on your account, as recorded in the ledger: what it was for, the other party, and
          the balance after it. Entries cannot be changed or removed.
        </Trans>
      </p>
      <Filters period={period} onPeriod={setPeriod} />
      <HistoryList
        query={query}
        list={data?.pages.flatMap((page) => page.list)}
        renderRow={(line) => <StatementRow key={line._id} line={line} />}
        empty={
          period.from || period.to ? (
            <EmptyState icon="clock" title={t`No transactions on these days`} />
          ) : (
            <EmptyState
              icon="document"
              title={t`No transactions yet`}
              body={<Trans>Your first award will appear here.</Trans>}
            />
          )
        }
      />
      <StatementButton period={period} />
    </section>
  )
}
