import type { Billing } from '@fairturn/contract/invoice-calls'
import type { InvoiceSeries } from '@fairturn/contract/invoices'
import { t } from '@lingui/core/macro'

const series: Readonly<Record<InvoiceSeries, () => string>> = {
  FI: () => t`Invoice`,
  FC: () => t`Credit note`,
}
export const seriesText = (of: InvoiceSeries): string => series[of]()

/** The VAT of a payment made now. */
export function vatText({ vat_case, vat_percent }: Billing): string {
  if (vat_case === null) return t`No VAT is charged: there is no seller yet.`
  if (vat_case === 'reverse_charge') return t`No VAT is charged: you account for it (reverse charge).`
  return vat_percent > 0 ? t`${vat_percent}% VAT is added to what campaigns cost.` : t`No VAT is charged.`
}
