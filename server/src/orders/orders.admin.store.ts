// The SQL of what waits for operators: orders in review and objections. Decides nothing.
import { statement } from '../database/statement.ts'
import type { ObjectionRow } from './objections.store.ts'
import { ORDER, type OrderRow } from './orders.store.ts'

/** The soonest due first. */
export const listInReview = statement<OrderRow>(
  'orders_office_in_review',
  `select ${ORDER} from orders
   where status = 'distributing' and review_until is not null
     and ($1::timestamptz is null or (review_until, id) > ($1, $2::uuid))
   order by review_until, id limit $3`,
)

export type OfficeObjectionRow = ObjectionRow & {
  readonly campaign_id: string
  readonly reviewed_by: string | null
  readonly review_reason: string | null
}

const OBJECTION = `b.id, b.order_id, b.member_id, b.note, b.made_at, b.decide_by, b.visits, b.most_visits, b.most_minor,
  b.kept_apart, b.decided_at, b.by_silence, b.upheld, b.added_minor, b.reason, o.campaign_id, o.reviewed_by, o.review_reason`

export const findOfficeObjection = statement<OfficeObjectionRow>(
  'objections_office_find',
  `select ${OBJECTION} from objection b join orders o on o.id = b.order_id where b.id = $1`,
)

/** The soonest due first. */
export const listOpenObjections = statement<OfficeObjectionRow>(
  'objections_office_open',
  `select ${OBJECTION} from objection b join orders o on o.id = b.order_id
   where b.decided_at is null and ($1::timestamptz is null or (b.decide_by, b.id) > ($1, $2::uuid))
   order by b.decide_by, b.id limit $3`,
)

/** Made last, first. */
export const listDecidedObjections = statement<OfficeObjectionRow>(
  'objections_office_decided',
  `select ${OBJECTION} from objection b join orders o on o.id = b.order_id
   where b.decided_at is not null and ($1::uuid is null or b.id < $1) order by b.id desc limit $2`,
)

export const listObjectedVisits = statement<{
  visit_id: string
  reason: string
  upheld: boolean | null
}>(
  'objections_office_visits',
  `select visit_id, reason, upheld from objected_visit where objection_id = $1 order by visit_id`,
)

/** Names of carriers; empty once the account is closed. */
export const carriersOf = statement<{ id: string; username: string }>(
  'orders_carriers',
  `select id, username from member where id = any ($1::uuid[])`,
)
