// The ledger as a bookkeeping reads it: what is added to an account of the ledger is a credit. Days are those of documents. What
// stood before a period comes from the ledger's daily totals; postings are read of the period alone
// (docs/decisions/114-accounting-export.md).
import { type ChartKey, chartKeyOf } from '@fairturn/contract/accounting'
import type { adminInvoiceCalls } from '@fairturn/contract/backoffice/invoices'
import type { AnswerOf } from '@fairturn/contract/endpoint'
import { formatMoney } from '@fairturn/contract/minor-units'
import { isoCurrency, settingsOf } from '../content/content.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Cell } from '../platform/http/csv.ts'
import { refuseField } from '../platform/http/refusal.ts'
import { type PostingRow, selectBalances, selectDays, selectPostings, selectSteps } from './journal.store.ts'

export interface Period {
  readonly from: string
  /** Inclusive. */
  readonly to: string
}

/** Refuses `field_is_invalid` for one that ends before it begins; either end may be open. */
export function requirePeriod({
  from,
  to,
}: {
  readonly from?: string | undefined
  readonly to?: string | undefined
}): void {
  if (from !== undefined && to !== undefined && from > to) throw refuseField('field_is_invalid', 'to')
}

/** Trial balance and revenue by type of a period. Refuses as requirePeriod does. */
export async function trialBalance(
  on: Queryable,
  { from, to }: Period,
): Promise<AnswerOf<typeof adminInvoiceCalls.journal>> {
  requirePeriod({ from, to })
  const { chart, time_zone } = await settingsOf(on)
  const rows = await selectBalances.all(on, { from, to, time_zone })
  const sums = new Map<ChartKey, { opening: bigint; debit: bigint; credit: bigint }>()
  for (const row of rows) {
    const key = chartKeyOf(row.kind, row.type)
    const sum = sums.get(key) ?? { opening: 0n, debit: 0n, credit: 0n }
    sum.opening += row.opening_minor
    sum.debit += row.debit_minor
    sum.credit += row.credit_minor
    sums.set(key, sum)
  }
  const accounts = [...sums].map(([key, { opening, debit, credit }]) => ({
    key,
    account: chart[key],
    opening: formatMoney(opening),
    debit: formatMoney(debit),
    credit: formatMoney(credit),
    closing: formatMoney(opening + debit - credit),
  }))
  const totalOf = (amounts: readonly bigint[]) => formatMoney(amounts.reduce((sum, each) => sum + each, 0n))
  const revenue = rows
    .map(({ kind, type, debit_minor, credit_minor }) => ({ kind, type, minor: credit_minor - debit_minor }))
    .filter(({ kind, minor }) => kind === 'revenue' && minor !== 0n)
  return {
    accounts: accounts.toSorted((one, other) =>
      `${one.account} ${one.key}` < `${other.account} ${other.key}` ? -1 : 1,
    ),
    debit: totalOf(rows.map(({ debit_minor }) => debit_minor)),
    credit: totalOf(rows.map(({ credit_minor }) => credit_minor)),
    revenue: revenue
      .toSorted((one, other) => Number(other.minor - one.minor))
      .map(({ type, minor }) => ({ type, amount: formatMoney(minor) })),
    revenue_total: totalOf(revenue.map(({ minor }) => minor)),
  }
}

interface JournalLine {
  readonly day: string
  readonly entry_no: string | null
  readonly documents: string | null
  readonly type: string
  readonly account: string
  readonly key: ChartKey
  readonly debit: string | null
  readonly credit: string | null
  readonly currency: string
  readonly entry_id: string | null
  readonly refers_to: string | null
}
export const JOURNAL_COLUMNS: Readonly<Record<keyof JournalLine, (line: JournalLine) => Cell>> = {
  day: (line) => line.day,
  entry_no: (line) => line.entry_no,
  documents: (line) => line.documents,
  type: (line) => line.type,
  account: (line) => ({ text: line.account }),
  key: (line) => line.key,
  debit: (line) => line.debit,
  credit: (line) => line.credit,
  currency: (line) => line.currency,
  entry_id: (line) => line.entry_id,
  refers_to: (line) => ({ text: line.refers_to }),
}

const DAY_MS = 86_400_000
/** How many days are read at once. */
const DAYS = 7

/** The journal's lines, each a debit or a credit; read page by page. */
export async function* journalLines(
  on: Queryable,
  { from, to }: Period,
  lines: 'days' | 'entries',
): AsyncGenerator<JournalLine[]> {
  const { chart, currency, time_zone } = await settingsOf(on)
  const isoCode = isoCurrency(currency)
  type Row = Pick<PostingRow, 'day' | 'type' | 'kind' | 'debit_minor' | 'credit_minor'> & Partial<PostingRow>
  const written = (row: Row): JournalLine[] => {
    const { day, type, kind, entry_no, documents = null, entry_id = null, refers_to = null } = row
    const key = chartKeyOf(kind, type)
    const of_entry = { entry_no: entry_no === undefined ? null : String(entry_no), entry_id, refers_to }
    const line = {
      day,
      type,
      key,
      account: chart[key],
      documents,
      ...of_entry,
      debit: null,
      credit: null,
      currency: isoCode,
    }
    return [
      ...(row.debit_minor > 0n ? [{ ...line, debit: formatMoney(row.debit_minor) }] : []),
      ...(row.credit_minor > 0n ? [{ ...line, credit: formatMoney(row.credit_minor) }] : []),
    ]
  }
  if (lines === 'entries') {
    for (const { step } of await selectSteps.all(on, { from, to, time_zone }))
      yield (await selectPostings.all(on, { from, to, time_zone, step })).flatMap(written)
    return
  }
  for (let day = Date.parse(from); day <= Date.parse(to); day += DAYS * DAY_MS) {
    const last = new Date(day + (DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
    const week = { from: new Date(day).toISOString().slice(0, 10), to: last < to ? last : to }
    yield (await selectDays.all(on, { ...week, time_zone })).flatMap(written)
  }
}
