import { LINE_KINDS, type LineKind } from '@fairturn/contract/proof/lines'
// All SQL of proofs. Liabilities are read in one snapshot; signed rows are append-only.
import { LIABILITIES } from '@fairturn/contract/transparency'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import { sortedList } from '../platform/http/sorting.ts'

export type ProofRow = RowOf<typeof PROOF_COLUMNS>

export type ProofKeyRow = RowOf<typeof selectProofKeys>

/** Session-level advisory lock: one proof is created at a time, across all machines. */
export const PROOF_LOCK = 7_318_824_127

export const tryLock = statement(
  `-- proof_try_lock
  select pg_try_advisory_lock($proof_lock::bigint) as locked`,
  { params: { proof_lock: typed<number>('int8') }, columns: { locked: 'bool' } },
)

const COLUMNS = `id, number, statement, hash, signature, taken_at, total_minor, leaf_count,
    (select audit_proof from proof_reach r where r.proof_id = proof.id) as audit_proof`

const PROOF_COLUMNS = {
  id: 'uuid',
  number: 'int4',
  statement: 'text',
  hash: 'bytea',
  signature: 'bytea',
  taken_at: 'timestamptz',
  total_minor: 'int8',
  leaf_count: 'int8',
  /** Null for a proof of version 1. */
  audit_proof: 'bytea?',
} as const

export const selectProofs = statement(
  `-- proof_list
  select ${COLUMNS} from proof where number < $below order by number desc limit $limit`,
  { params: { below: 'int4', limit: typed<number>('int8') }, columns: PROOF_COLUMNS },
)
export const findProof = statement(
  `-- proof_find
  select ${COLUMNS}, heads from proof where id = $proof_id`,
  { params: { proof_id: 'uuid' }, columns: { ...PROOF_COLUMNS, heads: 'text' } },
)
export const newestProof = statement(
  `-- proof_newest
  select ${COLUMNS} from proof order by number desc limit 1`,
  { columns: PROOF_COLUMNS },
)
export type AdminProofRow = RowOf<typeof ADMIN_PROOF_COLUMNS>

const ADMIN_PROOF_COLUMNS = {
  id: 'uuid',
  number: 'int4',
  statement: 'text',
  hash: 'bytea',
  signature: 'bytea',
  taken_at: 'timestamptz',
  total_minor: 'int8',
  leaf_count: 'int8',
  key_number: 'int4',
  made_by: 'text',
  public_key: 'bytea',
  made_by_name: 'text?',
  /** Hash of the previous proof; null for the first. */
  hash_before: 'bytea?',
  /** Whether its tree is still stored. */
  opens: 'bool',
} as const

