import type { Campaign, CampaignStatus } from '@fairturn/contract/campaigns'
import type { BodyOf } from '@fairturn/contract/endpoint'
import type { trackingCalls } from '@fairturn/contract/tracking'
import { ApiFailure } from '@fairturn/ui/failure.ts'
// Queries of the campaign screens. Everything that changes as visits arrive is under `keys.campaigns`, so
// that one live event invalidates all of it.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, queries } from '../shell/client.ts'
import { pagesQuery } from '../shell/pages-query.ts'
import { keys, refreshMoney } from '../shell/queries.ts'

/** Live events announce most changes; polling is the fallback. */
const POLL_MS = 30_000
/** As long as the server caches its result. */
const LANDING_CACHE_MS = 10 * 60_000

export const campaignsQuery = (status: CampaignStatus | undefined) =>
  pagesQuery([...keys.campaigns, 'list', status ?? ''], (from, signal) =>
    call('GET campaigns', { query: { ...(status && { status }), ...from }, signal }),
  )

/** The unpaid campaign; there is at most one. */
export const unpaidQuery = queryOptions({
  queryKey: [...keys.campaigns, 'unpaid'],
  queryFn: async ({ signal }) =>
    (await call('GET campaigns', { query: { status: 'unpaid' }, signal })).data.list[0] ?? null,
})

export const campaignQuery = (campaign_id: string) =>
  queryOptions({
    queryKey: [...keys.campaigns, 'one', campaign_id],
    queryFn: async ({ signal }) =>
      (await call('GET campaigns/:campaign_id', { params: { campaign_id }, signal })).data,
    refetchInterval: ({ state }) => (state.data && !state.data.closed_at ? POLL_MS : false),
  })

/** Of a demo alone: which operator approves it at a tap. */
export const demoReviewQuery = (campaign_id: string) =>
  queryOptions({
    queryKey: [...keys.campaigns, 'demo-review', campaign_id],
    queryFn: async ({ signal }) =>
      (await call('GET demo/campaigns/:campaign_id', { params: { campaign_id }, signal })).data,
  })

export const resultsQuery = (campaign_id: string) =>
  queryOptions({
    queryKey: [...keys.campaigns, 'results', campaign_id],
    queryFn: async ({ signal }) =>
      (await call('GET campaigns/:campaign_id/results', { params: { campaign_id }, query: {}, signal })).data,
  })

export const cancelQuoteQuery = (campaign_id: string) =>
  queryOptions({
    queryKey: [...keys.campaigns, 'cancel-quote', campaign_id],
    queryFn: async ({ signal }) =>
      (await call('GET campaigns/:campaign_id/cancel-quote', { params: { campaign_id }, signal })).data,
  })

interface QuoteInput {
  price: string
  visits: number
}

/** The previous quote is kept until the next one arrives, so that figures do not flicker. */
export const quoteQuery = (input: QuoteInput | undefined) =>
  queryOptions({
    queryKey: [...keys.campaigns, 'quote', input],
    queryFn: async ({ signal }) => (await call('POST campaigns/quote', { body: input!, signal })).data,
    enabled: input !== undefined,
    placeholderData: keepPreviousData,
  })

export const topUpQuoteQuery = (campaign_id: string, visits: number | undefined) =>
  queryOptions({
    queryKey: [...keys.campaigns, 'top-up-quote', campaign_id, visits],
    queryFn: async ({ signal }) => {
      const params = { params: { campaign_id }, body: { visits: visits! }, signal }
      return (await call('POST campaigns/:campaign_id/top-up-quote', params)).data
    },
    enabled: visits !== undefined,
    placeholderData: keepPreviousData,
  })

export const landingQuery = (landing_url: string) =>
  queryOptions({
    queryKey: ['landing', landing_url],
    queryFn: async ({ signal }) =>
      (await call('POST campaigns/check-landing', { body: { landing_url }, signal, timeoutMs: 30_000 })).data,
    enabled: landing_url !== '',
    staleTime: LANDING_CACHE_MS,
    retry: (failed, error) => failed < 1 && error instanceof ApiFailure && error.kind !== 'refused',
  })

type PreviewInput = BodyOf<typeof trackingCalls.preview>

export const previewQuery = (shown: PreviewInput) =>
  queryOptions({
    queryKey: ['preview', shown],
    queryFn: async ({ signal }) => (await call('POST campaigns/preview', { body: shown, signal })).data.html,
    placeholderData: keepPreviousData,
    staleTime: LANDING_CACHE_MS,
  })

/** The draft as it was when the form opened; from then on the form's state is authoritative. */
export const draftQuery = queryOptions({
  queryKey: ['campaign-draft'],
  queryFn: async ({ signal }) => (await call('GET campaigns/draft', { signal })).data,
  gcTime: 0,
  staleTime: Infinity,
  refetchOnMount: 'always',
})

export async function refreshCampaigns(): Promise<void> {
  await queries.invalidateQueries({ queryKey: keys.campaigns })
}

/** Caches the campaign returned by an action; everything else that shows it is refetched. */
export function cacheCampaign(campaign: Campaign): void {
  queries.setQueryData(campaignQuery(campaign._id).queryKey, campaign)
  void refreshCampaigns()
}

/** The same after money moved: refetches balances too. */
export function cachePaid(campaign: Campaign): void {
  cacheCampaign(campaign)
  void refreshMoney()
  void queries.invalidateQueries({ queryKey: keys.payments })
}
