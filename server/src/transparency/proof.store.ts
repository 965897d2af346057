import { LINE_KINDS, type LineKind } from '@fairturn/contract/proof/lines'
// All SQL of proofs. Liabilities are read in one snapshot; signed rows are append-only.
import { LIABILITIES } from '@fairturn/contract/transparency'
import { statement } from '../platform/database/statement.ts'
import { sortedList } from '../platform/http/sorting.ts'

export interface ProofRow {
  id: string
  number: number
  statement: string
  hash: Buffer
  signature: Buffer
  taken_at: Date
  total_minor: bigint
  leaf_count: bigint
  /** Null for a proof of version 1. */
  audit_proof: Buffer | null
}

export interface ProofKeyRow {
  number: number
  public_key: Buffer
  ciphertext: Buffer | null
  since: Date
  endorsement: Buffer | null
}

/** Session-level advisory lock: one proof is created at a time, across all machines. */
export const PROOF_LOCK = 7_318_824_127

export const tryLock = statement<{ locked: boolean }>(`-- proof_try_lock
  select pg_try_advisory_lock($1::bigint) as locked`)

const COLUMNS = `id, number, statement, hash, signature, taken_at, total_minor, leaf_count,
    (select audit_proof from proof_reach r where r.proof_id = proof.id) as audit_proof`

export const selectProofs = statement<ProofRow>(`-- proof_list
  select ${COLUMNS} from proof where number < $1 order by number desc limit $2`)
export const findProof = statement<ProofRow & { heads: string }>(`-- proof_find
  select ${COLUMNS}, heads from proof where id = $1`)
export const newestProof = statement<ProofRow>(`-- proof_newest
  select ${COLUMNS} from proof order by number desc limit 1`)
export interface AdminProofRow extends Omit<ProofRow, 'audit_proof'> {
  readonly key_number: number
  readonly public_key: Buffer
  readonly made_by: string
  readonly made_by_name: string | null
  /** Hash of the previous proof; null for the first. */
  readonly hash_before: Buffer | null
  /** Whether its tree is still stored. */
  readonly opens: boolean
}

export const listAdminProofs = sortedList<AdminProofRow>()({
  name: 'proof_admin_list',
  select: `select p.id, p.number, p.statement, p.hash, p.signature, p.taken_at, p.total_minor, p.leaf_count, p.key_number, p.made_by,
     k.public_key, o.username as made_by_name, b.hash as hash_before,
     exists (select from proof_tree t where t.proof_id = p.id) as opens
   from proof p join proof_key k on k.number = p.key_number
   left join proof b on b.number = p.number - 1
   left join operator o on 'operator:' || o.id = p.made_by`,
  filters: {
    made: { where: `(p.made_by = 'system') = ?`, values: (made: string) => [made === 'daily'] },
    key: 'p.key_number = ?',
    from: 'p.taken_at >= ?',
    to: 'p.taken_at < ?',
  },
  columns: {
    number: { by: 'number', type: 'bigint' },
    total: { by: 'total_minor', type: 'bigint' },
    leaves: { by: 'leaf_count', type: 'bigint' },
  },
  first: 'number.desc',
})
export const insertProof = statement(`-- proof_insert
  insert into proof (id, number, statement, hash, previous_hash, signature, key_number, taken_at, total_minor, leaf_count, heads, made_by)
  values ($1, $2, $3, sha256(convert_to($3, 'UTF8')), $4, $5, $6, $7, $8, $9, $10, $11)`)

export const selectProofKeys = statement<ProofKeyRow>(`-- proof_keys
  select number, public_key, ciphertext, since, endorsement from proof_key order by number`)
export const insertProofKey = statement(`-- proof_insert_key
  insert into proof_key (number, public_key, ciphertext, since, endorsement) values ($1, $2, $3, $4, $5)`)

export const insertTree = statement(`-- proof_insert_tree
  insert into proof_tree (proof_id, ciphertext) values ($1, $2)`)
export const insertBlocks = statement(`-- proof_insert_blocks
  insert into proof_block (proof_id, level, block_no, nodes)
  select $1, $2, $3 + place - 1, nodes from unnest($4::bytea[]) with ordinality as given (nodes, place)`)
export const insertOwners = statement(`-- proof_insert_owners
  insert into proof_holders (proof_id, first_holder, items)
  select $1, encode(substring(items for 16), 'hex')::uuid, items from unnest($2::bytea[]) as given (items)`)
