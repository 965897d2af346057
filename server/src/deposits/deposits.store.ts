import type { CampaignOutcome, DepositMethod, DepositStatus } from '@fairturn/contract/deposits'
import { referenceOrName } from '../members/members.ts'
import {
  columnNames,
  type RowOf,
  typed,
  statement,
  qualified,
  ofAnyLength,
} from '../platform/database/statement.ts'
import { sortedList } from '../platform/http/sorting.ts'

export type DepositRow = RowOf<typeof DEPOSIT_COLUMNS>

const DEPOSIT_COLUMNS = {
  id: 'uuid',
  member_id: 'uuid',
  method: typed<DepositMethod>('text'),
  amount_minor: 'int8',
  reference: 'text',
  status: typed<DepositStatus>('text'),
  created_at: 'timestamptz',
  expires_at: 'timestamptz',
  settled_at: 'timestamptz?',
  received_minor: 'int8?',
  evidence: 'text?',
  settled_by: 'text?',
  reason: 'text?',
  /** That a transfer pays, and what became of that. */
  campaign_id: 'uuid?',
  campaign_outcome: typed<CampaignOutcome | null>('text?'),
  /** When its money was taken back, because the statement that credited it was revoked, and how much of it. */
  taken_back_at: 'timestamptz?',
  taken_back_minor: 'int8?',
  /** For cards, once the provider has responded: its session id, URL and expiry. */
  checkout_session: 'text?',
  checkout_url: 'text?',
  checkout_expires_at: 'timestamptz?',
} as const
const COLUMNS = columnNames(DEPOSIT_COLUMNS)

/** No row if the reference is taken. */
export const insertDeposit = statement(
  `-- deposits_insert_deposit
  insert into deposit (id, member_id, method, amount_minor, reference, created_at, expires_at, campaign_id)
  values ($id, $member_id, $method, $amount_minor, $reference, $created_at, $expires_at, $campaign_id) on conflict (reference) do nothing returning ${COLUMNS}`,
  {
    params: {
      id: 'uuid',
      member_id: 'uuid',
      method: 'text',
      amount_minor: 'int8',
      reference: 'text',
      created_at: 'timestamptz',
      expires_at: 'timestamptz',
      campaign_id: 'uuid?',
    },
    columns: DEPOSIT_COLUMNS,
  },
)

export const selectDeposit = statement(
  `-- deposits_deposit
  select ${COLUMNS} from deposit where id = $id`,
  { params: { id: 'uuid' }, columns: DEPOSIT_COLUMNS },
)

export const selectDepositLocked = statement(
  `-- deposits_deposit_locked
  select ${COLUMNS} from deposit where id = $id for no key update`,
  { params: { id: 'uuid' }, columns: DEPOSIT_COLUMNS },
)

/** Locked in id order (lock order, avoids deadlocks). */
export const selectDepositsLocked = statement(
  `-- deposits_deposits_locked
  select ${COLUMNS} from deposit where id = any (${ofAnyLength('$ids::uuid[]')}) order by id for no key update`,
  { params: { ids: 'uuid[]' }, columns: DEPOSIT_COLUMNS },
)

/** The same by references. */
export const selectDepositsByReference = statement(
  `-- deposits_deposits_by_reference
  select ${COLUMNS} from deposit where reference = any (${ofAnyLength('$references::text[]')}) order by id for no key update`,
  { params: { references: 'text[]' }, columns: DEPOSIT_COLUMNS },
)

/** Whose deposits these references are. */
export const selectNamedDeposits = statement(
  `-- deposits_named_deposits
  select d.id, d.member_id, d.reference, d.status, m.username from deposit d join member m on m.id = d.member_id
  where d.reference = any (${ofAnyLength('$references::text[]')}) order by d.id`,
  {
    params: { references: 'text[]' },
    columns: {
      id: 'uuid',
      member_id: 'uuid',
      reference: 'text',
      status: typed<DepositStatus>('text'),
      username: 'text',
    },
  },
)

/** Still to arrive, or given up, at exactly that amount, of open accounts. */
export const selectAwaited = statement(
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
      status: typed<DepositStatus>('text'),
      created_at: 'timestamptz',
      username: 'text',
    },
  },
)

/** Those of the given evidences that have already credited a deposit. */
export const selectEvidenceUsed = statement(
  `-- deposits_evidence_used
  select evidence from deposit where evidence = any (${ofAnyLength('$evidences::text[]')})`,
  { params: { evidences: 'text[]' }, columns: { evidence: 'text!' } },
)

