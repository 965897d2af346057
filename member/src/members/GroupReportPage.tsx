import { Badge } from '@fairturn/ui/Badge.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import type { DataOf } from '@fairturn/ui/client.ts'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { count } from '@fairturn/ui/formats.ts'
import { Row } from '@fairturn/ui/Row.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
// Members who joined with the member's code, masked. No money: inviting pays nothing.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Bars } from '../shell/Bars.tsx'
import { call } from '../shell/client.ts'
import { HistoryList } from '../shell/history/HistoryList.tsx'
import { Page } from '../shell/Page.tsx'
import { pagesQuery } from '../shell/pages-query.ts'
import { paths } from '../shell/paths.ts'
import { memberId, viewerQuery } from '../shell/queries.ts'
import { Section } from '../shell/Section.tsx'
import { InviteCard, inviteLink } from './InviteCard.tsx'

// Loaded on demand, with its encoder.
const QrCode = lazy(async () => ({ default: (await import('../shell/QrCode.tsx')).QrCode }))

type Report = DataOf<'POST list-invited'>

const invitedQuery = pagesQuery(['invited'], (from, signal) =>
  call('POST list-invited', { body: { user_id: memberId(), ...from }, signal }),
)

export default function GroupReportPage() {
  const { t } = useLingui()
  const { data: viewer } = useQuery(viewerQuery)
  const { data, ...query } = useInfiniteQuery(invitedQuery)
  const report = data?.pages[0]
  return (
    <Page title={t`Invited members`} back={paths.individual}>
      {viewer ? <Invitation code={viewer.code} /> : <Skeleton className="h-93 rounded-card" />}
      <Section title={t`Invited members`} className="mt-6">
        {report && report.joined > 0 && <Figures report={report} />}
        <HistoryList
          query={query}
          list={data?.pages.flatMap((page) => page.list)}
          renderRow={(invited) => (
            <Invited key={`${invited.joined_at} ${invited.username}`} invited={invited} />
          )}
          empty={
            <EmptyState
              icon="person"
              title={t`Nobody yet`}
              body={
                <Trans>People who register with your code or link appear here. Their names are masked.</Trans>
              }
            />
          }
        />
      </Section>
    </Page>
  )
}

function Invitation({ code }: { code: string }) {
  const { t } = useLingui()
  return (
    <>
      <div className="mx-auto max-w-52">
        <Suspense fallback={<Skeleton className="aspect-square rounded-control" />}>
          <QrCode text={inviteLink(code)} label={t`QR code of your invite link`} />
        </Suspense>
      </div>
      <InviteCard code={code} />
    </>
  )
}

/** `2026-11` as `11-2026`. */
const monthText = (month: string): string => month.split('-').toReversed().join('-')

function Figures({ report: { joined, active, months } }: { report: Report }) {
  const { t } = useLingui()
  return (
    <Card as="section" aria-label={t`Summary`} padded className="mb-4 divide-y-0!">
      <dl className="side-by-side items-end gap-3">
        <div>
          <dt className="text-small text-quiet">{t`Joined`}</dt>
          <dd className="figures text-heading">{count(joined)}</dd>
        </div>
        <div>
          <dt className="text-small text-quiet">{t`Active in the last 30 days`}</dt>
          <dd className="figures text-heading">{count(active)}</dd>
        </div>
      </dl>
      <Bars
        label={t`Joined by month`}
        bars={months.map(({ month, joined }) => ({
          key: month,
          height: joined,
          text: `${monthText(month)}: ${count(joined)}`,
        }))}
        from={monthText(months[0]?.month ?? '')}
        to={monthText(months.at(-1)?.month ?? '')}
      />
    </Card>
  )
}

function Invited({ invited }: { invited: Report['list'][number] }) {
  const { username, joined_at, active, orders_done } = invited
  return (
    <Row
      as="li"
      title={<bdi>{username}</bdi>}
      detail={
        <Trans>
          joined on <DateTime value={joined_at} day />
        </Trans>
      }
      trailing={
        <>
          <span className="figures mb-1 block text-small text-quiet">
            <Plural value={orders_done} one="# order done" other="# orders done" />
          </span>
          <Badge tone={active ? 'action' : 'quiet'}>
            {active ? (
              <Trans context="somebody invited, in the last 30 days">active</Trans>
            ) : (
              <Trans context="somebody invited, in the last 30 days">inactive</Trans>
            )}
          </Badge>
        </>
      }
    />
  )
}
