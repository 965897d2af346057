// How long after Continue a campaign's postbacks may come: a term of its orders, so fixed on approval.
import type { Tx } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { refuse } from '../http/refusal.ts'
import { type Campaign, selectCampaignLocked } from './campaigns.store.ts'

const updateConfirmHours = statement(
  'campaigns_confirm_hours',
  `update campaign set confirm_hours = $2 where id = $1`,
)

/**
 * Sets it for a member's own campaign, in hours; returns the campaign. Refuses `campaign_is_unknown`
 * (another's too), `campaign_has_no_postbacks` and, once it was approved, `confirmation_time_is_settled`.
 */
export async function setConfirmHours(
  tx: Tx,
  set: { member_id: string; campaign_id: string; confirm_hours: number },
): Promise<Campaign> {
  const { member_id, campaign_id, confirm_hours } = set
  const campaign = await selectCampaignLocked.maybe(tx, campaign_id)
  if (campaign === undefined || campaign.member_id !== member_id) throw refuse('campaign_is_unknown')
  if (campaign.verification !== 'postback') throw refuse('campaign_has_no_postbacks')
  if (campaign.status !== 'unpaid' && campaign.status !== 'review')
    throw refuse('confirmation_time_is_settled')
  await updateConfirmHours.all(tx, campaign_id, confirm_hours)
  return { ...campaign, confirm_hours }
}
