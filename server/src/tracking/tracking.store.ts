import type { Locale } from '@fairturn/contract/locales'
import type { Queryable } from '../platform/database/database.ts'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import type { Verdict } from './rules.ts'

export type LinkRow = RowOf<typeof LINK_COLUMNS>

export type JudgedVisit = RowOf<typeof judgedVisits>

/** NOTIFY channel for cache invalidation of links; the payload is a link's code, or empty for all. */
export const LINKS_CHANNEL = 'links'

export const insertLink = statement(
  `-- tracking_insert_link
  insert into link (id, code, campaign_id, carrier_id, placer_id, target, brand, tagline, creative, landing_url, opened_at, ends_at,
    campaign_visits, verification, kind, confirm_seconds, confirm_until, rules, landing_hosts)
  values ($id, $code, $campaign_id, $carrier_id, $placer_id, $target, $brand, $tagline, $creative, $landing_url, $opened_at, $ends_at, $campaign_visits, $verification, $kind, $confirm_seconds, $confirm_until, $rules, $landing_hosts)
  on conflict do nothing returning code`,
  {
    params: {
      id: 'uuid',
      code: 'text',
      campaign_id: 'uuid',
      carrier_id: 'uuid',
      placer_id: 'uuid',
      target: 'int4',
      brand: 'text',
      tagline: 'jsonb',
      creative: 'text',
      landing_url: 'text',
      opened_at: 'timestamptz',
      ends_at: 'timestamptz',
      campaign_visits: 'int4?',
      verification: 'text',
      kind: 'text?',
      confirm_seconds: 'int4?',
      confirm_until: 'timestamptz?',
      rules: 'int2',
      landing_hosts: 'text[]',
    },
    columns: { code: 'text' },
  },
)
const LINK_COLUMNS = {
  id: 'uuid',
  code: 'text',
  campaign_id: 'uuid',
  carrier_id: 'uuid',
  placer_id: 'uuid',
  target: 'int4',
  brand: 'text',
  tagline: typed<Partial<Record<Locale, string>>>('jsonb'),
  creative: 'text',
  landing_url: 'text',
  opened_at: 'timestamptz',
  ends_at: 'timestamptz',
  ended_at: 'timestamptz?',
  campaign_visits: 'int4?',
  verification: typed<'page' | 'beacon' | 'postback'>('text'),
  kind: 'text',
  confirm_seconds: 'int4',
  confirm_until: 'timestamptz?',
  rules: 'int2',
  landing_hosts: 'text[]',
} as const

export const findLinkOfOrder = statement(
  `-- tracking_link_of_order
  select * from link where id = $id`,
  { params: { id: 'uuid' }, columns: LINK_COLUMNS },
)
/** Includes the shard of its visits. */
export const findLinkByCode = statement(
  `-- tracking_link_by_code
  select *, visit_shard(id)::text as shard from link where code = $code`,
  { params: { code: 'text' }, columns: { ...LINK_COLUMNS, shard: 'text' } },
)
/** Whether this campaign's ended links still redirect to its page: not if staff stopped it. */
export const leadsOn = statement(
  `-- tracking_leads_on
  select id from campaign where id = $id and status <> 'rejected' and reject_reason is null and pause_reason is null`,
  { params: { id: 'uuid' }, columns: { id: 'uuid' } },
)
export const markEnded = statement(
  `-- tracking_end_link
  update link set ended_at = $ended_at where id = $order_id and ended_at is null returning code`,
  { params: { order_id: 'uuid', ended_at: 'timestamptz' }, columns: { code: 'text' } },
)
const notify = statement(
  `-- tracking_notify
  select pg_notify($links_channel, $code)`,
  { params: { links_channel: 'text', code: 'text' } },
)

export async function announceLink(on: Queryable, code: string): Promise<void> {
  await notify.all(on, { links_channel: LINKS_CHANNEL, code })
}

