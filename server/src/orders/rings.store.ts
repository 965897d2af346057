// SQL of rings: each statement reads by index, the rows of the named members or orders only.
import type { REVIEW_OUTCOMES } from '@fairturn/contract/backoffice/rings'
import type { OrderStatus } from '@fairturn/contract/orders'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'

/** What each of these members has done, and how much of it a person has looked at. */
export const findRecords = statement(
  `-- rings_find_records
  select m.id as member_id, o.orders, o.awards, (coalesce(u.unseen_minor, 0) + w.waiting_minor)::int8 as unseen_minor, s.seen_minor
  from unnest($member_ids::uuid[]) as m (id)
  cross join lateral (
    select (count(*) filter (where status <> 'returned'))::int4 as orders, (count(*) filter (where status = 'done'))::int4 as awards
    from orders where member_id = m.id
  ) as o
  cross join lateral (
    select coalesce(sum(d.reward_minor + d.bonus_minor), 0)::int8 as seen_minor
    from order_review r join orders d on d.id = r.order_id
    where r.member_id = m.id and r.outcome in ('paid', 'partly')
  ) as s
  cross join lateral (
    select coalesce(sum(award_minor), 0)::int8 as waiting_minor from order_review where member_id = m.id and outcome is null
  ) as w
  left join unseen_award u on u.member_id = m.id`,
  {
    params: { member_ids: 'uuid[]' },
    columns: {
      member_id: 'uuid',
      orders: 'int4',
      awards: 'int4',
      unseen_minor: 'int8',
      seen_minor: 'int8',
    },
  },
)

/** Open reviews of these members' orders, the soonest due first. */
export const findOpenReviews = statement(
  `-- rings_find_open_reviews
  select order_id from order_review where member_id = any ($member_ids) and outcome is null
  order by due_at, order_id limit $limit::int4`,
  { params: { member_ids: 'uuid[]', limit: 'int4' }, columns: { order_id: 'uuid' } },
)

/** Orders of these members taken since then, newest first. */
export const findRecentOrders = statement(
  `-- rings_find_recent_orders
  select o.id from unnest($member_ids::uuid[]) as m (id)
  cross join lateral (
    select id from orders where member_id = m.id and taken_at > $since order by id desc limit $limit::int4
  ) as o
  order by o.id desc limit $limit::int4`,
  { params: { member_ids: 'uuid[]', since: 'timestamptz', limit: 'int4' }, columns: { id: 'uuid' } },
)

export type RingOrderRow = RowOf<typeof findRingOrders>

/** Orders with their reviews, newest first; of an open review the award that it would have. */
export const findRingOrders = statement(
  `-- rings_find_orders
  select o.id, o.member_id, o.campaign_id, o.status, o.taken_at, o.settled_at, o.claimed_at, o.target, o.visits, o.verified,
    case when r.outcome is null and o.reward_minor is null then r.award_minor else o.reward_minor + o.bonus_minor end as award_minor,
    o.review_reason, r.basis, r.opened_at, o.review_until, r.due_at, r.with_order, r.outcome, r.decided_at
  from orders o left join order_review r on r.order_id = o.id
  where o.id = any ($order_ids) order by o.id desc`,
  {
    params: { order_ids: 'uuid[]' },
    columns: {
      id: 'uuid',
      member_id: 'uuid',
      campaign_id: 'uuid',
      status: typed<OrderStatus>('text'),
      taken_at: 'timestamptz',
      settled_at: 'timestamptz?',
      claimed_at: 'timestamptz?',
      target: 'int4',
      visits: 'int4',
      verified: 'int4',
      award_minor: 'int8?',
      review_reason: 'text?',
      basis: typed<object | null>('jsonb?'),
      opened_at: 'timestamptz?',
      review_until: 'timestamptz?',
      due_at: 'timestamptz?',
      with_order: 'uuid?',
      outcome: typed<(typeof REVIEW_OUTCOMES)[number] | null>('text?'),
      decided_at: 'timestamptz?',
    },
  },
)

/** In the order of their ids, as every transaction that needs several of them. */
export const lockOrders = statement(
  `-- rings_lock_orders
  select id, member_id from orders where id = any ($order_ids) order by id for no key update`,
  { params: { order_ids: 'uuid[]' }, columns: { id: 'uuid', member_id: 'uuid' } },
)
