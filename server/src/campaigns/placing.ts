// Placing: the one way from a placer's form to an unpaid campaign with fixed terms. The fields are validated by the contract's
// `campaignForm`; here only what it cannot know: the clock, settings, the placer, the landing page's check and the upload.
import { CAMPAIGN_LIMITS, type CampaignForm, type Verification } from '@fairturn/contract/campaigns'
import { newId } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import type { MessageCode } from '@fairturn/contract/messages'
import { formatMoney, portionOf } from '@fairturn/contract/minor-units'
import { priceLimitsOf, settingsOf } from '../content/content.ts'
import { type BoughtDiscount, findOpenPurchase, freeLevels, levelsOf, promisesOf } from '../levels/levels.ts'
import { getMember, getActiveMemberLocked, type MemberRow } from '../members/members.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { refuse, refuseField } from '../platform/http/refusal.ts'
import { readPublicUrl } from '../platform/http/safe-fetch.ts'
import * as store from './campaigns.store.ts'
import type { Campaign, Texts } from './campaigns.store.ts'
import { deleteDraft, detachCreative, useCreative } from './drafts.store.ts'
import { type LandingParams, requireLanding } from './landing.ts'
import { maxAward, type Placing, quote, type Quote } from './terms.ts'

type PlacedFields = Pick<
  Campaign,
  | ('member_id' | 'brand' | 'kind' | 'tagline' | 'caption' | 'creative' | 'landing_url')
  | ('price_minor' | 'visits' | 'order_visits' | 'order_hours' | 'ends_at')
>

/** Texts in every language of the campaign; if no language is set, in at least one. */
export interface NewCampaign extends Readonly<PlacedFields> {
  /** Default `page`; `postback` for every kind except visits. */
  readonly verification?: Verification
  readonly landing_final_host?: string | null
  readonly languages: readonly Locale[]
  /** By the carriers' phone numbers; empty or absent: all. */
  readonly countries?: readonly string[]
}

export const MAX_VISITS = CAMPAIGN_LIMITS.visits
const MAX_DURATION_MS = CAMPAIGN_LIMITS.longest_days * 24 * 3_600_000

interface PlacementInput {
  readonly member_id: string
  readonly form: CampaignForm
}

/** URLs are normalized before they are stored, checked and shown. */
export const landingOf = ({ member_id, form }: PlacementInput): LandingParams => ({
  member_id,
  landing_url: spelled(form.landing_url),
})

/** An unparsable URL is returned unchanged; the check refuses it. */
export function spelled(landing_url: string): string {
  try {
    return readPublicUrl(landing_url, { allowLoopback: true }).href
  } catch {
    return landing_url
  }
}

/**
 * Places the form's campaign, unpaid, and deletes the draft. Refuses as createCampaign does, `creative_is_unknown` for an
 * image the member did not upload, and the landing page's problem, also if it was not checked (ensureLanding).
 */
export async function placeCampaign(tx: Tx, placed: PlacementInput): Promise<Campaign> {
  const campaign = await createCampaign(tx, await newCampaignOf(tx, placed))
  await takeCreative(tx, placed)
  await deleteDraft.all(tx, { member_id: placed.member_id })
  return campaign
}

/**
 * The same for an unpaid campaign, at current terms. Refuses also `campaign_is_unknown`, and `campaign_cannot_be_changed`
 * once paid.
 */
export async function changeCampaign(tx: Tx, campaign_id: string, placed: PlacementInput): Promise<Campaign> {
  const { member_id } = placed
  const placing = await newCampaignOf(tx, placed)
  requireEnd(placing.ends_at, tx.now)
  await getPlacer(tx, member_id)
  const before = await lockOwnCampaign(tx, { member_id, campaign_id })
  if (before.status !== 'unpaid') throw refuse('campaign_cannot_be_changed')
  const campaign = await store.updateChanged.one(tx, { id: campaign_id, ...(await placedOf(tx, placing)) })
  await takeCreative(tx, placed)
  if (before.creative !== campaign.creative)
    await detachCreative.all(tx, { url: before.creative, campaign_id, unused_since: tx.now })
  return campaign
}

async function newCampaignOf(tx: Tx, placed: PlacementInput): Promise<NewCampaign> {
  const { member_id, form } = placed
  const { price: price_minor, ends_at, ...shown } = form
  const { landing_url, final_host: landing_final_host } = await requireLanding(tx, landingOf(placed))
  return {
    ...shown,
    member_id,
    tagline: textsOf(form.tagline, form.languages),
    caption: textsOf(form.caption, form.languages),
    landing_url,
    landing_final_host,
    price_minor,
    ends_at: new Date(ends_at),
  }
}

