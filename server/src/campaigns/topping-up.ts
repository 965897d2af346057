// Adding visits to a campaign that runs or is paused. Its price, service fee and bonus reserve stay those
// of its placing, so that every slice stays funded; only the discount is today's. It is paid at the quoted
// price or refused (placing.test.ts).
import { newId } from '@fairturn/contract/ids'
import type { Queryable, Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { announce } from '../notices/notices.ts'
import { type Campaign, selectCampaign, selectCampaignLocked, updateToppedUp } from './campaigns.store.ts'
import { boughtDiscount, discountOf, postPayment } from './campaigns.ts'
import { getPlacer, MAX_VISITS } from './fields.ts'
import { canBeToppedUp, quote, type Quote } from './terms.ts'

interface Addition {
  readonly member_id: string
  readonly campaign_id: string
  /** To be added. */
  readonly visits: number
}

export interface AddedQuote {
  readonly campaign: Campaign
  readonly quote: Quote
  readonly discount_bp: number
}

/** What more visits would cost now. Refuses `campaign_is_unknown` and `campaign_cannot_be_topped_up`. */
export async function quoteTopUp(on: Queryable, wanted: Addition & { now: Date }): Promise<AddedQuote> {
  const campaign = await selectCampaign.maybe(on, wanted.campaign_id)
  return await quoteAddition(on, campaign, wanted, wanted.now)
}

/**
 * Pays for more visits. Refuses as quoteTopUp does, `the_quote_has_changed` when the total is not `total_minor` any more,
 * `your_account_is_insufficient_please_add_more_money` with the missing amount, and `your_account_has_been_locked`.
 */
export async function topUpCampaign(tx: Tx, wanted: Addition & { total_minor: bigint }): Promise<Campaign> {
  await getPlacer(tx, wanted.member_id)
  const locked = await selectCampaignLocked.maybe(tx, wanted.campaign_id)
  const { campaign, quote: added } = await quoteAddition(tx, locked, wanted, tx.now)
  if (added.total_minor !== wanted.total_minor) throw refuse('the_quote_has_changed')
  const bought = await boughtDiscount(tx, campaign.member_id, added)
  const top_up_id = newId(tx.now)
  const topped = await updateToppedUp.one(
    tx,
    campaign.id,
    top_up_id,
    wanted.visits,
    added.budget_minor,
    added.bonus_reserve_minor,
    added.service_fee_minor,
    added.discount_minor,
    bought.level_purchase_id,
    bought.extra_discount_minor,
    tx.now,
  )
  await postPayment(tx, campaign, added, top_up_id)
  await announce(tx, { to: campaign.member_id, kind: 'balance', data: {} })
  return topped
}

async function quoteAddition(
  on: Queryable,
  campaign: Campaign | undefined,
  { member_id, visits }: Addition,
  now: Date,
): Promise<AddedQuote> {
  if (campaign === undefined || campaign.member_id !== member_id) throw refuse('campaign_is_unknown')
  if (!canBeToppedUp(campaign, now) || campaign.visits + visits > MAX_VISITS)
    throw refuse('campaign_cannot_be_topped_up')
  const { price_minor, service_fee_bp, highest_bonus_bp } = campaign
  // The settings may have changed since: the discount is limited to what the original fee leaves beside the
  // reserve.
  const discount_bp = Math.min(await discountOf(on, member_id), service_fee_bp - highest_bonus_bp)
  const added = quote({ price_minor, visits, service_fee_bp, highest_bonus_bp, discount_bp })
  return { campaign, quote: added, discount_bp }
}
