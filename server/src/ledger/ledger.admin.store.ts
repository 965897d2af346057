import type { AccountKind, EntryType } from '@fairturn/contract/accounting'
import { parseMoney } from '@fairturn/contract/minor-units'
import type { Queryable } from '../platform/database/database.ts'
import {
  type ParamsOf,
  type RowOf,
  typed,
  type NamedStatement,
  statement,
} from '../platform/database/statement.ts'
import type { Filter } from '../platform/http/filters.ts'
import { sortedList } from '../platform/http/sorting.ts'

const ACCOUNT_COLUMNS = {
  id: 'uuid',
  kind: typed<AccountKind>('text'),
  holder_id: 'text',
  balance_minor: 'int8',
  reserved_minor: 'int8',
  version: 'int8',
  created_at: 'timestamptz',
} as const

export type AccountRow = RowOf<typeof ACCOUNT_COLUMNS>

const ACCOUNT = 'id, kind, holder_id, balance_minor, reserved_minor, version, created_at'

/** Uses the index of amounts. */
const bounded = (beyond: '>=' | '<='): Filter => ({
  where: `balance_minor ${beyond} ? and magnitude ${beyond} ledger_magnitude(?)`,
  values: (bound: string) => [parseMoney(bound), parseMoney(bound)],
})

export const listAccounts = sortedList({
  name: 'ledger_admin_accounts',
  rows: ACCOUNT_COLUMNS,
  select: `select ${ACCOUNT}, no, magnitude from account`,
  filters: {
    kind: 'kind = ?',
    holder_id: 'holder_id = ?',
    least: bounded('>='),
    most: bounded('<='),
  },
  columns: {
    opened_at: { by: 'no', type: 'bigint' },
    balance: {
      by: 'balance_minor',
      type: 'bigint',
      coarse: { by: 'magnitude', of: 'ledger_magnitude' },
    },
    version: { by: 'version', type: 'bigint' },
  },
  first: 'opened_at.desc',
})

/** One account. */
export const findAccount = statement(
  `-- ledger_admin_account
  select ${ACCOUNT} from account where id = $account_id`,
  {
    params: { account_id: 'uuid' },
    columns: ACCOUNT_COLUMNS,
  },
)

export type PostingRow = RowOf<typeof POSTING_COLUMNS>

const POSTING = `select p.version, p.entry_id, e.type, e.refers_to, p.amount_minor, p.balance_after, e.event_at
  from account a join posting p on p.account_no = a.no join entry e on e.id = p.entry_id where a.id = $account_id`

const POSTING_COLUMNS = {
  version: 'int8',
  entry_id: 'uuid',
  type: typed<EntryType>('text'),
  refers_to: 'text',
  amount_minor: 'int8',
  balance_after: 'int8',
  event_at: 'timestamptz',
} as const

/** Postings of account $account_id from version $version upwards, at most $limit. */
export const postingsUpwards = statement(
  `-- ledger_admin_postings_upwards
  ${POSTING} and p.version >= $version order by p.version limit $limit`,
  { params: { account_id: 'uuid', version: 'int8', limit: typed<number>('int8') }, columns: POSTING_COLUMNS },
)
export const postingsDownwards = statement(
  `-- ledger_admin_postings_downwards
  ${POSTING} and p.version <= $version order by p.version desc limit $limit`,
  { params: { account_id: 'uuid', version: 'int8', limit: typed<number>('int8') }, columns: POSTING_COLUMNS },
)

export type EntryRow = RowOf<typeof ENTRY_COLUMNS>

const ENTRY = `e.id, e.entry_no, e.type, e.refers_to, e.actor, e.note, e.event_at, e.created_at, e.chain, e.capture,
  encode(e.request_hash, 'hex') as request_hash, encode(e.previous_hash, 'hex') as previous_hash, encode(e.hash, 'hex') as hash`
// The amount moved: sum of the credits, which equals the sum of the debits.
const AMOUNT = `(select coalesce(sum(p.amount_minor) filter (where p.amount_minor > 0), 0)::bigint from posting p
  where p.entry_no = e.entry_no and p.entry_id = e.id)`