/** Drops texts in languages that are not selected. */
const textsOf = (texts: Texts, languages: readonly Locale[]): Texts =>
  languages.length === 0
    ? texts
    : Object.fromEntries(languages.flatMap((locale) => (texts[locale] ? [[locale, texts[locale]]] : [])))

async function takeCreative(tx: Tx, { member_id, form }: PlacementInput): Promise<void> {
  if ((await useCreative.maybe(tx, { url: form.creative, member_id })) === undefined)
    throw refuseField('creative_is_unknown', 'creative')
}

/**
 * Creates an unpaid campaign with fixed terms. Refuses `you_have_an_outstanding_order_please_pay_in_advance` while
 * another is unpaid, `your_account_has_been_locked`, and what requireEnd and checkPrices refuse.
 */
export async function createCampaign(tx: Tx, placing: NewCampaign): Promise<Campaign> {
  requireEnd(placing.ends_at, tx.now)
  await getPlacer(tx, placing.member_id)
  if ((await store.selectUnpaid.maybe(tx, { member_id: placing.member_id })) !== undefined)
    throw refuse('you_have_an_outstanding_order_please_pay_in_advance')
  const placed = await placedOf(tx, placing)
  return await store.insertCampaign.one(tx, {
    id: newId(tx.now),
    ...placed,
    member_id: placing.member_id,
    created_at: tx.now,
    draw_key: Math.random(),
  })
}

/** Refuses `end_is_not_in_the_future` and `end_is_too_far_away`. */
function requireEnd(ends_at: Date, now: Date): void {
  const aheadMs = ends_at.getTime() - now.getTime()
  if (aheadMs <= 0) throw refuseField('end_is_not_in_the_future', 'ends_at')
  if (aheadMs > MAX_DURATION_MS) throw refuseField('end_is_too_far_away', 'ends_at')
}

async function placedOf(tx: Tx, placing: NewCampaign): Promise<store.Placed> {
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
    landing_host: new URL(placing.landing_url).host,
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

/**
 * Refuses a price, or a reward of an order, above what its verification allows now (spec §6):
 * `price_is_above_what_its_verification_allows` and `order_is_above_what_its_verification_allows`, with the highest.
 */
export async function checkPrices(
  on: Queryable,
  placing: {
    readonly price_minor: bigint
    readonly order_visits: number
    readonly verification?: Verification
  },
): Promise<void> {
  const { price_minor, order_visits, verification = 'page' } = placing
  const limit = priceLimitsOf(await settingsOf(on))[verification]
  if (price_minor > limit.price_minor)
    throw refuseAbove('price_is_above_what_its_verification_allows', 'price', limit.price_minor)
  if (limit.order_minor !== null && price_minor * BigInt(order_visits) > limit.order_minor)
    throw refuseAbove('order_is_above_what_its_verification_allows', 'order_visits', limit.order_minor)
}

const refuseAbove = (code: MessageCode, field: string, highest_minor: bigint) =>
  refuse(code, { highest: formatMoney(highest_minor), fields: [{ field, code }] })

/** The placer, locked until the transaction ends. Refuses `your_account_has_been_locked`. */
export async function getPlacer(tx: Tx, member_id: string): Promise<MemberRow> {
  const member = await getActiveMemberLocked(tx, member_id)
  refuseLocked(member)
  return member
}

/** The same check before a transaction, so that no work is done for a locked member. */
export const requirePlacer = async (on: Queryable, member_id: string): Promise<void> =>
  refuseLocked(await getMember(on, member_id))

function refuseLocked({ lock_kind: kind, lock_reason: reason }: MemberRow): void {
  if (kind !== null) throw refuse('your_account_has_been_locked', { kind, reason })
}

export interface OwnCampaign {
  readonly member_id: string
  readonly campaign_id: string
}

/** Refuses `campaign_is_unknown`. */
export const ownCampaign = async (on: Queryable, own: OwnCampaign): Promise<Campaign> =>
  requireOwn(await store.selectCampaign.maybe(on, { id: own.campaign_id }), own)

/** The same, locked. */
export const lockOwnCampaign = async (tx: Tx, own: OwnCampaign): Promise<Campaign> =>
  requireOwn(await store.selectCampaignLocked.maybe(tx, { id: own.campaign_id }), own)

function requireOwn(campaign: Campaign | undefined, { member_id }: OwnCampaign): Campaign {
  if (campaign?.member_id !== member_id) throw refuse('campaign_is_unknown')
  return campaign
}
