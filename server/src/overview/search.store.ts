// SQL of the back office's search: index lookups only (search.test.ts).
import { MAX_FOUND_OF_KIND, type Searched } from '@fairturn/contract/backoffice/search'
import { statement } from '../platform/database/statement.ts'
import { hasWords } from '../platform/http/filters.ts'

export interface FoundRow {
  readonly id: string
  readonly title: string
  readonly detail: string
  readonly status: string | null
  readonly amount_minor: bigint | null
  readonly at: Date
  /** Set for an order that is not in review, and for a refund. */
  readonly campaign_id?: string | null
  readonly line_id?: string | null
}

/** Interpretations of a search text; null if it cannot be one. */
export interface SearchTerms {
  readonly id: string | null
  /** Words of a name. */
  readonly name: string
  /** Words of the holder of a payout account; empty for who may not read accounts. */
  readonly holder: string
  readonly phones: readonly string[]
  readonly code: string | null
  /** Substring of a reference or a brand, as a pattern. */
  readonly part: string | null
  /** A whole reference. */
  readonly reference: string | null
  readonly link_code: string | null
  /** A whole account number or IBAN, as it is stored. */
  readonly account: string | null
  readonly entry_no: bigint | null
}

interface Search {
  readonly find: ReturnType<typeof statement<FoundRow>>
  readonly values: (terms: SearchTerms) => readonly unknown[]
}

const LINE = 'id, counterparty_name, counterparty_account, status, amount_minor, booking_day'

const search = (
  kind: string,
  columns: string,
  found: string,
  values: Search['values'],
  order = '',
): Search => ({
  find: statement<FoundRow>(`-- overview_search_${kind}
    select ${columns} from (${found}) as found ${order} limit ${MAX_FOUND_OF_KIND}`),
  values,
})

/** Materialized; otherwise the planner scans the whole table, expecting a few early matches. */
const few = (rows: string) =>
  `(with matching as materialized (${rows}) select * from matching limit ${MAX_FOUND_OF_KIND})`

const ofReference = (table: 'deposit' | 'withdrawal', at: string) =>
  [
    `id, reference as title, '' as detail, status, amount_minor, ${at} as at`,
    `select * from ${table} where id = $1
     union select * from ${table} where reference = $3
     union ${few(`select * from ${table} where reference ilike $2`)}`,
    ({ id, part, reference }: SearchTerms) => [id, reference === null ? part : null, reference],
  ] as const

export const SEARCHES: Readonly<Record<Searched, Search>> = {
  members: search(
    'members',
    `id, username as title, coalesce(phone, '') as detail, lock_kind as status, null::bigint as amount_minor, created_at as at`,
    `select * from member where id = $1
     union select * from member where username_key = $2 and closed_at is null
     union ${few(`select * from member where ${hasWords('username_key', '$2::text')} and closed_at is null`)}
     union select * from member where phone = any ($3::text[])
     union select * from member where code = $4
     union select m.* from bank_details b join member m on m.id = b.member_id where b.iban = $5 or b.account_number = $5
     union select m.* from ${few(`select member_id from bank_details where ${hasWords('holder', '$6::text')}`)} held
       join member m on m.id = held.member_id and m.closed_at is null`,
    ({ id, name, phones, code, account, holder }) => [id, name, phones, code, account, holder],
    // Of many with this word in their name, whoever is called by it alone.
    'order by coalesce(found.username_key = $2, false) desc, found.username_key',
  ),
  deposits: search('deposits', ...ofReference('deposit', 'created_at')),
  withdrawals: search('withdrawals', ...ofReference('withdrawal', 'requested_at')),
  entries: search(
    'entries',
    `id, entry_no::text as title, refers_to as detail, type as status, null::bigint as amount_minor, event_at as at`,
    `select * from entry where id = $1 union all select * from entry where entry_no = $2`,
    ({ id, entry_no }) => [id, entry_no],
  ),
  campaigns: search(
    'campaigns',
    `id, brand as title, '' as detail, status, budget_minor as amount_minor, created_at as at`,
    `select id, brand, status, budget_minor, created_at from campaign where id = $1
     union ${few('select id, brand, status, budget_minor, created_at from campaign where brand ilike $2')}`,
    ({ id, part }) => [id, part],
  ),
  orders: search(
    'orders',
    `id, brand as title, coalesce(link_code, '') as detail, status, null::bigint as amount_minor, taken_at as at,
     case when status = 'distributing' and review_until is not null then null else campaign_id end as campaign_id`,
    `select o.*, c.brand from orders o join campaign c on c.id = o.campaign_id where o.id = $1 or o.link_code = $2`,
    ({ id, link_code }) => [id, link_code],
  ),
  'payout-batches': search(
    'payout_batches',
    `id, reference as title, '' as detail, status, total_minor as amount_minor, created_at as at`,
    `select * from payout_batch where id = $1 union select * from payout_batch where reference = $2`,
    ({ id, reference }) => [id, reference],
  ),
  refunds: search(
    'refunds',
    `id, reference as title, '' as detail, status, amount_minor, approved_at as at, line_id`,
    `select * from unmatched_payment_refund where id = $1
     union select * from unmatched_payment_refund where reference = $2`,
    ({ id, reference }) => [id, reference],
  ),
  'bank-lines': search(
    'bank_lines',
    `id, coalesce(counterparty_name, '') as title, coalesce(counterparty_account, '') as detail, status, amount_minor,
     booking_day::timestamptz as at`,
    `select ${LINE} from bank_line where id = $1
     union ${few(`select ${LINE} from bank_line where ${hasWords('counterparty_name', '$2::text')} and counterparty_name is not null`)}
     union ${few(`select ${LINE} from bank_line where counterparty_account = $3`)}`,
    ({ id, name, account }) => [id, name, account],
  ),
  staff: search(
    'staff',
    `id, username as title, role as detail, null::text as status, null::bigint as amount_minor, created_at as at`,
    `select * from operator where id = $1 union select * from operator where username ilike $2`,
    ({ id, part }) => [id, part],
  ),
}
