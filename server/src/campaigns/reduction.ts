// Refunds outside the rules of what a campaign has spent (reductions.test.ts).
import { type Correction, refuseReduction, reductionOfCampaign } from '../invoices/invoices.ts'
import type { Tx } from '../platform/database/database.ts'
import { selectCampaignLocked } from './campaigns.store.ts'
import { figuresOf } from './terms.ts'

/** What a refund reduces; without documents nothing, and it is a gift. */
export interface Reduction {
  readonly corrections: readonly Correction[]
  /** Where the VAT in it is: owed to the state, or kept for a campaign that has not closed. */
  readonly vatOf: { readonly kind: 'vat' } | { readonly kind: 'campaign_vat'; readonly holder_id: string }
}

/**
 * Locks the campaign. While it has not closed, only awards count as spent: what it has earned of the fee may still change. Refuses
 * `refund_exceeds_what_was_invoiced` with what is left.
 */
export async function reduceCampaign(
  tx: Tx,
  { campaign_id, amount_minor }: { readonly campaign_id: string; readonly amount_minor: bigint },
): Promise<Reduction> {
  const campaign = await selectCampaignLocked.one(tx, { id: campaign_id })
  if (campaign.paid_at === null) throw refuseReduction(0n)
  const fee_minor = campaign.service_fee_minor - campaign.bonus_reserve_minor
  const { fee_earned_minor, remaining_minor } = figuresOf(campaign)
  const isOpen = campaign.closed_at === null
  const corrections = await reductionOfCampaign(tx, {
    campaign_id,
    amount_minor,
    escrow_minor: isOpen ? remaining_minor - (fee_minor - fee_earned_minor) : 0n,
    fee_minor: isOpen ? fee_minor : 0n,
  })
  return {
    corrections: corrections ?? [],
    vatOf: isOpen ? { kind: 'campaign_vat', holder_id: campaign_id } : { kind: 'vat' },
  }
}
