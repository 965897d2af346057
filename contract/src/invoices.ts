// Invoices and credit notes, billing profiles and the seller (docs/invoices.md).

/** Why a document has the VAT it has. The codes of EN 16931 follow from it (xml.ts). */
export const VAT_CASES = ['domestic', 'reverse_charge', 'outside', 'exempt', 'consumer'] as const
export type VatCase = (typeof VAT_CASES)[number]

/** `principal`: the whole price is our service. `agent`: rewards pass through, VAT is on the fee. */
export const SUPPLIES = ['principal', 'agent'] as const
export type Supply = (typeof SUPPLIES)[number]

/** Invoice, credit note: the prefix of their numbers. */
export const INVOICE_SERIES = ['FI', 'FC'] as const
export type InvoiceSeries = (typeof INVOICE_SERIES)[number]

/** `unconfirmed`: its digits are right, and nobody has confirmed it. */
export const NUMBER_CHECKS = ['unconfirmed', 'confirmed', 'refused'] as const
export type NumberCheck = (typeof NUMBER_CHECKS)[number]
