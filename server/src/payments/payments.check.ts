// Whether what the ledger holds is what payments say: for each member what their open withdrawals ask for, for each line of the
// bank what it brought and nobody has been given. It never repairs.
import type { Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'

export interface WithdrawalFinding {
  readonly member_id: string
  readonly expected_minor: bigint
  readonly held_minor: bigint
}

// One statement, so that it sees both at the same moment while others go on.
const differing = statement<WithdrawalFinding>(
  'payments_check_held',
  `select coalesce(w.member_id, a.owner_id) as member_id, coalesce(w.open_minor, 0)::bigint as expected_minor,
     coalesce(a.balance_minor, 0) as held_minor
   from (
     select member_id::text, sum(amount_minor) as open_minor from withdrawal
     where status in ('requested', 'approved') group by member_id
   ) w
   full join (select owner_id, balance_minor from account where kind = 'member_held' and balance_minor <> 0) a
     on a.owner_id = w.member_id
   where w.open_minor is distinct from a.balance_minor
   limit 100`,
)

/** Every member for whom more or less is held than their withdrawals that are not yet sent. */
export const checkWithdrawals = (on: Queryable): Promise<WithdrawalFinding[]> => differing.all(on)

export interface ReceiptFinding {
  readonly line_id: string
  readonly expected_minor: bigint
  readonly kept_minor: bigint
}

// A refund that is approved leaves the ledger only when its payment file is sent.
const differingReceipts = statement<ReceiptFinding>(
  'payments_check_receipts',
  `select coalesce(l.id::text, a.owner_id) as line_id, coalesce(l.amount_minor, 0)::bigint as expected_minor,
     coalesce(a.balance_minor, 0) as kept_minor
   from (
     select id, amount_minor from bank_line where state = 'unmatched'
     union all
     select b.id, b.amount_minor from receipt_refund r join bank_line b on b.id = r.line_id
     where r.status = 'approved' and b.state = 'resolved'
   ) l
   full join (select owner_id, balance_minor from account where kind = 'unmatched_receipt' and balance_minor <> 0) a
     on a.owner_id = l.id::text
   where l.amount_minor is distinct from a.balance_minor
   limit 100`,
)

/** Every line of the bank of which more or less is kept as nobody's than it says. */
export const checkReceipts = (on: Queryable): Promise<ReceiptFinding[]> => differingReceipts.all(on)
