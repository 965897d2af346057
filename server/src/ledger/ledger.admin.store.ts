// The SQL of the ledger as operators read it; read-only.
import type { AccountKind, EntryType } from '@fairturn/contract/accounting'
import type { Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { sortedList } from '../http/sorting.ts'

export interface AccountRow {
  readonly id: string
  readonly kind: AccountKind
  readonly owner_id: string
  readonly balance_minor: bigint
  readonly reserved_minor: bigint
  readonly version: bigint
  readonly created_at: Date
}

const ACCOUNT = 'id, kind, owner_id, balance_minor, reserved_minor, version, created_at'

/** $1: a kind; $2: an owner; $3 and $4: at least and at most this balance. */
export const listAccounts = sortedList<AccountRow, 'opened_at' | 'balance' | 'version'>({
  name: 'ledger_office_accounts',
  select: `select ${ACCOUNT}, no from account
   where ($1::text is null or kind = $1) and ($2::text is null or owner_id = $2)
     and ($3::bigint is null or balance_minor >= $3) and ($4::bigint is null or balance_minor <= $4)`,
  parameters: 4,
  columns: {
    opened_at: { by: 'no', type: 'bigint' },
    balance: { by: 'balance_minor', type: 'bigint' },
    version: { by: 'version', type: 'bigint' },
  },
  first: 'opened_at.desc',
})

/** One account. */
export const findAccount = statement<AccountRow>(
  'ledger_office_account',
  `select ${ACCOUNT} from account where id = $1`,
)

export interface PostingRow {
  readonly version: bigint
  readonly entry_id: string
  readonly type: EntryType
  readonly refers_to: string
  readonly amount_minor: bigint
  readonly balance_after: bigint
  readonly event_at: Date
}

const POSTING = `select p.version, p.entry_id, e.type, e.refers_to, p.amount_minor, p.balance_after, e.event_at
  from account a join posting p on p.account_no = a.no join entry e on e.id = p.entry_id where a.id = $1`

/** Of account $1, from version $2 on, at most $3. */
export const postingsUpwards = statement<PostingRow>(
  'ledger_office_postings_upwards',
  `${POSTING} and p.version >= $2 order by p.version limit $3`,
)
export const postingsDownwards = statement<PostingRow>(
  'ledger_office_postings_downwards',
  `${POSTING} and p.version <= $2 order by p.version desc limit $3`,
)

export interface EntryRow {
  readonly id: string
  readonly entry_no: bigint
  readonly type: EntryType
  readonly refers_to: string
  readonly actor: string
  readonly note: string
  readonly amount_minor: bigint
  readonly event_at: Date
  readonly created_at: Date
  readonly chain: number
  readonly capture: string | null
  readonly request_hash: string
  readonly previous_hash: string
  readonly hash: string
}

const ENTRY = `e.id, e.entry_no, e.type, e.refers_to, e.actor, e.note, e.event_at, e.created_at, e.chain, e.capture,
  encode(e.request_hash, 'hex') as request_hash, encode(e.previous_hash, 'hex') as previous_hash, encode(e.hash, 'hex') as hash`
// The amount moved: the sum of the credits, which equals the debits.
const AMOUNT = `(select coalesce(sum(p.amount_minor) filter (where p.amount_minor > 0), 0)::bigint from posting p
  where p.entry_no = e.entry_no and p.entry_id = e.id)`

export const findEntry = statement<EntryRow>(
  'ledger_office_entry',
  `select ${ENTRY}, ${AMOUNT} as amount_minor from entry e where e.id = $1`,
)

export interface EntryPostingRow {
  readonly account_id: string
  readonly kind: AccountKind
  readonly owner_id: string
  readonly amount_minor: bigint
  readonly balance_after: bigint
  readonly version: bigint
}
export const findEntryPostings = statement<EntryPostingRow>(
  'ledger_office_entry_postings',
  `select a.id as account_id, a.kind, a.owner_id, p.amount_minor, p.balance_after, p.version
   from entry e join posting p on p.entry_no = e.entry_no and p.entry_id = e.id join account a on a.no = p.account_no
   where e.id = $1 order by p.posting_no`,
)

/** In the order of the statement's parameters from the third on. */
export interface EntryFilter {
  readonly type: EntryType | null
  readonly refers_to: string | null
  readonly actor: string | null
  readonly amount_minor: bigint | null
  readonly from: Date | null
  readonly to: Date | null
}

const entriesWithin = (name: string, order: 'asc' | 'desc') =>
  statement<EntryRow>(
    name,
    `select ${ENTRY}, m.amount_minor from entry e cross join lateral (select ${AMOUNT} as amount_minor) m
     where e.entry_no >= $1 and e.entry_no <= $2
       and ($3::text is null or e.type = $3) and ($4::text is null or e.refers_to = $4)
       and ($5::text is null or e.actor = $5)
       and ($6::timestamptz is null or e.created_at >= $6) and ($7::timestamptz is null or e.created_at < $7)
       and ($8::bigint is null or m.amount_minor = $8)
     order by e.entry_no ${order} limit $9`,
  )
const upwards = entriesWithin('ledger_office_entries_upwards', 'asc')
const downwards = entriesWithin('ledger_office_entries_downwards', 'desc')
const lastNo = statement<{ last_no: bigint }>(
  'ledger_last_entry_no',
  'select max(last_entry_no) as last_no from chain',
)

const FIRST_SPAN = 2_000n
const WIDER = 16n

/**
 * Up to `limit` entries from the number `from_no`, or from the first or last, upwards or downwards. Entries
 * have only a coarse index by number, because each finer one slows every post: ever wider ranges are
 * scanned until the page is full.
 */
export async function entriesFrom(
  on: Queryable,
  params: { readonly upwards: boolean; readonly from_no: bigint | null; readonly limit: number },
  filter: EntryFilter,
): Promise<EntryRow[]> {
  const { last_no } = await lastNo.one(on)
  const { type, refers_to, actor, from, to, amount_minor } = filter
  const rows: EntryRow[] = []
  let at = params.from_no ?? (params.upwards ? 1n : last_no)
  for (let span = FIRST_SPAN; at >= 1n && at <= last_no && rows.length < params.limit; span *= WIDER) {
    const [low, high] = params.upwards ? [at, at + span - 1n] : [at - span + 1n, at]
    const values = [low, high, type, refers_to, actor, from, to, amount_minor, params.limit - rows.length]
    rows.push(...(await (params.upwards ? upwards : downwards).all(on, ...values)))
    at = params.upwards ? high + 1n : low - 1n
  }
  return rows
}

export const listChains = statement<{ no: number; length: bigint; last_entry_no: bigint; hash: string }>(
  'ledger_office_chains',
  `select no, length, last_entry_no, encode(hash, 'hex') as hash from chain order by no`,
)
