import type { Campaign } from '@fairturn/contract/campaigns'
import { sum } from '../shell/cents.ts'

/** What came back to the balance: with its VAT, as the statement has it. */
export const refundedOf = (campaign: Pick<Campaign, 'refunded' | 'vat_refunded'>): string =>
  sum(campaign.refunded, campaign.vat_refunded)
