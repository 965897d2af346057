import type { VisitReason } from '@fairturn/contract/tracking'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import { type Signals, OVERTAKING_MINUTES, REPEAT_HOURS } from './rules.ts'
import { STORED_PARAMS, STORED_ROWS, type StoredVisit, type VisitKey } from './visits.store.ts'

/** Maximum number of verdicts per transaction. */
export const BATCH = 1000
const LOCK = 7_318_824_109

export interface TakenVisit extends VisitKey {
  reason: VisitReason | null
}

export interface Candidate extends Omit<StoredVisit, 'locale'>, Omit<Signals, 'refused'> {
  campaign_id: string
  carrier_id: string
  reason: VisitReason | null
}

/** Other data the judge needs about a visit: whether the advertiser must confirm it and has not. */
export type LocalSignals = RowOf<typeof signals>

export const lock = statement(
  `-- tracking_judge_lock
  select pg_advisory_xact_lock(${LOCK})`,
)
const NOT_LEFT = 'visit_shard(link_id) <> all ($shards::bigint[]) and link_id <> all ($links::uuid[])'
/** Whether any visits wait, except those of shards $shards and of links $links. */
export const waiting = statement(
  `-- tracking_waiting
  select exists (select from visit_to_judge where ${NOT_LEFT}) as waiting`,
  { params: { shards: 'int8[]', links: 'uuid[]' }, columns: { waiting: 'bool' } },
)
/** The oldest visits, except those of shards $shards and of links $links; by `shard` or `link` only those in that of the first. */
export const take = statement(
  `-- tracking_take
  with first as materialized (
    select visit_shard(link_id) as shard, link_id from visit_to_judge where ${NOT_LEFT} order by seq limit 1
  )
  delete from visit_to_judge where seq in (
    select seq from visit_to_judge where ${NOT_LEFT}
      and ($by = 'all' or visit_shard(link_id) = (select shard from first))
      and ($by <> 'link' or link_id = (select link_id from first)) order by seq limit ${BATCH})
  returning visit_id as id, day, link_id, reason, (select shard from first)::text as first_shard,
    (select link_id from first) as first_link`,
  {
    params: { shards: 'int8[]', links: 'uuid[]', by: 'text' },
    columns: {
      id: 'uuid',
      day: 'date',
      link_id: 'uuid!',
      reason: typed<VisitReason | null>('text?'),
      first_shard: 'text',
      first_link: 'uuid',
    },
  },
)

// Windows of a visit, by the bounds that `signals` computes once for each.
const IN_DAY = 'c.at > v.day_ago and c.at <= v.until'
/** Of those of the day. */
const IN_HOUR = 'c.at > v.hour_ago'
const SAME_NETWORK = 'c.network_hash in (v.network_hash, v.network_before)'
// Not by `in`, which as a filter would build an array for each row.
const SAME_ADDRESS = '(c.address_hash = v.address_hash or c.address_hash = v.address_before)'
/**
 * Of a visit shortly before midnight, those of its network that were opened after midnight and verified before it. For
 * all others the first two conditions end the search before it reads anything.
 */
const AFTER_MIDNIGHT =
  'l.rules >= 5 and v.until >= v.midnight and c.at >= v.midnight and c.network_before = v.network_hash'

