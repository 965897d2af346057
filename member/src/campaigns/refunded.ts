import type { Campaign, CancelQuote } from '@fairturn/contract/campaigns'
import { difference, sum } from '../shell/cents.ts'

/** What came back to the balance: with its VAT, as the statement has it. */
export const refundedOf = (campaign: Pick<Campaign, 'refunded' | 'vat_refunded'>): string =>
  sum(campaign.refunded, campaign.vat_refunded)

/** What is neither spent nor refunded: with the VAT that comes back with it. */
export const remainingOf = (campaign: Pick<Campaign, 'remaining' | 'vat_remaining'>): string =>
  sum(campaign.remaining, campaign.vat_remaining)

/** VAT on what is spent: it does not come back. */
export const spentVatOf = (campaign: Pick<Campaign, 'vat' | 'vat_refunded' | 'vat_remaining'>): string =>
  difference(difference(campaign.vat, campaign.vat_refunded), campaign.vat_remaining)

/** What is spent: with its VAT, so that spent, refunded and remaining add up to what was paid in. */
export const spentOf = (
  campaign: Pick<Campaign, 'spent' | 'vat' | 'vat_refunded' | 'vat_remaining'>,
): string => sum(campaign.spent, spentVatOf(campaign))

interface CancelFigures {
  now: string
  laterLeast: string
  laterMost: string
  spent: string
}

/** The figures of cancelling as the balance will have them: each with its VAT. */
export const cancelFiguresOf = (quote: CancelQuote): CancelFigures => ({
  now: sum(quote.now, quote.vat_now),
  laterLeast: sum(quote.later_least, quote.vat_later_least),
  laterMost: sum(quote.later_most, quote.vat_later_most),
  spent: sum(quote.spent, quote.vat_spent),
})
