import type { VisitReason } from '@fairturn/contract/tracking'
import { statement } from '../database/statement.ts'
import { type Facts, LOOKED_AHEAD_SECONDS, REPEAT_HOURS, RULES_VERSION } from './rules.ts'

/** Most verdicts in one transaction. */
export const BATCH = 1000
const LOCK = 7_318_824_109

export interface TakenVisit {
  visit_id: string
  day: string
  reason: VisitReason | null
}

export interface Candidate extends Omit<Facts, 'refused'> {
  id: string
  day: string
  at: Date
  link_id: string
  campaign_id: string
  carrier_id: string
  visitor: string
  before: string
  network: string
  network_before: string | null
  reason: VisitReason | null
  judged: boolean
}

/** What the judge needs beside the rules' facts: whether the advertiser has to confirm, and has not yet. */
export interface Judgeable extends Candidate {
  confirmable: boolean
  unconfirmed: boolean
}

export const lock = statement(`-- tracking_judge_lock
  select pg_advisory_xact_lock(${LOCK})`)
export const waiting = statement<{ waiting: boolean }>(`-- tracking_waiting
  select exists (select from visit_to_judge) as waiting`)
export const take = statement<TakenVisit>(`-- tracking_take
  delete from visit_to_judge where seq in (select seq from visit_to_judge order by seq limit ${BATCH})
  returning visit_id, day, reason`)
export const facts = statement<Judgeable>(`-- tracking_facts
  select v.id, v.day, v.at, v.link_id, l.campaign_id, l.carrier_id, l.target, l.campaign_visits,
    encode(v.visitor_hash, 'hex') as visitor, encode(v.visitor_before, 'hex') as before, encode(v.network_hash, 'hex') as network,
    encode(v.network_before, 'hex') as network_before,
    l.verification <> 'page' as confirmable,
    l.verification <> 'page' and not exists (select from visit_confirmation f where f.visit_id = v.id) as unconfirmed,
    coalesce(v.reason, t.reason) as reason,
    exists (select from visit_verdict d where d.day = v.day and d.day between $4 and $5 and d.visit_id = v.id) as judged,
    exists (select from visit h where h.link_id = v.link_id and h.visitor_hash = v.visitor_hash
      and h.reason = 'not_a_page_view' and h.day between $4 and $5
      and h.at >= v.at - interval '${LOOKED_AHEAD_SECONDS} seconds' and h.at < v.at) as looked_ahead,
    exists (select from member_device m where m.member_id in (l.carrier_id, l.placer_id)
      and m.day in (v.day, v.day - 1) and m.hash in (v.visitor_hash, v.visitor_before)) as own,
    exists (select from member_device m where m.member_id in (l.carrier_id, l.placer_id)
      and m.day in (v.day, v.day - 1) and m.network in (v.network_hash, v.network_before)) as own_network,
    exists (select from counted_visit c where c.campaign_id = l.campaign_id
      and (c.visitor_hash in (v.visitor_hash, v.visitor_before) or c.visitor_before = v.visitor_hash)
      and c.at > v.at - interval '${REPEAT_HOURS} hours' and c.at < v.at + interval '${REPEAT_HOURS} hours') as repeated,
    (select count(*)::int from counted_visit c where c.link_id = l.id
      and c.network_hash in (v.network_hash, v.network_before)
      and c.at > v.at - interval '1 hour' and c.at <= v.at) as network_in_hour,
    (select count(*)::int from counted_visit c where c.campaign_id = l.campaign_id
      and c.network_hash in (v.network_hash, v.network_before)
      and c.at > v.at - interval '24 hours' and c.at <= v.at) as network_for_campaign,
    (select count(*)::int from counted_visit c where c.campaign_id = l.campaign_id and c.link_id = l.id
      and c.network_hash in (v.network_hash, v.network_before)
      and c.at > v.at - interval '24 hours' and c.at <= v.at) as network_in_day,
    (select count(*)::int from counted_visit c where c.link_id = l.id
      and c.at > v.at - interval '1 minute' and c.at <= v.at) as order_in_minute,
    (select count(*)::int from counted_visit c where c.carrier_id = l.carrier_id
      and c.at > v.at - interval '1 hour' and c.at <= v.at) as carrier_in_hour,
    (select count(*)::int from counted_visit c where c.carrier_id = l.carrier_id
      and c.at > v.at - interval '24 hours' and c.at <= v.at) as carrier_in_day,
    (select coalesce(sum(h.count), 0)::int from campaign_visit_hour h where h.campaign_id = l.campaign_id
      and h.hour = date_trunc('hour', v.at, 'UTC') and h.verdict = 'verified') as campaign_in_hour,
    coalesce((select n.count from link_count n where n.link_id = l.id and n.verdict = 'verified'), 0) as verified
  from unnest($1::uuid[], $2::date[], $3::text[]) as t (id, day, reason)
  join visit v on v.id = t.id and v.day = t.day and v.day between $4 and $5
  join link l on l.id = v.link_id`)
