// Checks that every promised award is reserved in its campaign's escrow (promise 2).
import type { Queryable } from '../platform/database/database.ts'
import { type RowOf, statement } from '../platform/database/statement.ts'

export type PromiseFinding = RowOf<typeof uncovered>

// An open offer or order promises its highest award, a settled one its earnings, and an open objection to a claimed order
// what it may still add. A single statement, so that promises and holds come from one snapshot. Each open state has its own
// partial index; one condition on all states would scan all orders ever made.
const uncovered = statement(
  `-- orders_check_promises
  select p.id, p.campaign_id, p.promised_minor, coalesce(h.amount_minor, 0)::bigint as reserved_minor
  from (
    select id, campaign_id, hold_id, highest_award_minor as promised_minor from offer where status = 'open'
    union all
    select id, campaign_id, hold_id, coalesce(reward_minor + bonus_minor, highest_award_minor) from (
      select * from orders where status = 'pending'
      union all select * from orders where status = 'distributing' and review_until is null
      union all select * from orders where status = 'distributing' and review_until is not null
      union all select * from orders where status = 'success') open_orders
    union all
    select j.id, o.campaign_id, j.id, j.most_minor from objection j join orders o on o.id = j.order_id
    where j.kept_apart and j.decided_at is null and j.most_minor > 0
  ) p
  left join hold h on h.id = p.hold_id and h.status = 'open'
    and h.account_id = ledger_account_id('campaign_escrow', p.campaign_id::text)
  where coalesce(h.amount_minor, 0) < p.promised_minor
  limit 100`,
  {
    columns: {
      /** Id of the offer, order or objection. */
      id: 'uuid',
      campaign_id: 'uuid',
      promised_minor: 'int8',
      reserved_minor: 'int8',
    },
  },
)

/** Every promised award with a hold lower than it, or none. */
export const checkPromises = (on: Queryable): Promise<PromiseFinding[]> => uncovered.all(on)
