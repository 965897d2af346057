// Placing a campaign: creating it, changing it while unpaid, finding it. Terms are those of the day of its
// creation or last change; no money moves here.
import { newId } from '@fairturn/contract/ids'
import type { Queryable, Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import {
  type Campaign,
  insertCampaign,
  selectCampaign,
  selectCampaignLocked,
  selectCampaigns,
  selectUnpaid,
  updateChanged,
} from './campaigns.store.ts'
import { checkFields, type NewCampaign } from './fields.ts'
import { boughtDiscount, quoteFor } from './payment.ts'
import { getPlacer } from './placer.ts'
import { highestAward } from './terms.ts'

/**
 * Creates an unpaid campaign whose terms are frozen. Refuses
 * `you_have_an_outstanding_order_please_pay_in_advance` while another one is unpaid,
 * `your_account_has_been_locked`, and what checkFields refuses, with the fields' names.
 */
export async function createCampaign(tx: Tx, wanted: NewCampaign): Promise<Campaign> {
  const landing = checkFields(wanted, tx.now)
  await getPlacer(tx, wanted.member_id)
  if ((await selectUnpaid.maybe(tx, wanted.member_id)) !== undefined) {
    throw refuse('you_have_an_outstanding_order_please_pay_in_advance')
  }
  const placed = await placedOf(tx, wanted, landing)
  return await insertCampaign.one(tx, newId(tx.now), ...placed, wanted.member_id, tx.now, Math.random())
}

/**
 * Replaces an unpaid campaign, at today's terms. Refuses `campaign_is_unknown` (also for another's),
 * `campaign_cannot_be_changed` once it is paid or cancelled, and as createCampaign does.
 */
export async function changeCampaign(
  tx: Tx,
  campaign_id: string,
  wanted: NewCampaign,
): Promise<{ before: Campaign; campaign: Campaign }> {
  const landing = checkFields(wanted, tx.now)
  await getPlacer(tx, wanted.member_id)
  const before = await selectCampaignLocked.maybe(tx, campaign_id)
  if (before === undefined || before.member_id !== wanted.member_id) throw refuse('campaign_is_unknown')
  if (before.status !== 'unpaid') throw refuse('campaign_cannot_be_changed')
  const placed = await placedOf(tx, wanted, landing)
  return { before, campaign: await updateChanged.one(tx, campaign_id, ...placed) }
}

/** The parameters of the statements after the id. */
async function placedOf(tx: Tx, wanted: NewCampaign, landing: URL): Promise<unknown[]> {
  const { terms, quote } = await quoteFor(tx, wanted.member_id, wanted)
  const bought = await boughtDiscount(tx, wanted.member_id, quote)
  return [
    wanted.brand,
    wanted.kind,
    wanted.verification ?? 'page',
    wanted.tagline,
    wanted.caption,
    wanted.creative,
    wanted.landing_url,
    landing.host,
    wanted.landing_final_host ?? null,
    wanted.languages,
    wanted.countries ?? [],
    wanted.price_minor,
    wanted.visits,
    wanted.order_visits,
    wanted.order_hours,
    wanted.ends_at,
    terms.service_fee_bp,
    terms.discount_bp,
    terms.highest_bonus_bp,
    quote.budget_minor,
    quote.bonus_reserve_minor,
    quote.service_fee_minor,
    quote.discount_minor,
    highestAward(wanted.price_minor, 1, terms.highest_bonus_bp),
    bought.level_purchase_id,
    bought.extra_discount_minor,
  ]
}

/** The campaign; throws when there is none, for ids come from references. */
export const getCampaign = (on: Queryable, campaign_id: string): Promise<Campaign> =>
  selectCampaign.one(on, campaign_id)

/** Campaigns by id. */
export async function campaignsOf(
  on: Queryable,
  campaign_ids: readonly string[],
): Promise<Map<string, Campaign>> {
  const rows = await selectCampaigns.all(on, [...new Set(campaign_ids)])
  return new Map(rows.map((row) => [row.id, row]))
}

/** Brands by campaign; unknown ids are left out. */
export async function brandsOfCampaigns(
  on: Queryable,
  campaign_ids: readonly string[],
): Promise<Map<string, string>> {
  const campaigns = await campaignsOf(on, campaign_ids)
  return new Map([...campaigns].map(([id, { brand }]) => [id, brand]))
}