const OF_ENTRY_COLUMNS = {
  id: 'uuid',
  entry_no: 'int8',
  type: typed<EntryType>('text'),
  refers_to: 'text',
  actor: 'text',
  note: 'text',
  event_at: 'timestamptz',
  created_at: 'timestamptz',
  chain: 'int4',
  capture: 'uuid?',
  request_hash: 'text',
  previous_hash: 'text',
  hash: 'text',
} as const
const ENTRY_COLUMNS = { ...OF_ENTRY_COLUMNS, amount_minor: 'int8' } as const

export const findEntry = statement(
  `-- ledger_admin_entry
  select ${ENTRY}, ${AMOUNT} as amount_minor from entry e where e.id = $entry_id`,
  {
    params: { entry_id: 'uuid' },
    columns: ENTRY_COLUMNS,
  },
)

export type EntryPostingRow = RowOf<typeof findEntryPostings>
export const findEntryPostings = statement(
  `-- ledger_admin_entry_postings
  select a.id as account_id, a.kind, a.holder_id, p.amount_minor, p.balance_after, p.version
  from entry e join posting p on p.entry_no = e.entry_no and p.entry_id = e.id join account a on a.no = p.account_no
  where e.id = $entry_id order by p.posting_no`,
  {
    params: { entry_id: 'uuid' },
    columns: {
      account_id: 'uuid',
      kind: typed<AccountKind>('text'),
      holder_id: 'text',
      amount_minor: 'int8',
      balance_after: 'int8',
      version: 'int8',
    },
  },
)

export interface EntryFilter {
  readonly type: EntryType | null
  readonly refers_to: string | null
  readonly actor: string | null
  readonly amount_minor: bigint | null
  readonly from: Date | null
  readonly to: Date | null
}

// With two postings each is the whole amount, with three one of them is; with more they are summed.
const ofAmount = (postings: string) => ({
  from: `(
      select entry_no, entry_id as id from ${postings} p where abs(amount_minor) = $amount_minor
      union select entry_no, id from entry where posting_count > 3 and entry_no >= $low and entry_no <= $high
    ) of_amount cross join lateral (select * from entry where id = of_amount.id offset 0) e`,
  where: `and (e.posting_count = 2 or ${AMOUNT} = $amount_minor)`,
  order: 'of_amount.entry_no', // lets the join stop when the page is full
})
const POSTINGS = 'select entry_no, entry_id, amount_minor from posting where'

// Every statement has every parameter; the planner drops what is always true.
const ANY_AMOUNT = 'and (true or $amount_minor::bigint is null)'
/**
 * Searches that have an index: by amount, by what an entry refers to, by an actor other than members and the system, by a
 * rare type.
 */
const BY = {
  any: { from: 'entry e', where: ANY_AMOUNT, order: 'e.entry_no' },
  // Scanning all postings of a few adjacent entries is cheaper than the index of amounts, which checks each range of pages.
  nearby: ofAmount(`(${POSTINGS} entry_no >= $low and entry_no <= $high offset 0)`),
  // The planner estimates that one bound keeps a third of the postings and two bounds almost none, and then ignores the
  // index of amounts. `+ 0` hides the bound that is not needed: what lies beyond it was searched before.
  amount_desc: ofAmount(`(${POSTINGS} entry_no >= $low and entry_no + 0 <= $high)`),
  amount_asc: ofAmount(`(${POSTINGS} entry_no <= $high and entry_no + 0 >= $low)`),
  reference: {
    from: `(
      select id from entry where refers_to = $refers_to and type <> 'award_claimed'
      union all select entry_id from award where objection_id is null
        and order_id = case when $refers_to ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then $refers_to::uuid end
    ) referring cross join lateral (select * from entry where id = referring.id offset 0) e`,
    where: `and ($amount_minor::bigint is null or ${AMOUNT} = $amount_minor)`,
    order: 'e.entry_no',
  },
  actor: {
    from: 'entry e',
    where: `and e.actor <> 'system' and e.actor not like 'member:%' ${ANY_AMOUNT}`,
    order: 'e.entry_no',
  },
  type: {
    from: 'entry e',
    where: `and e.type not in ('award_claimed', 'deposit_credited') ${ANY_AMOUNT}`,
    order: 'e.entry_no',
  },
} as const
const CONDITIONS = {
  type: ['text', 'e.type = $type'],
  refers_to: ['text', 'e.refers_to = $refers_to'],
  actor: ['text', 'e.actor = $actor'],
  from: ['timestamptz', 'e.created_at >= $from'],
  to: ['timestamptz', 'e.created_at < $to'],
} as const
type EntryParams = ParamsOf<typeof ENTRY_PARAMS>
const ENTRY_PARAMS = {
  low: 'int8',
  high: 'int8',
  type: typed<EntryType | null>('text?'),
  refers_to: 'text?',
  actor: 'text?',
  from: 'timestamptz?',
  to: 'timestamptz?',
  limit: typed<number>('int8'),
  amount_minor: 'int8?',
} as const
type Entries = NamedStatement<Omit<EntryRow, 'amount_minor'>, EntryParams>
const prepared = new Map<string, Entries>()

