import type { Campaign } from '@fairturn/contract/campaigns'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { count } from '@fairturn/ui/formats.ts'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Ring } from '@fairturn/ui/Ring.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'
import { CampaignDocuments } from '../invoices/CampaignDocuments.tsx'
import { DottedOrStacked } from '../shell/Dotted.tsx'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { campaignQuery, resultsQuery } from './campaign-queries.ts'
import { CampaignActions } from './CampaignActions.tsx'
import { CampaignFigures } from './CampaignFigures.tsx'
import { CampaignNote } from './CampaignNote.tsx'
import { campaignStatusText } from './labels.ts'
import { PayDialog } from './PayDialog.tsx'
import { ResultsBlock } from './ResultsBlock.tsx'
import { TermsBlock } from './TermsBlock.tsx'
import { VerificationSection } from './VerificationSection.tsx'

const OUTLINE = ['mx-auto size-50 rounded-full', 'mt-3 h-12 rounded-control', 'mt-3 h-48', 'mt-3 h-64']

export default function CampaignPage() {
  const { t } = useLingui()
  const { campaign_id } = useParams<{ campaign_id: string }>()
  const query = useQuery({ ...campaignQuery(campaign_id), refetchOnMount: 'always' })
  const campaign = query.data
  return (
    <Page
      title={campaign?.brand ?? t`Campaign`}
      subtitle={campaign ? <Subtitle campaign={campaign} /> : null}
      back={paths.campaigns}
    >
      <QueryResult
        query={query}
        outline={OUTLINE}
        unknown={{
          codes: ['campaign_is_unknown', 'id_is_invalid'],
          shown: (
            <EmptyState
              icon="share"
              title={t`Campaign not found`}
              body={<Trans>The link may be outdated or belong to another account.</Trans>}
              action={<LinkButton href={paths.campaigns} icon="share">{t`My campaigns`}</LinkButton>}
            />
          ),
        }}
      >
        {(shown) => <CampaignShown campaign={shown} />}
      </QueryResult>
    </Page>
  )
}

function Subtitle({ campaign }: { campaign: Campaign }) {
  const number = `#${campaign._id.slice(-4).toUpperCase()}`
  return (
    <DottedOrStacked then={campaignStatusText(campaign.status)}>
      <Trans>Campaign {number}</Trans>
    </DottedOrStacked>
  )
}

function CampaignShown({ campaign }: { campaign: Campaign }) {
  // A campaign that was just placed opens with the payment dialog.
  const [paying, setPaying] = useState(
    () => campaign.can.pay && (history.state as { pay?: boolean } | null)?.pay === true,
  )
  const began = campaign.activated_at !== null
  return (
    <div className="grid gap-3">
      {began && <Progress campaign={campaign} />}
      <CampaignNote campaign={campaign} />
      <CampaignActions campaign={campaign} onPay={() => setPaying(true)} />
      <CampaignFigures campaign={campaign} />
      {began && <ResultsBlock campaign={campaign} />}
      <VerificationSection campaign_id={campaign._id} />
      <CampaignDocuments campaign={campaign} />
      <TermsBlock campaign={campaign} />
      {paying && <PayDialog campaign={campaign} onClose={() => setPaying(false)} />}
    </div>
  )
}

function Progress({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui()
  const { data: results } = useQuery(resultsQuery(campaign._id))
  const { visits } = campaign
  const verified = Math.max(campaign.delivered, results?.totals.verified ?? 0)
  const left = count(campaign.left)
  const bought = count(visits)
  return (
    <>
      <Ring
        value={verified}
        max={visits}
        size={200}
        thickness={14}
        className="mx-auto"
        label={t`Verified visits`}
        valueText={t`${verified} of ${visits}`}
      >
        <div className="mx-auto max-w-36">
          <p className="text-small text-quiet">
            {t({ message: 'verified', context: 'visits, above the figure' })}
          </p>
          <p className={verified < 10_000 ? 'text-figure' : 'text-heading'}>{count(verified)}</p>
          <p className="text-small leading-tight text-quiet">
            <Trans>of {bought} bought</Trans>
            <br />
            {campaign.ended_at === null && <Trans>{left} not taken yet</Trans>}
          </p>
        </div>
      </Ring>
      <p role="status" className="sr-only">
        <Trans>
          {verified} of {visits} visits verified, {campaignStatusText(campaign.status)}
        </Trans>
      </p>
    </>
  )
}
