import type { AccountKind, EntryType } from '@fairturn/contract/accounting'
import { type RowOf, statement, typed } from '../platform/database/statement.ts'

const MOVED_COLUMNS = {
  type: typed<EntryType>('text'),
  kind: typed<AccountKind>('text'),
  debit_minor: 'int8',
  credit_minor: 'int8',
} as const

/** How many entry numbers are read at once. */
const STEP = 500
/** The entries of whole steps that have one of these instants: postings are found by entry number alone. */
const entriesOf = (during: (column: string) => string): string =>
  `(select distinct entry_no / ${STEP} as step from entry where ${during('event_at')}) s
  join entry e on e.entry_no >= s.step * ${STEP} and e.entry_no < (s.step + 1) * ${STEP} and ${during('e.event_at')}
  join posting p on p.entry_id = e.id and p.entry_no >= s.step * ${STEP} and p.entry_no < (s.step + 1) * ${STEP}
  join account a on a.no = p.account_no`

/** Days are those of documents: of the site's time zone. */
const BEGIN = '$from::date::timestamp at time zone $time_zone::text'
const END = '($to::date + 1)::timestamp at time zone $time_zone::text'
const inPeriod = (column: string): string => `${column} >= ${BEGIN} and ${column} < ${END}`
const PERIOD = { from: 'date', to: 'date', time_zone: 'text' } as const

/**
 * By type of entry and kind of account: what stood before the period, and what moved in it. Of the ledger's sums, which are of
 * days of UTC, and of the hours between the beginning of such a day and an edge of the period.
 */
export const selectBalances = statement(
  `-- invoices_journal_balances
  with edge as (
    select name, at, (at at time zone 'UTC')::date as day from (values ('from', ${BEGIN}), ('to', ${END})) as each (name, at)
  ), before_edge as (
    select name, type, kind, received_minor, moved_minor from edge join ledger_daily_total t on t.day < edge.day
    union all
    select name, hours.* from edge cross join lateral (
      select e.type, a.kind, greatest(p.amount_minor, 0), p.amount_minor
      from ${entriesOf((column) => `${column} >= edge.day::timestamp at time zone 'UTC' and ${column} < edge.at`)}
    ) hours
  )
  select type, kind, coalesce(-sum(moved_minor) filter (where name = 'from'), 0)::bigint as opening_minor,
    sum(case name when 'to' then received_minor - moved_minor else moved_minor - received_minor end)::bigint as debit_minor,
    sum(case name when 'to' then received_minor else -received_minor end)::bigint as credit_minor
  from before_edge group by type, kind`,
  { params: PERIOD, columns: { ...MOVED_COLUMNS, opening_minor: 'int8' } },
)

/** The sums of days. */
export const selectDays = statement(
  `-- invoices_journal_days
  select (e.event_at at time zone $time_zone::text)::date::text as day, e.type, a.kind,
    sum(greatest(-p.amount_minor, 0))::bigint as debit_minor, sum(greatest(p.amount_minor, 0))::bigint as credit_minor
  from ${entriesOf(inPeriod)} group by 1, 2, 3 order by 1, 2, 3`,
  { params: PERIOD, columns: { day: 'text', ...MOVED_COLUMNS } },
)

/** Which steps of entry numbers have entries of the period: one reading of the period itself, whatever was before. */
export const selectSteps = statement(
  `-- invoices_journal_steps
  select distinct entry_no / ${STEP} as step from entry where ${inPeriod('event_at')} order by step`,
  { params: PERIOD, columns: { step: 'int8' } },
)

export type PostingRow = RowOf<typeof selectPostings>
/** The postings of a step, entry by entry, with the numbers of the documents of each. */
export const selectPostings = statement(
  `-- invoices_journal_postings
  select (e.event_at at time zone $time_zone::text)::date::text as day, e.entry_no, e.id as entry_id, e.type, e.refers_to, a.kind,
    greatest(-p.amount_minor, 0) as debit_minor, greatest(p.amount_minor, 0) as credit_minor, (
      select string_agg(n.series || '-' || n.year || '-' || lpad(n.number::text, greatest(6, length(n.number::text)), '0'), ' ' order by n.link_no)
      from invoice i join invoice_number n on n.invoice_id = i.id where i.entry_id = e.id) as documents
  from entry e join posting p on p.entry_id = e.id and p.entry_no >= $step::int8 * ${STEP} and p.entry_no < ($step::int8 + 1) * ${STEP}
  join account a on a.no = p.account_no
  where e.entry_no >= $step::int8 * ${STEP} and e.entry_no < ($step::int8 + 1) * ${STEP} and ${inPeriod('e.event_at')}
  order by e.entry_no, p.posting_no`,
  {
    params: { ...PERIOD, step: 'int8' },
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
