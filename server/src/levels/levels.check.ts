// Checks that the ledger balance of each level fee equals what its purchase can refund or earn.
import type { Queryable } from '../platform/database/database.ts'
import { type RowOf, statement } from '../platform/database/statement.ts'

export type LevelFeeFinding = RowOf<typeof differing>

// A single statement, so that both sides come from one snapshot.
const differing = statement(
  `-- levels_check_fees
  select p.id as purchase_id, p.member_id, p.kept_minor as expected_minor, coalesce(a.balance_minor, 0)::bigint as found_minor
  from (
    select id, member_id, fee_minor - recognised_minor - coalesce(refunded_minor, 0) as kept_minor
    from level_purchase
    where $closed_since::timestamptz is null or closed_at is null or closed_at > $closed_since or open_discount_minor + open_bonus_minor > 0
  ) p
  left join account a on a.kind = 'level_fee' and a.holder_id = p.id::text
  where p.kept_minor <> coalesce(a.balance_minor, 0)
  limit 100`,
  {
    params: { closed_since: 'timestamptz?' },
    columns: { purchase_id: 'uuid', member_id: 'uuid', expected_minor: 'int8', found_minor: 'int8' },
  },
)

/**
 * Every level purchase whose fee in the ledger differs from its own figures; of closed ones only those closed since
 * `closed_since`, if given.
 */
export const checkLevelFees = (on: Queryable, closed_since: Date | null = null): Promise<LevelFeeFinding[]> =>
  differing.all(on, { closed_since })