/** The arrays are by deposit. */
export const creditDepositRows = statement(
  `-- deposits_credit_deposits
  update deposit set status = 'credited', settled_at = $settled_at, settled_by = c.actor, received_minor = c.received,
    evidence = c.proof
  from unnest(${ofAnyLength('$deposit_ids::uuid[]')}, ${ofAnyLength('$actor::text[]')}, ${ofAnyLength('$amount_minor::bigint[]')}, ${ofAnyLength('$evidence::text[]')}) as c (deposit_id, actor, received, proof)
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

export const recordTakenBack = statement(
  `-- deposits_record_taken_back
  update deposit set taken_back_at = $at, taken_back_minor = $taken_minor where id = $id and taken_back_at is null`,
  { params: { id: 'uuid', at: 'timestamptz', taken_minor: 'int8' } },
)

export const settleDeposit = statement(
  `-- deposits_settle_deposit
  update deposit set status = $status, settled_at = $settled_at, settled_by = $settled_by, reason = $reason, campaign_id = null
  where id = $id returning ${COLUMNS}`,
  {
    params: { id: 'uuid', status: 'text', settled_at: 'timestamptz', settled_by: 'text?', reason: 'text?' },
    columns: DEPOSIT_COLUMNS,
  },
)

/** Transfers that are to pay these campaigns. */
export const selectTransfersAwaited = statement(
  `-- deposits_transfers_awaited
  select ${COLUMNS} from deposit where campaign_id = any ($campaign_ids::uuid[]) and status = 'awaiting'`,
  { params: { campaign_ids: 'uuid[]' }, columns: DEPOSIT_COLUMNS },
)

/** What arrives all the same is credited, and pays nothing. */
export const endTransferAwaited = statement(
  `-- deposits_end_transfer_awaited
  update deposit set status = 'expired', settled_at = $settled_at, campaign_id = null
  where campaign_id = $campaign_id and status = 'awaiting'`,
  { params: { campaign_id: 'uuid', settled_at: 'timestamptz' } },
)

/** Credited transfers whose campaigns are to be paid. */
export const findTransfersToPay = statement(
  `-- deposits_transfers_to_pay
  select ${COLUMNS} from deposit where status = 'credited' and campaign_id is not null and campaign_outcome is null
  order by settled_at limit 500`,
  { columns: DEPOSIT_COLUMNS },
)

/** No row if it was decided before. */
export const decideTransfer = statement(
  `-- deposits_decide_transfer
  update deposit set campaign_outcome = $outcome where id = $id and campaign_outcome is null returning id`,
  { params: { id: 'uuid', outcome: 'text' }, columns: { id: 'uuid' } },
)

/** Deposits overdue at $now, except $failed. */
export const findOverdue = statement(
  `-- deposits_overdue
  select id from deposit where status = 'awaiting' and expires_at <= $now and id <> all ($failed::uuid[])
  order by expires_at limit $limit`,
  { params: { now: 'timestamptz', failed: 'uuid[]', limit: typed<number>('int8') }, columns: { id: 'uuid' } },
)

/** Expires those that are still awaited; skips rows locked elsewhere. */
export const expireDeposits = statement(
  `-- deposits_expire_deposits
  update deposit set status = 'expired', settled_at = $settled_at
  where id in (
    select id from deposit where id = any ($ids::uuid[]) and status = 'awaiting' and expires_at <= $settled_at
    order by id for no key update skip locked)
  returning ${COLUMNS}`,
  { params: { settled_at: 'timestamptz', ids: 'uuid[]' }, columns: DEPOSIT_COLUMNS },
)

/** No row if it has a checkout already. */
export const attachCheckout = statement(
  `-- deposits_attach_checkout
  update deposit set checkout_session = $checkout_id, checkout_url = $url, checkout_expires_at = $expires_at
  where id = $id and checkout_session is null returning ${COLUMNS}`,
  {
    params: { id: 'uuid', checkout_id: 'text', url: 'text', expires_at: 'timestamptz' },
    columns: DEPOSIT_COLUMNS,
  },
)

/** Deposits whose card payment may have been made without an event. */
export const listAtCheckout = statement(
  `-- deposits_list_at_checkout
  select id, checkout_session from deposit
  where status = 'awaiting' and checkout_session is not null and created_at <= $until and id > $after
  order by id limit $limit`,
  {
    params: { until: 'timestamptz', after: 'uuid', limit: typed<number>('int8') },
    columns: { id: 'uuid', checkout_session: 'text' },
  },
)

/** A card deposit without a checkout is hidden; all others are the member's history. */
export const listDeposits = statement(
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
      limit: typed<number>('int8'),
    },
    columns: DEPOSIT_COLUMNS,
  },
)

export const selectDepositReferences = statement(
  `-- deposits_deposit_references
  select id, reference from deposit where id = any ($ids::uuid[])`,
  { params: { ids: 'uuid[]' }, columns: { id: 'uuid', reference: 'text' } },
)

const ADMIN_DEPOSIT_COLUMNS = { ...DEPOSIT_COLUMNS, username: 'text' } as const

export type AdminDepositRow = RowOf<typeof ADMIN_DEPOSIT_COLUMNS>

const DEPOSIT = `${qualified('d', COLUMNS)}, m.username`
const DEPOSITS = `deposit d join member m on m.id = d.member_id`

export const listAdminDeposits = sortedList({
  name: 'deposits_admin_deposits',
  rows: ADMIN_DEPOSIT_COLUMNS,
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

export const findAdminDeposit = statement(
  `-- deposits_admin_deposit
  select ${DEPOSIT} from ${DEPOSITS} where d.id = $deposit_id`,
  {
    params: { deposit_id: 'uuid' },
    columns: ADMIN_DEPOSIT_COLUMNS,
  },
)
