// VAT of campaigns as their placer sees it: what was paid and returned, and what would be.
import { quoteVat, quoteVatReturned, type ReturnedParts, vatOfSubjects } from '../invoices/invoices.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Campaign } from './campaigns.store.ts'
import { cancelling, figuresOf } from './terms.ts'

export interface CampaignVat {
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

export interface CancellingVat {
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
