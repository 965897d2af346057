import type { Campaign, CampaignStatus } from '@fairturn/contract/campaigns'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { PullToRefresh } from '@fairturn/ui/PullToRefresh.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { Amount } from '../shell/Amount.tsx'
import { Filters } from '../shell/history/Filters.tsx'
import { HistoryList } from '../shell/history/HistoryList.tsx'
import { useFilter } from '../shell/history/useFilter.ts'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { campaignsQuery, refreshCampaigns, unpaidQuery } from './campaign-queries.ts'
import { CampaignRow } from './CampaignRow.tsx'
import { campaignStatusText } from './labels.ts'
import { PayDialog } from './PayDialog.tsx'

const STATUSES: readonly CampaignStatus[] = [
  'unpaid',
  'review',
  'active',
  'paused',
  'finished',
  'rejected',
  'cancelled',
]
/** A shorter list needs no filter. */
const FILTERED_FROM = 10

export default function CampaignsPage() {
  const { t } = useLingui()
  const filter = useFilter(STATUSES)
  const query = useInfiniteQuery({ ...campaignsQuery(filter.state || undefined), refetchOnMount: 'always' })
  const { data: unpaid } = useQuery({ ...unpaidQuery, refetchOnMount: 'always' })
  const all = query.data?.pages.flatMap((page) => page.list)
  // The unpaid campaign is shown above the list.
  const list = filter.state === '' ? all?.filter(({ _id }) => _id !== unpaid?._id) : all
  const filtered = filter.state !== '' || (all?.length ?? 0) > FILTERED_FROM
  const none = all?.length === 0 && filter.state === ''
  const noneElse = list?.length === 0 && filter.state === ''
  return (
    <Page title={t`Campaigns`} back={paths.individual}>
      <PullToRefresh onRefresh={refreshCampaigns} label={t`Refresh`} busyLabel={t`Refreshing`}>
        {unpaid && <Unpaid campaign={unpaid} />}
        {!none && (
          <div className="mb-4 grid">
            <LinkButton href={paths.newCampaign} icon="plus" {...(unpaid && { variant: 'secondary' })}>
              {t`Place a campaign`}
            </LinkButton>
          </div>
        )}
        {filtered && (
          <Filters
            states={STATUSES.map((value) => ({ value, label: campaignStatusText(value) }))}
            state={filter.state}
            onState={(state) => filter.choose({ state })}
          />
        )}
        {!(unpaid && noneElse) && (
          <HistoryList
            query={query}
            list={list}
            renderRow={(campaign) => <CampaignRow key={campaign._id} campaign={campaign} />}
            empty={
              filter.state === '' ? (
                <NonePlaced />
              ) : (
                <EmptyState icon="share" title={t`No campaigns with this status`} />
              )
            }
          />
        )}
      </PullToRefresh>
    </Page>
  )
}

function Unpaid({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui()
  const [paying, setPaying] = useState(false)
  const { unpaid_until } = campaign
  return (
    <Card as="section" aria-label={t`Awaiting payment`} className="mb-4 border-award-fill! bg-award-soft!">
      <div className="flex items-center gap-3 p-3.5 large-text:block">
        <div className="min-w-0 flex-1">
          <p className="text-small font-semibold text-award">{campaignStatusText('unpaid')}</p>
          <Link
            href={paths.campaign(campaign._id)}
            className="block py-1 font-semibold wrap-anywhere underline"
          >
            <bdi>{campaign.brand}</bdi>
          </Link>
          {unpaid_until && (
            <p className="text-small text-award">
              <Trans>
                Valid until <DateTime value={unpaid_until} day />
              </Trans>
            </p>
          )}
        </div>
        <div className="grid justify-items-end gap-2 large-text:mt-3 large-text:justify-items-start">
          <Amount amount={campaign.payable} size="large" />
          <Button onClick={() => setPaying(true)}>{t({ message: 'Pay', context: 'a campaign' })}</Button>
        </div>
      </div>
      {paying && <PayDialog campaign={campaign} onClose={() => setPaying(false)} />}
    </Card>
  )
}

function NonePlaced() {
  const { t } = useLingui()
  return (
    <EmptyState
      icon="share"
      title={t`Get verified visits to your website`}
      body={
        <Trans>
          Members share a link to your website. You set the price per verified visit and pay in advance, plus
          a service fee. Any unspent amount is refunded to the cent.
        </Trans>
      }
      action={
        <LinkButton href={paths.newCampaign} icon="plus">
          {t`Place a campaign`}
        </LinkButton>
      }
    />
  )
}
