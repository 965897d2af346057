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

const COLUMNS = 'id, number, statement, hash, signature, taken_at, total_minor, leaf_count'

export const selectProofs = statement<ProofRow>(`-- proof_list
  select ${COLUMNS} from proof where number < $1 order by number desc limit $2`)
export const findProof = statement<ProofRow & { heads: string }>(`-- proof_find
  select ${COLUMNS}, heads from proof where id = $1`)
export const newestProof = statement<ProofRow>(`-- proof_newest
  select ${COLUMNS} from proof order by number desc limit 1`)
export interface AdminProofRow extends ProofRow {
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