/** One statement, hence one snapshot: read one after the other, visitors judged in between would outnumber the visits. */
export const countsWithVisitors = statement(
  `-- tracking_counts_with_visitors
  select verdict, count from link_count where link_id = $link_id
  union all
  select 'unverified_visitors', count(*)::int from unverified_visitor where link_id = $link_id and counted`,
  {
    params: { link_id: 'uuid' },
    columns: { verdict: typed<Verdict | 'unverified_visitors'>('text'), count: 'int4' },
  },
)

export const countsOfLinks = statement(
  `-- tracking_counts_of_links
  select link_id, verdict, count from link_count where link_id = any ($order_ids::uuid[]) and count > 0
  union all
  select link_id, 'waiting', count(*)::int from visit_unconfirmed where link_id = any ($order_ids::uuid[]) group by link_id`,
  {
    params: { order_ids: 'uuid[]' },
    columns: { link_id: 'uuid', verdict: typed<Verdict | 'waiting'>('text'), count: 'int4' },
  },
)

// A link's visits are in the days since it was opened; the condition prunes hundreds of partitions.
export const judgedVisits = statement(
  `-- tracking_judged_visits
  select v.visit_id as id, v.at, v.verdict from visit_verdict v
  where v.link_id = $link_id and v.day >= $from::date and v.visit_id < $before_visit_id
  order by v.visit_id desc limit $limit`,
  {
    params: { link_id: 'uuid', from: 'date', before_visit_id: 'uuid', limit: typed<number>('int8') },
    columns: { id: 'uuid', at: 'timestamptz', verdict: typed<Verdict>('text') },
  },
)

/** For those visits that operators ruled on, the ruling in force. */
export const rulingsOn = statement(
  `-- tracking_rulings_on
  select visit_id as id, max(verdict) as verdict from visit_ruling where visit_id = any ($ids::uuid[]) group by visit_id`,
  { params: { ids: 'uuid[]' }, columns: { id: 'uuid', verdict: typed<Verdict>('text') } },
)

/** $address: of the address alone, or null. Returns nothing if it was known. */
export const recordDevice = statement(
  `-- tracking_note_device
  insert into member_device (member_id, day, hash, network, address)
  values ($member_id, $day, decode($hash, 'hex'), decode($network, 'hex'), decode($address, 'hex'))
  on conflict do nothing returning member_id`,
  {
    params: { member_id: 'uuid', day: 'date', hash: 'text', network: 'text', address: 'text' },
    columns: { member_id: 'uuid' },
  },
)

/** Behind one address there can be thousands of members (carrier-grade NAT): only so many are looked at. */
const MAX_ROWS_READ = 100

/**
 * Members who used the device $hash or the address $address (null: of none) on day $day, and those who registered from the network $network
 * within ten minutes of the member $member_id; a few, each linked to others in turn.
 */
export const findSameDevices = statement(
  `-- tracking_same_devices
  (select distinct member_id, 'device' as kind from (
     select member_id from member_device
     where day = $day and hash = decode($hash, 'hex') and member_id <> $member_id limit ${MAX_ROWS_READ}) of_device limit 5)
  union all
  (select distinct member_id, 'address' from (
     select member_id from member_device
     where day = $day and address = decode($address, 'hex') and member_id <> $member_id limit ${MAX_ROWS_READ}) of_address limit 5)
  union all
  (select o.id, 'registration' from (
     select o.id from member m join member o
       on o.created_at between m.created_at - interval '10 minutes' and m.created_at + interval '10 minutes' and o.id <> m.id
     where m.id = $member_id limit ${MAX_ROWS_READ}) o
   where exists (select from member_device d where d.member_id = o.id and d.day = $day and d.network = decode($network, 'hex')) limit 5)`,
  {
    params: { day: 'date', hash: 'text', network: 'text', address: 'text', member_id: 'uuid' },
    columns: { member_id: 'uuid', kind: typed<'device' | 'address' | 'registration'>('text') },
  },
)
