// Visits that wait for the advertiser's confirmation, and the confirmations: one for each visit
// (postback.test.ts).
import type { Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import type { Verdict } from './rules.ts'

/** Makes continued visits wait, each until its own deadline or its link's. */
export const wait = statement(`-- tracking_wait
  insert into visit_waiting (visit_id, day, link_id, campaign_id, until)
  select v.id, v.day, l.id, l.campaign_id, least(c.at + make_interval(secs => l.confirm_seconds), l.confirm_until)
  from unnest($1::uuid[], $2::date[]) as t (id, day)
  join visit v on v.id = t.id and v.day = t.day and v.day between $3 and $4
  join continuation c on c.visit_id = t.id and c.day = t.day and c.day between $3 and $4
  join link l on l.id = v.link_id
  on conflict do nothing`)
export const stopWaiting = statement(`-- tracking_stop_waiting
  delete from visit_waiting where visit_id = any ($1::uuid[])`)

interface Unconfirmed {
  visit_id: string
  day: string
  link_id: string
  campaign_id: string
}
/** Up to $2 visits whose deadline was before $1 and that nobody confirmed; confirmed ones wait for the judge. */
export const dueUnconfirmed = statement<Unconfirmed>(`-- tracking_due_unconfirmed
  select visit_id, day, link_id, campaign_id from visit_waiting w
  where until <= $1 and not exists (select from visit_confirmation f where f.visit_id = w.visit_id)
  order by until limit $2`)
const confirming = statement<{ confirming: boolean }>(`-- tracking_confirming
  select exists (select from visit_waiting where link_id = $1) as confirming`)

/** Whether visits of an order wait to be confirmed. */
export async function isConfirming(on: Queryable, order_id: string): Promise<boolean> {
  return (await confirming.one(on, order_id)).confirming
}

/**
 * Stores, once, the beacon's confirmation at $5 of visit $1 of day $2: $6 seconds or more after Continue,
 * in time, and by the same visitor ($3, or $4 by the day before's salt; null: any). Notifies the judge.
 */
export const confirmByScript = statement(`-- tracking_confirm_by_script
  with seen as (
    select v.id, v.link_id, l.campaign_id
    from visit v join link l on l.id = v.link_id
    join continuation c on c.day = $2 and c.visit_id = v.id
    where v.day = $2 and v.id = $1 and l.verification = 'beacon'
      and ($3::text is null or v.visitor_hash in (decode($3, 'hex'), decode($4, 'hex')))
      and $5::timestamptz between c.at + make_interval(secs => $6)
        and least(c.at + make_interval(secs => l.confirm_seconds), l.confirm_until)
  ), kept as (
    insert into visit_confirmation (visit_id, link_id, campaign_id, confirmed_at)
    select id, link_id, campaign_id, $5 from seen on conflict do nothing returning visit_id
  ), queued as (
    insert into visit_to_judge (visit_id, day) select visit_id, $2 from kept
  )
  select pg_notify('visits', '') from kept`)

export interface Click {
  day: string
  link_id: string
  kind: string
  continued: boolean
  /** A postback counts until then. */
  until: Date | null
  waiting: boolean
  confirmed: boolean
  verdict: Verdict | null
}
/** Visit $1 of day $2, of an order of campaign $3 that postbacks confirm. */
export const findClick = statement<Click>(`-- tracking_find_click
  select v.day, v.link_id, l.kind, c.at is not null as continued,
    least(c.at + make_interval(secs => l.confirm_seconds), l.confirm_until) as until,
    exists (select from visit_waiting w where w.visit_id = v.id) as waiting,
    exists (select from visit_confirmation f where f.visit_id = v.id) as confirmed,
    (select d.verdict from visit_verdict d where d.day = $2 and d.visit_id = v.id) as verdict
  from visit v join link l on l.id = v.link_id
  left join continuation c on c.day = $2 and c.visit_id = v.id
  where v.day = $2 and v.id = $1 and l.campaign_id = $3 and l.verification = 'postback'`)
export const confirmByServer = statement(`-- tracking_confirm_by_server
  insert into visit_confirmation (visit_id, link_id, campaign_id, confirmed_at, kind, value, occurred_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`)
/** Of a campaign: visits that wait, those that were confirmed, and all that have passed every rule. */
export const countConfirmations = statement<{
  waiting: number
  confirmed: number
  passed: number
}>(`-- tracking_count_confirmations
  select w.waiting, w.waiting + (select coalesce(sum(n.count), 0)::int from link l join link_count n on n.link_id = l.id
      where l.campaign_id = $1 and n.verdict in ('verified', 'not_confirmed')) as passed,
    (select count(*)::int from visit_confirmation where campaign_id = $1) as confirmed
  from (select count(*)::int as waiting from visit_waiting where campaign_id = $1) as w`)
