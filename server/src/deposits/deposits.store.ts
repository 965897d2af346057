import type { DepositMethod, DepositStatus } from '@fairturn/contract/deposits'
import { referenceOrName } from '../members/members.ts'
import { statement, qualified } from '../platform/database/statement.ts'
import { sortedList } from '../platform/http/sorting.ts'

export interface DepositRow {
  readonly id: string
  readonly member_id: string
  readonly method: DepositMethod
  readonly amount_minor: bigint
  readonly reference: string
  readonly status: DepositStatus
  readonly created_at: Date
  readonly expires_at: Date
  readonly settled_at: Date | null
  readonly received_minor: bigint | null
  readonly evidence: string | null
  readonly settled_by: string | null
  readonly reason: string | null
  /** For cards, once the provider has responded: its session id, URL and expiry. */
  readonly checkout_session: string | null
  readonly checkout_url: string | null
  readonly checkout_expires_at: Date | null
}

const COLUMNS = `id, member_id, method, amount_minor, reference, status, created_at, expires_at, settled_at,
  received_minor, evidence, settled_by, reason, checkout_session, checkout_url, checkout_expires_at`

const DEPOSIT_COLUMNS = {
  id: 'uuid',
  member_id: 'uuid',
  method: 'text',
  amount_minor: 'int8',
  reference: 'text',
  status: 'text',
  created_at: 'timestamptz',
  expires_at: 'timestamptz',
  settled_at: 'timestamptz?',
  received_minor: 'int8?',
  evidence: 'text?',
  settled_by: 'text?',
  reason: 'text?',
  checkout_session: 'text?',
  checkout_url: 'text?',
  checkout_expires_at: 'timestamptz?',
} as const

/** No row if the reference is taken. */
export const insertDeposit = statement<
  DepositRow,
  {
    id: string
    member_id: string
    method: string
    amount_minor: bigint
    reference: string
    created_at: Date
    expires_at: Date
  }
>(
  `-- deposits_insert_deposit
  insert into deposit (id, member_id, method, amount_minor, reference, created_at, expires_at)
  values ($id, $member_id, $method, $amount_minor, $reference, $created_at, $expires_at) on conflict (reference) do nothing returning ${COLUMNS}`,
  {
    params: {
      id: 'uuid',
      member_id: 'uuid',
      method: 'text',
      amount_minor: 'int8',
      reference: 'text',
      created_at: 'timestamptz',
      expires_at: 'timestamptz',
    },
    columns: DEPOSIT_COLUMNS,
  },
)

export const selectDeposit = statement<DepositRow, { id: string }>(
  `-- deposits_deposit
  select ${COLUMNS} from deposit where id = $id`,
  { params: { id: 'uuid' }, columns: DEPOSIT_COLUMNS },
)

export const selectDepositLocked = statement<DepositRow, { id: string }>(
  `-- deposits_deposit_locked
  select ${COLUMNS} from deposit where id = $id for no key update`,
  { params: { id: 'uuid' }, columns: DEPOSIT_COLUMNS },
)

/** Locked in id order (lock order, avoids deadlocks). */
export const selectDepositsLocked = statement<DepositRow, { ids: readonly string[] }>(
  `-- deposits_deposits_locked
  select ${COLUMNS} from deposit where id = any ($ids::uuid[]) order by id for no key update`,
  { params: { ids: 'uuid[]' }, columns: DEPOSIT_COLUMNS },
)

/** The same by references. */
export const selectDepositsByReference = statement<DepositRow, { references: readonly string[] }>(
  `-- deposits_deposits_by_reference
  select ${COLUMNS} from deposit where reference = any ($references::text[]) order by id for no key update`,
  { params: { references: 'text[]' }, columns: DEPOSIT_COLUMNS },
)

/** Still to arrive, or given up, at exactly that amount, of open accounts. */
export const selectAwaited = statement<
  Pick<DepositRow, 'id' | 'member_id' | 'reference' | 'status' | 'created_at'> & { username: string },
  { references: readonly string[]; amount_minor: bigint }
>(
  `-- deposits_awaited_by_reference
  select d.id, d.member_id, d.reference, d.status, d.created_at, m.username from deposit d join member m on m.id = d.member_id
  where d.reference = any ($references) and d.amount_minor = $amount_minor and d.method = 'bank_transfer'
    and d.status in ('awaiting', 'expired') and m.closed_at is null order by d.id desc`,
  {
    params: { references: 'text[]', amount_minor: 'int8' },
    columns: {
      id: 'uuid',
      member_id: 'uuid',
      reference: 'text',
      status: 'text',
      created_at: 'timestamptz',
      username: 'text',
    },
  },
)

/** Those of the given evidences that have already credited a deposit. */
export const selectEvidenceUsed = statement<{ evidence: string }, { evidences: readonly string[] }>(
  `-- deposits_evidence_used
  select evidence from deposit where evidence = any ($evidences::text[])`,
  { params: { evidences: 'text[]' }, columns: { evidence: 'text!' } },
)

/** The arrays are by deposit. */
export const creditDepositRows = statement<
  DepositRow,
  {
    deposit_ids: readonly string[]
    settled_at: Date
    actor: readonly string[]
    amount_minor: readonly bigint[]
    evidence: readonly string[]
  }
>(
  `-- deposits_credit_deposits
  update deposit set status = 'credited', settled_at = $settled_at, settled_by = c.actor, received_minor = c.received,
    evidence = c.proof
  from unnest($deposit_ids::uuid[], $actor::text[], $amount_minor::bigint[], $evidence::text[]) as c (deposit_id, actor, received, proof)
  where id = c.deposit_id returning ${COLUMNS}`,
  {
    params: {
      deposit_ids: 'uuid[]',
      settled_at: 'timestamptz',
      actor: 'text[]',
      amount_minor: 'int8[]',
      evidence: 'text[]',
    },
    columns: DEPOSIT_COLUMNS,
  },
)

