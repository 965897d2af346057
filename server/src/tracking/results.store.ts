// SQL of a campaign's results and export. Results read hourly counts, never visits.
import type { Locale } from '@fairturn/contract/locales'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import type { Verdict } from './rules.ts'

export type Count = RowOf<typeof countsOfPeriod>

/** Operators' rulings on visits of a campaign, as moves from one verdict to another. */
const RULED = `
  select date_trunc('hour', r.at, 'UTC') as hour, coalesce(r.locale, '') as locale, moved.verdict, moved.count
  from (
    select min(at) as at, min(locale) as locale, min(judged) as judged,
      case when bool_or(verdict = 'verified') then 'verified' else 'review' end as verdict
    from visit_ruling where link_id in (select id from link where campaign_id = $campaign_id) group by visit_id
  ) r
  cross join lateral (values (r.judged, -1), (r.verdict, 1)) as moved (verdict, count)`

const SUMS = `coalesce(sum(count) filter (where verdict = 'verified'), 0)::int as verified,
  coalesce(sum(count) filter (where verdict <> 'verified'), 0)::int as refused`
const COUNTED = `group by name having sum(count) filter (where verdict = 'verified') <> 0
  or sum(count) filter (where verdict <> 'verified') <> 0`

/**
 * Counts of the hours from $from (inclusive) to $to (exclusive), rulings included: by verdict, by day of the
 * time zone, by locale, and from $hour on by hour. Summed in SQL, because a year has more hours than are shown.
 */
export const countsOfPeriod = statement(
  `-- tracking_counts_of_period
  with counted as materialized (
    select hour, locale, verdict, count from campaign_visit_hour
    where campaign_id = $campaign_id and hour >= $from and hour < $to
    union all
    select hour, locale, verdict, count from (${RULED}) as ruled where hour >= $from and hour < $to
  )
  select 'verdict' as of, verdict as name, ${SUMS} from counted ${COUNTED}
  union all
  select 'day', to_char(hour at time zone $time_zone, 'YYYY-MM-DD') as name, ${SUMS} from counted ${COUNTED}
  union all
  select 'locale', locale as name, ${SUMS} from counted ${COUNTED}
  union all
  select 'hour', to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as name, ${SUMS} from counted
  where hour >= $hour ${COUNTED}
  order by 1, 2`,
  {
    params: {
      campaign_id: 'uuid',
      from: 'timestamptz',
      to: 'timestamptz',
      time_zone: 'text',
      hour: 'timestamptz',
    },
    columns: {
      /** What `name` holds. */
      of: typed<'verdict' | 'day' | 'locale' | 'hour'>(
        'text',
      ) /** A verdict; a day in the site's time zone; a locale, or empty; an hour as ISO 8601. */,
      name: 'text',
      verified: 'int4',
      refused: 'int4',
    },
  },
)

/** Verified visits of a period from the same counts: the export's bill. */
export const verifiedInPeriod = statement(
  `-- tracking_verified_in_period
  select coalesce(sum(count), 0)::int as verified
  from (
    select verdict, count from campaign_visit_hour where campaign_id = $campaign_id and hour >= $from and hour < $to
    union all
    select verdict, count from (${RULED}) as ruled where hour >= $from and hour < $to
  ) as counted
  where verdict = 'verified'`,
  { params: { campaign_id: 'uuid', from: 'timestamptz', to: 'timestamptz' }, columns: { verified: 'int4' } },
)

export type ExportedVisit = RowOf<typeof exportedVisits>