export const write = statement<{ link_id: string }>(`-- tracking_write_verdicts
  with judged as materialized (
    select * from unnest($1::uuid[], $2::date[], $3::uuid[], $4::text[])
      with ordinality as j (visit_id, day, link_id, verdict, place)
  ), first as materialized (
    select nextval('visit_verdict_seq') * ${BATCH} as seq
  ), seen as materialized (
    select j.visit_id, j.day, j.link_id, j.verdict, first.seq + j.place as seq, l.campaign_id, l.carrier_id,
      v.at, coalesce(v.locale, '') as locale, v.visitor_hash, v.visitor_before, v.network_hash
    from first, judged j join visit v on v.id = j.visit_id and v.day = j.day and v.day between $5 and $6
    join link l on l.id = j.link_id
  ), written as (
    insert into visit_verdict (visit_id, day, link_id, at, verdict, rules, seq)
    select visit_id, day, link_id, at, verdict, ${RULES_VERSION}, seq from seen
  ), counted as (
    insert into counted_visit (visit_id, campaign_id, carrier_id, link_id, at, visitor_hash, visitor_before, network_hash)
    select visit_id, campaign_id, carrier_id, link_id, at, visitor_hash, visitor_before, network_hash
    from seen where verdict = 'verified'
  ), by_hour as (
    insert into campaign_visit_hour (campaign_id, hour, locale, verdict, count)
    select campaign_id, date_trunc('hour', at, 'UTC'), locale, verdict, count(*) from seen group by 1, 2, 3, 4
    on conflict (campaign_id, hour, locale, verdict)
      do update set count = campaign_visit_hour.count + excluded.count
  )
  insert into link_count (link_id, verdict, count)
  select link_id, verdict, count(*) from judged group by link_id, verdict order by link_id, verdict
  on conflict (link_id, verdict) do update set count = link_count.count + excluded.count`)
export const expiredUntil = statement<{ day: string; visit_id: string }>(`-- tracking_expired_until
  select day, visit_id from visit_sweep`)
export const expirable = statement<{
  id: string
  day: string
  link_id: string
  campaign_id: string
}>(`-- tracking_expirable
  select v.id, v.day, v.link_id, l.campaign_id from visit v join link l on l.id = v.link_id
  where (v.day, v.id) > ($1::date, $2::uuid) and v.day >= $1 and v.day <= $3::date and v.id < $4
  order by v.day, v.id limit ${BATCH}`)
export const notContinued = statement<{ id: string }>(`-- tracking_not_continued
  select t.id from unnest($1::uuid[], $2::date[]) as t (id, day)
  join visit v on v.id = t.id and v.day = t.day and v.day between $3 and $4
  where v.reason is null
    and not exists (select from continuation c where c.day = t.day and c.day between $3 and $4 and c.visit_id = t.id)`)
export const saveExpiredUntil = statement(`-- tracking_save_expired_until
  update visit_sweep set day = $1, visit_id = $2`)
