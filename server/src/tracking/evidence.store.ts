// SQL of the evidence of orders: each statement on visits names one link, whose visits are in one shard.
import type { Locale } from '@fairturn/contract/locales'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import type { Verdict } from './rules.ts'

export type EvidenceRow = RowOf<typeof readEvidence>

/** Judged visits of a link opened on `day`, oldest first. */
export const readEvidence = statement(
  `-- tracking_read_evidence
  select v.id, v.at, d.verdict, v.locale, (extract(epoch from c.at - v.at) * 1000)::int4 as read_ms,
    encode(v.visitor_hash, 'hex') as visitor, encode(v.visitor_before, 'hex') as before,
    encode(v.network_hash, 'hex') as network, encode(v.network_before, 'hex') as network_before,
    encode(v.address_hash, 'hex') as address, encode(v.address_before, 'hex') as address_before
  from visit_verdict d
  join visit v on v.link_id = d.link_id and v.day = d.day and v.id = d.visit_id
  left join continuation c on c.link_id = v.link_id and c.day = v.day and c.visit_id = v.id
  where d.link_id = $link_id and d.day >= $day and v.link_id = $link_id and v.day >= $day
  order by v.id limit $limit::int4`,
  {
    params: { link_id: 'uuid', day: 'date', limit: 'int4' },
    columns: {
      id: 'uuid',
      at: 'timestamptz',
      verdict: typed<Verdict>('text'),
      locale: typed<Locale | null>('text?'),
      read_ms: 'int4?',
      /** Hashes in hex, as of StoredVisit. */
      visitor: 'text',
      before: 'text',
      network: 'text',
      network_before: 'text?',
      address: 'text?',
      address_before: 'text?',
    },
  },
)

/** Verified visits of all orders of a carrier, oldest first. */
export const readCarriersDay = statement(
  `-- tracking_read_carriers_day
  select visit_id as id, link_id, at, encode(network_hash, 'hex') as network, encode(address_hash, 'hex') as address
  from counted_visit where carrier_id = $carrier_id and at > $since and at <= $until order by at, visit_id`,
  {
    params: { carrier_id: 'uuid', since: 'timestamptz', until: 'timestamptz' },
    columns: { id: 'uuid', link_id: 'uuid', at: 'timestamptz', network: 'text', address: 'text?' },
  },
)

export type OriginRow = RowOf<typeof readOrigins>

/** Verified visits of these links whose places are still stored, link by link, each in the order they came. */
export const readOrigins = statement(
  `-- tracking_read_origins
  select link_id, encode(network_hash, 'hex') as network, encode(network_before, 'hex') as network_before,
    encode(address_hash, 'hex') as address, encode(address_before, 'hex') as address_before
  from counted_visit where link_id = any ($link_ids) order by link_id desc, at, visit_id limit $limit::int4`,
  {
    params: { link_ids: 'uuid[]', limit: 'int4' },
    columns: {
      link_id: 'uuid',
      network: 'text',
      network_before: 'text?',
      address: 'text?',
      address_before: 'text?',
    },
  },
)

/** Of visits that passed every rule, how many the advertiser confirmed: on this link, and on others' of the campaign. */
export const readSigns = statement(
  `-- tracking_read_signs
  with own as (
    select coalesce(sum(count) filter (where verdict = 'verified'), 0)::int4 as confirmed, coalesce(sum(count), 0)::int4 as passed
    from link_count where link_id = $link_id and verdict in ('verified', 'not_confirmed')
  ), every as (
    select coalesce(sum(count) filter (where verdict = 'verified'), 0)::int4 as confirmed, coalesce(sum(count), 0)::int4 as passed
    from campaign_visit_hour where campaign_id = $campaign_id and verdict in ('verified', 'not_confirmed')
  )
  select own.confirmed, own.passed, greatest(every.confirmed - own.confirmed, 0) as others_confirmed,
    greatest(every.passed - own.passed, 0) as others_passed
  from own, every`,
  {
    params: { link_id: 'uuid', campaign_id: 'uuid' },
    columns: { confirmed: 'int4', passed: 'int4', others_confirmed: 'int4', others_passed: 'int4' },
  },
)

/** Carriers of the same campaign with whom an address gave at least half of the verified visits of one order each. */
export const readSameVisitors = statement(
  `-- tracking_read_same_visitors
  with own as materialized (
    select address_hash, campaign_id, carrier_id, count(*) as n, sum(count(*)) over () as whole
    from counted_visit where link_id = $link_id and address_hash is not null group by 1, 2, 3
  ), other as materialized (
    select c.link_id, c.carrier_id, count(*) as n
    from own join counted_visit c on c.campaign_id = own.campaign_id and c.address_hash = own.address_hash
    where own.n * 2 >= own.whole and c.carrier_id <> own.carrier_id and c.carrier_id is not null
    group by c.link_id, c.carrier_id, c.address_hash
  )
  select distinct o.carrier_id from other o
  where o.n * 2 >= (select count(*) from counted_visit w where w.link_id = o.link_id) limit 20`,
  { params: { link_id: 'uuid' }, columns: { carrier_id: 'uuid' } },
)
