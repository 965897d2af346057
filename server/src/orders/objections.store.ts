// All SQL of objections and reviews. Changing an objection requires its order's row lock.
import { columnNames, type RowOf, typed, statement } from '../platform/database/statement.ts'
import type { RefusedVisit } from '../tracking/tracking.ts'

export type ObjectionRow = RowOf<typeof OBJECTION_COLUMNS>

export const OBJECTION_COLUMNS = {
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
} as const
export const OBJECTION = columnNames(OBJECTION_COLUMNS)

export const insertObjection = statement(
  `-- objections_insert
  insert into objection (id, order_id, member_id, note, made_at, decide_by, visits, most_visits, most_minor)
  values ($id, $order_id, $member_id, $note, $made_at, $decide_by, $visits, $most_visits, $most_minor) returning ${OBJECTION}`,
  {
    params: {
      id: 'uuid',
      order_id: 'uuid',
      member_id: 'uuid',
      note: 'text',
      made_at: 'timestamptz',
      decide_by: 'timestamptz',
      visits: 'int4',
      most_visits: 'int4',
      most_minor: 'int8',
    },
    columns: OBJECTION_COLUMNS,
  },
)

export const insertObjectedVisits = statement(
  `-- objections_insert_visits
  insert into objected_visit (objection_id, visit_id, reason, counted) select $objection_id, * from unnest($visit_id::uuid[], $reason::text[], $counted::boolean[])`,
  { params: { objection_id: 'uuid', visit_id: 'uuid[]', reason: 'text[]', counted: 'bool[]' } },
)

export const findObjection = statement(
  `-- objections_find
  select ${OBJECTION} from objection where id = $id`,
  { params: { id: 'uuid' }, columns: OBJECTION_COLUMNS },
)

export const findObjectionOfOrder = statement(
  `-- objections_of_order
  select ${OBJECTION} from objection where order_id = $order_id and member_id = $member_id`,
  { params: { order_id: 'uuid', member_id: 'uuid' }, columns: OBJECTION_COLUMNS },
)

export const findObjectedVisits = statement(
  `-- objections_visits
  select visit_id, reason, counted from objected_visit where objection_id = $objection_id order by visit_id`,
  {
    params: { objection_id: 'uuid' },
    columns: {
      visit_id: 'uuid',
      reason: typed<RefusedVisit['reason']>('text'),
      counted: 'bool',
    },
  },
)

export const writeDecision = statement(
  `-- objections_decide
  with visits as (
    update objected_visit set upheld = visit_id = any ($upheld_ids::uuid[]) where objection_id = $objection_id
  )
  update objection set decided_at = $decided_at, decided_by = $actor, by_silence = $by_silence, upheld = cardinality($upheld_ids::uuid[]),
    added_minor = $added_minor, reason = $reason
  where id = $objection_id returning ${OBJECTION}`,
  {
    params: {
      objection_id: 'uuid',
      decided_at: 'timestamptz',
      actor: 'text',
      by_silence: 'bool',
      added_minor: 'int8',
      reason: 'text',
      upheld_ids: 'uuid[]',
    },
    columns: OBJECTION_COLUMNS,
  },
)

/** Objections past their deadline at $now, and orders whose money was kept for an objection that was never made. */
export const findDueObjections = statement(
  `-- objections_due
  select id from objection where decided_at is null and decide_by <= $now and id <> all ($failed::uuid[])
  order by decide_by limit $limit`,
  { params: { now: 'timestamptz', failed: 'uuid[]', limit: typed<number>('int8') }, columns: { id: 'uuid' } },
)
export const findKeptPastDeadline = statement(
  `-- objections_kept_in_vain
  select id from orders where kept_until <= $now and id <> all ($failed::uuid[]) order by kept_until limit $limit`,
  { params: { now: 'timestamptz', failed: 'uuid[]', limit: typed<number>('int8') }, columns: { id: 'uuid' } },
)

export const markObjection = statement(
  `-- objections_mark
  update orders set objection = $objection, kept_until = null where id = $id`,
  { params: { id: 'uuid', objection: 'text' } },
)

/** Earnings of an order after its objection is decided; an expired one becomes a success. */
export const updateEarned = statement(
  `-- objections_update_earned
  update orders set status = case when status = 'expired' then 'success' else status end, verified = $verified, counted = $counted,
    visits = greatest(visits, $counted), reward_minor = $reward_minor, bonus_minor = $bonus_minor, bonus_bp = $bonus_bp, quality_bp = $quality_bp,
    over_share = coalesce($over_share::uuid[], over_share)
  where id = $id returning id`,
  {
    params: {
      id: 'uuid',
      verified: 'int4',
      counted: 'int4',
      reward_minor: 'int8',
      bonus_minor: 'int8',
      bonus_bp: 'int4',
      quality_bp: 'int4',
      over_share: 'uuid[]?',
    },
    columns: { id: 'uuid' },
  },
)

export const clearRetention = statement(
  `-- objections_stop_keeping
  update orders set kept_until = null where id = $id`,
  { params: { id: 'uuid' } },
)

/** Whether a person reviewed an order of one of these members and paid all of it. */
export const selectPaidByPerson = statement(
  `-- objections_paid_by_person
  select exists (select from orders where member_id = any ($member_ids) and status in ('success', 'done')
    and reviewed_by like 'operator:%' and review_reason is null) as paid`,
  { params: { member_ids: 'uuid[]' }, columns: { paid: 'bool' } },
)

export const writeReview = statement(
  `-- objections_write_review
  update orders set reviewed_by = $actor, review_reason = $review_reason where id = $id`,
  { params: { id: 'uuid', actor: 'text', review_reason: 'text?' } },
)

/** The amount that an objection added to a claimed award; announced with the decision. */
export const writeAddedAward = statement(
  `-- objections_write_award
  insert into award (id, order_id, member_id, campaign_id, entry_id, reward_minor, bonus_minor, quality_bp, claimed_at,
    announced_at, objection_id)
  values ($id, $order_id, $member_id, $campaign_id, $entry_id, $reward_minor, $bonus_minor, $quality_bp, $claimed_at, $claimed_at, $objection_id)`,
  {
    params: {
      id: 'uuid',
      order_id: 'uuid',
      member_id: 'uuid',
      campaign_id: 'uuid',
      entry_id: 'uuid',
      reward_minor: 'int8',
      bonus_minor: 'int8',
      quality_bp: 'int4',
      claimed_at: 'timestamptz',
      objection_id: 'uuid',
    },
  },
)

export type ObjectionFigures = RowOf<typeof figures>

export const figures = statement(
  `-- objections_figures
  select count(*)::int as objections, count(*) filter (where decided_at is null)::int as open,
    count(*) filter (where upheld > 0)::int as upheld, count(*) filter (where by_silence)::int as by_silence,
    (percentile_cont(0.5) within group (order by extract(epoch from decided_at - made_at) / 3600.0)
      filter (where decided_at is not null))::float8 as median_hours
  from objection`,
  {
    columns: {
      /** All time. */
      objections: 'int4',
      open: 'int4',
      /** Upheld wholly or in part, timeouts included. */
      upheld: 'int4',
      /** Of the upheld ones: decided by timeout. */
      by_silence: 'int4',
      /** From objection to decision; null if none is decided. */
      median_hours: 'float8?',
    },
  },
)