export const findTree = statement<{ ciphertext: Buffer }>(`-- proof_find_tree
  select ciphertext from proof_tree where proof_id = $1`)
export const findBlock = statement<{ nodes: Buffer }>(`-- proof_find_block
  select nodes from proof_block where proof_id = $1 and level = $2 and block_no = $3`)
export const selectLevel = statement<{ nodes: Buffer }>(`-- proof_level
  select nodes from proof_block where proof_id = $1 and level = $2 order by block_no`)
export const findOwners = statement<{ items: Buffer }>(`-- proof_find_owners
  select items from proof_holders where proof_id = $1 and first_holder <= $2 order by first_holder desc limit 1`)
export const deleteTrees = statement(`-- proof_forget_old_trees
  select proof_forget_trees($1)`)

/** Up to where a proof has read. */
export interface ReachRow {
  /** By number of the chain, its last entry number; JSON that only SQL reads. */
  readonly chains: string
  readonly last_entry_no: bigint
  readonly audit_events: bigint
  readonly audit_proof: Buffer
}
export const insertReach = statement(`-- proof_insert_reach
  insert into proof_reach (proof_id, chains, last_entry_no, audit_events, audit_proof)
  select $1, coalesce(jsonb_object_agg(no, last_entry_no), '{}'), coalesce(max(last_entry_no), 0), $2, $3 from chain where length > 0`)
export const findReach = statement<ReachRow>(`-- proof_find_reach
  select chains::text as chains, last_entry_no, audit_events, audit_proof from proof_reach where proof_id = $1`)
/** Entries written after a proof, of all chains: how many there must be, and how many are found after $2. */
export const countEntries = statement<{
  entries: bigint
  expected: bigint
  found: bigint
}>(`-- proof_count_entries
  select (select coalesce(sum(length), 0)::bigint from chain) as entries,
    (select coalesce(sum(length), 0)::bigint from chain) - $3::bigint as expected,
    (select count(*) from entry e where e.entry_no > $2 and e.entry_no > coalesce(($1::jsonb ->> e.chain::text)::bigint, 0)) as found`)
export const insertNodes = statement(`-- proof_insert_nodes
  insert into proof_node (proof_id, tree, level, block_no, nodes)
  select $1, * from unnest($2::smallint[], $3::int[], $4::int[], $5::bytea[])`)
export const insertPlaces = statement(`-- proof_insert_places
  insert into proof_place (proof_id, tree, first_key, first_index, items)
  select $1, tree, encode(first_key, 'hex')::uuid, first_index, items
  from unnest($2::smallint[], $3::bytea[], $4::bigint[], $5::bytea[]) as given (tree, first_key, first_index, items)`)
export const findNodes = statement<{ nodes: Buffer }>(`-- proof_find_nodes
  select nodes from proof_node where proof_id = $1 and tree = $2 and level = $3 and block_no = $4`)
export const findPlaces = statement<{ first_index: bigint; items: Buffer }>(`-- proof_find_places
  select first_index, items from proof_place where proof_id = $1 and tree = $2 and first_key <= $3 order by first_key desc limit 1`)

/** Kinds of accounts in lines, in the order of their numbers. */
const LINE_ACCOUNTS = LINE_KINDS.map((kind) => `'${kind}'`).join(', ')
const ms = (column: string) => `floor(extract(epoch from ${column}) * 1000)::bigint`

/** Entries after the proof before: $1 its chains, $2 a number below all of theirs. */
const NEW_ENTRIES = `entry e on e.entry_no > $2::bigint and e.entry_no > coalesce(($1::jsonb ->> e.chain::text)::bigint, 0)`

/**
 * In the order of owner, account and version: owner (16 bytes), identity (32), account number (8), then the content of a
 * line as it is hashed (docs/proof.md).
 */
