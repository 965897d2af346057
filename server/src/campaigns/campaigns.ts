// Campaigns: placing, payment, review, slices for orders, and refunds at the end. None promises more than its escrow has
// (promise 2), nor enters review unfunded (campaigns.test.ts). Lock order: member, campaign, level purchase, and the
// ledger's accounts last.
import type { Queryable, Tx } from '../platform/database/database.ts'
import { rowsById } from '../platform/database/statement.ts'
import { refuse } from '../platform/http/refusal.ts'
import * as store from './campaigns.store.ts'
import type { Campaign, CampaignSummary } from './campaigns.store.ts'
import { lockOwnCampaign, type OwnCampaign } from './placing.ts'

export { campaignData, countOpenCampaigns, eraseCampaignTexts, savedDraft } from './personal-data.ts'
export { textsOfCampaign } from './campaigns.admin.ts'
export { campaignsOnWire } from './campaigns.dto.ts'
export { campaignsWaiting, markReported, unmarkReported } from './campaigns.admin.store.ts'
export { checkCampaigns } from './campaigns.check.ts'
export { endCampaigns, endDueCampaigns, placingCleanupHandler, placingCleanup } from './campaigns.jobs.ts'
export type { Campaign, CampaignSummary } from './campaigns.store.ts'
export { draftCipher, insertCreative } from './drafts.store.ts'
export { createCampaign, type NewCampaign, ownCampaign } from './placing.ts'
export {
  approveCampaign,
  cancelCampaign,
  finishCampaign,
  pauseByOperator,
  pauseCampaign,
  rejectCampaign,
  resumeByOperator,
  resumeCampaign,
} from './lifecycle.ts'
export { payByTransfer, payTransfers, requirePayable } from './transfers.ts'
export { type ConfirmPayment, payCampaign } from './payment.ts'
export { reduceCampaign, type Reduction } from './reduction.ts'
export { deliverSlices, drawSlice, findDrawable, releaseSlices, type Slice } from './slices.ts'

/**
 * Sets how many hours after Continue postbacks of a member's own campaign are accepted; returns the campaign. Refuses
 * `campaign_is_unknown`, `campaign_has_no_postbacks` and, once approved, `confirmation_time_is_settled`.
 */
export async function setConfirmHours(
  tx: Tx,
  { confirm_hours, ...own }: OwnCampaign & { confirm_hours: number },
): Promise<Campaign> {
  const campaign = await lockOwnCampaign(tx, own)
  if (campaign.verification !== 'postback') throw refuse('campaign_has_no_postbacks')
  if (campaign.status !== 'unpaid' && campaign.status !== 'review')
    throw refuse('confirmation_time_is_settled')
  await store.updateConfirmHours.all(tx, { id: campaign.id, confirm_hours })
  return { ...campaign, confirm_hours }
}

export const campaignsOf = (on: Queryable, campaign_ids: readonly string[]): Promise<Map<string, Campaign>> =>
  rowsById(store.selectCampaigns, on, campaign_ids)

/** Brands by campaign; unknown ids are omitted. */
export async function brandsOfCampaigns(
  on: Queryable,
  campaignIds: readonly string[],
): Promise<Map<string, string>> {
  const campaigns = await findCampaignSummaries(on, campaignIds)
  return new Map([...campaigns].map(([id, { brand }]) => [id, brand]))
}

/** Summaries of these campaigns for orders and offers; unknown ids are omitted. */
export const findCampaignSummaries = (
  on: Queryable,
  campaignIds: readonly string[],
): Promise<Map<string, CampaignSummary>> => rowsById(store.selectCampaignSummaries, on, campaignIds)
