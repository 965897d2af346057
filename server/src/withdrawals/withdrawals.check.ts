// Checks that the ledger holds for each member the sum of their open withdrawals. It never repairs.
import type { Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'

export interface WithdrawalFinding {
  readonly member_id: string
  readonly expected_minor: bigint
  readonly held_minor: bigint
}

// One statement, so that both come from one snapshot.
const differing = statement<WithdrawalFinding>(`-- withdrawals_check_held
  select coalesce(w.member_id, a.owner_id) as member_id, coalesce(w.open_minor, 0)::bigint as expected_minor,
    coalesce(a.balance_minor, 0) as held_minor
  from (
    select member_id::text, sum(amount_minor) as open_minor from withdrawal
    where status in ('requested', 'approved') group by member_id
  ) w
  full join (select owner_id, balance_minor from account where kind = 'member_held' and balance_minor <> 0) a
    on a.owner_id = w.member_id
  where w.open_minor is distinct from a.balance_minor
  limit 100`)

/** Every member whose held money differs from their withdrawals not yet sent. */
export const checkWithdrawals = (on: Queryable): Promise<WithdrawalFinding[]> => differing.all(on)