export const LINE_ROWS = `
  select uuid_send(o.owner) || coalesce(sha256('\\x03'::bytea || uuid_send(m.id) || convert_to(m.username, 'UTF8')), decode(repeat('00', 32), 'hex'))
    || int8send(a.no) || uuid_send(a.id) || set_byte('\\x00'::bytea, 0, array_position(array[${LINE_ACCOUNTS}], a.kind)) || int8send(p.version)
    || int8send(p.amount_minor) || int8send(p.balance_after) || uuid_send(e.id) || int8send(${ms('e.event_at')}) || convert_to(e.type, 'UTF8') as packed
  from posting p join ${NEW_ENTRIES} and e.id = p.entry_id and e.entry_no = p.entry_no
  join account a on a.no = p.account_no and a.kind in (${LINE_ACCOUNTS})
  left join campaign c on a.kind in ('campaign_escrow', 'campaign_fee') and c.id = a.holder_id::uuid
  left join level_purchase l on a.kind = 'level_fee' and l.id = a.holder_id::uuid
  cross join lateral (
    select coalesce(c.member_id, l.member_id, case when a.kind in ('member_available', 'member_held') then a.holder_id::uuid end) as owner) o
  left join member m on m.id = o.owner
  where p.entry_no > $2::bigint and o.owner is not null
  order by o.owner, p.account_no, p.version`

/** In the order of their entries' ids: entry (16 bytes), amount, bonus, time (8 each), type. */
export const AWARD_ROWS = `
  select uuid_send(w.entry_id) || int8send(w.reward_minor + w.bonus_minor) || int8send(w.bonus_minor) || int8send(${ms('w.claimed_at')})
    || convert_to(e.type, 'UTF8') as packed
  from award w join ${NEW_ENTRIES} and e.id = w.entry_id
  order by w.entry_id`

/** One line, as the member sees it. */
export interface LineRow {
  readonly account_id: string
  readonly version: bigint
  readonly amount_minor: bigint
  readonly balance_after: bigint
  readonly entry_id: string
  readonly type: string
  readonly at_ms: bigint
}
const LINE = `a.id as account_id, p.version, p.amount_minor, p.balance_after, p.entry_id, e.type, ${ms('e.event_at')} as at_ms`
/** Lines of these accounts (by number), each from a version on, so many. */
export const selectLines = statement<LineRow>(`-- proof_lines
  select ${LINE}
  from unnest($1::bigint[], $2::bigint[], $3::bigint[]) with ordinality as part (account_no, from_version, count, place)
  join posting p on p.account_no = part.account_no and p.version >= part.from_version and p.version < part.from_version + part.count
  join entry e on e.id = p.entry_id join account a on a.no = p.account_no
  order by part.place, p.version`)
export interface OwnAccountRow {
  readonly no: bigint
  readonly id: string
  readonly kind: LineKind
  readonly holder_id: string
}
/** All accounts of a member that have ever moved. */
export const selectOwnAccounts = statement<OwnAccountRow>(`-- proof_own_accounts
  select a.no, a.id, a.kind, a.holder_id from (
    select 'member_available' as kind, $1::text as holder_id union all select 'member_held', $1::text
    union all select k.kind, c.id::text from campaign c cross join (values ('campaign_escrow'), ('campaign_fee')) k (kind) where c.member_id = $1::uuid
    union all select 'level_fee', id::text from level_purchase where member_id = $1::uuid) own
  join account a on a.holder_id = own.holder_id and a.kind = own.kind
  where a.version > 0 order by a.no`)
type NewestRow = LineRow & { account_no: bigint; reached: boolean }
const REACHED = `e.entry_no <= coalesce(($3::jsonb ->> e.chain::text)::bigint, 0)`
const newestLines = (name: string, where: string, limit: string) => `-- ${name}
  select ${LINE}, a.no as account_no, ${REACHED} as reached
  from unnest($1::bigint[], $2::bigint[]) as page (account_no, below)
  cross join lateral (
    select p.* from posting p join entry e on e.id = p.entry_id
    where p.account_no = page.account_no and p.version < page.below${where} order by p.version desc limit ${limit}) p
  join entry e on e.id = p.entry_id join account a on a.no = p.account_no
  order by a.no, p.version desc`
/** Newest lines of each account below a version, and whether a proof that reached $3 has read them. */
export const selectNewest = statement<NewestRow>(newestLines('proof_newest_lines', '', '$4::int'))
/** The last line of each account that such a proof has read. */
export const selectReached = statement<NewestRow>(
  newestLines('proof_reached_lines', ` and ${REACHED}`, 'least($4::int, 1)'),
)

/** Awards that these entries paid to the member. */
export const selectOwnAwards = statement<{
  entry_id: string
  type: string
  amount_minor: bigint
  bonus_minor: bigint
  claimed_at: Date
}>(`-- proof_own_awards
  select w.entry_id, e.type, w.reward_minor + w.bonus_minor as amount_minor, w.bonus_minor, w.claimed_at
  from award w join entry e on e.id = w.entry_id where w.member_id = $1 and w.entry_id = any ($2::uuid[])`)

