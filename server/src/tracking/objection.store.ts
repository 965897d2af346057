// SQL of visits that are open to objection, and of operators' rulings on them.
import type { VisitReason } from '@fairturn/contract/tracking'
import { statement } from '../platform/database/statement.ts'

export interface RefusedVisit {
  visit_id: string
  reason: VisitReason
}

/** Data about a link's visits from the rest of the database; `confirmed` null: no advertiser confirms them. */
export const findRulings = statement<{
  opened_at: Date
  reviewed: string[]
  upheld: string[]
  confirmed: string[] | null
}>(`-- tracking_find_rulings
  select l.opened_at,
    array(select visit_id from visit_ruling where link_id = l.id and verdict = 'review') as reviewed,
    array(select visit_id from visit_ruling where link_id = l.id and verdict = 'verified') as upheld,
    case when l.verification <> 'page' then array(select visit_id from visit_confirmation where link_id = l.id) end as confirmed
  from link l where l.id = $1`)

// A link's visits are in the partitions since it was opened. $3 reviewed, $4 upheld, $5 confirmed visits. $6: refusal
// reasons of people; $7: of bots, whose visits count here only if their page was continued, which no known bot does. If the
// advertiser confirms visits, only that counts: without a confirmation, a refusal makes no difference.
const OBJECTIONABLE = `
  from visit_verdict v
  where v.link_id = $1 and v.day >= $2::date
    and ($5::uuid[] is null or v.visit_id = any ($5::uuid[])) and v.visit_id <> all ($4::uuid[])
    and (v.visit_id = any ($3::uuid[]) or v.verdict = any ($6::text[])
      or (v.verdict = any ($7::text[]) and exists (
        select from continuation c
        where c.link_id = v.link_id and c.link_id = $1 and c.day = v.day and c.day >= $2::date and c.visit_id = v.visit_id)))`

export const objectionable = statement<RefusedVisit>(`-- tracking_objectionable
  select v.visit_id, case when v.visit_id = any ($3::uuid[]) then 'review' else v.verdict end as reason ${OBJECTIONABLE}
  order by v.visit_id limit $8`)
export const countObjectionable = statement<{ visits: number }>(`-- tracking_count_objectionable
  select count(*)::int as visits from (select v.visit_id ${OBJECTIONABLE} limit $8) as found`)
export const verifiedVisits = statement<{ visit_id: string }>(`-- tracking_verified_visits
  select visit_id from visit_verdict where link_id = $1 and day >= $2::date and verdict = 'verified' order by visit_id`)
/**
 * Stores ruling $2, made at $3, on visits $4 of link $1 with their times $5, languages $6 and verdicts $7; returns counts
 * by previous verdict.
 */
export const writeRulings = statement<{ verdict: string; count: number }>(`-- tracking_write_rulings
  with earlier as materialized (
    select v.*, coalesce(r.verdict, v.judged) as verdict
    from unnest($4::uuid[], $5::timestamptz[], $6::text[], $7::text[]) as v (visit_id, at, locale, judged)
    left join visit_ruling r on r.visit_id = v.visit_id and r.verdict = 'review'
  ), ruled as (
    insert into visit_ruling (visit_id, link_id, verdict, ruled_at, at, locale, judged)
    select visit_id, $1, $2, $3, at, locale, judged from earlier on conflict do nothing returning visit_id
  )
  select e.verdict, count(*)::int as count from earlier e join ruled using (visit_id) group by e.verdict`)
/** Moves counts of a link's visits from one verdict to another. */
export const moveCount = statement(`-- tracking_move_count
  insert into link_count (link_id, verdict, count) values ($1, $2, -$4::int), ($1, $3, $4)
  on conflict (link_id, verdict) do update set count = link_count.count + excluded.count`)
