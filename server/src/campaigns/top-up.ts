// Top-ups: adding visits to an active or paused campaign. Price, service fee and bonus reserve stay as placed, so that
// every slice stays funded; only the discount is the current one (placing.test.ts).
import { newId } from '@fairturn/contract/ids'
import { reserveDiscount } from '../levels/levels.ts'
import { announce } from '../notices/notices.ts'
import { type Queryable, together, type Tx } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import { type Campaign, updateToppedUp } from './campaigns.store.ts'
import { type ConfirmPayment, postPayment, type ShownPrice } from './payment.ts'
import {
  boughtDiscount,
  checkPrices,
  discountOf,
  getPlacer,
  MAX_VISITS,
  lockOwnCampaign,
  type OwnCampaign,
  ownCampaign,
} from './placing.ts'
import { canBeToppedUp, quote, type Quote } from './terms.ts'

interface Addition extends OwnCampaign {
  /** Number of visits to add. */
  readonly visits: number
}

export interface AddedQuote {
  readonly campaign: Campaign
  readonly quote: Quote
  readonly discount_bp: number
}

/** Price of additional visits. Refuses `campaign_is_unknown` and `campaign_cannot_be_topped_up`. */
export const quoteTopUp = async (on: Queryable, addition: Addition & { now: Date }): Promise<AddedQuote> =>
  quoteAddition(on, await ownCampaign(on, addition), addition.visits, addition.now)

/**
 * Pays for additional visits with their VAT. Refuses as quoteTopUp does, `the_quote_has_changed` if the price is no longer
 * the one shown, `your_account_is_insufficient_please_add_more_money` with the missing amount,
 * `your_account_has_been_locked`, and as `confirm` does.
 */
export async function topUpCampaign(
  tx: Tx,
  addition: Addition & ShownPrice & { total_minor: bigint },
  confirm?: ConfirmPayment,
): Promise<Campaign> {
  const { member_id, visits, total_minor, payable_minor } = addition
  const [, campaign] = await together(getPlacer(tx, member_id), lockOwnCampaign(tx, addition))
  const { quote: added } = await quoteAddition(tx, campaign, visits, tx.now)
  if (added.total_minor !== total_minor) throw refuse('the_quote_has_changed')
  const { budget_minor, bonus_reserve_minor, service_fee_minor, discount_minor } = added
  const discount = await boughtDiscount(tx, member_id, added)
  const topUpId = newId(tx.now)
  const { level_purchase_id, extra_discount_minor } = discount
  const topped = await updateToppedUp.one(tx, {
    id: topUpId,
    campaign_id: campaign.id,
    visits,
    budget_minor,
    bonus_reserve_minor,
    service_fee_minor,
    discount_minor,
    level_purchase_id,
    extra_discount_minor,
    paid_at: tx.now,
  })
  await reserveDiscount(tx, discount)
  const shown = { total_minor, payable_minor }
  const paid_minor = await postPayment(tx, campaign, { ...added, visits }, { paidFor: topUpId, shown })
  await confirm?.(tx, paid_minor)
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
  return topped
}

async function quoteAddition(on: Queryable, campaign: Campaign, visits: number, now: Date) {
  if (!canBeToppedUp(campaign, now) || campaign.visits + visits > MAX_VISITS)
    throw refuse('campaign_cannot_be_topped_up')
  await checkPrices(on, campaign)
  const { member_id, price_minor, service_fee_bp, highest_bonus_bp } = campaign
  // Settings may have changed since: capped at what the original fee leaves beyond the reserve.
  const discount_bp = Math.min(await discountOf(on, member_id), service_fee_bp - highest_bonus_bp)
  const added = quote({ price_minor, visits, service_fee_bp, highest_bonus_bp, discount_bp })
  return { campaign, quote: added, discount_bp }
}
