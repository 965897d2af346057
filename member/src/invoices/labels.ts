import type { InvoiceSeries } from '@fairturn/contract/accounting'
import type { Billing, InvoiceInDetail } from '@fairturn/contract/invoices'
import { count } from '@fairturn/ui/formats.ts'
import { t } from '@lingui/core/macro'

const series: Readonly<Record<InvoiceSeries, () => string>> = {
  FI: () => t`Invoice`,
  FC: () => t`Credit note`,
}
export const seriesText = (of: InvoiceSeries): string => series[of]()

const lines: Readonly<Record<InvoiceInDetail['lines'][number]['kind'], () => string>> = {
  rewards: () => t`Verified visits`,
  bonuses: () => t`Bonus reserve`,
  service_fee: () => t`Service fee`,
  level: () => t`Membership level`,
  rewards_returned: () => t`Unused rewards and bonus reserve`,
  fee_returned: () => t`Unearned service fee`,
  level_returned: () => t`Membership level`,
  reduction: () => t`Price reduction`,
}
/** Of a line, as in the document. */
export const lineText = ({ kind, quantity }: InvoiceInDetail['lines'][number]): string =>
  quantity === 1 ? lines[kind]() : `${lines[kind]()} × ${count(quantity)}`

/** The VAT of a payment made now. */
export function vatText({ vat_case, vat_percent }: Billing): string {
  if (vat_case === null) return t`No VAT is charged: this site names no seller yet.`
  if (vat_case === 'reverse_charge') return t`No VAT is charged: you account for it (reverse charge).`
  return vat_percent > 0 ? t`${vat_percent}% VAT is added to what campaigns cost.` : t`No VAT is charged.`
}
