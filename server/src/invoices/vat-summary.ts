import type { VatCase } from '@fairturn/contract/accounting'
// VAT of a period by the state whose VAT it is, case and rate (journal.test.ts). Amounts in another currency are those that
// documents state, each rounded for itself, so they are counted by amount.
import type { adminInvoiceCalls } from '@fairturn/contract/backoffice/invoices'
import type { AnswerOf } from '@fairturn/contract/endpoint'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import type { Queryable } from '../platform/database/database.ts'
import { type RowOf, statement, typed } from '../platform/database/statement.ts'
import { vatStated } from './invoices.dto.ts'
import type { Party, Terms } from './invoices.store.ts'
import type { Period } from './journal.ts'

const selectSums = statement(
  `-- invoices_vat_summary
  select i.vat_country, i.vat_case, i.rate_bp, i.series = 'FC' as is_credit, i.currency, i.vat_minor,
    case when i.vat_minor > 0 then jsonb_build_object('vat_currency', i.seller -> 'vat_currency', 'vat_exchange_rate', i.seller -> 'vat_exchange_rate') end as seller,
    count(*)::int as documents, sum(case i.supply when 'agent' then i.fee_minor else i.escrow_minor + i.fee_minor end)::bigint as taxable_minor,
    sum(i.escrow_minor + i.fee_minor)::bigint as net_minor
  from invoice i where i.day >= $from and i.day <= $to
  group by 1, 2, 3, 4, 5, 6, 7`,
  {
    params: { from: 'date', to: 'date' },
    columns: {
      vat_country: 'text?',
      vat_case: typed<VatCase | null>('text?'),
      rate_bp: 'int4',
      is_credit: 'bool',
      currency: typed<Terms['currency']>('text'),
      vat_minor: 'int8',
      seller: typed<Party | null>('jsonb?'),
      documents: 'int4',
      taxable_minor: 'int8',
      net_minor: 'int8',
    },
  },
)

interface Sum {
  readonly of: Pick<RowOf<typeof selectSums>, 'vat_country' | 'vat_case' | 'rate_bp'>
  documents: number
  taxable: bigint
  net: bigint
  vat: bigint
  readonly stated: Map<string, bigint>
}

/** Of the documents of these days. */
export async function vatSummary(
  on: Queryable,
  { from, to }: Period,
): Promise<AnswerOf<typeof adminInvoiceCalls.vatSummary>> {
  const sums = new Map<string, Sum>()
  for (const row of await selectSums.all(on, { from, to })) {
    const key = [row.vat_country ?? '', row.vat_case ?? '', String(row.rate_bp).padStart(5, '0')].join(' ')
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
        vat_country: of.vat_country,
        vat_case: of.vat_case,
        vat_percent: of.rate_bp / 100,
        documents,
        taxable: formatMoney(taxable),
        not_taxable: formatMoney(net - taxable),
        vat: formatMoney(vat),
        stated: [...stated].map(([currency, minor]) => ({ currency, amount: formatMoney(minor) })),
      })),
  }
}
