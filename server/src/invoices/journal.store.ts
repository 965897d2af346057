import type { AccountKind, EntryType } from '@fairturn/contract/accounting'
import { type RowOf, statement, typed } from '../platform/database/statement.ts'

const MOVED_COLUMNS = {
  type: typed<EntryType>('text'),
  kind: typed<AccountKind>('text'),
  debit_minor: 'int8',
  credit_minor: 'int8',
} as const

/** By type of entry and kind of account, from the sums of days: what stood before the period, and what moved in it. */
export const selectBalances = statement(
  `-- invoices_journal_balances
  select type, kind, coalesce(-sum(moved_minor) filter (where day < $from::date), 0)::bigint as opening_minor,
    coalesce(sum(received_minor - moved_minor) filter (where day >= $from::date), 0)::bigint as debit_minor,
    coalesce(sum(received_minor) filter (where day >= $from::date), 0)::bigint as credit_minor
  from ledger_daily_total where day <= $to::date group by type, kind`,
  { params: { from: 'date', to: 'date' }, columns: { ...MOVED_COLUMNS, opening_minor: 'int8' } },
)

/** The sums of days. */
export const selectDays = statement(
  `-- invoices_journal_days
  select day::text, type, kind, sum(received_minor - moved_minor)::bigint as debit_minor, sum(received_minor)::bigint as credit_minor
  from ledger_daily_total where day >= $from::date and day <= $to::date group by day, type, kind order by day, type, kind`,
  { params: { from: 'date', to: 'date' }, columns: { day: 'text', ...MOVED_COLUMNS } },
)

/** How many entry numbers are read at once. */
const STEP = 500
const IN_PERIOD = `event_at >= $from::date::timestamp at time zone 'UTC' and event_at < ($to::date + 1)::timestamp at time zone 'UTC'`

/** Which steps of entry numbers have entries of the period: one reading of the period itself, whatever was before. */
export const selectSteps = statement(
  `-- invoices_journal_steps
  select distinct entry_no / ${STEP} as step from entry where ${IN_PERIOD} order by step`,
  { params: { from: 'date', to: 'date' }, columns: { step: 'int8' } },
)

export type PostingRow = RowOf<typeof selectPostings>
/** The postings of a step, entry by entry, with the numbers of the documents of each. */
export const selectPostings = statement(
  `-- invoices_journal_postings
  select (e.event_at at time zone 'UTC')::date::text as day, e.entry_no, e.id as entry_id, e.type, e.refers_to, a.kind,
    greatest(-p.amount_minor, 0) as debit_minor, greatest(p.amount_minor, 0) as credit_minor, (
      select string_agg(n.series || '-' || n.year || '-' || lpad(n.number::text, greatest(6, length(n.number::text)), '0'), ' ' order by n.link_no)
      from invoice i join invoice_number n on n.invoice_id = i.id where i.entry_id = e.id) as documents
  from entry e join posting p on p.entry_id = e.id and p.entry_no >= $step::int8 * ${STEP} and p.entry_no < ($step::int8 + 1) * ${STEP}
  join account a on a.no = p.account_no
  where e.entry_no >= $step::int8 * ${STEP} and e.entry_no < ($step::int8 + 1) * ${STEP} and ${IN_PERIOD}
  order by e.entry_no, p.posting_no`,
  {
    params: { from: 'date', to: 'date', step: 'int8' },
    columns: {
      day: 'text',
      entry_no: 'int8',
      entry_id: 'uuid',
      refers_to: 'text',
      documents: 'text?',
      ...MOVED_COLUMNS,
    },
  },
)
