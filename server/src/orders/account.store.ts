// The SQL of orders about an account as a whole.
import { statement } from '../database/statement.ts'

/** Orders that still need something, or may still pay. */
export const countOpenOrders = statement<{ count: number }>(
  'account_count_open_orders',
  `select count(*)::int as count from orders
   where member_id = $1 and (
     status in ('pending', 'distributing', 'success') or objection = 'open' or kept_until is not null)`,
)

/** What a carrier wrote in their own words. */
export const eraseNotes = statement(
  'account_erase_notes',
  `update objection set note = '' where member_id = $1 and note <> ''`,
)

export interface OwnOrderRow {
  readonly order_id: string
  readonly campaign_id: string
  readonly reward_minor: bigint | null
  readonly bonus_minor: bigint | null
}

/** A page of a member's orders with their visit summaries, newest first, before an id. */
export const selectOwnOrders = statement<OwnOrderRow>(
  'account_own_orders',
  `select o.id as order_id, o.campaign_id, o.status, o.target, o.visits, o.counted, o.verified, o.reward_minor,
     o.bonus_minor, o.taken_at, o.deadline, o.started_at, o.settled_at, o.claimed_at,
     b.note as objection_note, b.made_at as objected_at, o.objection
   from orders o left join objection b on b.order_id = o.id
   where o.member_id = $1 and o.id < $2 order by o.id desc limit $3`,
)