export const settleDeposit = statement<
  DepositRow,
  { id: string; status: string; settled_at: Date; settled_by: string | null; reason: string | null }
>(
  `-- deposits_settle_deposit
  update deposit set status = $status, settled_at = $settled_at, settled_by = $settled_by, reason = $reason
  where id = $id returning ${COLUMNS}`,
  {
    params: { id: 'uuid', status: 'text', settled_at: 'timestamptz', settled_by: 'text?', reason: 'text?' },
    columns: DEPOSIT_COLUMNS,
  },
)

/** Deposits overdue at $now, except $failed. */
export const findOverdue = statement<{ id: string }, { now: Date; failed: readonly string[]; limit: number }>(
  `-- deposits_overdue
  select id from deposit where status = 'awaiting' and expires_at <= $now and id <> all ($failed::uuid[])
  order by expires_at limit $limit`,
  { params: { now: 'timestamptz', failed: 'uuid[]', limit: 'int8' }, columns: { id: 'uuid' } },
)

/** Expires those that are still awaited; skips rows locked elsewhere. */
export const expireDeposits = statement<DepositRow, { settled_at: Date; ids: readonly string[] }>(
  `-- deposits_expire_deposits
  update deposit set status = 'expired', settled_at = $settled_at
  where id in (
    select id from deposit where id = any ($ids::uuid[]) and status = 'awaiting' and expires_at <= $settled_at
    order by id for no key update skip locked)
  returning ${COLUMNS}`,
  { params: { settled_at: 'timestamptz', ids: 'uuid[]' }, columns: DEPOSIT_COLUMNS },
)

/** No row if it has a checkout already. */
export const attachCheckout = statement<
  DepositRow,
  { id: string; checkout_id: string; url: string; expires_at: Date }
>(
  `-- deposits_attach_checkout
  update deposit set checkout_session = $checkout_id, checkout_url = $url, checkout_expires_at = $expires_at
  where id = $id and checkout_session is null returning ${COLUMNS}`,
  {
    params: { id: 'uuid', checkout_id: 'text', url: 'text', expires_at: 'timestamptz' },
    columns: DEPOSIT_COLUMNS,
  },
)

/** Deposits whose card payment may have been made without an event. */
export const listAtCheckout = statement<
  {
    id: string
    checkout_session: string
  },
  { until: Date; after: string; limit: number }
>(
  `-- deposits_list_at_checkout
  select id, checkout_session from deposit
  where status = 'awaiting' and checkout_session is not null and created_at <= $until and id > $after
  order by id limit $limit`,
  {
    params: { until: 'timestamptz', after: 'uuid', limit: 'int8' },
    columns: { id: 'uuid', checkout_session: 'text' },
  },
)

/** A card deposit without a checkout is hidden; all others are the member's history. */
export const listDeposits = statement<
  DepositRow,
  {
    member_id: string
    status: string | null
    from: Date | null
    to: Date | null
    before_id: string | null
    limit: number
  }
>(
  `-- deposits_list_deposits
  select ${COLUMNS} from deposit
  where member_id = $member_id and (method <> 'card' or checkout_session is not null) and ($status::text is null or status = $status)
    and ($from::timestamptz is null or created_at >= $from) and ($to::timestamptz is null or created_at < $to)
    and ($before_id::uuid is null or id < $before_id)
  order by id desc limit $limit`,
  {
    params: {
      member_id: 'uuid',
      status: 'text?',
      from: 'timestamptz?',
      to: 'timestamptz?',
      before_id: 'uuid?',
      limit: 'int8',
    },
    columns: DEPOSIT_COLUMNS,
  },
)

export const selectDepositReferences = statement<
  {
    id: string
    reference: string
  },
  { ids: readonly string[] }
>(
  `-- deposits_deposit_references
  select id, reference from deposit where id = any ($ids::uuid[])`,
  { params: { ids: 'uuid[]' }, columns: { id: 'uuid', reference: 'text' } },
)

export interface AdminDepositRow extends DepositRow {
  readonly username: string
}

const DEPOSIT = `${qualified('d', COLUMNS)}, m.username`
const DEPOSITS = `deposit d join member m on m.id = d.member_id`

export const listAdminDeposits = sortedList<AdminDepositRow>()({
  name: 'deposits_admin_deposits',
  select: `select ${DEPOSIT} from ${DEPOSITS}`,
  filters: {
    status: 'd.status = ?',
    method: 'd.method = ?',
    member_id: 'd.member_id = ?',
    reference: 'd.reference = upper(trim(?))',
    search: referenceOrName('deposit', 'd'),
  },
  columns: {
    created_at: { by: 'id', type: 'uuid' },
    amount: { by: 'amount_minor', type: 'bigint' },
  },
  first: 'created_at.desc',
})

export const findAdminDeposit = statement<AdminDepositRow, { deposit_id: string }>(
  `-- deposits_admin_deposit
  select ${DEPOSIT} from ${DEPOSITS} where d.id = $deposit_id`,
  {
    params: { deposit_id: 'uuid' },
    columns: {
      id: 'uuid',
      member_id: 'uuid',
      method: 'text',
      amount_minor: 'int8',
      reference: 'text',
      status: 'text',
      created_at: 'timestamptz',
      expires_at: 'timestamptz',
      settled_at: 'timestamptz?',
      received_minor: 'int8?',
      evidence: 'text?',
      settled_by: 'text?',
      reason: 'text?',
      checkout_session: 'text?',
      checkout_url: 'text?',
      checkout_expires_at: 'timestamptz?',
      username: 'text',
    },
  },
)
