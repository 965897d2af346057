import type { InvoiceSeries } from '@fairturn/contract/accounting'
import type { AdminInvoice } from '@fairturn/contract/backoffice/invoices'
import type { AnswerOf } from '@fairturn/contract/endpoint'
import { type Invoice, invoice, type invoiceCalls } from '@fairturn/contract/invoices'
import type { Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/minor-units'
import { isoCurrency, printedNumber } from '../content/content.ts'
import { onWire } from '../platform/http/wire.ts'
import { levelNameText } from '../platform/texts/notices.ts'
import type { DocumentRow, Line, Party, RelatedRow } from './invoices.store.ts'
import { exchanged } from './vat.ts'

const NUMBER_DIGITS = 6

/** `FI-2026-000123`. */
export const numberOf = (row: { series: InvoiceSeries; year: number; number: number }): string =>
  `${row.series}-${row.year}-${String(row.number).padStart(NUMBER_DIGITS, '0')}`

/** What a document is for; a level by its name in the reader's language. */
export const subjectName = (
  { subject, subject_name }: Pick<DocumentRow, 'subject' | 'subject_name'>,
  locale: Locale,
): string => (subject === 'level' ? levelNameText(subject_name, locale) : subject_name)

/** A party's VAT number as its register has it. */
export const numberText = (party: Party | null): string | null =>
  party?.vat_number ? printedNumber(party.country, party.vat_number) : null

export const invoiceOnWire = (row: DocumentRow, locale: Locale): Invoice =>
  onWire(invoice, row, {
    number: numberOf(row),
    subject_name: subjectName(row, locale),
    vat_percent: row.rate_bp / 100,
    net: formatMoney(row.escrow_minor + row.fee_minor),
  })

/** What of the lines VAT is charged on, in minor units. */
export const taxableIn = (lines: readonly Line[]): bigint =>
  lines.reduce((sum, { taxed, amount_minor }) => sum + (taxed ? BigInt(amount_minor) : 0n), 0n)

/** VAT in the seller's own currency, where that is another. */
export function vatStated(row: Pick<DocumentRow, 'seller' | 'currency' | 'vat_minor'>) {
  const { seller, vat_minor } = row
  const { vat_currency: currency = null, vat_exchange_rate: rate = null } = seller ?? {}
  if (currency === null || rate === null || vat_minor === 0n || currency === isoCurrency(row.currency))
    return null
  return { currency, rate, amount: formatMoney(exchanged(vat_minor, rate)) }
}

const partyOnWire = (party: Party) => {
  const { email: _email, exemption: _exemption, purchase_order: _order, ...shown } = party
  const { vat_currency: _currency, vat_exchange_rate: _rate, ...rest } = shown
  return rest
}

export function invoiceInDetail(
  row: DocumentRow,
  related: readonly RelatedRow[],
  locale: Locale,
): AnswerOf<typeof invoiceCalls.get> {
  const named = (is_corrected: boolean) =>
    related
      .filter((one) => one.is_corrected === is_corrected)
      .map((one) => ({ _id: one.id, number: numberOf(one) }))
  return {
    ...invoiceOnWire(row, locale),
    supply: row.supply,
    vat_stated: vatStated(row),
    entry_id: row.entry_id,
    seller: row.seller && partyOnWire(row.seller),
    buyer: { ...partyOnWire(row.buyer), purchase_order: row.buyer.purchase_order },
    lines: row.lines.map(({ kind, quantity, unit_minor, amount_minor, taxed }) => ({
      kind,
      quantity,
      unit: formatMoney(BigInt(unit_minor)),
      amount: formatMoney(BigInt(amount_minor)),
      taxed,
    })),
    corrects: named(true),
    corrected_by: named(false),
    hash: row.hash,
  }
}

/** Operators read levels by the names that they are edited with. */
export const OPERATORS_LOCALE: Locale = 'en'

export const adminInvoiceOnWire = (row: DocumentRow & { username: string }): AdminInvoice => ({
  ...invoiceOnWire(row, OPERATORS_LOCALE),
  member_id: row.member_id,
  username: row.username,
})
