import type { Campaign } from '@fairturn/contract/campaigns'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { chosenLocale } from '../shell/locale.ts'
import { MessageText } from '../shell/MessageText.tsx'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { campaignQuery, unpaidQuery } from './campaign-queries.ts'
import { useKeptDraft } from './kept-draft.ts'
import { emptyValues, valuesOfCampaign, valuesOfDraft, type Step, type Values } from './placing.ts'
import { PlacingAgain } from './PlacingAgain.tsx'
import { PlacingForm } from './PlacingForm.tsx'

const OUTLINE = ['h-12 rounded-control', 'mt-4 h-72', 'mt-4 h-40']

export default function PlacingPage() {
  const { t } = useLingui()
  const search = new URLSearchParams(useSearch())
  const [change, again] = [search.get('change'), search.get('again')]
  return change ? (
    <Page title={t`Edit campaign`} back={paths.campaign(change)}>
      <Changing key={change} campaign_id={change} />
    </Page>
  ) : (
    <Page title={t`Place a campaign`} back={paths.campaigns}>
      <Outstanding />
      {again ? <PlacingAgain key={again} campaign_id={again} /> : <Placing />}
    </Page>
  )
}

function Placing() {
  return (
    <QueryResult query={useKeptDraft()} outline={OUTLINE}>
      {({ draft }) => <Started draft={draft ?? {}} />}
    </QueryResult>
  )
}

function Started({ draft }: { draft: Parameters<typeof valuesOfDraft>[0] }) {
  const [values] = useState<Values>(() => valuesOfDraft(draft, emptyValues(chosenLocale(), new Date())))
  return <PlacingForm initial={values} left_at={(draft.step ?? 1) as Step} campaign={null} />
}

function Changing({ campaign_id }: { campaign_id: string }) {
  return (
    <QueryResult query={useQuery(campaignQuery(campaign_id))} outline={OUTLINE}>
      {(campaign) =>
        campaign.can.change ? (
          <PlacingForm initial={valuesOfCampaign(campaign)} left_at={1} campaign={campaign} />
        ) : (
          <Unchangeable campaign={campaign} />
        )
      }
    </QueryResult>
  )
}

function Unchangeable({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-4">
      <Note tone="action">
        <MessageText code="campaign_cannot_be_changed" />
      </Note>
      <LinkButton href={paths.campaign(campaign._id)}>{t`View campaign`}</LinkButton>
    </div>
  )
}

/** Only one unpaid campaign is allowed; shown before the form is filled in, not after. */
function Outstanding() {
  const { t } = useLingui()
  const { data: unpaid } = useQuery({ ...unpaidQuery, refetchOnMount: 'always' })
  if (!unpaid) return null
  return (
    <div className="mb-4 grid gap-3">
      <Note>
        <MessageText code="you_have_an_outstanding_order_please_pay_in_advance" />{' '}
        <Trans>
          Campaign: <bdi>{unpaid.brand}</bdi>. Your new draft is saved.
        </Trans>
      </Note>
      <LinkButton variant="secondary" href={paths.campaign(unpaid._id)}>{t`Pay or cancel`}</LinkButton>
    </div>
  )
}
