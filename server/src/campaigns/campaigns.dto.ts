// Campaigns as wire objects for their placer.
import type {
  Campaign as WireCampaign,
  CampaignQuote,
  CancelQuote,
  LandingCheck,
} from '@fairturn/contract/campaigns'
import type { Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/money'
import { textOf } from '../texts/messages.ts'
import type { Campaign } from './campaigns.store.ts'
import type { LandingRow } from './drafts.store.ts'
import { cancelling, canBeToppedUp, figuresOf, type Quote, UNPAID_MS } from './terms.ts'

const HOUR_MS = 3_600_000
/** Basis points as per cent. */
const percent = (basis_points: number): number => basis_points / 100
const instant = (date: Date | null): string | null => date?.toISOString() ?? null

export function campaignOnWire(campaign: Campaign, now: Date): WireCampaign {
  const figures = figuresOf(campaign)
  const { status, created_at, paid_at } = campaign
  const paid = paid_at !== null
  return {
    _id: campaign.id,
    status,
    brand: campaign.brand,
    kind: campaign.kind,
    verification: campaign.verification,
    tagline: campaign.tagline,
    caption: campaign.caption,
    creative: campaign.creative,
    landing_url: campaign.landing_url,
    landing_host: campaign.landing_host,
    languages: campaign.languages,
    countries: campaign.countries,
    price: formatMoney(campaign.price_minor),
    order_visits: campaign.order_visits,
    order_hours: campaign.order_hours,
    budget: formatMoney(campaign.budget_minor),
    service_fee: formatMoney(campaign.service_fee_minor),
    service_fee_percent: percent(campaign.service_fee_bp),
    discount: formatMoney(campaign.discount_minor),
    discount_percent: percent(campaign.discount_bp),
    bonus_reserve: formatMoney(campaign.bonus_reserve_minor),
    total: formatMoney(figures.total_minor),
    visits: campaign.visits,
    delivered: campaign.delivered_visits,
    open: campaign.open_visits,
    left: campaign.visits - campaign.delivered_visits - campaign.open_visits,
    spent: formatMoney(figures.spent_minor),
    rewards: formatMoney(campaign.delivered_minor),
    bonuses: formatMoney(campaign.bonus_minor),
    fee_earned: formatMoney(figures.fee_earned_minor),
    held: formatMoney(campaign.held_minor),
    refunded: formatMoney(campaign.refunded_minor),
    remaining: formatMoney(figures.remaining_minor),
    created_at: created_at.toISOString(),
    paid_at: instant(paid_at),
    activated_at: instant(campaign.activated_at),
    ends_at: campaign.ends_at.toISOString(),
    ended_at: instant(campaign.ended_at),
    closed_at: instant(campaign.closed_at),
    unpaid_until: status === 'unpaid' ? new Date(created_at.getTime() + UNPAID_MS).toISOString() : null,
    review_hours:
      status === 'review' && paid ? Math.floor((now.getTime() - paid_at.getTime()) / HOUR_MS) : null,
    reject_reason: campaign.reject_reason,
    pause_reason: campaign.pause_reason,
    can: canNow(campaign, now),
  }
}

function canNow(campaign: Campaign, now: Date): WireCampaign['can'] {
  const { status, pause_reason } = campaign
  const goes_on = campaign.ends_at > now
  return {
    change: status === 'unpaid',
    pay: status === 'unpaid' && goes_on,
    pause: status === 'active',
    resume: status === 'paused' && pause_reason === null && goes_on,
    top_up: canBeToppedUp(campaign, now),
    cancel: campaign.ended_at === null,
  }
}

export function quoteOnWire(
  quote: Quote,
  terms: { service_fee_bp: number; discount_bp: number },
  available_minor: bigint,
): CampaignQuote {
  const missing_minor = quote.total_minor - available_minor
  return {
    budget: formatMoney(quote.budget_minor),
    service_fee: formatMoney(quote.service_fee_minor),
    service_fee_percent: percent(terms.service_fee_bp),
    discount: formatMoney(quote.discount_minor),
    discount_percent: percent(terms.discount_bp),
    bonus_reserve: formatMoney(quote.bonus_reserve_minor),
    total: formatMoney(quote.total_minor),
    account_balance: formatMoney(available_minor),
    missing: formatMoney(missing_minor > 0n ? missing_minor : 0n),
  }
}

export function cancellingOnWire(campaign: Campaign): CancelQuote {
  const { now_minor, held_minor, fee_waiting_minor, later_least_minor, later_most_minor } =
    cancelling(campaign)
  const { fee_earned_minor, spent_minor } = figuresOf(campaign)
  return {
    now: formatMoney(now_minor),
    held: formatMoney(held_minor),
    fee_waiting: formatMoney(fee_waiting_minor),
    open: campaign.open_visits,
    later_least: formatMoney(later_least_minor),
    later_most: formatMoney(later_most_minor),
    fee_earned: formatMoney(fee_earned_minor),
    spent: formatMoney(spent_minor),
  }
}

export function landingOnWire(row: LandingRow, locale: Locale): LandingCheck {
  const said = <Code extends Parameters<typeof textOf>[0]>(code: Code) => ({
    code,
    text: textOf(code, locale),
  })
  return {
    landing_url: row.landing_url,
    passed: row.problem === null,
    problem: row.problem === null ? null : said(row.problem),
    remarks: row.remarks.map(said),
    host: URL.parse(row.landing_url)?.host ?? null,
    final_host: row.final_host,
    title: row.title,
    checked_at: row.checked_at.toISOString(),
  }
}
