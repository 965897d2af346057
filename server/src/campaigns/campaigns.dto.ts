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
import { onWire } from '../platform/http/wire.ts'
import { textOf } from '../platform/texts/messages.ts'
import type { Campaign } from './campaigns.store.ts'
import type { LandingRow } from './drafts.store.ts'
import { cancelling, canBeToppedUp, figuresOf, type Quote, UNPAID_MS } from './terms.ts'
import type { CampaignVat, CancellingVat } from './vat.ts'

const HOUR_MS = 3_600_000
/** Basis points to percent. */
const percent = (basis_points: number): number => basis_points / 100

export function campaignOnWire(
  row: Campaign,
  now: Date,
  vat: CampaignVat,
  transfer?: DepositRow,
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

export const cancellingOnWire = (row: Campaign, vat: CancellingVat): CancelQuote =>
  onWire(cancelQuote, { ...figuresOf(row), ...cancelling(row), ...vat }, { open: row.open_visits })

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
