import {
  type Campaign as WireCampaign,
  campaign,
  type CampaignQuote,
  campaignQuote,
  type CancelQuote,
  cancelQuote,
  type LandingCheck,
  landingCheck,
} from '@fairturn/contract/campaigns'
import type { Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/minor-units'
import type { DepositRow } from '../deposits/deposits.ts'
import { quoteVat, quoteVatReturned, type ReturnedParts, vatOfSubjects } from '../invoices/invoices.ts'
import type { Queryable } from '../platform/database/database.ts'
import { onWire } from '../platform/http/wire.ts'
import { textOf } from '../platform/texts/messages.ts'
import type { Campaign } from './campaigns.store.ts'
import type { LandingRow } from './landing.ts'
import { cancelling, canBeToppedUp, figuresOf, type Quote, UNPAID_MS } from './terms.ts'

const HOUR_MS = 3_600_000
/** Basis points to percent. */
const percent = (basis_points: number): number => basis_points / 100

/** Campaigns with their VAT; `transfers`: those that wait for the money of unpaid ones, by campaign. */
export async function campaignsOnWire(
  on: Queryable,
  campaigns: readonly Campaign[],
  now: Date,
  transfers: ReadonlyMap<string, DepositRow> = new Map(),
): Promise<WireCampaign[]> {
  const vatOf = await vatOfCampaigns(on, campaigns, now)
  return campaigns.map((row) => campaignOnWire(row, now, vatOf(row), transfers.get(row.id)))
}

function campaignOnWire(
  row: Campaign,
  now: Date,
  vat: CampaignVat,
  transfer: DepositRow | undefined,
): WireCampaign {
  const { status, created_at, paid_at } = row
  const { total_minor, spent_minor, fee_earned_minor, remaining_minor } = figuresOf(row)
  const { vat_minor, vat_refunded_minor, vat_remaining_minor } = vat
  return onWire(campaign, row, {
    vat: formatMoney(vat_minor),
    payable: formatMoney(total_minor + vat_minor),
    vat_refunded: formatMoney(vat_refunded_minor),
    vat_remaining: formatMoney(vat_remaining_minor),
    service_fee_percent: percent(row.service_fee_bp),
    discount_percent: percent(row.discount_bp),
    total: formatMoney(total_minor),
    delivered: row.delivered_visits,
    open: row.open_visits,
    left: row.visits - row.delivered_visits - row.open_visits,
    spent: formatMoney(spent_minor),
    rewards: formatMoney(row.delivered_minor),
    bonuses: formatMoney(row.bonus_minor),
    fee_earned: formatMoney(fee_earned_minor),
    remaining: formatMoney(remaining_minor),
    transfer: transfer
      ? {
          deposit_id: transfer.id,
          reference: transfer.reference,
          amount: formatMoney(transfer.amount_minor),
          expires_at: transfer.expires_at.toISOString(),
        }
      : null,
    unpaid_until:
      status === 'unpaid'
        ? new Date(
            Math.max(created_at.getTime() + UNPAID_MS, transfer?.expires_at.getTime() ?? 0),
          ).toISOString()
        : null,
    review_hours:
      status === 'review' && paid_at ? Math.floor((now.getTime() - paid_at.getTime()) / HOUR_MS) : null,
    can: canNow(row, now),
  })
}

function canNow(campaign: Campaign, now: Date): WireCampaign['can'] {
  const { status, pause_reason } = campaign
  const hasTimeLeft = campaign.ends_at > now
  return {
    change: status === 'unpaid',
    pay: status === 'unpaid' && hasTimeLeft,
    pause: status === 'active',
    resume: status === 'paused' && pause_reason === null && hasTimeLeft,
    top_up: canBeToppedUp(campaign, now),
    cancel: campaign.ended_at === null,
  }
}

export function quoteOnWire(
  quote: Quote,
  terms: { service_fee_bp: number; discount_bp: number },
  { available_minor, vat_minor }: { available_minor: bigint; vat_minor: bigint },
): CampaignQuote {
  const payable_minor = quote.total_minor + vat_minor
  const missing_minor = payable_minor - available_minor
  return onWire(campaignQuote, quote, {
    service_fee_percent: percent(terms.service_fee_bp),
    discount_percent: percent(terms.discount_bp),
    vat: formatMoney(vat_minor),
    payable: formatMoney(payable_minor),
    account_balance: formatMoney(available_minor),
    missing: formatMoney(missing_minor > 0n ? missing_minor : 0n),
  })
}

/** What comes back of a campaign that has not ended if it is cancelled now. */
export const cancellingOnWire = async (on: Queryable, row: Campaign): Promise<CancelQuote> =>
  onWire(
    cancelQuote,
    { ...figuresOf(row), ...cancelling(row), ...(await vatOfCancelling(on, row)) },
    { open: row.open_visits },
  )

export function landingOnWire(row: LandingRow, locale: Locale): LandingCheck {
  const withText = <Code extends Parameters<typeof textOf>[0]>(code: Code) => ({
    code,
    text: textOf(code, locale),
  })
  return onWire(landingCheck, row, {
    passed: row.problem === null,
    problem: row.problem === null ? null : withText(row.problem),
    remarks: row.remarks.map(withText),
    host: URL.parse(row.landing_url)?.host ?? null,
  })
}

interface CampaignVat {
  /** Paid, or to be paid at current terms. */
  readonly vat_minor: bigint
  readonly vat_refunded_minor: bigint
  /** Of what is neither spent nor refunded; comes back with it. */
  readonly vat_remaining_minor: bigint
}

const NONE: CampaignVat = { vat_minor: 0n, vat_refunded_minor: 0n, vat_remaining_minor: 0n }

/** By campaign. */
export async function vatOfCampaigns(
  on: Queryable,
  campaigns: readonly Campaign[],
  now: Date,
): Promise<(campaign: Campaign) => CampaignVat> {
  const found = new Map<string, CampaignVat>()
  const paid = campaigns.filter(({ paid_at }) => paid_at !== null)
  if (paid.length > 0) {
    const ids = paid.map(({ id }) => id)
    const ofPaid = await vatOfSubjects(on, ids)
    const remaining = await quoteVatReturned(on, paid.map(restOf))
    for (const [place, id] of ids.entries()) {
      const vat = ofPaid.get(id)
      if (!vat) continue
      const { paid_minor, returned_minor } = vat
      found.set(id, {
        vat_minor: paid_minor,
        vat_refunded_minor: returned_minor,
        vat_remaining_minor: remaining[place]!,
      })
    }
  }
  for (const campaign of campaigns.filter(({ status }) => status === 'unpaid'))
    found.set(campaign.id, { ...NONE, vat_minor: await quoteVat(on, { ...campaign, now }) })
  return ({ id }) => found.get(id) ?? NONE
}

/** All that is neither spent nor refunded. */
function restOf(campaign: Campaign): ReturnedParts {
  const { remaining_minor, fee_earned_minor } = figuresOf(campaign)
  const { id: campaign_id, paid_at, closed_at, service_fee_minor, bonus_reserve_minor } = campaign
  if (paid_at === null || closed_at !== null) return { campaign_id, escrow_minor: 0n, fee_minor: 0n }
  const fee_minor = service_fee_minor - bonus_reserve_minor - fee_earned_minor
  return { campaign_id, escrow_minor: remaining_minor - fee_minor, fee_minor }
}

interface CancellingVat {
  /** Comes back at once. */
  readonly vat_now_minor: bigint
  /** Comes back later, with the least and the most that does. */
  readonly vat_later_least_minor: bigint
  readonly vat_later_most_minor: bigint
  /** On what was delivered so far. */
  readonly vat_spent_minor: bigint
}

/** VAT of what comes back if a campaign that has not ended is cancelled now. */
export async function vatOfCancelling(on: Queryable, campaign: Campaign): Promise<CancellingVat> {
  const all = restOf(campaign)
  const { later_least_minor, later_most_minor, held_minor, fee_waiting_minor } = cancelling(campaign)
  // While orders are open, only escrow comes back at once.
  const waits = later_most_minor > 0n || campaign.open_visits > 0
  const now = waits
    ? { ...all, escrow_minor: all.escrow_minor - held_minor, fee_minor: all.fee_minor - fee_waiting_minor }
    : all
  const least = { ...now, fee_minor: now.fee_minor + later_least_minor }
  const [nowVat, leastVat, allVat] = (await quoteVatReturned(on, [now, least, all])) as [
    bigint,
    bigint,
    bigint,
  ]
  const { paid_minor = 0n, returned_minor = 0n } =
    (await vatOfSubjects(on, [campaign.id])).get(campaign.id) ?? {}
  return {
    vat_now_minor: nowVat,
    vat_later_least_minor: leastVat - nowVat,
    vat_later_most_minor: allVat - nowVat,
    vat_spent_minor: paid_minor - returned_minor - allVat,
  }
}
