import type { AccountKind, EntryType } from '@fairturn/contract/accounting'
import type { Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import type { AccountId, EntryId } from './entries.ts'

export interface Balance {
  balance_minor: bigint
  /** The part of the balance that open holds reserve. */
  reserved_minor: bigint
}

export interface StatementPage {
  /** The cursor of the line after which it continues. */
  readonly before?: string | undefined
  readonly limit: number
  /** From then on. */
  readonly from?: Date | undefined
  /** Before then. */
  readonly to?: Date | undefined
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
  /** The cursor that continues after this line. */
  cursor: string
}

// Each account is read from its newest posting backwards, so a page costs the same however long the history is.
const postings = statement<Omit<StatementLine, 'cursor'> & { version: bigint }>(`-- ledger_postings
  select e.id as entry_id, e.type, e.refers_to, e.note, e.actor, e.event_at, e.created_at,
    p.account_id, p.amount_minor, p.balance_after, p.version
  from unnest($1::uuid[], $2::bigint[]) as page (id, before)
  join account a on a.id = page.id
  cross join lateral (
    select a.id as account_id, p.* from posting p
    where p.account_no = a.no and p.version < page.before
    order by p.version desc limit $3::int
  ) p
  join entry e on e.id = p.entry_id
  order by p.entry_no desc, p.posting_no desc limit $3::int`)
// The period is searched among the account's own postings: at worst all of them.
const postingsOfPeriod = statement<
  Omit<StatementLine, 'cursor'> & { version: bigint }
>(`-- ledger_postings_of_period
  select p.entry_id, p.type, p.refers_to, p.note, p.actor, p.event_at, p.created_at,
    p.account_id, p.amount_minor, p.balance_after, p.version
  from unnest($1::uuid[], $2::bigint[]) as page (id, before)
  join account a on a.id = page.id
  cross join lateral (
    select a.id as account_id, p.*, e.type, e.refers_to, e.note, e.actor, e.event_at, e.created_at
    from posting p join entry e on e.id = p.entry_id
    where p.account_no = a.no and p.version < page.before
      and e.event_at >= coalesce($4::timestamptz, '-infinity') and e.event_at < coalesce($5::timestamptz, 'infinity')
    order by p.version desc limit $3::int
  ) p
  order by p.entry_no desc, p.posting_no desc limit $3::int`)
const totals = statement<{
  kind: AccountKind
  accounts: number
  balance_minor: bigint
  reserved_minor: bigint
}>(`-- ledger_totals
  select kind, count(*)::int as accounts, sum(balance_minor)::bigint as balance_minor, sum(reserved_minor)::bigint as reserved_minor
  from account group by kind`)

const sumsBefore = statement<{ id: AccountId; sum: bigint }>(`-- ledger_sums_before
  select a.id, sum(p.amount_minor)::bigint as sum
  from account a join posting p on p.account_no = a.no join entry e on e.id = p.entry_id
  where a.id = any ($1::uuid[]) and e.event_at < $2 group by a.id`)
/** Folds the daily totals that each chain has of a UTC day into one, for all days before $1; the sums stay (decision 046). */
export const foldDailyTotals = statement(`-- ledger_fold_totals
  select ledger_fold_totals($1::date)`)

const hashes = statement<{ hash: string }>(`-- ledger_entry_hash
  select encode(hash, 'hex') as hash from entry where id = $1`)

/** The sums of each account before an instant; in the order of the ids, zero where nothing had happened. */
export async function balancesBefore(
  on: Queryable,
  account_ids: AccountId[],
  before: Date,
): Promise<bigint[]> {
  const sums = new Map((await sumsBefore.all(on, account_ids, before)).map(({ id, sum }) => [id, sum]))
  return account_ids.map((id) => sums.get(id) ?? 0n)
}

/** The chain hash of an entry, in hexadecimal: it covers the entry and all before it in its chain. */
export async function entryHash(on: Queryable, entry_id: string): Promise<string> {
  return (await hashes.one(on, entry_id)).hash
}

const NEWEST = 10n ** 18n - 1n // higher than any version
const CURSOR = /^\d{1,18}(_\d{1,18})*$/

/** At most `limit` lines, newest first, after the cursor `before`. Throws RangeError for a cursor of other accounts. */
export async function postingsOf(
  on: Queryable,
  account_ids: AccountId[],
  page: StatementPage,
): Promise<StatementLine[]> {
  // A cursor holds how far each account has been read: new postings get higher versions and never shift a page.
  const versions =
    page.before === undefined ? account_ids.map(() => NEWEST) : parseCursor(page.before, account_ids.length)
  const { from, to, limit } = page
  const rows =
    from === undefined && to === undefined
      ? await postings.all(on, account_ids, versions, limit)
      : await postingsOfPeriod.all(on, account_ids, versions, limit, from ?? null, to ?? null)
  return rows.map(({ version, ...line }) => {
    versions[account_ids.indexOf(line.account_id)] = version
    return Object.assign(line, { cursor: versions.join('_') })
  })
}

function parseCursor(cursor: string, accounts: number): bigint[] {
  const versions = CURSOR.test(cursor) ? cursor.split('_').map(BigInt) : []
  if (versions.length !== accounts) throw new RangeError('this is not the cursor of a statement line')
  return versions
}

/** What all accounts of each kind hold together; the sum over all kinds is zero. */
export async function platformTotals(
  on: Queryable,
): Promise<Map<AccountKind, Balance & { accounts: number }>> {
  const rows = await totals.all(on)
  return new Map(rows.map(({ kind, ...total }) => [kind, total]))
}