// Includes only the conditions in use: a generic plan for all of them would sort the result of every search for a rare
// value.
function entriesWithin(order: 'asc' | 'desc', by: keyof typeof BY, filter: EntryFilter): Entries {
  const names = (Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]).filter(
    (name) => filter[name] !== null,
  )
  const name = `ledger_admin_entries_by_${by}_${names.map((one) => one.slice(0, 2)).join('')}_${order}`
  const known = prepared.get(name)
  if (known !== undefined) return known
  const where = Object.entries(CONDITIONS).map(([one, [type, condition]]) =>
    names.includes(one as keyof typeof CONDITIONS) ? condition : `(true or $${one}::${type} is null)`,
  )
  const made: Entries = statement(
    `-- ${name}
    select ${ENTRY} from ${BY[by].from}
    where e.entry_no >= $low and e.entry_no <= $high and ${where.join(' and ')} ${BY[by].where}
    order by ${BY[by].order} ${order} limit $limit`,
    { params: ENTRY_PARAMS, columns: OF_ENTRY_COLUMNS },
  )
  prepared.set(name, made)
  return made
}

/** A member's actions move their own money, or that of their campaigns and levels. */
const entriesOfMember = (order: 'asc' | 'desc') =>
  statement(
    `-- ledger_admin_entries_of_member_${order}
    select * from (
      select ${ENTRY}, case when e.posting_count = 2 then of_member.amount_minor else ${AMOUNT} end as amount_minor from (
        select p.entry_id, max(abs(p.amount_minor)) as amount_minor from account a join posting p on p.account_no = a.no
        where p.entry_no >= $low and p.entry_no <= $high and (a.holder_id, a.kind) in (
          select substr($actor::text, 8), k from unnest(array['member_available', 'member_held']) k
          union all select id::text, k from campaign cross join unnest(array['campaign_fee', 'campaign_vat']) k where member_id = substr($actor::text, 8)::uuid
          union all select id::text, 'level_fee' from level_purchase where member_id = substr($actor::text, 8)::uuid)
        group by p.entry_id) of_member
      cross join lateral (select * from entry where id = of_member.entry_id offset 0) e
      where e.actor = $actor and ($type::text is null or e.type = $type) and ($refers_to::text is null or e.refers_to = $refers_to)
        and ($from::timestamptz is null or e.created_at >= $from) and ($to::timestamptz is null or e.created_at < $to)) found
    where $amount_minor::bigint is null or amount_minor = $amount_minor
    order by entry_no ${order} limit $limit`,
    { params: { ...ENTRY_PARAMS, actor: 'text' }, columns: ENTRY_COLUMNS },
  )
const OF_MEMBER = { asc: entriesOfMember('asc'), desc: entriesOfMember('desc') }
const MEMBER_ACTOR = /^member:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Entries in ranges from $lows to $highs. Each lookup scans the whole BRIN index, so adjacent entries share one. */
const amountsWithin = statement(
  `-- ledger_admin_amounts
  select p.entry_id as id, sum(p.amount_minor)::bigint as amount_minor
  from unnest($lows::bigint[], $highs::bigint[]) as span (low, high)
  cross join lateral (
    select entry_id, amount_minor from posting
    where entry_no >= span.low and entry_no <= span.high and amount_minor > 0 offset 0) p
  group by p.entry_id`,
  { params: { lows: 'int8[]', highs: 'int8[]' }, columns: { id: 'uuid', amount_minor: 'int8' } },
)
export const lastNo = statement(
  `-- ledger_last_entry_no
  select max(last_entry_no) as last_no from chain`,
  { columns: { last_no: 'int8' } },
)

