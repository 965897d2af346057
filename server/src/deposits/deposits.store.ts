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

/** No row if the reference is taken. */
export const insertDeposit = statement<DepositRow>(`-- deposits_insert_deposit
  insert into deposit (id, member_id, method, amount_minor, reference, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict (reference) do nothing returning ${COLUMNS}`)

export const selectDeposit = statement<DepositRow>(`-- deposits_deposit
  select ${COLUMNS} from deposit where id = $1`)

export const selectDepositLocked = statement<DepositRow>(`-- deposits_deposit_locked
  select ${COLUMNS} from deposit where id = $1 for no key update`)

/** Locked in id order (lock order, avoids deadlocks). */
export const selectDepositsLocked = statement<DepositRow>(`-- deposits_deposits_locked
  select ${COLUMNS} from deposit where id = any ($1::uuid[]) order by id for no key update`)

/** The same by references. */
export const selectDepositsByReference = statement<DepositRow>(`-- deposits_deposits_by_reference
  select ${COLUMNS} from deposit where reference = any ($1::text[]) order by id for no key update`)

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
export const selectEvidenceUsed = statement<{ evidence: string }>(`-- deposits_evidence_used
  select evidence from deposit where evidence = any ($1::text[])`)

/** By deposit: $3 the actor, $4 the amount, $5 the evidence; $2 now. */
export const creditDepositRows = statement<DepositRow>(`-- deposits_credit_deposits
  update deposit set status = 'credited', settled_at = $2, settled_by = c.actor, received_minor = c.received,
    evidence = c.proof
  from unnest($1::uuid[], $3::text[], $4::bigint[], $5::text[]) as c (deposit_id, actor, received, proof)
  where id = c.deposit_id returning ${COLUMNS}`)

export const settleDeposit = statement<DepositRow>(`-- deposits_settle_deposit
  update deposit set status = $2, settled_at = $3, settled_by = $4, reason = $5
  where id = $1 returning ${COLUMNS}`)

/** Deposits overdue at $1, except $2. */
export const findOverdue = statement<{ id: string }>(`-- deposits_overdue
  select id from deposit where status = 'awaiting' and expires_at <= $1 and id <> all ($2::uuid[])
  order by expires_at limit $3`)

/** Expires those that are still awaited; skips rows locked elsewhere. */
export const expireDeposits = statement<DepositRow>(`-- deposits_expire_deposits
  update deposit set status = 'expired', settled_at = $1
  where id in (
    select id from deposit where id = any ($2::uuid[]) and status = 'awaiting' and expires_at <= $1
    order by id for no key update skip locked)
  returning ${COLUMNS}`)

/** No row if it has a checkout already. */
export const attachCheckout = statement<DepositRow>(`-- deposits_attach_checkout
  update deposit set checkout_session = $2, checkout_url = $3, checkout_expires_at = $4
  where id = $1 and checkout_session is null returning ${COLUMNS}`)

/** Deposits whose card payment may have been made without an event. */
export const listAtCheckout = statement<{
  id: string
  checkout_session: string
}>(`-- deposits_list_at_checkout
  select id, checkout_session from deposit
  where status = 'awaiting' and checkout_session is not null and created_at <= $1 and id > $2
  order by id limit $3`)

/** A card deposit without a checkout is hidden; all others are the member's history. */
export const listDeposits = statement<DepositRow>(`-- deposits_list_deposits
  select ${COLUMNS} from deposit
  where member_id = $1 and (method <> 'card' or checkout_session is not null) and ($2::text is null or status = $2)
    and ($3::timestamptz is null or created_at >= $3) and ($4::timestamptz is null or created_at < $4)
    and ($5::uuid is null or id < $5)
  order by id desc limit $6`)

export const selectDepositReferences = statement<{
  id: string
  reference: string
}>(`-- deposits_deposit_references
  select id, reference from deposit where id = any ($1::uuid[])`)

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

export const findAdminDeposit = statement<AdminDepositRow>(`-- deposits_admin_deposit
  select ${DEPOSIT} from ${DEPOSITS} where d.id = $1`)
