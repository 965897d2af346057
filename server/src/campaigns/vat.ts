// VAT of campaigns as their placer sees it: what was paid and returned, and what would be.
import { quoteVat, quoteVatReturned, vatOfSubjects } from '../invoices/invoices.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Campaign } from './campaigns.store.ts'
import { cancelling, figuresOf } from './terms.ts'

export interface CampaignVat {
  /** Paid, or to be paid at current terms. */
  readonly vat_minor: bigint
  readonly vat_refunded_minor: bigint
}

const NONE: CampaignVat = { vat_minor: 0n, vat_refunded_minor: 0n }

/** By campaign. */
export async function vatOfCampaigns(
  on: Queryable,
  campaigns: readonly Campaign[],
  now: Date,
): Promise<(campaign: Campaign) => CampaignVat> {
  const found = new Map<string, CampaignVat>()
  const paid = campaigns.filter(({ paid_at }) => paid_at !== null)
  const ofPaid =
    paid.length === 0
      ? undefined
      : await vatOfSubjects(
          on,
          paid.map(({ id }) => id),
        )
  for (const [id, { paid_minor, returned_minor }] of ofPaid ?? [])
    found.set(id, { vat_minor: paid_minor, vat_refunded_minor: returned_minor })
  for (const campaign of campaigns.filter(({ status }) => status === 'unpaid'))
    found.set(campaign.id, { ...NONE, vat_minor: await quoteVat(on, { ...campaign, now }) })
  return ({ id }) => found.get(id) ?? NONE
}

/** VAT that comes back at once if the campaign is cancelled now. */
export async function vatOfCancelling(on: Queryable, campaign: Campaign): Promise<bigint> {
  const { now_minor, fee_waiting_minor, held_minor } = cancelling(campaign)
  const { fee_earned_minor } = figuresOf(campaign)
  const waits = fee_waiting_minor > 0n || held_minor > 0n || campaign.open_visits > 0
  const fee_minor =
    waits || campaign.paid_at === null
      ? 0n
      : campaign.service_fee_minor - campaign.bonus_reserve_minor - fee_earned_minor
  return await quoteVatReturned(on, {
    campaign_id: campaign.id,
    escrow_minor: now_minor - fee_minor,
    fee_minor,
  })
}