/** Which index narrows a search. Few entries refer to one subject, so their amounts are filtered there too. */
function indexOf(
  order: 'asc' | 'desc',
  { refers_to, actor, type, amount_minor }: EntryFilter,
): keyof typeof BY {
  if (refers_to !== null) return 'reference'
  if (amount_minor !== null) return `amount_${order}`
  if (actor !== null && actor !== 'system' && !actor.startsWith('member:')) return 'actor'
  return type === null || type === 'award_claimed' || type === 'deposit_credited' ? 'any' : 'type'
}

const FIRST_SPAN = 2_000n
const WIDER = 16n

/**
 * Up to `limit` entries from a number on, or from the first or last. Entries have only a BRIN index by number, because a
 * B-tree slows every post; so ever wider ranges are scanned until the page is full, except where a filter has its own
 * index.
 */
export async function entriesFrom(
  on: Queryable,
  params: { readonly upwards: boolean; readonly from_no: bigint | null; readonly limit: number },
  filter: EntryFilter,
): Promise<EntryRow[]> {
  const { last_no } = await lastNo.one(on)
  const { actor, amount_minor } = filter
  const rows: Omit<EntryRow, 'amount_minor'>[] = []
  let at = params.from_no ?? (params.upwards ? 1n : last_no)
  const order = params.upwards ? 'asc' : 'desc'
  const [low, high] = params.upwards ? [at, last_no] : [1n, at]
  const by = indexOf(order, filter)
  const byAmount = by.startsWith('amount')
  if (actor !== null && MEMBER_ACTOR.test(actor) && by !== 'reference')
    return await OF_MEMBER[order].all(on, { ...filter, actor, low, high, limit: params.limit })
  const entries = entriesWithin(order, by, filter)
  const within = (low: bigint, high: bigint, limit: number, near: boolean) =>
    (near ? entriesWithin(order, 'nearby', filter) : entries).all(on, { ...filter, low, high, limit })
  if (by !== 'any' && !byAmount)
    return await withAmounts(on, await within(low, high, params.limit, false), amount_minor)
  let span = FIRST_SPAN
  while (at >= 1n && at <= last_no && rows.length < params.limit) {
    const [first, last] = params.upwards ? [at, at + span - 1n] : [at - span + 1n, at]
    const limit = params.limit - rows.length
    const found = await within(first, last, limit, byAmount && span === FIRST_SPAN)
    rows.push(...found)
    at = params.upwards ? last + 1n : first - 1n
    // Assumes an even distribution and scans for twice as many as are missing.
    span *= by === 'any' || found.length === 0 ? WIDER : BigInt(Math.ceil((2 * limit) / found.length))
  }
  return await withAmounts(on, rows, amount_minor)
}

/** `amount_minor`: the amount of all these entries, if known. */
async function withAmounts(
  on: Queryable,
  rows: readonly Omit<EntryRow, 'amount_minor'>[],
  amount_minor: bigint | null,
): Promise<EntryRow[]> {
  if (amount_minor !== null) return rows.map((row) => ({ ...row, amount_minor }))
  const spans: { low: bigint; high: bigint }[] = []
  for (const { entry_no } of rows.toSorted((one, other) => (one.entry_no < other.entry_no ? -1 : 1))) {
    const last = spans.at(-1)
    if (last !== undefined && entry_no - last.high < FIRST_SPAN) last.high = entry_no
    else spans.push({ low: entry_no, high: entry_no })
  }
  const [lows, highs] = [spans.map(({ low }) => low), spans.map(({ high }) => high)]
  const found = await amountsWithin.all(on, { lows, highs })
  const amounts = new Map(found.map(({ id, amount_minor }) => [id, amount_minor]))
  return rows.map((row) => ({ ...row, amount_minor: amounts.get(row.id) ?? 0n }))
}

export const listChains = statement(
  `-- ledger_admin_chains
  select no, length, last_entry_no, encode(hash, 'hex') as hash from chain order by no`,
  { columns: { no: 'int4', length: 'int8', last_entry_no: 'int8', hash: 'text' } },
)
