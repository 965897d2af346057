// Placing a campaign: what it costs this member, and paying it in advance. It must never take a campaign into review
// whose whole escrow is not there.
import { newId } from '@fairturn/contract/ids'
import { LOCALES, type Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/money'
import { settingsOf } from '../content/content.ts'
import type { Queryable, Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import {
  accountOf,
  balancesOf,
  entryId,
  LedgerRefusal,
  type NewEntry,
  openAccounts,
  postOrRefuse,
} from '../ledger/ledger.ts'
import { findOpenPurchase, freeLevels, levelsOf, portionOf, promisesOf } from '../levels/levels.ts'
import { getMember, getMemberLocked } from '../members/members.ts'
import { announce } from '../notices/notices.ts'
import {
  type Campaign,
  type CampaignKind,
  insertCampaign,
  selectCampaign,
  selectCampaignLocked,
  selectCampaigns,
  selectUnpaid,
  type Texts,
  updatePaid,
} from './campaigns.store.ts'
import { highestAward, quote, type Quote } from './terms.ts'

export interface NewCampaign {
  readonly member_id: string
  readonly brand: string
  readonly kind: CampaignKind
  /** In every language the campaign asks for; with none asked for, in at least one. */
  readonly tagline: Texts
  readonly caption: Texts
  /** Path of an image of this site. */
  readonly creative: string
  readonly landing_url: string
  /** Empty: all. */
  readonly languages: readonly Locale[]
  /** For one verified visit. */
  readonly price_minor: bigint
  readonly visits: number
  /** Visits of one order. */
  readonly order_visits: number
  /** From taking an order to its deadline. */
  readonly order_hours: number
  readonly ends_at: Date
}

const HIGHEST_PRICE_MINOR = 1_000_000_00n
const MOST_VISITS = 10_000_000
const MOST_HOURS = 30 * 24
const LONGEST_TEXT = 500
const LONGEST_URL = 2000

/** The terms on which a member could place a campaign now, and what it would cost. */
export async function quoteFor(
  on: Queryable,
  member_id: string,
  wanted: { price_minor: bigint; visits: number },
): Promise<{ terms: Terms; quote: Quote }> {
  const member = await getMember(on, member_id)
  const settings = await settingsOf(on)
  const levels = await levelsOf(on)
  const level = levels.find((each) => each.id === member.level_id)!
  const terms = {
    service_fee_bp: settings.service_fee_bp,
    discount_bp: level.bonus_low_bp,
    highest_bonus_bp: promisesOf(levels).bonus_bp,
  }
  return { terms, quote: quote({ ...wanted, ...terms }) }
}

interface Terms {
  readonly service_fee_bp: number
  readonly discount_bp: number
  readonly highest_bonus_bp: number
}

/**
 * Makes an unpaid campaign whose terms are frozen. Refuses `you_have_an_outstanding_order_please_pay_in_advance` while
 * another one is unpaid, and `field_is_invalid` with the field's name.
 */
export async function createCampaign(tx: Tx, wanted: NewCampaign): Promise<Campaign> {
  const landing = checkFields(wanted, tx.now)
  await getMemberLocked(tx, wanted.member_id)
  if ((await selectUnpaid.maybe(tx, wanted.member_id)) !== undefined) {
    throw refuse('you_have_an_outstanding_order_please_pay_in_advance')
  }
  const { terms, quote } = await quoteFor(tx, wanted.member_id, wanted)
  const bought = await boughtDiscount(tx, wanted.member_id, quote)
  return await insertCampaign.one(
    tx,
    newId(tx.now),
    wanted.member_id,
    wanted.brand,
    wanted.kind,
    wanted.tagline,
    wanted.caption,
    wanted.creative,
    wanted.landing_url,
    landing.host,
    wanted.languages,
    wanted.price_minor,
    wanted.visits,
    wanted.order_visits,
    wanted.order_hours,
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
    wanted.ends_at,
    tx.now,
    Math.random(),
  )
}

/** How much of the discount there would not be without the purchase of the member's level. */
async function boughtDiscount(tx: Tx, member_id: string, { budget_minor, discount_minor }: Quote) {
  const purchase = await findOpenPurchase(tx, member_id)
  if (purchase === undefined) return { level_purchase_id: null, extra_discount_minor: 0n }
  const free = (await freeLevels(tx, [member_id])).get(member_id)!
  const extra_minor = discount_minor - portionOf(budget_minor, free.bonus_low_bp)
  return { level_purchase_id: purchase.id, extra_discount_minor: extra_minor > 0n ? extra_minor : 0n }
}

function checkFields(wanted: NewCampaign, now: Date): URL {
  const { price_minor, visits, order_visits, order_hours, languages } = wanted
  const asked = languages.length > 0 ? languages : LOCALES.filter((locale) => wanted.tagline[locale])
  const fits = (text: string | undefined) =>
    text !== undefined && text.trim().length > 0 && text.length <= LONGEST_TEXT
  const landing = readLanding(wanted.landing_url)
  const checks: [field: string, holds: boolean][] = [
    ['brand', fits(wanted.brand)],
    [
      'languages',
      languages.every((locale) => LOCALES.includes(locale)) && new Set(languages).size === languages.length,
    ],
    ['tagline', asked.length > 0 && asked.every((locale) => fits(wanted.tagline[locale]))],
    ['caption', asked.every((locale) => fits(wanted.caption[locale]))],
    ['creative', /^\/[\w./-]+$/.test(wanted.creative)],
    ['landing_url', landing !== undefined],
    ['price_minor', price_minor > 0n && price_minor <= HIGHEST_PRICE_MINOR],
    ['visits', isCount(visits, MOST_VISITS)],
    ['order_visits', isCount(order_visits, visits)],
    ['order_hours', isCount(order_hours, MOST_HOURS)],
    ['ends_at', wanted.ends_at > now],
  ]
  const fields = checks.filter(([, holds]) => !holds).map(([field]) => ({ field, code: 'field_is_invalid' }))
  if (fields.length > 0 || landing === undefined) throw refuse('field_is_invalid', { fields })
  return landing
}

const isCount = (count: number, most: number) => Number.isSafeInteger(count) && count >= 1 && count <= most

/** An http(s) address without a name and password in it, which could make it look like another's. */
function readLanding(text: string): URL | undefined {
  const url = text.length <= LONGEST_URL && URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return undefined
  return /^https?:\/\//.test(text) ? url : undefined
}

/**
 * Pays a campaign in advance: budget and bonus reserve into its escrow, the rest of the service fee where it stays
 * unearned. It is then in review. Paying again answers the same and moves nothing. Refuses `campaign_is_unknown` (also
 * for another's), `campaign_cannot_be_paid` (cancelled, or its end has passed) and
 * `your_account_is_insufficient_please_add_more_money` with the missing amount.
 */
export async function payCampaign(
  tx: Tx,
  { member_id, campaign_id }: { member_id: string; campaign_id: string },
): Promise<Campaign> {
  const campaign = await selectCampaignLocked.maybe(tx, campaign_id)
  if (campaign === undefined || campaign.member_id !== member_id) throw refuse('campaign_is_unknown')
  if (campaign.paid_at !== null) return campaign
  if (campaign.status !== 'unpaid' || campaign.ends_at <= tx.now) throw refuse('campaign_cannot_be_paid')
  const paid = await updatePaid.one(tx, campaign.id, tx.now)
  await openAccounts(tx, [
    { kind: 'campaign_escrow', owner_id: campaign.id },
    { kind: 'campaign_fee', owner_id: campaign.id },
  ])
  await postPayment(tx, campaign)
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
  return paid
}

async function postPayment(tx: Tx, campaign: Campaign): Promise<void> {
  const available = accountOf('member_available', campaign.member_id)
  const total_minor = campaign.budget_minor + campaign.service_fee_minor
  const escrow_minor = campaign.budget_minor + campaign.bonus_reserve_minor
  const entry: NewEntry = {
    id: entryId('campaign_paid', campaign.id),
    type: 'campaign_paid',
    refers_to: campaign.id,
    actor: `member:${campaign.member_id}`,
    event_at: tx.now,
    postings: [
      { account: available, amount_minor: -total_minor },
      { account: accountOf('campaign_escrow', campaign.id), amount_minor: escrow_minor },
      { account: accountOf('campaign_fee', campaign.id), amount_minor: total_minor - escrow_minor },
    ],
  }
  try {
    await postOrRefuse(tx, [entry])
  } catch (error) {
    if (!(error instanceof LedgerRefusal) || error.reason !== 'insufficient_funds') throw error
    const { balance_minor, reserved_minor } = (await balancesOf(tx, [available])).get(available)!
    const missing = formatMoney(total_minor - (balance_minor - reserved_minor))
    throw refuse('your_account_is_insufficient_please_add_more_money', { missing })
  }
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
