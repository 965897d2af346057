import type { User } from '@fairturn/contract/members'
import { eventsOf } from '@fairturn/contract/statement-events'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Switch } from '@fairturn/ui/Switch.tsx'
import { Tabs } from '@fairturn/ui/Tabs.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { ExportMenu } from '../documents/ExportMenu.tsx'
import { StatementRow } from '../documents/StatementRow.tsx'
import { LevelHistory } from '../levels/LevelHistory.tsx'
import { YourData } from '../privacy/YourData.tsx'
import { call, queries } from '../shell/client.ts'
import { Filters } from '../shell/history/Filters.tsx'
import { HistoryList } from '../shell/history/HistoryList.tsx'
import { ALWAYS, type Period } from '../shell/history/period.ts'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { statementQuery } from '../shell/payment-queries.ts'
import { levelsQuery, securityQuery, viewerQuery } from '../shell/queries.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { session } from '../shell/session.ts'
import { useAction } from '../shell/useAction.ts'
import { StaffActivity } from '../staff/StaffActivity.tsx'
import { memberTermsQuery } from '../terms/terms-queries.ts'

const TABS = ['details', 'statement', 'staff'] as const

export default function AccountDetailPage() {
  const { t } = useLingui()
  const [period, setPeriod] = useState(ALWAYS)
  // The tab is in the URL, so that other screens can link to it and Back restores it.
  const requested = new URLSearchParams(useSearch()).get('tab')
  const shown = TABS.find((tab) => tab === requested) ?? 'details'
  const [, navigate] = useLocation()
  return (
    <Page
      title={t`Account`}
      back={paths.individual}
      action={shown === 'statement' && <ExportMenu statement period={period} />}
    >
      <Tabs
        label={t`Account`}
        value={shown}
        onChange={(tab) =>
          navigate(tab === 'details' ? paths.accountDetail : `${paths.accountDetail}?tab=${tab}`, {
            replace: true,
          })
        }
        tabs={[
          { key: 'details', label: t({ message: 'Details', context: 'tab of the account' }) },
          { key: 'statement', label: t`Statement` },
          { key: 'staff', label: t({ message: 'Staff activity', context: 'tab of the account' }) },
        ]}
      >
        <div className="pt-4">
          {shown === 'details' && (
            <>
              <Holder />
              <LevelHistory />
              <YourData />
            </>
          )}
          {shown === 'statement' && <Statement period={period} onPeriod={setPeriod} />}
          {shown === 'staff' && <StaffActivity />}
        </div>
      </Tabs>
    </Page>
  )
}

function Holder() {
  const { t } = useLingui()
  const { data: levels } = useQuery(levelsQuery)
  const { data: security } = useQuery(securityQuery)
  return (
    <QueryResult query={useQuery(viewerQuery)} outline={['h-105']}>
      {(viewer) => (
        <Card>
          <Row quiet title={t`Username`} trailing={<bdi className="font-semibold">{viewer.username}</bdi>} />
          <Row
            quiet
            title={t`Phone number`}
            trailing={<span className="figures font-semibold">{viewer.phone}</span>}
          />
          <Row
            {...((security?.email ?? security?.mail_available) && { href: paths.security })}
            quiet
            title={t`Email`}
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
            trailing={<b>{levels?.find(({ _id }) => _id === viewer.level_id)?.name ?? '…'}</b>}
          />
          <AgreedTerms />
          <ListedSwitch viewer={viewer} />
        </Card>
      )}
    </QueryResult>
  )
}

/** Which terms were agreed to, and when. */
function AgreedTerms() {
  const { t } = useLingui()
  const { data } = useQuery(memberTermsQuery)
  const agreed = data?.agreed[0]
  return (
    <Row
      quiet
      href={paths.terms}
      title={t`Terms and privacy notice`}
      detail={
        agreed ? (
          <Trans>
            version {agreed.version}, agreed on <DateTime value={agreed.agreed_at} />
          </Trans>
        ) : (
          ((data && <Trans>not agreed to yet</Trans>) ?? '\u00a0')
        )
      }
    />
  )
}

function ListedSwitch({ viewer }: { viewer: User }) {
  const { t } = useLingui()
  const change = useAction({
    run: (listed_in_awards: boolean) =>
      call('POST viewer', { body: { user_id: viewer._id, listed_in_awards } }),
    onDone({ data }) {
      session.replaceUser(data)
      queries.setQueryData(viewerQuery.queryKey, data)
    },
  })
  return (
    <Switch
      label={t`Show my awards in the public list`}
      detail={t`Your name is always masked.`}
      checked={viewer.listed_in_awards}
      disabled={change.busy}
      onChange={change.start}
    />
  )
}

function Statement({ period, onPeriod }: { period: Period; onPeriod: (period: Period) => void }) {
  const { t } = useLingui()
  const { data, ...query } = useInfiniteQuery(statementQuery(period))
  return (
    <>
      <p className="mb-3 text-small text-quiet">
        <Trans>
          Every transaction on your account, as recorded in the ledger: what it was for, the other party, and
          what was available after it. Entries cannot be changed or removed.
        </Trans>
      </p>
      <Filters period={period} onPeriod={onPeriod} />
      <HistoryList
        query={query}
        list={data && eventsOf(data.pages.flatMap((page) => page.list))}
        instantOf={(line) => line.at}
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
    </>
  )
}
