import { type RowOf, typed, statement, qualified } from '../platform/database/statement.ts'
import { words } from '../platform/http/filters.ts'
import { sortedList } from '../platform/http/sorting.ts'
import type { RefusedVisit } from '../tracking/tracking.ts'
import { OBJECTION, OBJECTION_COLUMNS } from './objections.store.ts'
import { ORDER_COLUMNS, ORDER } from './orders.store.ts'

export const listInReview = sortedList({
  name: 'orders_admin_in_review',
  rows: ORDER_COLUMNS,
  select: `select o.*, c.brand from (select ${ORDER} from orders) as o join campaign c on c.id = o.campaign_id`,
  // Those that wait with another order succeed when it does: one look is asked for, not many.
  where: `o.status = 'distributing' and o.review_until is not null
    and not exists (select from order_review r where r.order_id = o.id and r.with_order is not null)`,
  filters: { brand: words('c.brand'), member_id: 'o.member_id = ?' },
  columns: {
    due_by: { by: 'review_until', type: 'timestamptz' },
    verified: { by: 'verified', type: 'bigint' },
    visits: { by: 'visits', type: 'bigint' },
    brand: { by: 'lower(brand)', type: 'text' },
  },
  first: 'due_by.asc',
})

const ADMIN_OBJECTION_COLUMNS = {
  ...OBJECTION_COLUMNS,
  campaign_id: 'uuid',
  reviewed_by: 'text?',
  review_reason: 'text?',
} as const

export type AdminObjectionRow = RowOf<typeof ADMIN_OBJECTION_COLUMNS>

const ADMIN_OBJECTION = `${qualified('b', OBJECTION)}, o.campaign_id, o.reviewed_by, o.review_reason`

export const findAdminObjection = statement(
  `-- objections_admin_find
  select ${ADMIN_OBJECTION} from objection b join orders o on o.id = b.order_id where b.id = $id`,
  {
    params: { id: 'uuid' },
    columns: ADMIN_OBJECTION_COLUMNS,
  },
)

export const listObjections = sortedList({
  name: 'objections_admin_list',
  rows: ADMIN_OBJECTION_COLUMNS,
  select: `select ${ADMIN_OBJECTION}, c.brand
   from objection b join orders o on o.id = b.order_id join campaign c on c.id = o.campaign_id`,
  filters: {
    state: {
      where: '(b.decided_at is not null) = ?',
      values: (state: string) => [state === 'decided'],
    },
    brand: words('c.brand'),
    member_id: 'b.member_id = ?',
  },
  columns: {
    due_by: { by: 'decide_by', type: 'timestamptz' },
    made_at: { by: 'id', type: 'uuid' },
    most: { by: 'most_minor', type: 'bigint' },
    brand: { by: 'lower(brand)', type: 'text' },
  },
  first: 'due_by.asc',
})
const QUEUE = { waiting: 'int4', overdue: 'int4', due_at: 'timestamptz?' } as const

export const countInReview = statement(
  `-- orders_admin_waiting
  select count(*)::int as waiting, count(*) filter (where review_until <= $now)::int as overdue, min(review_until) as due_at
  from orders o where status = 'distributing' and review_until is not null
    and not exists (select from order_review r where r.order_id = o.id and r.with_order is not null)`,
  { params: { now: 'timestamptz' }, columns: QUEUE },
)

/** `own_…`: without those whose review $actor decided. */
export const countOpenObjections = statement(
  `-- objections_admin_waiting
  select count(*)::int as waiting, count(*) filter (where decide_by <= $now)::int as overdue, min(decide_by) as due_at,
    count(*) filter (where own)::int as own_waiting, count(*) filter (where own and decide_by <= $now)::int as own_overdue,
    min(decide_by) filter (where own) as own_due_at
  from (select b.decide_by, o.reviewed_by is distinct from $actor as own
    from objection b join orders o on o.id = b.order_id where b.decided_at is null) open`,
  {
    params: { now: 'timestamptz', actor: 'text' },
    columns: { ...QUEUE, own_waiting: 'int4', own_overdue: 'int4', own_due_at: 'timestamptz?' },
  },
)

export const listObjectedVisits = statement(
  `-- objections_admin_visits
  select visit_id, reason, upheld from objected_visit where objection_id = $objection_id order by visit_id`,
  {
    params: { objection_id: 'uuid' },
    columns: {
      visit_id: 'uuid',
      reason: typed<RefusedVisit['reason']>('text'),
      upheld: 'bool?',
    },
  },
)
