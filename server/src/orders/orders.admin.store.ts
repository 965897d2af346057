import { typed, statement, qualified } from '../platform/database/statement.ts'
import { contains } from '../platform/http/filters.ts'
import { sortedList } from '../platform/http/sorting.ts'
import type { RefusedVisit } from '../tracking/tracking.ts'
import { OBJECTION, type ObjectionRow } from './objections.store.ts'
import { ORDER, type OrderRow } from './orders.store.ts'

export const listInReview = sortedList<OrderRow>()({
  name: 'orders_admin_in_review',
  select: `select o.*, c.brand from (select ${ORDER} from orders) as o join campaign c on c.id = o.campaign_id`,
  // Those that wait with another order succeed when it does: one look is asked for, not many.
  where: `o.status = 'distributing' and o.review_until is not null
    and not exists (select from order_review r where r.order_id = o.id and r.with_order is not null)`,
  filters: { brand: contains('c.brand'), member_id: 'o.member_id = ?' },
  columns: {
    due_by: { by: 'review_until', type: 'timestamptz' },
    verified: { by: 'verified', type: 'bigint' },
    visits: { by: 'visits', type: 'bigint' },
    brand: { by: 'lower(brand)', type: 'text' },
  },
  first: 'due_by.asc',
})

export type AdminObjectionRow = ObjectionRow & {
  readonly campaign_id: string
  readonly reviewed_by: string | null
  readonly review_reason: string | null
}

const ADMIN_OBJECTION = `${qualified('b', OBJECTION)}, o.campaign_id, o.reviewed_by, o.review_reason`

export const findAdminObjection = statement(
  `-- objections_admin_find
  select ${ADMIN_OBJECTION} from objection b join orders o on o.id = b.order_id where b.id = $id`,
  {
    params: { id: 'uuid' },
    columns: {
      id: 'uuid',
      order_id: 'uuid',
      member_id: 'uuid',
      note: 'text',
      made_at: 'timestamptz',
      decide_by: 'timestamptz',
      visits: 'int4',
      most_visits: 'int4',
      most_minor: 'int8',
      kept_apart: 'bool',
      decided_at: 'timestamptz?',
      by_silence: 'bool?',
      upheld: 'int4?',
      added_minor: 'int8?',
      reason: 'text?',
      campaign_id: 'uuid',
      reviewed_by: 'text?',
      review_reason: 'text?',
    },
  },
)

export const listObjections = sortedList<AdminObjectionRow>()({
  name: 'objections_admin_list',
  select: `select ${ADMIN_OBJECTION}, c.brand
   from objection b join orders o on o.id = b.order_id join campaign c on c.id = o.campaign_id`,
  filters: {
    state: {
      where: '(b.decided_at is not null) = ?',
      values: (state: string) => [state === 'decided'],
    },
    brand: contains('c.brand'),
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

export const countOpenObjections = statement(
  `-- objections_admin_waiting
  select count(*)::int as waiting, count(*) filter (where decide_by <= $now)::int as overdue, min(decide_by) as due_at
  from objection where decided_at is null`,
  { params: { now: 'timestamptz' }, columns: QUEUE },
)

export const listObjectedVisits = statement(
  `-- objections_admin_visits
  select visit_id, reason, upheld from objected_visit where objection_id = $objection_id order by visit_id`,
  {
    params: { objection_id: 'uuid' },
    columns: {
      visit_id: 'uuid',
      reason: typed<(RefusedVisit & { upheld: boolean | null })['reason']>('text'),
      upheld: 'bool?',
    },
  },
)
