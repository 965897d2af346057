import type { Queryable, Tx } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import { type Campaign, selectCampaign, selectCampaignLocked } from './campaigns.store.ts'

export interface OwnCampaign {
  readonly member_id: string
  readonly campaign_id: string
}

/** Refuses `campaign_is_unknown`. */
export const ownCampaign = async (on: Queryable, own: OwnCampaign): Promise<Campaign> =>
  requireOwn(await selectCampaign.maybe(on, { id: own.campaign_id }), own)

/** The same, locked. */
export const lockOwnCampaign = async (tx: Tx, own: OwnCampaign): Promise<Campaign> =>
  requireOwn(await selectCampaignLocked.maybe(tx, { id: own.campaign_id }), own)

function requireOwn(campaign: Campaign | undefined, { member_id }: OwnCampaign): Campaign {
  if (campaign?.member_id !== member_id) throw refuse('campaign_is_unknown')
  return campaign
}
