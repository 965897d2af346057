import type { Locale } from '@fairturn/contract/locales'
import type { Queryable } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import type { Verdict } from './rules.ts'

export interface LinkRow {
  id: string
  code: string
  campaign_id: string
  carrier_id: string
  placer_id: string
  target: number
  brand: string
  tagline: Partial<Record<Locale, string>>
  creative: string
  landing_url: string
  verification: 'page' | 'beacon' | 'postback'
  opened_at: Date
  ends_at: Date
  ended_at: Date | null
}

export interface JudgedVisit {
  id: string
  at: Date
  verdict: Verdict
}

/** NOTIFY channel for cache invalidation of links; the payload is a link's code, or empty for all. */
export const LINKS_CHANNEL = 'links'

export const insertLink = statement<{ code: string }>(`-- tracking_insert_link
  insert into link (id, code, campaign_id, carrier_id, placer_id, target, brand, tagline, creative, landing_url, opened_at, ends_at,
    campaign_visits, verification, kind, confirm_seconds, confirm_until, rules, landing_hosts)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
  on conflict do nothing returning code`)
export const findLinkOfOrder = statement<LinkRow>(`-- tracking_link_of_order
  select * from link where id = $1`)
/** Includes the shard of its visits. */
export const findLinkByCode = statement<LinkRow & { shard: string }>(`-- tracking_link_by_code
  select *, visit_shard(id)::text as shard from link where code = $1`)
/** Whether this campaign's ended links still redirect to its page: not if staff stopped it. */
export const leadsOn = statement<{ id: string }>(`-- tracking_leads_on
  select id from campaign where id = $1 and status <> 'rejected' and reject_reason is null and pause_reason is null`)
export const markEnded = statement<{ code: string }>(`-- tracking_end_link
  update link set ended_at = $2 where id = $1 and ended_at is null returning code`)
const notify = statement(`-- tracking_notify
  select pg_notify($1, $2)`)

export async function announceLink(on: Queryable, code: string): Promise<void> {
  await notify.all(on, LINKS_CHANNEL, code)
}

/** One statement, hence one snapshot: read one after the other, visitors judged in between would outnumber the visits. */
export const countsWithVisitors = statement<
  { verdict: Verdict | 'unverified_visitors'; count: number },
  { link_id: string }
>(
  `-- tracking_counts_with_visitors
  select verdict, count from link_count where link_id = $link_id
  union all
  select 'unverified_visitors', count(*)::int from unverified_visitor where link_id = $link_id and counted`,
  { params: { link_id: 'uuid' }, columns: { verdict: 'text', count: 'int4' } },
)

export const countsOfLinks = statement<{
  link_id: string
  verdict: Verdict | 'waiting'
  count: number
}>(`-- tracking_counts_of_links
  select link_id, verdict, count from link_count where link_id = any ($1::uuid[]) and count > 0
  union all
  select link_id, 'waiting', count(*)::int from visit_unconfirmed where link_id = any ($1::uuid[]) group by link_id`)

// A link's visits are in the days since it was opened; the condition prunes hundreds of partitions.
export const judgedVisits = statement<JudgedVisit>(`-- tracking_judged_visits
  select v.visit_id as id, v.at, v.verdict from visit_verdict v
  where v.link_id = $1 and v.day >= $2::date and v.visit_id < $3
  order by v.visit_id desc limit $4`)

/** For those visits that operators ruled on, the ruling in force. */
export const rulingsOn = statement<{ id: string; verdict: Verdict }>(`-- tracking_rulings_on
  select visit_id as id, max(verdict) as verdict from visit_ruling where visit_id = any ($1::uuid[]) group by visit_id`)

/** $5: of the address alone, or null. Returns nothing if it was known. */
export const recordDevice = statement<{ member_id: string }>(`-- tracking_note_device
  insert into member_device (member_id, day, hash, network, address)
  values ($1, $2, decode($3, 'hex'), decode($4, 'hex'), decode($5, 'hex'))
  on conflict do nothing returning member_id`)

interface SameDevice {
  member_id: string
  kind: 'device' | 'address' | 'registration'
}

/**
 * Members who used the device $2 or the address $4 (null: of none) on day $1, and those who registered from the network $3
 * within ten minutes of the member $5; the latest few, each linked to others in turn.
 */
export const findSameDevices = statement<SameDevice>(`-- tracking_same_devices
  (select distinct d.member_id, 'device' as kind from member_device d
   where d.day = $1 and d.hash = decode($2, 'hex') and d.member_id <> $5 limit 5)
  union all
  (select distinct d.member_id, 'address' from member_device d
   where d.day = $1 and d.address = decode($4, 'hex') and d.member_id <> $5 limit 5)
  union all
  (select distinct d.member_id, 'registration' from member_device d join member o on o.id = d.member_id, member m
   where d.day = $1 and d.network = decode($3, 'hex') and d.member_id <> $5 and m.id = $5
     and o.created_at between m.created_at - interval '10 minutes' and m.created_at + interval '10 minutes' limit 5)`)
