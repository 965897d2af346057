// Visits that wait for the advertiser's confirmation, and the confirmations: one per visit (postback.test.ts).
import type { Queryable } from '../platform/database/database.ts'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import type { Verdict } from './rules.ts'

/** Marks visits continued at $ats as waiting, each until its own deadline or its link's. */
export const wait = statement(
  `-- tracking_wait
  insert into visit_unconfirmed (visit_id, day, link_id, campaign_id, until)
  select c.id, c.day, l.id, l.campaign_id, least(c.at + make_interval(secs => l.confirm_seconds), l.confirm_until)
  from unnest($id::uuid[], $day::date[], $link_id::uuid[], $ats::timestamptz[]) as c (id, day, link_id, at) join link l on l.id = c.link_id
  on conflict do nothing`,
  {
    params: {
      id: 'uuid[]',
      day: 'date[]',
      link_id: 'uuid[]',
      ats: typed<readonly (Date | null)[]>('timestamptz[]'),
    },
  },
)
export const stopWaiting = statement(
  `-- tracking_stop_waiting
  delete from visit_unconfirmed where visit_id = any ($visit_ids::uuid[])`,
  { params: { visit_ids: 'uuid[]' } },
)

/** Up to $limit unconfirmed visits whose deadline was before $horizon; confirmed ones are left to the judge. */
export const dueUnconfirmed = statement(
  `-- tracking_due_unconfirmed
  select visit_id as id, day, link_id, w.campaign_id, l.rules from visit_unconfirmed w join link l on l.id = w.link_id
  where until <= $horizon and not exists (select from visit_confirmation f where f.visit_id = w.visit_id)
  order by until limit $limit`,
  {
    params: { horizon: 'timestamptz', limit: typed<number>('int8') },
    columns: { id: 'uuid', day: 'date', link_id: 'uuid', campaign_id: 'uuid', rules: 'int2' },
  },
)
const confirming = statement(
  `-- tracking_confirming
  select exists (select from visit_unconfirmed where link_id = $order_id) as confirming`,
  { params: { order_id: 'uuid' }, columns: { confirming: 'bool' } },
)

/** Whether any visits of an order wait for confirmation. */
export async function isConfirming(on: Queryable, order_id: string): Promise<boolean> {
  return (await confirming.one(on, { order_id })).confirming
}

/** The link's confirmation settings, and the state of visit $click_id whose page was continued; undefined for others. */
export const findClick = statement(
  `-- tracking_find_click
  select c.visit_id as id, c.day, c.link_id, l.campaign_id, l.verification, l.kind, l.confirm_seconds, l.confirm_until, l.landing_hosts,
    exists (select from visit_unconfirmed w where w.visit_id = c.visit_id) as waiting,
    exists (select from visit_confirmation f where f.visit_id = c.visit_id) as confirmed
  from visit_click c join link l on l.id = c.link_id where c.visit_id = $click_id`,
  {
    params: { click_id: 'uuid' },
    columns: {
      id: 'uuid',
      day: 'date',
      link_id: 'uuid',
      campaign_id: 'uuid',
      verification: typed<'page' | 'beacon' | 'postback'>('text'),
      kind: 'text',
      confirm_seconds: 'int4',
      confirm_until: 'timestamptz!',
      /** Empty: any. */
      landing_hosts: 'text[]',
      waiting: 'bool',
      confirmed: 'bool',
    },
  },
)
export type Click = RowOf<typeof findClick>

/** Deadline for confirming a visit that was continued then. */
export const confirmableUntil = (of: Pick<Click, 'confirm_seconds' | 'confirm_until'>, continued_at: Date) =>
  new Date(Math.min(continued_at.getTime() + of.confirm_seconds * 1000, of.confirm_until.getTime()))

/** When visit $click_id of day $day and link $link_id was continued, its visitor and its verdict. */
export const readClick = statement(
  `-- tracking_read_click
  select c.at as continued_at, encode(v.visitor_hash, 'hex') as visitor,
    (select d.verdict from visit_verdict d where d.link_id = $link_id and d.day = $day and d.visit_id = $click_id) as verdict
  from visit v join continuation c on c.link_id = v.link_id and c.day = v.day and c.visit_id = v.id
  where v.id = $click_id and v.day = $day and v.link_id = $link_id`,
  {
    params: { click_id: 'uuid', day: 'date', link_id: 'uuid' },
    columns: { continued_at: 'timestamptz', visitor: 'text', verdict: typed<Verdict | null>('text?') },
  },
)

/** Stores the beacon's confirmation of visit $click_id once, and notifies the judge. */
export const confirmByScript = statement(
  `-- tracking_confirm_by_script
  with kept as (
    insert into visit_confirmation (visit_id, link_id, campaign_id, confirmed_at)
    values ($click_id, $link_id, $campaign_id, $at) on conflict do nothing returning visit_id
  ), queued as (
    insert into visit_to_judge (visit_id, day, link_id) select visit_id, $day, $link_id from kept
  )
  select pg_notify('visits', '') from kept`,
  {
    params: { click_id: 'uuid', day: 'date', link_id: 'uuid', campaign_id: 'uuid', at: 'timestamptz' },
  },
)

export const confirmByServer = statement(
  `-- tracking_confirm_by_server
  insert into visit_confirmation (visit_id, link_id, campaign_id, confirmed_at, kind, value, occurred_at)
  values ($visit_id, $link_id, $campaign_id, $confirmed_at, $kind, $value, $occurred_at) on conflict do nothing`,
  {
    params: {
      visit_id: 'uuid',
      link_id: 'uuid',
      campaign_id: 'uuid',
      confirmed_at: 'timestamptz',
      kind: 'text',
      value: 'text?',
      occurred_at: 'timestamptz',
    },
  },
)
/** For a campaign: waiting visits, confirmed ones, and all that passed every rule. */
export const countConfirmations = statement(
  `-- tracking_count_confirmations
  select w.waiting, w.waiting + (select coalesce(sum(n.count), 0)::int from link l join link_count n on n.link_id = l.id
      where l.campaign_id = $campaign_id and n.verdict in ('verified', 'not_confirmed')) as passed,
    (select count(*)::int from visit_confirmation where campaign_id = $campaign_id) as confirmed
  from (select count(*)::int as waiting from visit_unconfirmed where campaign_id = $campaign_id) as w`,
  { params: { campaign_id: 'uuid' }, columns: { waiting: 'int4', passed: 'int4', confirmed: 'int4' } },
)
