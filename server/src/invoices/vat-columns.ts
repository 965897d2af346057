import { formatMoney } from '@fairturn/contract/minor-units'
import { isoCurrency } from '../content/content.ts'
import type { Cell } from '../platform/http/csv.ts'
import { numberOf, numberText, taxableIn, vatStated } from './invoices.dto.ts'
import type { DocumentRow } from './invoices.store.ts'

/** The sign of a document in a sum. */
const signed = ({ series }: DocumentRow, minor: bigint): string =>
  formatMoney(series === 'FC' ? -minor : minor)

/** Also negative of a credit note. */
const stated = (row: DocumentRow) =>
  vatStated(row.series === 'FC' ? { ...row, vat_minor: -row.vat_minor } : row)

const CELLS: readonly (readonly [column: string, (row: DocumentRow) => Cell])[] = [
  ['number', numberOf],
  ['day', (row) => row.day],
  ['kind', (row) => (row.series === 'FI' ? 'invoice' : 'credit_note')],
  ['about', (row) => row.subject],
  ['name', (row) => ({ text: row.subject_name })],
  ['vat_case', (row) => row.vat_case],
  ['vat_percent', (row) => (row.rate_bp / 100).toFixed(2)],
  ['taxable', (row) => signed(row, taxableIn(row.lines))],
  ['not_taxable', (row) => signed(row, row.escrow_minor + row.fee_minor - taxableIn(row.lines))],
  ['vat', (row) => signed(row, row.vat_minor)],
  ['total', (row) => signed(row, row.total_minor)],
  ['currency', (row) => isoCurrency(row.currency)],
  ['vat_stated', (row) => stated(row)?.amount ?? null],
  ['vat_stated_currency', (row) => stated(row)?.currency ?? null],
  ['buyer', (row) => ({ text: row.buyer.legal_name })],
  ['buyer_country', (row) => row.buyer.country],
  ['buyer_vat_number', (row) => numberText(row.buyer)],
  ['purchase_order', (row) => ({ text: row.buyer.purchase_order })],
  ['invoice', (row) => row.id],
  ['corrects', (row) => row.corrects_number],
  ['vat_country', (row) => row.vat_country],
  ['vat_stated_rate', (row) => stated(row)?.rate ?? null],
  ['seller', (row) => ({ text: row.seller?.legal_name ?? null })],
  ['seller_country', (row) => row.seller?.country ?? null],
  ['seller_vat_number', (row) => numberText(row.seller)],
]

/**
 * Documents as lines for a return: credit notes are negative, so that the columns add up, by rate and by the buyer's country and
 * number as a list of sales within the Union asks for them.
 */
export const VAT_COLUMNS: Readonly<Record<string, (row: DocumentRow) => Cell>> = Object.fromEntries(CELLS)