/** A listed award, and whether a proof that reached $2 has read its entry. */
export const findListedAward = statement<{ claimed_at: Date; reached: boolean }>(`-- proof_find_award
  select w.claimed_at, e.entry_no <= coalesce(($2::jsonb ->> e.chain::text)::bigint, 0) as reached
  from award w join member m on m.id = w.member_id and m.listed_in_awards join entry e on e.id = w.entry_id
  where w.entry_id = $1`)
/** Proofs in which an award may stand: those taken since shortly before it was claimed, oldest first. */
export const selectProofsSince = statement<ProofRow>(`-- proof_since
  select ${COLUMNS} from proof where taken_at >= $1 order by number limit 20`)

/** The member's name as hashed in leaves, which the app compares with the sign-in name. */
export const findName = statement<{ username: string }>(`-- proof_find_name
  select username from member where id = $1`)

export const currencyNow = statement<{ currency: string }>(`-- proof_currency
  select coalesce((select value #>> '{}' from setting where key = 'currency'), 'USD') as currency`)

/** Heads of the ledger's chains that have entries, one line each: number, entries, hash of the last entry. */
export const selectHeads = statement<{ heads: string }>(`-- proof_heads
  select coalesce(string_agg(no || ' ' || length || ' ' || encode(hash, 'hex') || chr(10), '' order by no), '') as heads
  from chain where length > 0`)

/** The ledger's liabilities: everything except the platform's own money, from both sides. */
export const selectOwed = statement<{ owed_minor: bigint; covered_minor: bigint }>(`-- proof_owed
  select coalesce(sum(balance_minor) filter (where kind not in ('cash', 'revenue', 'own_money')), 0)::bigint as owed_minor,
    coalesce(-sum(balance_minor) filter (where kind in ('cash', 'revenue', 'own_money')), 0)::bigint as covered_minor from account`)

const kindNumber = (kind: (typeof LIABILITIES)[number]): number => LIABILITIES.indexOf(kind) + 1

/**
 * In owner order: owner (16 bytes), identity (32), kind (1), amount (8, signed, so that a negative one is detected). A
 * claimable award belongs to the carrier, no longer to the placer's escrow.
 */
export const LIABILITY_ROWS = `
  with claimable as (
    select campaign_id, member_id, reward_minor + bonus_minor as amount_minor from orders where status = 'success'),
  owed (owner, member_id, kind, amount_minor) as (
    select a.holder_id::uuid, a.holder_id::uuid,
      case a.kind when 'member_available' then ${kindNumber('available')} else ${kindNumber('held')} end, a.balance_minor
    from account a where a.kind in ('member_available', 'member_held')
    union all
    select c.member_id, c.member_id, ${kindNumber('escrow')}, sum(a.balance_minor - coalesce(o.amount_minor, 0))
    from account a join campaign c on c.id = a.holder_id::uuid
    left join (select campaign_id, sum(amount_minor) as amount_minor from claimable group by campaign_id) o on o.campaign_id = c.id
    where a.kind = 'campaign_escrow' group by c.member_id
    union all
    select member_id, member_id, ${kindNumber('open_awards')}, sum(amount_minor) from claimable group by member_id
    union all
    select c.member_id, c.member_id, ${kindNumber('campaign_fees')}, sum(a.balance_minor)
    from account a join campaign c on c.id = a.holder_id::uuid where a.kind = 'campaign_fee' group by c.member_id
    union all
    select p.member_id, p.member_id, ${kindNumber('level_fees')}, sum(a.balance_minor)
    from account a join level_purchase p on p.id = a.holder_id::uuid where a.kind = 'level_fee' group by p.member_id
    union all
    select a.holder_id::uuid, null, ${kindNumber('unmatched')}, a.balance_minor
    from account a where a.kind = 'unmatched_payment')
  select uuid_send(o.owner) || coalesce(sha256('\\x03'::bytea || uuid_send(m.id) || convert_to(m.username, 'UTF8')),
      decode(repeat('00', 32), 'hex'))
    || set_byte('\\x00'::bytea, 0, o.kind) || int8send(o.amount_minor::bigint) as packed
  from owed o left join member m on m.id = o.member_id
  where o.amount_minor <> 0 order by o.owner, o.kind`
