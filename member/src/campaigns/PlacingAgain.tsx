// A campaign of before as the draft of a new one: at once, unless that would replace another draft.
import type { Campaign, CampaignDraft } from '@fairturn/contract/campaigns'
import { Button } from '@fairturn/ui/Button.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { chosenLocale } from '../shell/locale.ts'
import { paths } from '../shell/paths.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { campaignQuery } from './campaign-queries.ts'
import { leaveUnsaved } from './draft-autosave.ts'
import { useKeptDraft } from './kept-draft.ts'
import { draftOf, valuesOfAgain } from './placing.ts'

const OUTLINE = ['h-12 rounded-control', 'mt-4 h-72', 'mt-4 h-40']

export function PlacingAgain({ campaign_id }: { campaign_id: string }) {
  return (
    <QueryResult query={useQuery(campaignQuery(campaign_id))} outline={OUTLINE}>
      {(campaign) => <AsDraft campaign={campaign} />}
    </QueryResult>
  )
}

function AsDraft({ campaign }: { campaign: Campaign }) {
  return (
    <QueryResult query={useKeptDraft()} outline={OUTLINE}>
      {({ draft }) =>
        isStarted(draft) ? <Choice campaign={campaign} draft={draft} /> : <AtOnce campaign={campaign} />
      }
    </QueryResult>
  )
}

const isStarted = (draft: CampaignDraft | null): draft is CampaignDraft =>
  Boolean(draft && (draft.brand || draft.landing_url || draft.creative))

/** Opens the form with the campaign's fields, in place of this page. */
function useStart(campaign: Campaign): () => void {
  const [, navigate] = useLocation()
  return () => {
    leaveUnsaved(draftOf(valuesOfAgain(campaign, chosenLocale(), new Date()), 1))
    navigate(paths.newCampaign, { replace: true })
  }
}

function AtOnce({ campaign }: { campaign: Campaign }) {
  const start = useStart(campaign)
  // Once: the page is left by it.
  useEffect(start, []) // oxlint-disable-line react-hooks/exhaustive-deps
  return null
}

function Choice({ campaign, draft }: { campaign: Campaign; draft: CampaignDraft }) {
  const { t } = useLingui()
  const start = useStart(campaign)
  const { brand } = campaign
  const unfinished = draft.brand ?? ''
  return (
    <div className="grid gap-3">
      <Note>
        {unfinished === '' ? (
          <Trans>You have an unfinished draft. Placing this campaign again replaces it.</Trans>
        ) : (
          <Trans>
            You have an unfinished draft: <bdi>{unfinished}</bdi>. Placing this campaign again replaces it.
          </Trans>
        )}
      </Note>
      <Button wide onClick={start}>{t`Place ${brand} again`}</Button>
      <LinkButton href={paths.newCampaign} variant="secondary" wide>
        {t`Continue the draft`}
      </LinkButton>
    </div>
  )
}
