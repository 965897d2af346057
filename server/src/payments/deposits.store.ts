// All SQL of deposits. Decides nothing.
import type { DepositStatus } from '@fairturn/contract/payments'
import { statement } from '../database/statement.ts'

export interface DepositRow {
  readonly id: string
  readonly member_id: string
  readonly method: 'bank_transfer'
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
}

const COLUMNS = `id, member_id, method, amount_minor, reference, status, created_at, expires_at, settled_at,
  received_minor, evidence, settled_by, reason`

/** No row where the reference is taken. */
export const insertDeposit = statement<DepositRow>(
  'payments_insert_deposit',
  `insert into deposit (id, member_id, method, amount_minor, reference, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict (reference) do nothing returning ${COLUMNS}`,
)

export const selectDeposit = statement<DepositRow>(
  'payments_deposit',
  `select ${COLUMNS} from deposit where id = $1`,
)

export const selectDepositLocked = statement<DepositRow>(
  'payments_deposit_locked',
  `select ${COLUMNS} from deposit where id = $1 for no key update`,
)

export const evidenceUsed = statement<{ used: boolean }>(
  'payments_evidence_used',
  `select exists (select from deposit where evidence = $1) as used`,
)

export const settleDeposit = statement<DepositRow>(
  'payments_settle_deposit',
  `update deposit set status = $2, settled_at = $3, settled_by = $4, received_minor = $5, evidence = $6, reason = $7
   where id = $1 returning ${COLUMNS}`,
)

export const expireDeposits = statement<DepositRow>(
  'payments_expire_deposits',
  `update deposit set status = 'expired', settled_at = $1
   where id in (
     select id from deposit where status = 'awaiting' and expires_at <= $1
     order by expires_at limit $2 for no key update skip locked)
   returning ${COLUMNS}`,
)

export const listDeposits = statement<DepositRow>(
  'payments_list_deposits',
  `select ${COLUMNS} from deposit
   where member_id = $1 and ($2::text is null or status = $2)
     and ($3::timestamptz is null or created_at >= $3) and ($4::timestamptz is null or created_at < $4)
     and ($5::uuid is null or id < $5)
   order by id desc limit $6`,
)

export const selectDepositReferences = statement<{ id: string; reference: string }>(
  'payments_deposit_references',
  `select id, reference from deposit where id = any ($1::uuid[])`,
)