export const signals = statement(
  `-- tracking_signals
  select v.id, l.campaign_id, l.carrier_id, l.target, l.campaign_visits, l.rules,
    l.verification <> 'page' as confirmable,
    l.verification <> 'page' and not exists (select from visit_confirmation f where f.visit_id = v.id) as unconfirmed,
    exists (select from member_device m where m.member_id in (l.carrier_id, l.placer_id)
      and m.day in (v.day, v.day - 1) and m.hash in (v.visitor_hash, v.visitor_before)) as own,
    exists (select from member_device m where m.member_id in (l.carrier_id, l.placer_id)
      and m.day in (v.day, v.day - 1) and m.network in (v.network_hash, v.network_before)) as own_network,
    exists (select from counted_visit c where c.campaign_id = l.campaign_id
      and (c.visitor_hash in (v.visitor_hash, v.visitor_before) or c.visitor_before = v.visitor_hash)
      and c.at > v.at - interval '${REPEAT_HOURS} hours' and c.at < v.at + interval '${REPEAT_HOURS} hours') as repeated,
    of_campaign.*, of_carrier.*, of_order.*, of_all.*,
    (select coalesce(sum(h.count), 0)::int from campaign_visit_hour h where h.campaign_id = l.campaign_id
      and h.hour = date_trunc('hour', v.at, 'UTC') and h.verdict = 'verified') as campaign_in_hour,
    coalesce((select n.count from link_count n where n.link_id = l.id and n.verdict = 'verified'), 0) as verified
  from (
    select s.*, s.at - interval '1 hour' as hour_ago, s.at - interval '24 hours' as day_ago,
      s.at + interval '${OVERTAKING_MINUTES} minutes' as until, (s.day + 1)::timestamp at time zone 'UTC' as midnight
    from ${STORED_ROWS} as s offset 0
  ) as v join link l on l.id = v.link_id
  cross join lateral (
    select count(*) filter (where here and in_hour)::int as network_in_hour, count(*) filter (where here)::int as network_in_day,
      count(*)::int as network_for_campaign, count(*) filter (where here and same_address)::int as address_in_day,
      count(*) filter (where same_address)::int as address_for_campaign
    from (
      select c.link_id = l.id as here, ${IN_HOUR} as in_hour, ${SAME_ADDRESS} as same_address
      from counted_visit c where c.campaign_id = l.campaign_id and ${SAME_NETWORK} and ${IN_DAY}
      union all
      select c.link_id = l.id, ${IN_HOUR}, c.address_before = v.address_hash
      from counted_visit c where c.campaign_id = l.campaign_id and ${AFTER_MIDNIGHT} and ${IN_DAY}
    ) as c
  ) as of_campaign
  cross join lateral (
    select count(*)::int as network_for_carrier, count(*) filter (where same_address)::int as address_for_carrier
    from (
      -- The day is compared afterwards: the index of a carrier's networks has few rows for each, that of its times many.
      select ${SAME_ADDRESS} as same_address
      from (
        select c.at, c.address_hash from counted_visit c where c.carrier_id = l.carrier_id and ${SAME_NETWORK} offset 0
      ) as c where ${IN_DAY}
      union all
      select c.address_before = v.address_hash
      from counted_visit c where c.carrier_id = l.carrier_id and ${AFTER_MIDNIGHT} and ${IN_DAY}
    ) as c
  ) as of_carrier
  cross join lateral (
    select count(*) filter (where c.at <= v.at)::int as order_in_minute, count(*) filter (where c.at > v.at)::int as order_in_next_minute
    from counted_visit c
    where c.link_id = l.id and c.at > v.at - interval '1 minute' and c.at <= v.at + interval '1 minute'
  ) as of_order
  cross join lateral (
    select count(*) filter (where ${IN_HOUR})::int as carrier_in_hour, count(*)::int as carrier_in_day
    from counted_visit c where c.carrier_id = l.carrier_id and ${IN_DAY}
  ) as of_all
  order by v.position`,
  {
    params: STORED_PARAMS,
    columns: {
      id: 'uuid',
      campaign_id: 'uuid',
      carrier_id: 'uuid',
      target: 'int4',
      campaign_visits: 'int4?',
      rules: 'int2',
      confirmable: 'bool',
      unconfirmed: 'bool',
      own: 'bool',
      own_network: 'bool',
      repeated: 'bool',
      network_in_hour: 'int4',
      network_in_day: 'int4',
      network_for_campaign: 'int4',
      address_in_day: 'int4',
      address_for_campaign: 'int4',
      network_for_carrier: 'int4',
      address_for_carrier: 'int4',
      order_in_minute: 'int4',
      order_in_next_minute: 'int4',
      carrier_in_hour: 'int4',
      carrier_in_day: 'int4',
      campaign_in_hour: 'int4',
      verified: 'int4',
    },
  },
)
/**
 * Inserts verdicts on visits. RETURNING matters on Citus: without it this would run as COPY, which Citus commits in one phase
 * after a read in the same transaction (decision 065).
 */
export const writeVerdicts = statement(
  `-- tracking_write_verdicts
  insert into visit_verdict (visit_id, day, link_id, at, verdict, rules, seq)
  select visit_id, day, link_id, at, verdict, rules, (select nextval('visit_verdict_seq')) * ${BATCH} + position
  from unnest($id::uuid[], $day::date[], $link_id::uuid[], $at::timestamptz[], $verdict::text[], $rules::smallint[])
    with ordinality as j (visit_id, day, link_id, at, verdict, rules, position)
  returning visit_id`,
  {
    params: {
      id: 'uuid[]',
      day: 'date[]',
      link_id: 'uuid[]',
      at: 'timestamptz[]',
      verdict: 'text[]',
      rules: 'int2[]',
    },
    columns: { visit_id: 'uuid' },
  },
)
/** Counts verdicts $verdicts of stored visits. */
export const countVerdicts = statement(
  `-- tracking_count_verdicts
  with seen as materialized (
    select v.*, l.campaign_id, l.carrier_id, ($verdicts::text[])[v.position] as verdict,
      v.at < v.day::timestamp at time zone 'UTC' + interval '${OVERTAKING_MINUTES} minutes' as after_midnight
    from ${STORED_ROWS} as v join link l on l.id = v.link_id
  ), counted as (
    insert into counted_visit (visit_id, campaign_id, carrier_id, link_id, at, visitor_hash, visitor_before, network_hash, address_hash,
      network_before, address_before)
    select id, campaign_id, carrier_id, link_id, at, visitor_hash, visitor_before, network_hash, address_hash,
      case when after_midnight then network_before end, case when after_midnight then address_before end
    from seen where verdict = 'verified'
  ), by_hour as (
    insert into campaign_visit_hour (campaign_id, hour, locale, verdict, count)
    select campaign_id, date_trunc('hour', at, 'UTC'), coalesce(locale, ''), verdict, count(*) from seen group by 1, 2, 3, 4
    on conflict (campaign_id, hour, locale, verdict)
      do update set count = campaign_visit_hour.count + excluded.count
  )
  insert into link_count (link_id, verdict, count)
  select link_id, verdict, count(*) from seen group by link_id, verdict order by link_id, verdict
  on conflict (link_id, verdict) do update set count = link_count.count + excluded.count`,
  {
    params: { ...STORED_PARAMS, verdicts: 'text[]' },
  },
)
export const expiredUntil = statement(
  `-- tracking_expired_until
  select day, visit_id from visit_sweep`,
  { columns: { day: 'date', visit_id: 'uuid' } },
)
export const campaignsOfLinks = statement(
  `-- tracking_campaigns_of_links
  select id, campaign_id, rules from link where id = any ($ids::uuid[])`,
  { params: { ids: 'uuid[]' }, columns: { id: 'uuid', campaign_id: 'uuid', rules: 'int2' } },
)
export const saveExpiredUntil = statement(
  `-- tracking_save_expired_until
  update visit_sweep set day = $day, visit_id = $visit_id`,
  { params: { day: 'date', visit_id: 'uuid' } },
)
