// Visits that wait for the advertiser's confirmation, and the confirmations: one per visit (postback.test.ts).
import type { Queryable } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import type { Verdict } from './rules.ts'
import type { VisitKey } from './visits.store.ts'

/** Marks visits continued at $4 as waiting, each until its own deadline or its link's. */
export const wait = statement(`-- tracking_wait
  insert into visit_unconfirmed (visit_id, day, link_id, campaign_id, until)
  select c.id, c.day, l.id, l.campaign_id, least(c.at + make_interval(secs => l.confirm_seconds), l.confirm_until)
  from unnest($1::uuid[], $2::date[], $3::uuid[], $4::timestamptz[]) as c (id, day, link_id, at) join link l on l.id = c.link_id
  on conflict do nothing`)
export const stopWaiting = statement(`-- tracking_stop_waiting
  delete from visit_unconfirmed where visit_id = any ($1::uuid[])`)

/** Up to $2 unconfirmed visits whose deadline was before $1; confirmed ones are left to the judge. */
export const dueUnconfirmed = statement<
  VisitKey & { campaign_id: string; rules: number }
>(`-- tracking_due_unconfirmed
  select visit_id as id, day, link_id, w.campaign_id, l.rules from visit_unconfirmed w join link l on l.id = w.link_id
  where until <= $1 and not exists (select from visit_confirmation f where f.visit_id = w.visit_id)
  order by until limit $2`)
const confirming = statement<{ confirming: boolean }>(`-- tracking_confirming
  select exists (select from visit_unconfirmed where link_id = $1) as confirming`)

/** Whether any visits of an order wait for confirmation. */
export async function isConfirming(on: Queryable, order_id: string): Promise<boolean> {
  return (await confirming.one(on, order_id)).confirming
}

/** The link's confirmation settings, and the state of visit $1 whose page was continued; undefined for others. */
export const findClick = statement<Click>(`-- tracking_find_click
  select c.visit_id as id, c.day, c.link_id, l.campaign_id, l.verification, l.kind, l.confirm_seconds, l.confirm_until, l.landing_hosts,
    exists (select from visit_unconfirmed w where w.visit_id = c.visit_id) as waiting,
    exists (select from visit_confirmation f where f.visit_id = c.visit_id) as confirmed
  from visit_click c join link l on l.id = c.link_id where c.visit_id = $1`)
export interface Click extends VisitKey {
  campaign_id: string
  verification: 'page' | 'beacon' | 'postback'
  kind: string
  confirm_seconds: number
  confirm_until: Date
  /** Empty: any. */
  landing_hosts: readonly string[]
  waiting: boolean
  confirmed: boolean
}

/** Deadline for confirming a visit that was continued then. */
export const confirmableUntil = (of: Pick<Click, 'confirm_seconds' | 'confirm_until'>, continued_at: Date) =>
  new Date(Math.min(continued_at.getTime() + of.confirm_seconds * 1000, of.confirm_until.getTime()))

/** When visit $1 of day $2 and link $3 was continued, its visitor and its verdict. */
export const readClick = statement<{
  continued_at: Date
  visitor: string
  verdict: Verdict | null
}>(`-- tracking_read_click
  select c.at as continued_at, encode(v.visitor_hash, 'hex') as visitor,
    (select d.verdict from visit_verdict d where d.link_id = $3 and d.day = $2 and d.visit_id = $1) as verdict
  from visit v join continuation c on c.link_id = v.link_id and c.day = v.day and c.visit_id = v.id
  where v.id = $1 and v.day = $2 and v.link_id = $3`)

/** Stores the beacon's confirmation of visit $1 once, and notifies the judge. */
export const confirmByScript = statement(`-- tracking_confirm_by_script
  with kept as (
    insert into visit_confirmation (visit_id, link_id, campaign_id, confirmed_at)
    values ($1, $3, $4, $5) on conflict do nothing returning visit_id
  ), queued as (
    insert into visit_to_judge (visit_id, day, link_id) select visit_id, $2, $3 from kept
  )
  select pg_notify('visits', '') from kept`)

export const confirmByServer = statement(`-- tracking_confirm_by_server
  insert into visit_confirmation (visit_id, link_id, campaign_id, confirmed_at, kind, value, occurred_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`)
/** For a campaign: waiting visits, confirmed ones, and all that passed every rule. */
export const countConfirmations = statement<{
  waiting: number
  confirmed: number
  passed: number
}>(`-- tracking_count_confirmations
  select w.waiting, w.waiting + (select coalesce(sum(n.count), 0)::int from link l join link_count n on n.link_id = l.id
      where l.campaign_id = $1 and n.verdict in ('verified', 'not_confirmed')) as passed,
    (select count(*)::int from visit_confirmation where campaign_id = $1) as confirmed
  from (select count(*)::int as waiting from visit_unconfirmed where campaign_id = $1) as w`)
