// All SQL of objections and reviews. Changing an objection requires its order's row lock.
import { statement } from '../platform/database/statement.ts'
import type { RefusedVisit } from '../tracking/tracking.ts'

export interface ObjectionRow {
  id: string
  order_id: string
  member_id: string
  note: string
  made_at: Date
  decide_by: Date
  visits: number
  most_visits: number
  most_minor: bigint
  kept_apart: boolean
  decided_at: Date | null
  by_silence: boolean | null
  upheld: number | null
  added_minor: bigint | null
  reason: string | null
}

export const OBJECTION = `id, order_id, member_id, note, made_at, decide_by, visits, most_visits, most_minor, kept_apart,
  decided_at, by_silence, upheld, added_minor, reason`

export const insertObjection = statement<ObjectionRow>(`-- objections_insert
  insert into objection (id, order_id, member_id, note, made_at, decide_by, visits, most_visits, most_minor)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${OBJECTION}`)

export const insertObjectedVisits = statement(`-- objections_insert_visits
  insert into objected_visit (objection_id, visit_id, reason, counted) select $1, * from unnest($2::uuid[], $3::text[], $4::boolean[])`)

export const findObjection = statement<ObjectionRow>(`-- objections_find
  select ${OBJECTION} from objection where id = $1`)

export const findObjectionOfOrder = statement<ObjectionRow>(`-- objections_of_order
  select ${OBJECTION} from objection where order_id = $1 and member_id = $2`)

export const findObjectedVisits = statement<RefusedVisit & { counted: boolean }>(`-- objections_visits
  select visit_id, reason, counted from objected_visit where objection_id = $1 order by visit_id`)

export const writeDecision = statement<ObjectionRow>(`-- objections_decide
  with visits as (
    update objected_visit set upheld = visit_id = any ($7::uuid[]) where objection_id = $1
  )
  update objection set decided_at = $2, decided_by = $3, by_silence = $4, upheld = cardinality($7::uuid[]),
    added_minor = $5, reason = $6
  where id = $1 returning ${OBJECTION}`)

/** Objections past their deadline at $1, and orders whose money was kept for an objection that was never made. */
export const findDueObjections = statement<{ id: string }>(`-- objections_due
  select id from objection where decided_at is null and decide_by <= $1 and id <> all ($2::uuid[])
  order by decide_by limit $3`)
export const findKeptPastDeadline = statement<{ id: string }>(`-- objections_kept_in_vain
  select id from orders where kept_until <= $1 and id <> all ($2::uuid[]) order by kept_until limit $3`)

export const markObjection = statement(`-- objections_mark
  update orders set objection = $2, kept_until = null where id = $1`)

/** Earnings of an order after its objection is decided; an expired one becomes a success. */
export const updateEarned = statement<{ id: string }>(`-- objections_update_earned
  update orders set status = case when status = 'expired' then 'success' else status end, verified = $2, counted = $3,
    visits = greatest(visits, $3), reward_minor = $4, bonus_minor = $5, bonus_bp = $6, quality_bp = $7
  where id = $1 returning id`)

export const clearRetention = statement(`-- objections_stop_keeping
  update orders set kept_until = null where id = $1`)

/** Whether a person reviewed an order of one of these members and paid all of it. */
export const selectPaidByPerson = statement<{ paid: boolean }, { member_ids: readonly string[] }>(
  `-- objections_paid_by_person
  select exists (select from orders where member_id = any ($member_ids) and status in ('success', 'done')
    and reviewed_by like 'operator:%' and review_reason is null) as paid`,
  { params: { member_ids: 'uuid[]' }, columns: { paid: 'bool' } },
)

export const writeReview = statement(`-- objections_write_review
  update orders set reviewed_by = $2, review_reason = $3 where id = $1`)

/** The amount that an objection added to a claimed award; announced with the decision. */
export const writeAddedAward = statement(`-- objections_write_award
  insert into award (id, order_id, member_id, campaign_id, entry_id, reward_minor, bonus_minor, quality_bp, claimed_at,
    announced_at, objection_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)`)

export interface ObjectionFigures {
  /** All time. */
  readonly objections: number
  readonly open: number
  /** Upheld wholly or in part, timeouts included. */
  readonly upheld: number
  /** Of the upheld ones: decided by timeout. */
  readonly by_silence: number
  /** From objection to decision; null if none is decided. */
  readonly median_hours: number | null
}

export const figures = statement<ObjectionFigures>(`-- objections_figures
  select count(*)::int as objections, count(*) filter (where decided_at is null)::int as open,
    count(*) filter (where upheld > 0)::int as upheld, count(*) filter (where by_silence)::int as by_silence,
    (percentile_cont(0.5) within group (order by extract(epoch from decided_at - made_at) / 3600.0)
      filter (where decided_at is not null))::float8 as median_hours
  from objection`)