export const listAdminProofs = sortedList({
  name: 'proof_admin_list',
  rows: ADMIN_PROOF_COLUMNS,
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
export const insertProof = statement(
  `-- proof_insert
  insert into proof (id, number, statement, hash, previous_hash, signature, key_number, taken_at, total_minor, leaf_count, heads, made_by)
  values ($proof_id, $number, $statement, sha256(convert_to($statement, 'UTF8')), $previous_hash, $signature, $key_number, $taken_at, $total_minor, $leaf_count, $heads, $made_by)`,
  {
    params: {
      proof_id: 'uuid',
      number: 'int4',
      statement: 'text',
      previous_hash: 'bytea',
      signature: 'bytea',
      key_number: 'int4',
      taken_at: 'timestamptz',
      total_minor: 'int8',
      leaf_count: typed<number>('int8'),
      heads: 'text',
      made_by: 'text',
    },
  },
)

export const selectProofKeys = statement(
  `-- proof_keys
  select number, public_key, ciphertext, since, endorsement from proof_key order by number`,
  {
    columns: {
      number: 'int4',
      public_key: 'bytea',
      ciphertext: 'bytea?',
      since: 'timestamptz',
      endorsement: 'bytea?',
    },
  },
)
export const insertProofKey = statement(
  `-- proof_insert_key
  insert into proof_key (number, public_key, ciphertext, since, endorsement) values ($number, $public_key, $ciphertext, $since, $endorsement)`,
  {
    params: {
      number: 'int4',
      public_key: 'bytea',
      ciphertext: 'bytea?',
      since: 'timestamptz',
      endorsement: 'bytea?',
    },
  },
)

export const insertTree = statement(
  `-- proof_insert_tree
  insert into proof_tree (proof_id, ciphertext) values ($proof_id, $ciphertext)`,
  { params: { proof_id: 'uuid', ciphertext: 'bytea' } },
)
export const insertBlocks = statement(
  `-- proof_insert_blocks
  insert into proof_block (proof_id, level, block_no, nodes)
  select $proof_id, $level, $first + position - 1, nodes from unnest($blocks::bytea[]) with ordinality as given (nodes, position)`,
  {
    params: { proof_id: 'uuid', level: 'int4', first: typed<number>('int8'), blocks: 'bytea[]' },
  },
)
export const insertHolders = statement(
  `-- proof_insert_holders
  insert into proof_holders (proof_id, first_holder, items)
  select $proof_id, encode(substring(items for 16), 'hex')::uuid, items from unnest($items::bytea[]) as given (items)`,
  { params: { proof_id: 'uuid', items: 'bytea[]' } },
)
export const findTree = statement(
  `-- proof_find_tree
  select ciphertext from proof_tree where proof_id = $proof_id`,
  { params: { proof_id: 'uuid' }, columns: { ciphertext: 'bytea' } },
)
export const findBlock = statement(
  `-- proof_find_block
  select nodes from proof_block where proof_id = $proof_id and level = $level and block_no = $block_no`,
  { params: { proof_id: 'uuid', level: 'int4', block_no: 'int4' }, columns: { nodes: 'bytea' } },
)
export const selectLevel = statement(
  `-- proof_level
  select nodes from proof_block where proof_id = $proof_id and level = $level order by block_no`,
  { params: { proof_id: 'uuid', level: 'int4' }, columns: { nodes: 'bytea' } },
)
export const findHolders = statement(
  `-- proof_find_holders
  select items from proof_holders where proof_id = $proof_id and first_holder <= $member_id order by first_holder desc limit 1`,
  { params: { proof_id: 'uuid', member_id: 'uuid' }, columns: { items: 'bytea' } },
)
export const deleteTrees = statement(
  `-- proof_forget_old_trees
  select proof_forget_trees($before)`,
  { params: { before: 'timestamptz' }, columns: { proof_forget_trees: 'int4' } },
)

/** Up to where a proof has read. */
export type ReachRow = RowOf<typeof findReach>
export const insertReach = statement(
  `-- proof_insert_reach
  insert into proof_reach (proof_id, chains, last_entry_no, audit_events, audit_proof)
  select $proof_id, coalesce(jsonb_object_agg(no, last_entry_no), '{}'), coalesce(max(last_entry_no), 0), $audit_events, $audit_proof from chain where length > 0`,
  { params: { proof_id: 'uuid', audit_events: typed<number>('int8'), audit_proof: 'bytea' } },
)
export const findReach = statement(
  `-- proof_find_reach
  select chains::text as chains, last_entry_no, audit_events, audit_proof from proof_reach where proof_id = $proof_id`,
  {
    params: { proof_id: 'uuid' },
    columns: {
      /** By number of the chain, its last entry number; JSON that only SQL reads. */
      chains: 'text',
      last_entry_no: 'int8',
      audit_events: 'int8',
      audit_proof: 'bytea',
    },
  },
)
/** Entries written after a proof, of all chains: how many there must be, and how many are found after $near. */
export const countEntries = statement(
  `-- proof_count_entries
  select (select coalesce(sum(length), 0)::bigint from chain) as entries,
    (select coalesce(sum(length), 0)::bigint from chain) - $entries_before::bigint as expected,
    (select count(*) from entry e where e.entry_no > $near and e.entry_no > coalesce(($chains::jsonb ->> e.chain::text)::bigint, 0)) as found`,
  {
    params: { chains: 'jsonb', near: 'int8', entries_before: typed<number>('int8') },
    columns: { entries: 'int8', expected: 'int8', found: 'int8' },
  },
)
export const insertNodes = statement(
  `-- proof_insert_nodes
  insert into proof_node (proof_id, tree, level, block_no, nodes)
  select $proof_id, * from unnest($trees::smallint[], $levels::int[], $block_nos::int[], $nodes::bytea[])`,
  {
    params: { proof_id: 'uuid', trees: 'int2[]', levels: 'int4[]', block_nos: 'int4[]', nodes: 'bytea[]' },
  },
)
export const insertPositions = statement(
  `-- proof_insert_positions
  insert into proof_place (proof_id, tree, first_key, first_index, items)
  select $proof_id, tree, encode(first_key, 'hex')::uuid, first_index, items
  from unnest($trees::smallint[], $first_keys::bytea[], $first_indexes::bigint[], $items::bytea[]) as given (tree, first_key, first_index, items)`,
  {
    params: {
      proof_id: 'uuid',
      trees: 'int2[]',
      first_keys: 'bytea[]',
      first_indexes: typed<readonly number[]>('int8[]'),
      items: 'bytea[]',
    },
  },
)
export const findNodes = statement(
  `-- proof_find_nodes
  select nodes from proof_node where proof_id = $proof_id and tree = $tree and level = $level and block_no = $block_no`,
  {
    params: { proof_id: 'uuid', tree: 'int2', level: 'int4', block_no: 'int4' },
    columns: { nodes: 'bytea' },
  },
)
export const findPositions = statement(
  `-- proof_find_positions
  select first_index, items from proof_place where proof_id = $proof_id and tree = $tree and first_key <= $first_key order by first_key desc limit 1`,
  {
    params: { proof_id: 'uuid', tree: 'int2', first_key: 'uuid' },
    columns: { first_index: 'int8', items: 'bytea' },
  },
)

/** Kinds of accounts in lines, in the order of their numbers. */
const LINE_ACCOUNTS = LINE_KINDS.map((kind) => `'${kind}'`).join(', ')
const ms = (column: string) => `floor(extract(epoch from ${column}) * 1000)::bigint`

/** Entries after the proof before: $chains its chains, $above a number below all of theirs. */
const NEW_ENTRIES = `entry e on e.entry_no > $above::bigint and e.entry_no > coalesce(($chains::jsonb ->> e.chain::text)::bigint, 0)`

/**
 * In the order of holder, account and version: holder (16 bytes), identity (32), account number (8), then the content of a
 * line as it is hashed (docs/proof.md).
 */
export const selectLineRows = statement(
  `-- proof_line_rows
  select uuid_send(o.holder) || coalesce(sha256('\\x03'::bytea || uuid_send(m.id) || convert_to(m.username, 'UTF8')), decode(repeat('00', 32), 'hex'))
    || int8send(a.no) || uuid_send(a.id) || set_byte('\\x00'::bytea, 0, array_position(array[${LINE_ACCOUNTS}], a.kind)) || int8send(p.version)
    || int8send(p.amount_minor) || int8send(p.balance_after) || uuid_send(e.id) || int8send(${ms('e.event_at')}) || convert_to(e.type, 'UTF8') as packed
  from posting p join ${NEW_ENTRIES} and e.id = p.entry_id and e.entry_no = p.entry_no
  join account a on a.no = p.account_no and a.kind in (${LINE_ACCOUNTS})
  left join campaign c on a.kind in ('campaign_escrow', 'campaign_fee', 'campaign_vat') and c.id = a.holder_id::uuid
  left join level_purchase l on a.kind = 'level_fee' and l.id = a.holder_id::uuid
  cross join lateral (
    select coalesce(c.member_id, l.member_id, case when a.kind in ('member_available', 'member_held') then a.holder_id::uuid end) as holder) o
  left join member m on m.id = o.holder
  where p.entry_no > $above::bigint and o.holder is not null
  order by o.holder, p.account_no, p.version`,
  { params: { chains: 'jsonb', above: 'int8' }, columns: { packed: 'bytea' } },
)

/** In the order of their entries' ids: entry (16 bytes), amount, bonus, time (8 each), type. */
export const selectAwardRows = statement(
  `-- proof_award_rows
  select uuid_send(w.entry_id) || int8send(w.reward_minor + w.bonus_minor) || int8send(w.bonus_minor) || int8send(${ms('w.claimed_at')})
    || convert_to(e.type, 'UTF8') as packed
  from award w join ${NEW_ENTRIES} and e.id = w.entry_id
  order by w.entry_id`,
  { params: { chains: 'jsonb', above: 'int8' }, columns: { packed: 'bytea' } },
)

/** One line, as the member sees it. */
export type LineRow = RowOf<typeof LINE_COLUMNS>
const LINE = `a.id as account_id, p.version, p.amount_minor, p.balance_after, p.entry_id, e.type, ${ms('e.event_at')} as at_ms`
const LINE_COLUMNS = {
  account_id: 'uuid',
  version: 'int8',
  amount_minor: 'int8',
  balance_after: 'int8',
  entry_id: 'uuid',
  type: 'text',
  at_ms: 'int8',
} as const
/** Lines of these accounts (by number), each from a version on, so many. */
export const selectLines = statement(
  `-- proof_lines
  select ${LINE}
  from unnest($account_nos::bigint[], $from_versions::bigint[], $counts::bigint[]) with ordinality as part (account_no, from_version, count, position)
  join posting p on p.account_no = part.account_no and p.version >= part.from_version and p.version < part.from_version + part.count
  join entry e on e.id = p.entry_id join account a on a.no = p.account_no
  order by part.position, p.version`,
  {
    params: { account_nos: 'int8[]', from_versions: 'int8[]', counts: typed<readonly number[]>('int8[]') },
    columns: LINE_COLUMNS,
  },
)
export type OwnAccountRow = RowOf<typeof selectOwnAccounts>
/** All accounts of a member that have ever moved. */
export const selectOwnAccounts = statement(
  `-- proof_own_accounts
  select a.no, a.id, a.kind, a.holder_id from (
    select 'member_available' as kind, $member_id::text as holder_id union all select 'member_held', $member_id::text
    union all select k.kind, c.id::text from campaign c cross join (values ('campaign_escrow'), ('campaign_fee'), ('campaign_vat')) k (kind) where c.member_id = $member_id::uuid
    union all select 'level_fee', id::text from level_purchase where member_id = $member_id::uuid) own
  join account a on a.holder_id = own.holder_id and a.kind = own.kind
  where a.version > 0 order by a.no`,
  {
    params: { member_id: 'text' },
    columns: { no: 'int8', id: 'uuid', kind: typed<LineKind>('text'), holder_id: 'text' },
  },
)
const REACHED = `e.entry_no <= coalesce(($chains::jsonb ->> e.chain::text)::bigint, 0)`
const newestLines = (name: string, where: string, limit: string) =>
  statement(
    `-- ${name}
  select ${LINE}, a.no as account_no, ${REACHED} as reached
  from unnest($account_nos::bigint[], $below::bigint[]) as page (account_no, below)
  cross join lateral (
    select p.* from posting p join entry e on e.id = p.entry_id
    where p.account_no = page.account_no and p.version < page.below${where} order by p.version desc limit ${limit}) p
  join entry e on e.id = p.entry_id join account a on a.no = p.account_no
  order by a.no, p.version desc`,
    {
      params: { account_nos: 'int8[]', below: 'int8[]', chains: 'jsonb', limit: 'int4' },
      columns: { ...LINE_COLUMNS, account_no: 'int8', reached: 'bool' },
    },
  )
/** Newest lines of each account below a version, and whether a proof that reached these chains has read them. */
export const selectNewest = newestLines('proof_newest_lines', '', '$limit::int')
/** The last line of each account that such a proof has read. */
export const selectReached = newestLines('proof_reached_lines', ` and ${REACHED}`, 'least($limit::int, 1)')

/** Awards that these entries paid to the member. */
export const selectOwnAwards = statement(
  `-- proof_own_awards
  select w.entry_id, e.type, w.reward_minor + w.bonus_minor as amount_minor, w.bonus_minor, w.claimed_at
  from award w join entry e on e.id = w.entry_id where w.member_id = $member_id and w.entry_id = any ($entries::uuid[])`,
  {
    params: { member_id: 'uuid', entries: 'uuid[]' },
    columns: {
      entry_id: 'uuid',
      type: 'text',
      amount_minor: 'int8',
      bonus_minor: 'int8',
      claimed_at: 'timestamptz',
    },
  },
)

/** A listed award, and whether a proof that reached $chains has read its entry. */
export const findListedAward = statement(
  `-- proof_find_award
  select w.claimed_at, e.entry_no <= coalesce(($chains::jsonb ->> e.chain::text)::bigint, 0) as reached
  from award w join member m on m.id = w.member_id and m.listed_in_awards join entry e on e.id = w.entry_id
  where w.entry_id = $entry_id`,
  { params: { entry_id: 'uuid', chains: 'jsonb' }, columns: { claimed_at: 'timestamptz', reached: 'bool' } },
)
/** Proofs in which an award may stand: those taken since shortly before it was claimed, oldest first. */
export const selectProofsSince = statement(
  `-- proof_since
  select ${COLUMNS} from proof where taken_at >= $since order by number limit 20`,
  { params: { since: 'timestamptz' }, columns: PROOF_COLUMNS },
)

/** The member's name as hashed in leaves, which the app compares with the sign-in name. */
export const findName = statement(
  `-- proof_find_name
  select username from member where id = $member_id`,
  { params: { member_id: 'uuid' }, columns: { username: 'text' } },
)

export const currencyNow = statement(
  `-- proof_currency
  select coalesce((select value #>> '{}' from setting where key = 'currency'), 'USD') as currency`,
  { columns: { currency: 'text' } },
)

/** Heads of the ledger's chains that have entries, one line each: number, entries, hash of the last entry. */
export const selectHeads = statement(
  `-- proof_heads
  select coalesce(string_agg(no || ' ' || length || ' ' || encode(hash, 'hex') || chr(10), '' order by no), '') as heads
  from chain where length > 0`,
  { columns: { heads: 'text' } },
)

/** The ledger's liabilities: everything except the platform's own money, from both sides. */
export const selectOwed = statement(
  `-- proof_owed
  select coalesce(sum(balance_minor) filter (where kind not in ('cash', 'revenue', 'own_money')), 0)::bigint as owed_minor,
    coalesce(-sum(balance_minor) filter (where kind in ('cash', 'revenue', 'own_money')), 0)::bigint as covered_minor from account`,
  { columns: { owed_minor: 'int8', covered_minor: 'int8' } },
)

const kindNumber = (kind: (typeof LIABILITIES)[number]): number => LIABILITIES.indexOf(kind) + 1

/**
 * In holder order: holder (16 bytes), identity (32), kind (1), amount (8, signed, so that a negative one is detected). A
 * claimable award belongs to the carrier, no longer to the placer's escrow.
 */
export const selectLiabilityRows = statement(
  `-- proof_liability_rows
  with claimable as (
    select campaign_id, member_id, reward_minor + bonus_minor as amount_minor from orders where status = 'success'),
  owed (holder, member_id, kind, amount_minor) as (
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
    from account a where a.kind = 'unmatched_payment'
    union all
    select c.member_id, c.member_id, ${kindNumber('campaign_vat')}, sum(a.balance_minor)
    from account a join campaign c on c.id = a.holder_id::uuid where a.kind = 'campaign_vat' group by c.member_id
    union all
    select '00000000-0000-0000-0000-000000000000'::uuid, null, ${kindNumber('vat')}, sum(a.balance_minor)
    from account a where a.kind = 'vat')
  select uuid_send(o.holder) || coalesce(sha256('\\x03'::bytea || uuid_send(m.id) || convert_to(m.username, 'UTF8')),
      decode(repeat('00', 32), 'hex'))
    || set_byte('\\x00'::bytea, 0, o.kind) || int8send(o.amount_minor::bigint) as packed
  from owed o left join member m on m.id = o.member_id
  where o.amount_minor <> 0 order by o.holder, o.kind`,
  { columns: { packed: 'bytea' } },
)
