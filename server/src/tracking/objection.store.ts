// The SQL of visits that can be objected to, and of operators' rulings on them.
import type { VisitReason } from '@fairturn/contract/tracking'
import { statement } from '../database/statement.ts'

export interface RefusedVisit {
  visit_id: string
  reason: VisitReason
}

// A link's visits lie in the days since it was opened. $3: refusals of people; $4: of machines, whose
// visits count here only when their page was continued, which no known machine does. Where the advertiser
// confirms visits, nobody else does: without that confirmation a refusal makes no difference.
const OBJECTIONABLE = `
  from visit_verdict v
  left join visit_ruling r on r.visit_id = v.visit_id and r.verdict = 'review'
  where v.link_id = $1 and v.day >= $2::date
    and (exists (select from link l where l.id = v.link_id and l.verification = 'page')
      or exists (select from visit_confirmation f where f.visit_id = v.visit_id))
    and not exists (select from visit_ruling u where u.visit_id = v.visit_id and u.verdict = 'verified')
    and (r.visit_id is not null or v.verdict = any ($3::text[])
      or (v.verdict = any ($4::text[])
        and exists (select from continuation c where c.day = v.day and c.day >= $2::date and c.visit_id = v.visit_id)))`

export const objectionable = statement<RefusedVisit>(`-- tracking_objectionable
  select v.visit_id, coalesce(r.verdict, v.verdict) as reason ${OBJECTIONABLE} order by v.visit_id limit $5`)
export const countObjectionable = statement<{ visits: number }>(`-- tracking_count_objectionable
  select count(*)::int as visits from (select v.visit_id ${OBJECTIONABLE} limit $5) as found`)
export const verifiedVisits = statement<{ visit_id: string }>(`-- tracking_verified_visits
  select visit_id from visit_verdict where link_id = $1 and day >= $2::date and verdict = 'verified' order by visit_id`)
/** Rules on a link's visits, each once; returns how many there were of each earlier verdict. */
export const writeRulings = statement<{ verdict: string; count: number }>(`-- tracking_write_rulings
  with standing as materialized (
    select v.visit_id, coalesce(r.verdict, v.verdict) as verdict
    from visit_verdict v left join visit_ruling r on r.visit_id = v.visit_id and r.verdict = 'review'
    where v.link_id = $1 and v.day >= $2::date and v.visit_id = any ($3::uuid[])
  ), ruled as (
    insert into visit_ruling (visit_id, link_id, verdict, ruled_at)
    select visit_id, $1, $4, $5 from standing on conflict do nothing returning visit_id
  )
  select s.verdict, count(*)::int as count from standing s join ruled using (visit_id) group by s.verdict`)
/** Moves counts of a link's visits from one verdict to another. */
export const moveCount = statement(`-- tracking_move_count
  insert into link_count (link_id, verdict, count) values ($1, $2, -$4::int), ($1, $3, $4)
  on conflict (link_id, verdict) do update set count = link_count.count + excluded.count`)
