// What the ledger says: balances, statement lines, totals. It must never write.
import type { Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import type { AccountId, AccountKind, EntryId, EntryType } from './ids.ts'

export interface Balance {
  balance_minor: bigint
  /** The part of the balance that open holds reserve. */
  reserved_minor: bigint
}

/** One posting as its account's owner sees it. */
export interface StatementLine {
  entry_id: EntryId
  type: EntryType
  refers_to: string
  note: string
  actor: string
  event_at: Date
  created_at: Date
  account_id: AccountId
  amount_minor: bigint
  balance_after: bigint
  /** Where a page that ends with this line is continued. */
  cursor: string
}

const balances = statement<Balance & { id: AccountId }>(
  'ledger_balances',
  'select id, balance_minor, reserved_minor from account where id = any ($1::uuid[])',
)

// Each account is read from its newest posting backwards, so a page costs the same however long the history is.
const postings = statement<StatementLine>(
  'ledger_postings',
  `select e.id as entry_id, e.type, e.refers_to, e.note, e.actor, e.event_at, e.created_at,
     p.account_id, p.amount_minor, p.balance_after, p.entry_no || '.' || p.posting_no as cursor
   from unnest($1::uuid[]) as a (id)
   cross join lateral (
     select * from posting p
     where p.account_id = a.id and p.entry_no <= $2::bigint and (p.entry_no, p.posting_no) < ($2::bigint, $3::int)
     order by p.entry_no desc limit $4::int
   ) p
   join entry e on e.entry_no = p.entry_no
   order by p.entry_no desc, p.posting_no desc limit $4::int`,
)
const totals = statement<{
  kind: AccountKind
  accounts: number
  balance_minor: bigint
  reserved_minor: bigint
}>(
  'ledger_totals',
  `select kind, count(*)::int as accounts, sum(balance_minor)::bigint as balance_minor, sum(reserved_minor)::bigint as reserved_minor
   from account group by kind`,
)

/** The balances of the accounts that exist. */
export async function balancesOf(on: Queryable, account_ids: AccountId[]): Promise<Map<AccountId, Balance>> {
  const rows = await balances.all(on, account_ids)
  return new Map(rows.map(({ id, balance_minor, reserved_minor }) => [id, { balance_minor, reserved_minor }]))
}

const NEWEST = { entry_no: '9223372036854775807', posting_no: 2_147_483_647 }
const CURSOR = /^(\d{1,18})\.(\d{1,9})$/

/** Up to `limit` statement lines of the accounts, newest first, continuing after the line whose cursor is `before`. */
export async function postingsOf(
  on: Queryable,
  account_ids: AccountId[],
  page: { before?: string | undefined; limit: number },
): Promise<StatementLine[]> {
  const [, entry_no = NEWEST.entry_no, posting_no = NEWEST.posting_no] =
    page.before === undefined ? [] : parseCursor(page.before)
  return postings.all(on, account_ids, entry_no, posting_no, page.limit)
}

function parseCursor(cursor: string): RegExpExecArray {
  const parts = CURSOR.exec(cursor)
  if (!parts) throw new RangeError('this is not the cursor of a statement line')
  return parts
}

/** What all accounts of each kind hold together; the sum over all kinds is zero. */
export async function platformTotals(
  on: Queryable,
): Promise<Map<AccountKind, Balance & { accounts: number }>> {
  const rows = await totals.all(on)
  return new Map(rows.map(({ kind, ...total }) => [kind, total]))
}
