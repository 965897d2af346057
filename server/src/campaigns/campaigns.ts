// Campaigns: placing, payment, review, slices for orders, and refunds at the end. None promises more than its escrow has
// (promise 2), nor enters review unfunded (campaigns.test.ts). Lock order: member, campaign, level purchase, and the
// ledger's accounts last.
import { newId } from '@fairturn/contract/ids'
import { settingsOf } from '../content/content.ts'
import { portionOf } from '../ledger/ledger.ts'
import { type BoughtDiscount, findOpenPurchase, freeLevels, levelsOf, promisesOf } from '../levels/levels.ts'
import { getMember } from '../members/members.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { rowsById } from '../platform/database/statement.ts'
import { refuse } from '../platform/http/refusal.ts'
import * as store from './campaigns.store.ts'
import type { Campaign, CampaignSummary } from './campaigns.store.ts'
import { checkFields, checkPrices, getPlacer, type NewCampaign } from './fields.ts'
import { lockOwnCampaign, type OwnCampaign } from './own-campaign.ts'
import { maxAward, type Placing, quote, type Quote } from './terms.ts'

export { campaignData, countOpenCampaigns, eraseCampaignTexts, savedDraft } from './personal-data.ts'
export { textsOfCampaign } from './campaigns.admin.ts'
export { campaignOnWire } from './campaigns.dto.ts'
export { campaignsWaiting } from './campaigns.admin.store.ts'
export { checkCampaigns } from './campaigns.check.ts'
export { endCampaigns, endDueCampaigns, placingCleanupHandler, placingCleanup } from './campaigns.jobs.ts'
export type { Campaign, CampaignSummary } from './campaigns.store.ts'
export { draftCipher } from './drafts.store.ts'
export type { NewCampaign } from './fields.ts'
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
export { vatOfCampaigns } from './vat.ts'
export { ownCampaign } from './own-campaign.ts'
export { deliverSlices, drawSlice, findDrawable, releaseSlices, type Slice } from './slices.ts'

/**
 * Creates an unpaid campaign with fixed terms. Refuses `you_have_an_outstanding_order_please_pay_in_advance` while
 * another is unpaid, `your_account_has_been_locked`, and what checkFields refuses.
 */
export async function createCampaign(tx: Tx, placing: NewCampaign): Promise<Campaign> {
  const landing = checkFields(placing, tx.now)
  await getPlacer(tx, placing.member_id)
  if ((await store.selectUnpaid.maybe(tx, { member_id: placing.member_id })) !== undefined)
    throw refuse('you_have_an_outstanding_order_please_pay_in_advance')
  const placed = await placedOf(tx, placing, landing)
  return await store.insertCampaign.one(tx, {
    id: newId(tx.now),
    ...placed,
    member_id: placing.member_id,
    created_at: tx.now,
    draw_key: Math.random(),
  })
}

/**
 * Changes an unpaid campaign, at current terms. Refuses `campaign_is_unknown`, `campaign_cannot_be_changed` once paid,
 * and as createCampaign does.
 */
export async function changeCampaign(
  tx: Tx,
  campaign_id: string,
  placing: NewCampaign,
): Promise<{ before: Campaign; campaign: Campaign }> {
  const landing = checkFields(placing, tx.now)
  await getPlacer(tx, placing.member_id)
  const before = await lockOwnCampaign(tx, { member_id: placing.member_id, campaign_id })
  if (before.status !== 'unpaid') throw refuse('campaign_cannot_be_changed')
  const placed = await placedOf(tx, placing, landing)
  return { before, campaign: await store.updateChanged.one(tx, { id: campaign_id, ...placed }) }
}

async function placedOf(tx: Tx, placing: NewCampaign, landing: URL): Promise<store.Placed> {
  await checkPrices(tx, placing)
  const { terms, quote } = await quoteFor(tx, placing.member_id, placing)
  const bought = await boughtDiscount(tx, placing.member_id, quote)
  return {
    brand: placing.brand,
    kind: placing.kind,
    verification: placing.verification ?? 'page',
    tagline: placing.tagline,
    caption: placing.caption,
    creative: placing.creative,
    landing_url: placing.landing_url,
    landing_host: landing.host,
    landing_final_host: placing.landing_final_host ?? null,
    languages: placing.languages,
    countries: placing.countries ?? [],
    price_minor: placing.price_minor,
    visits: placing.visits,
    order_visits: placing.order_visits,
    order_hours: placing.order_hours,
    ends_at: placing.ends_at,
    service_fee_bp: terms.service_fee_bp,
    discount_bp: terms.discount_bp,
    highest_bonus_bp: terms.highest_bonus_bp,
    budget_minor: quote.budget_minor,
    bonus_reserve_minor: quote.bonus_reserve_minor,
    service_fee_minor: quote.service_fee_minor,
    discount_minor: quote.discount_minor,
    least_hold_minor: maxAward(placing.price_minor, 1, terms.highest_bonus_bp),
    level_purchase_id: bought.level_purchase_id,
    extra_discount_minor: bought.extra_discount_minor,
  }
}

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

/** Current terms for a member's new campaign, and its price. */
export async function quoteFor(
  on: Queryable,
  member_id: string,
  placing: Pick<Placing, 'price_minor' | 'visits'>,
): Promise<{ terms: Omit<Placing, 'price_minor' | 'visits'>; quote: Quote }> {
  const [{ service_fee_bp }, levels, discount_bp] = await Promise.all([
    settingsOf(on),
    levelsOf(on),
    discountOf(on, member_id),
  ])
  const terms = { service_fee_bp, discount_bp, highest_bonus_bp: promisesOf(levels).bonus_bp }
  return { terms, quote: quote({ ...placing, ...terms }) }
}

/** Discount of a member's level, in basis points of the budget. */
export async function discountOf(on: Queryable, member_id: string): Promise<number> {
  const [member, levels] = await Promise.all([getMember(on, member_id), levelsOf(on)])
  return levels.find((each) => each.id === member.level_id)!.bonus_low_bp
}

/** The part of the discount that comes from a bought level. */
export async function boughtDiscount(
  tx: Tx,
  member_id: string,
  { budget_minor, discount_minor }: Quote,
): Promise<BoughtDiscount> {
  const purchase = await findOpenPurchase(tx, member_id)
  if (purchase === undefined) return { level_purchase_id: null, extra_discount_minor: 0n }
  const free = (await freeLevels(tx, [member_id])).get(member_id)!
  const extra_minor = discount_minor - portionOf(budget_minor, free.bonus_low_bp)
  return { level_purchase_id: purchase.id, extra_discount_minor: extra_minor > 0n ? extra_minor : 0n }
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