/** Visits of a period in the order they were judged. Read with a server-side cursor, since there may be millions. */
export const exportedVisits = statement(
  `-- tracking_exported_visits
  select d.visit_id, d.at, d.link_id, l.target, l.campaign_visits, v.visitor_hash as visitor, v.visitor_before as before,
    v.network_hash as network, v.network_before, v.address_hash as address, v.address_before, v.locale, d.verdict, d.rules, r.verdict as ruling
  from visit_verdict d
  join visit v on v.link_id = d.link_id and v.day = d.day and v.id = d.visit_id
  join (select id, target, campaign_visits from link where campaign_id = $campaign_id) l on l.id = d.link_id
  left join (
    select link_id, visit_id, case when bool_or(verdict = 'verified') then 'verified' else 'review' end as verdict
    from visit_ruling where link_id in (select id from link where campaign_id = $campaign_id) group by link_id, visit_id
  ) r on r.link_id = d.link_id and r.visit_id = d.visit_id
  where d.link_id = any ((select array_agg(id) from link where campaign_id = $campaign_id)::uuid[]) and d.at >= $from and d.at < $to and d.day between $first_day and $last_day and v.day between $first_day and $last_day
  order by d.seq, d.visit_id`,
  {
    params: {
      campaign_id: 'uuid',
      from: 'timestamptz',
      to: 'timestamptz',
      first_day: 'date',
      last_day: 'date',
    },
    columns: {
      visit_id: 'uuid',
      at: 'timestamptz',
      link_id: 'uuid',
      target: 'int4',
      campaign_visits: 'int4?',
      visitor: 'bytea',
      before: 'bytea',
      network: 'bytea',
      network_before: 'bytea?',
      address: 'bytea?',
      address_before: 'bytea?',
      locale: typed<Locale | null>('text?'),
      verdict: typed<Verdict>('text'),
      rules: 'int2',
      ruling: typed<Verdict | null>('text?'),
    },
  },
)

export type CountDifference = RowOf<typeof countDifferences>

// A single statement for one snapshot: verdicts and counts are written together.
const BY_HOUR = `
  select l.campaign_id, of_link.hour, of_link.locale, of_link.verdict, sum(of_link.count)::int as count
  from (
    select d.link_id, date_trunc('hour', d.at, 'UTC') as hour, coalesce(v.locale, '') as locale, d.verdict, count(*) as count
    from visit_verdict d
    join visit v on v.link_id = d.link_id and v.day = d.day and v.id = d.visit_id
    where d.day between $from and $to and v.day between $from and $to group by 1, 2, 3, 4 offset 0
  ) of_link
  join link l on l.id = of_link.link_id group by 1, 2, 3, 4`

/** Where counts of whole UTC days differ from their visits. */
export const countDifferences = statement(
  `-- tracking_count_differences
  select campaign_id, hour, locale, verdict, coalesce(h.count, 0) as counted, coalesce(s.count, 0) as visits
  from (select * from campaign_visit_hour
    where hour >= $from::date::timestamp at time zone 'UTC' and hour < ($to::date + 1)::timestamp at time zone 'UTC') h
  full join (${BY_HOUR}) s using (campaign_id, hour, locale, verdict)
  where h.count is distinct from s.count
  order by hour, campaign_id, locale, verdict limit 100`,
  {
    params: { from: 'date', to: 'date' },
    columns: {
      campaign_id: 'uuid',
      hour: 'timestamptz',
      locale: 'text',
      verdict: typed<Verdict>('text'),
      counted: 'int4',
      visits: 'int4',
    },
  },
)

export const deleteHours = statement(
  `-- tracking_forget_hours
  delete from campaign_visit_hour where hour >= $first_day::date::timestamp at time zone 'UTC'
    and hour < ($last_day::date + 1)::timestamp at time zone 'UTC'`,
  { params: { first_day: 'date', last_day: 'date' } },
)
export const countHours = statement(
  `-- tracking_count_hours
  insert into campaign_visit_hour (campaign_id, hour, locale, verdict, count) ${BY_HOUR}`,
  { params: { from: 'date', to: 'date' } },
)

export const campaignTotals = statement(
  `-- tracking_campaign_totals
  select l.placer_id, coalesce(sum(n.count) filter (where n.verdict = 'verified'), 0)::int as verified,
    coalesce(sum(n.count), 0)::int as visits
  from link l join link_count n on n.link_id = l.id where l.campaign_id = $campaign_id group by l.placer_id`,
  { params: { campaign_id: 'uuid' }, columns: { placer_id: 'uuid', verified: 'int4', visits: 'int4' } },
)
