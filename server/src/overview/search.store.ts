// SQL of the back office's search: index lookups only (search.test.ts).
import { MAX_FOUND_OF_KIND, type Searched } from '@fairturn/contract/backoffice/search'
import { type ParamsOf, type RowOf, statement } from '../platform/database/statement.ts'
import { hasWords } from '../platform/http/filters.ts'

export type FoundRow = RowOf<typeof FOUND>

/** Interpretations of a search text; null if it cannot be one. */
export type SearchTerms = ParamsOf<typeof TERMS>

const TERMS = {
  id: 'uuid?',
  /** Words of a name. */
  name: 'text',
  /** Words of the holder of a payout account; empty for who may not read accounts. */
  holder: 'text',
  phones: 'text[]',
  code: 'text?',
  /** Substring of a reference or a brand, as a pattern. */
  part: 'text?',
  /** The same, unless it is a whole reference. */
  part_of_reference: 'text?',
  /** A whole reference. */
  reference: 'text?',
  link_code: 'text?',
  /** A whole account number or IBAN, as it is stored. */
  account: 'text?',
  entry_no: 'int8?',
  /** The number of an invoice or credit note without its zeros, e.g. `FI-2026-123`. */
  document: 'text?',
  /** Between which ids the campaign of a quote is. */
  quoted_from: 'uuid?',
  quoted_to: 'uuid?',
} as const

const FOUND = {
  id: 'uuid',
  title: 'text',
  detail: 'text',
  status: 'text?',
  amount_minor: 'int8?',
  at: 'timestamptz',
  /** Set for an order that is not in review, and for a refund. */
  campaign_id: 'uuid?',
  line_id: 'uuid?',
} as const

const LINE = 'id, counterparty_name, counterparty_account, status, amount_minor, booking_day'

const STATEMENT = 'id, statement_id, file_name, status, to_day'

const BATCH = 'id, reference, status, total_minor, created_at'

const DOCUMENT = `i.id, i.series, n.year, n.number, i.subject_name, i.total_minor, i.issued_at
  from invoice i join invoice_number n on n.invoice_id = i.id`

/** Called with every term; its statement takes those it uses. */
const search = (
  kind: string,
  used: readonly (keyof SearchTerms)[],
  columns: string,
  found: string,
  { order = '', page = 'null::uuid as campaign_id, null::uuid as line_id' } = {},
) =>
  statement(
    `-- overview_search_${kind}
    select ${columns}, ${page} from (${found}) as found ${order} limit ${MAX_FOUND_OF_KIND}`,
    {
      params: Object.fromEntries(used.map((term) => [term, TERMS[term]])) as typeof TERMS,
      columns: FOUND,
    },
  )

/** Materialized; otherwise the planner scans the whole table, expecting a few early matches. */
const few = (rows: string) =>
  `(with matching as materialized (${rows}) select * from matching limit ${MAX_FOUND_OF_KIND})`

const ofReference = (table: 'deposit' | 'withdrawal', at: string, status = 'status') =>
  search(
    `${table}s`,
    ['id', 'reference', 'part_of_reference'],
    `id, reference as title, '' as detail, ${status} as status, amount_minor, ${at} as at`,
    `select * from ${table} where id = $id
     union select * from ${table} where reference = $reference
     union ${few(`select * from ${table} where reference ilike $part_of_reference`)}`,
  )

