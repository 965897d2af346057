import type { AccountKind, EntryType } from '@fairturn/contract/accounting'
import type { Queryable } from '../platform/database/database.ts'
import { typed, statement } from '../platform/database/statement.ts'
import type { AccountId, EntryId } from './entries.ts'

export interface Balance {
  balance_minor: bigint
  /** The part of the balance reserved by open holds. */
  reserved_minor: bigint
}

export interface StatementPage {
  /** Cursor of the last line of the previous page (keyset pagination). */
  readonly before?: string | undefined
  readonly limit: number
  /** Inclusive lower bound. */
  readonly from?: Date | undefined
  /** Exclusive upper bound. */
  readonly to?: Date | undefined
}

/** One posting, as shown to the account's holder. */
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
  /** Cursor for the page after this line. */
  cursor: string
}

// Keyset pagination from the newest posting backwards: the cost of a page does not grow with the history.
const postings = statement(
  `-- ledger_postings
  select e.id as entry_id, e.type, e.refers_to, e.note, e.actor, e.event_at, e.created_at,
    p.account_id, p.amount_minor, p.balance_after, p.version
  from unnest($account_ids::uuid[], $versions::bigint[]) as page (id, before)
  join account a on a.id = page.id
  cross join lateral (
    select a.id as account_id, p.* from posting p
    where p.account_no = a.no and p.version < page.before
    order by p.version desc limit $limit::int
  ) p
  join entry e on e.id = p.entry_id
  order by p.entry_no desc, p.posting_no desc limit $limit::int`,
  {
    params: { account_ids: 'uuid[]', versions: 'int8[]', limit: 'int4' },
    columns: {
      entry_id: 'uuid',
      type: typed<EntryType>('text'),
      refers_to: 'text',
      note: 'text',
      actor: 'text',
      event_at: 'timestamptz',
      created_at: 'timestamptz',
      account_id: 'uuid',
      amount_minor: 'int8',
      balance_after: 'int8',
      version: 'int8',
    },
  },
)
// Filters the account's own postings by time; worst case it scans all of them.
const postingsOfPeriod = statement(
  `-- ledger_postings_of_period
  select p.entry_id, p.type, p.refers_to, p.note, p.actor, p.event_at, p.created_at,
    p.account_id, p.amount_minor, p.balance_after, p.version
  from unnest($account_ids::uuid[], $versions::bigint[]) as page (id, before)
  join account a on a.id = page.id
  cross join lateral (
    select a.id as account_id, p.*, e.type, e.refers_to, e.note, e.actor, e.event_at, e.created_at
    from posting p join entry e on e.id = p.entry_id
    where p.account_no = a.no and p.version < page.before
      and e.event_at >= coalesce($from::timestamptz, '-infinity') and e.event_at < coalesce($to::timestamptz, 'infinity')
    order by p.version desc limit $limit::int
  ) p
  order by p.entry_no desc, p.posting_no desc limit $limit::int`,
  {
    params: {
      account_ids: 'uuid[]',
      versions: 'int8[]',
      limit: 'int4',
      from: 'timestamptz?',
      to: 'timestamptz?',
    },
    columns: {
      entry_id: 'uuid',
      type: typed<EntryType>('text'),
      refers_to: 'text',
      note: 'text',
      actor: 'text',
      event_at: 'timestamptz',
      created_at: 'timestamptz',
      account_id: 'uuid',
      amount_minor: 'int8',
      balance_after: 'int8',
      version: 'int8',
    },
  },
)
const totals = statement(
  `-- ledger_totals
  select kind, count(*)::int as accounts, sum(balance_minor)::bigint as balance_minor, sum(reserved_minor)::bigint as reserved_minor
  from account group by kind`,
  {
    columns: {
      kind: typed<AccountKind>('text'),
      accounts: 'int4',
      balance_minor: 'int8',
      reserved_minor: 'int8',
    },
  },
)

const sumsBefore = statement(
  `-- ledger_sums_before
  select a.id, sum(p.amount_minor)::bigint as sum
  from account a join posting p on p.account_no = a.no join entry e on e.id = p.entry_id
  where a.id = any ($account_ids::uuid[]) and e.event_at < $before group by a.id`,
  { params: { account_ids: 'uuid[]', before: 'timestamptz' }, columns: { id: 'uuid', sum: 'int8' } },
)
/** Merges the per-chain daily totals of each UTC day before $yesterday into one row; the sums do not change (decision 046). */
export const foldDailyTotals = statement(
  `-- ledger_fold_totals
  select ledger_fold_totals($yesterday::date)`,
  { params: { yesterday: 'date' } },
)

const hashes = statement(
  `-- ledger_entry_hash
  select encode(hash, 'hex') as hash from entry where id = $entry_id`,
  { params: { entry_id: 'uuid' }, columns: { hash: 'text' } },
)

/** Each account's balance in minor units just before an instant, in the order of the ids; zero without postings. */
export async function balancesBefore(
  on: Queryable,
  account_ids: AccountId[],
  before: Date,
): Promise<bigint[]> {
  const sums = new Map((await sumsBefore.all(on, { account_ids, before })).map(({ id, sum }) => [id, sum]))
  return account_ids.map((id) => sums.get(id) ?? 0n)
}

/** Chain hash of an entry, in hexadecimal. It covers the entry and all earlier entries of its chain. */
export async function entryHash(on: Queryable, entry_id: string): Promise<string> {
  return (await hashes.one(on, { entry_id })).hash
}

const NEWEST = 10n ** 18n - 1n // higher than any version
const CURSOR = /^\d{1,18}(_\d{1,18})*$/

/**
 * One page of at most `limit` lines, newest first, after the cursor `before`. Throws RangeError if the cursor belongs to
 * other accounts.
 */
export async function postingsOf(
  on: Queryable,
  account_ids: AccountId[],
  page: StatementPage,
): Promise<StatementLine[]> {
  // The cursor holds the last version read of each account. New postings get higher versions, so they never shift a page.
  const versions =
    page.before === undefined ? account_ids.map(() => NEWEST) : parseCursor(page.before, account_ids.length)
  const { from, to, limit } = page
  const rows =
    from === undefined && to === undefined
      ? await postings.all(on, { account_ids, versions, limit })
      : await postingsOfPeriod.all(on, { account_ids, versions, limit, from: from ?? null, to: to ?? null })
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

/** Total per kind of account, in minor units; the sum over all kinds is zero. */
export async function platformTotals(
  on: Queryable,
): Promise<Map<AccountKind, Balance & { accounts: number }>> {
  const rows = await totals.all(on)
  return new Map(rows.map(({ kind, ...total }) => [kind, total]))
}
