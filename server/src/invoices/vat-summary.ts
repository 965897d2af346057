import type { VatCase } from '@fairturn/contract/accounting'
// VAT of a period by seller, the state whose VAT it is, case and rate (journal.test.ts). A seller is known by country and number,
// whatever else of it has changed: each taxable person has returns of its own, and whether VAT is of its own state or of the
// Union's scheme depends on its country. Amounts in another currency are those that documents state, each rounded for itself, so
// they are counted by amount.
import type { adminInvoiceCalls } from '@fairturn/contract/backoffice/invoices'
import type { AnswerOf } from '@fairturn/contract/endpoint'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { isoCurrency, printedNumber } from '../content/content.ts'
import type { Queryable } from '../platform/database/database.ts'
import { type RowOf, statement, typed } from '../platform/database/statement.ts'
import type { Cell } from '../platform/http/csv.ts'
import { vatStated } from './invoices.dto.ts'
import type { Party, Terms } from './invoices.store.ts'
import type { Period } from './journal.ts'

const selectSums = statement(
  `-- invoices_vat_summary
  select i.vat_country, i.vat_case, i.rate_bp, i.series = 'FC' as is_credit, i.currency, i.vat_minor,
    i.seller ->> 'country' as seller_country, coalesce(i.seller ->> 'vat_number', i.seller ->> 'tax_number') as seller_number,
    case when i.vat_minor > 0 then jsonb_build_object('vat_currency', i.seller -> 'vat_currency', 'vat_exchange_rate', i.seller -> 'vat_exchange_rate') end as seller,
    count(*)::int as documents, sum(case i.supply when 'agent' then i.fee_minor else i.escrow_minor + i.fee_minor end)::bigint as taxable_minor,
    sum(i.escrow_minor + i.fee_minor)::bigint as net_minor
  from invoice i where i.day >= $from and i.day <= $to
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9`,
  {
    params: { from: 'date', to: 'date' },
    columns: {
      vat_country: 'text?',
      vat_case: typed<VatCase | null>('text?'),
      rate_bp: 'int4',
      is_credit: 'bool',
      currency: typed<Terms['currency']>('text'),
      vat_minor: 'int8',
      seller_country: 'text?',
      seller_number: 'text?',
      seller: typed<Party | null>('jsonb?'),
      documents: 'int4',
      taxable_minor: 'int8',
      net_minor: 'int8',
    },
  },
)

interface Sum {
  readonly of: Pick<
    RowOf<typeof selectSums>,
    'vat_country' | 'vat_case' | 'rate_bp' | 'seller_country' | 'seller_number' | 'currency'
  >
  documents: number
  taxable: bigint
  net: bigint
  vat: bigint
  readonly stated: Map<string, bigint>
}

type VatSummary = AnswerOf<typeof adminInvoiceCalls.vatSummary>

/** Of the documents of these days. */
export async function vatSummary(on: Queryable, { from, to }: Period): Promise<VatSummary> {
  const sums = new Map<string, Sum>()
  for (const row of await selectSums.all(on, { from, to })) {
    const { vat_country, vat_case, seller_country, seller_number } = row
    const key = JSON.stringify([
      seller_country ?? '',
      seller_number ?? '',
      vat_country ?? '',
      vat_case ?? '',
      String(row.rate_bp).padStart(5, '0'),
      row.currency,
    ])
    const sum = sums.get(key) ?? { of: row, documents: 0, taxable: 0n, net: 0n, vat: 0n, stated: new Map() }
    const sign = row.is_credit ? -1n : 1n
    const count = sign * BigInt(row.documents)
    sum.documents += row.documents
    sum.taxable += sign * row.taxable_minor
    sum.net += sign * row.net_minor
    sum.vat += count * row.vat_minor
    const stated = vatStated(row)
    if (stated !== null)
      sum.stated.set(
        stated.currency,
        (sum.stated.get(stated.currency) ?? 0n) + count * parseMoney(stated.amount),
      )
    sums.set(key, sum)
  }
  return {
    list: [...sums]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, { of, documents, taxable, net, vat, stated }]) => ({
        seller_country: of.seller_country,
        seller_number: of.seller_number && printedNumber(of.seller_country, of.seller_number),
        vat_country: of.vat_country,
        vat_case: of.vat_case,
        vat_percent: of.rate_bp / 100,
        documents,
        currency: of.currency,
        taxable: formatMoney(taxable),
        not_taxable: formatMoney(net - taxable),
        vat: formatMoney(vat),
        stated: [...stated]
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([currency, minor]) => ({ currency, amount: formatMoney(minor) })),
      })),
  }
}

type VatSum = VatSummary['list'][number]
interface VatLine extends Period, Omit<VatSum, 'stated'> {
  readonly stated: VatSum['stated'][number] | undefined
}

/**
 * The summary as lines whose columns add up: a seller whose national currency has changed in the period states VAT in two, and the
 * second has a line of its own without the other amounts.
 */
export const vatSummaryLines = (period: Period, { list }: VatSummary): VatLine[] =>
  list.flatMap(({ stated: [first, ...others], ...sum }) => [
    { ...period, ...sum, stated: first },
    ...others.map((stated) => ({ ...period, ...sum, ...NOTHING, stated })),
  ])
const NOTHING = { documents: 0, taxable: '0.00', not_taxable: '0.00', vat: '0.00' } as const

const CELLS: readonly (readonly [column: string, (line: VatLine) => Cell])[] = [
  ['from', (line) => line.from],
  ['to', (line) => line.to],
  ['seller_country', (line) => line.seller_country],
  ['seller_number', (line) => ({ text: line.seller_number })],
  ['vat_country', (line) => line.vat_country],
  ['vat_case', (line) => line.vat_case],
  ['vat_percent', (line) => line.vat_percent.toFixed(2)],
  ['documents', (line) => line.documents],
  ['taxable', (line) => line.taxable],
  ['not_taxable', (line) => line.not_taxable],
  ['vat', (line) => line.vat],
  ['currency', (line) => isoCurrency(line.currency)],
  ['vat_stated', ({ stated }) => stated?.amount ?? null],
  ['vat_stated_currency', ({ stated }) => stated?.currency ?? null],
]
export const VAT_SUMMARY_COLUMNS: Readonly<Record<string, (line: VatLine) => Cell>> =
  Object.fromEntries(CELLS)