export const SEARCHES = {
  members: search(
    'members',
    ['id', 'name', 'phones', 'code', 'account', 'holder'],
    `id, username as title, coalesce(phone, '') as detail, lock_kind as status, null::bigint as amount_minor, created_at as at`,
    `select * from member where id = $id
     union select * from member where username_key = $name and closed_at is null
     union ${few(`select * from member where ${hasWords('username_key', '$name::text')} and closed_at is null`)}
     union select * from member where phone = any ($phones::text[])
     union select * from member where code = $code
     union select m.* from bank_details b join member m on m.id = b.member_id
       where b.iban = $account or b.account_number = $account
     union select m.* from ${few(`select member_id from bank_details where ${hasWords('holder', '$holder::text')}`)} held
       join member m on m.id = held.member_id and m.closed_at is null`,
    // Of many with this word in their name, whoever is called by it alone.
    { order: 'order by coalesce(found.username_key = $name, false) desc, found.username_key' },
  ),
  deposits: ofReference(
    'deposit',
    'created_at',
    // As its page says it: credited by a statement that was revoked.
    `case when taken_back_minor > 0 then 'taken_back' else status end`,
  ),
  withdrawals: ofReference('withdrawal', 'requested_at'),
  entries: search(
    'entries',
    ['id', 'entry_no'],
    `id, entry_no::text as title, refers_to as detail, type as status, null::bigint as amount_minor, event_at as at`,
    `select * from entry where id = $id union all select * from entry where entry_no = $entry_no`,
  ),
  campaigns: search(
    'campaigns',
    ['id', 'part', 'name', 'quoted_from', 'quoted_to'],
    `id, brand as title, '' as detail, status, budget_minor as amount_minor, created_at as at`,
    `select id, brand, status, budget_minor, created_at from campaign where id = $id
     union select id, brand, status, budget_minor, created_at from campaign where id between $quoted_from and $quoted_to
     union ${few('select id, brand, status, budget_minor, created_at from campaign where brand ilike $part')}
     union ${few(`select id, brand, status, budget_minor, created_at from campaign where ${hasWords('brand', '$name::text')}`)}`,
  ),
  orders: search(
    'orders',
    ['id', 'link_code'],
    `id, brand as title, coalesce(link_code, '') as detail, nullif(status, '') as status, null::bigint as amount_minor, taken_at as at`,
    `select o.*, c.brand from orders o join campaign c on c.id = o.campaign_id where o.id = $id or o.link_code = $link_code`,
    {
      page: `case when status = 'distributing' and review_until is not null then null else campaign_id end as campaign_id,
     null::uuid as line_id`,
    },
  ),
  'payout-batches': search(
    'payout_batches',
    ['id', 'reference', 'part_of_reference'],
    `id, reference as title, '' as detail, status, total_minor as amount_minor, created_at as at`,
    `select ${BATCH} from payout_batch where id = $id union select ${BATCH} from payout_batch where reference = $reference
     union ${few(`select ${BATCH} from payout_batch where reference ilike $part_of_reference`)}`,
  ),
  refunds: search(
    'refunds',
    ['id', 'reference', 'part_of_reference'],
    `id, reference as title, '' as detail, status, amount_minor, approved_at as at`,
    `select * from unmatched_payment_refund where id = $id
     union select * from unmatched_payment_refund where reference = $reference
     union ${few('select * from unmatched_payment_refund where reference ilike $part_of_reference')}`,
    { page: 'null::uuid as campaign_id, line_id' },
  ),
  invoices: search(
    'invoices',
    ['id', 'document'],
    `id, series || '-' || year || '-' || lpad(number::text, greatest(6, length(number::text)), '0') as title, subject_name as detail,
     series as status, total_minor as amount_minor, issued_at as at`,
    `select ${DOCUMENT} where i.id = $id
     union all select ${DOCUMENT} where n.series = split_part($document::text, '-', 1) and n.year = split_part($document::text, '-', 2)::int
       and n.number = split_part($document::text, '-', 3)::int`,
  ),
  'bank-lines': search(
    'bank_lines',
    ['id', 'name', 'account'],
    `id, coalesce(counterparty_name, '') as title, coalesce(counterparty_account, '') as detail, status, amount_minor,
     booking_day::timestamp at time zone 'UTC' as at`,
    `select ${LINE} from bank_line where id = $id
     union ${few(`select ${LINE} from bank_line where ${hasWords('counterparty_name', '$name::text')} and counterparty_name is not null`)}
     union ${few(`select ${LINE} from bank_line where counterparty_account = $account`)}`,
  ),
  'bank-statements': search(
    'bank_statements',
    ['id', 'part'],
    `id, statement_id as title, file_name as detail, status, null::bigint as amount_minor, to_day::timestamp at time zone 'UTC' as at`,
    `select ${STATEMENT} from bank_statement where id = $id
     union ${few(`select ${STATEMENT} from bank_statement where statement_id ilike $part`)}
     union ${few(`select ${STATEMENT} from bank_statement where file_name ilike $part`)}`,
  ),
  staff: search(
    'staff',
    ['id', 'part'],
    `id, username as title, role as detail, null::text as status, null::bigint as amount_minor, created_at as at`,
    `select * from operator where id = $id union select * from operator where username ilike $part`,
  ),
} satisfies Readonly<Record<Searched, object>>
