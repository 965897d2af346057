// The SQL of the judge: what waits, what is known about it, and the verdicts.
import type { VisitReason } from '@fairturn/contract/tracking'
import { statement } from '../database/statement.ts'
import { REPEAT_HOURS } from './rules.ts'

/** Verdicts given in one transaction at most. */
export const BATCH = 1000
const LOCK = 7_318_824_109

export interface Taken {
  visit_id: string
  day: string
  reason: VisitReason | null
}

export interface Candidate {
  id: string
  day: string
  at: Date
  link_id: string
  campaign_id: string
  visitor: string
  before: string
  network: string
  reason: VisitReason | null
  judged: boolean
  own: boolean
  repeated: boolean
  network_in_hour: number
  order_in_minute: number
  verified: number
  target: number
}

export const lock = statement('tracking_judge_lock', `select pg_advisory_xact_lock(${LOCK})`)
export const waiting = statement<{ waiting: boolean }>(
  'tracking_waiting',
  `select exists (select from visit_to_judge) as waiting`,
)
export const take = statement<Taken>(
  'tracking_take',
  `delete from visit_to_judge where seq in (select seq from visit_to_judge order by seq limit ${BATCH})
   returning visit_id, day, reason`,
)
export const facts = statement<Candidate>(
  'tracking_facts',
  `select v.id, v.day, v.at, v.link_id, l.campaign_id, l.target,
     encode(v.visitor_hash, 'hex') as visitor, encode(v.visitor_before, 'hex') as before, encode(v.network_hash, 'hex') as network,
     coalesce(v.reason, t.reason) as reason,
     exists (select from visit_verdict d where d.day = v.day and d.day between $4 and $5 and d.visit_id = v.id) as judged,
     exists (select from member_device m where m.member_id in (l.carrier_id, l.placer_id)
       and m.day in (v.day, v.day - 1) and m.hash in (v.visitor_hash, v.visitor_before)) as own,
     exists (select from counted_visit c where c.campaign_id = l.campaign_id
       and (c.visitor_hash in (v.visitor_hash, v.visitor_before) or c.visitor_before = v.visitor_hash)
       and c.at > v.at - interval '${REPEAT_HOURS} hours' and c.at < v.at + interval '${REPEAT_HOURS} hours') as repeated,
     (select count(*)::int from counted_visit c where c.link_id = l.id and c.network_hash = v.network_hash
       and c.at > v.at - interval '1 hour' and c.at <= v.at) as network_in_hour,
     (select count(*)::int from counted_visit c where c.link_id = l.id
       and c.at > v.at - interval '1 minute' and c.at <= v.at) as order_in_minute,
     coalesce((select n.count from link_count n where n.link_id = l.id and n.verdict = 'verified'), 0) as verified
   from unnest($1::uuid[], $2::date[], $3::text[]) as t (id, day, reason)
   join visit v on v.id = t.id and v.day = t.day and v.day between $4 and $5
   join link l on l.id = v.link_id`,
)
export const write = statement<{ link_id: string }>(
  'tracking_write_verdicts',
  `with judged as materialized (
     select * from unnest($1::uuid[], $2::date[], $3::uuid[], $4::text[]) as j (visit_id, day, link_id, verdict)
   ), seen as materialized (
     select j.visit_id, j.day, j.link_id, j.verdict, v.at, v.visitor_hash, v.visitor_before, v.network_hash
     from judged j join visit v on v.id = j.visit_id and v.day = j.day and v.day between $5 and $6
   ), written as (
     insert into visit_verdict (visit_id, day, link_id, at, verdict)
     select visit_id, day, link_id, at, verdict from seen
   ), counted as (
     insert into counted_visit (visit_id, campaign_id, link_id, at, visitor_hash, visitor_before, network_hash)
     select s.visit_id, l.campaign_id, s.link_id, s.at, s.visitor_hash, s.visitor_before, s.network_hash
     from seen s join link l on l.id = s.link_id where s.verdict = 'verified'
   )
   insert into link_count (link_id, verdict, count)
   select link_id, verdict, count(*) from judged group by link_id, verdict order by link_id, verdict
   on conflict (link_id, verdict) do update set count = link_count.count + excluded.count`,
)
export const sweptFrom = statement<{ day: string; visit_id: string }>(
  'tracking_swept_from',
  `select day, visit_id from visit_sweep`,
)
export const sweepable = statement<{ id: string; day: string; link_id: string }>(
  'tracking_sweepable',
  `select id, day, link_id from visit
   where (day, id) > ($1::date, $2::uuid) and day >= $1 and day <= $3::date and id < $4
   order by day, id limit ${BATCH}`,
)
export const notContinued = statement<{ id: string }>(
  'tracking_not_continued',
  `select t.id from unnest($1::uuid[], $2::date[]) as t (id, day)
   join visit v on v.id = t.id and v.day = t.day and v.day between $3 and $4
   where v.reason is null
     and not exists (select from continuation c where c.day = t.day and c.day between $3 and $4 and c.visit_id = t.id)`,
)
export const sweptTo = statement('tracking_swept_to', `update visit_sweep set day = $1, visit_id = $2`)
