// The SQL that reads visits and continuations of the judge's batches. Visits may be distributed by link, so each statement
// names the links it means and joins no table that is not distributed with them (distributed.test.ts).
import { instantOf } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import type { VisitReason } from '@fairturn/contract/tracking'
import type { Queryable } from '../platform/database/database.ts'
import { type RowOf, typed, toColumns, toColumn, statement } from '../platform/database/statement.ts'
import type { Verdict } from './rules.ts'
import { dayOf } from './visitor.ts'

/** Key of a visit: its day (partition) and link (shard) determine where it is stored. */
export interface VisitKey {
  id: string
  day: string
  link_id: string
}

/** A stored visit; hashes in hex. */
export type StoredVisit = RowOf<typeof STORED_VISIT_COLUMNS>

const STORED = `v.id, v.day, v.link_id, v.at, v.locale, encode(v.visitor_hash, 'hex') as visitor,
    encode(v.visitor_before, 'hex') as before, encode(v.network_hash, 'hex') as network,
    encode(v.network_before, 'hex') as network_before, encode(v.address_hash, 'hex') as address,
    encode(v.address_before, 'hex') as address_before`

/** From `keyValues`; days and links are repeated so that only their partitions and shards are read. */
const KEYS = 'unnest($id::uuid[], $day::date[], $link_id::uuid[]) as t (id, day, link_id)'
const OF_KEYS = (visit: string, id: string) =>
  `on ${visit}.${id} = t.id and ${visit}.day = t.day and ${visit}.link_id = t.link_id
    and ${visit}.day between $first_day and $last_day and ${visit}.link_id = any ($links::uuid[])`
const KEY_PARAMS = {
  id: 'uuid[]',
  day: 'date[]',
  link_id: 'uuid[]',
  first_day: 'date',
  last_day: 'date',
  links: 'uuid[]',
} as const

/** Parameters of a statement on these visits, of which there is at least one. */
function keyValues(keys: readonly VisitKey[]) {
  const days = toColumn(keys, 'day').toSorted()
  return {
    ...toColumns(keys, 'id', 'day', 'link_id'),
    first_day: days[0]!,
    last_day: days.at(-1)!,
    links: [...new Set(toColumn(keys, 'link_id'))],
  }
}
type KeyValues = ReturnType<typeof keyValues>

const STORED_VISIT_COLUMNS = {
  id: 'uuid',
  day: 'date',
  link_id: 'uuid',
  at: 'timestamptz',
  locale: typed<Locale | null>('text?'),
  visitor: 'text',
  before: 'text',
  network: 'text',
  network_before: 'text?',
  /** Null: recorded by a version that did not hash addresses. */
  address: 'text?',
  address_before: 'text?',
} as const

/**
 * The visits with these keys: refused when recorded or not, judged or not, and whether the link was probed immediately
 * before.
 */
const readVisits = statement(
  `-- tracking_read_visits
  select ${STORED}, v.reason as refused,
    exists (select from visit_verdict d where d.link_id = v.link_id and d.link_id = any ($links::uuid[]) and d.day = v.day
      and d.day between $first_day and $last_day and d.visit_id = v.id) as judged,
    exists (select from visit h where h.link_id = v.link_id and h.link_id = any ($links::uuid[])
      and h.visitor_hash in (v.visitor_hash, v.visitor_before) and h.reason = 'not_a_page_view' and h.day between $since and $last_day
      and h.at >= v.at - $ahead::interval and h.at < v.at) as looked_ahead
  from ${KEYS} join visit v ${OF_KEYS('v', 'id')}`,
  {
    params: { ...KEY_PARAMS, ahead: 'interval', since: 'date' },
    columns: {
      ...STORED_VISIT_COLUMNS,
      refused: typed<VisitReason | null>('text?'),
      judged: 'bool',
      looked_ahead: 'bool',
    },
  },
)

const readContinuations = statement(
  `-- tracking_read_continuations
  select c.visit_id as id, c.at from ${KEYS} join continuation c ${OF_KEYS('c', 'visit_id')}`,
  {
    params: KEY_PARAMS,
    columns: { id: 'uuid', at: 'timestamptz' },
  },
)

const shardsOfLinks = statement(
  `-- tracking_shards_of_links
  select link_id, visit_shard(link_id)::text as shard from unnest($links::uuid[]) as t (link_id)`,
  { params: { links: 'uuid[]' }, columns: { link_id: 'uuid', shard: 'text' } },
)

/**
 * Queries each shard for its own visits. In a combined query every shard gets all keys, and with so many its planner
 * prefers a scan of the whole day to the index, so that a verdict's cost grows with the day's visits
 * (distributed.test.ts).
 */
async function askShards<Row extends object>(
  keys: readonly VisitKey[],
  on: Queryable,
  read: (ofShard: KeyValues) => Promise<Row[]>,
): Promise<Row[]> {
  const links = [...new Set(toColumn(keys, 'link_id'))]
  const shards = new Map(
    (await shardsOfLinks.all(on, { links })).map(({ link_id, shard }) => [link_id, shard]),
  )
  const rows: Row[] = []
  for (const ofShard of Map.groupBy(keys, ({ link_id }) => shards.get(link_id)).values())
    rows.push(...(await read(keyValues(ofShard))))
  return rows
}

/** The visits with these keys; `ahead_s` seconds before them is looked for a probe, on the day before only right after midnight. */
export async function findVisits(on: Queryable, keys: readonly VisitKey[], aheadS: number) {
  if (keys.length === 0) return []
  const earliestMs = Math.min(...keys.map(({ id }) => instantOf(id).getTime()))
  const since = dayOf(new Date(earliestMs - aheadS * 1000))
  const ahead = `${aheadS} seconds`
  return await askShards(keys, on, (ofShard) => readVisits.all(on, { ...ofShard, ahead, since }))
}

/** Which of these visits were continued, and when. */
export const findContinuations = (on: Queryable, keys: readonly VisitKey[]) =>
  askShards(keys, on, (ofShard) => readContinuations.all(on, ofShard))

/** Visits $ids of link $order_id, opened on day $since. */
export const readVisitsOfLink = statement(
  `-- tracking_read_visits_of_link
  select ${STORED} from visit v where v.link_id = $order_id and v.day >= $since::date and v.id = any ($ids::uuid[])`,
  { params: { order_id: 'uuid', since: 'date', ids: 'uuid[]' }, columns: STORED_VISIT_COLUMNS },
)

/** Verdicts on visits $visit_ids of link $order_id, opened on day $since, with each visit's language. */
export const readVerdictsOfLink = statement(
  `-- tracking_read_verdicts_of_link
  select d.visit_id as id, d.at, v.locale, d.verdict
  from visit_verdict d left join visit v on v.link_id = d.link_id and v.day = d.day and v.id = d.visit_id
  where d.link_id = $order_id and d.day >= $since::date and d.visit_id = any ($visit_ids::uuid[])`,
  {
    params: { order_id: 'uuid', since: 'date', visit_ids: 'uuid[]' },
    columns: {
      id: 'uuid',
      at: 'timestamptz',
      locale: typed<Locale | null>('text?'),
      verdict: typed<Verdict>('text'),
    },
  },
)

/**
 * Visits after visit $visit_id of day $day, up to day $until and before id $before_id, that were not refused when recorded; reads every shard.
 */
export const readExpirable = statement(
  `-- tracking_expirable
  select ${STORED}, v.reason as refused from visit v
  where (v.day, v.id) > ($day::date, $visit_id::uuid) and v.day >= $day and v.day <= $until::date and v.id < $before_id
  order by v.day, v.id limit $limit`,
  {
    params: { day: 'date', visit_id: 'uuid', until: 'date', before_id: 'uuid', limit: typed<number>('int8') },
    columns: { ...STORED_VISIT_COLUMNS, refused: typed<VisitReason | null>('text?') },
  },
)

export const STORED_PARAMS = {
  id: 'uuid[]',
  day: 'date[]',
  link_id: 'uuid[]',
  at: 'timestamptz[]',
  locale: typed<readonly (Locale | null)[]>('text[]'),
  visitor: 'text[]',
  before: 'text[]',
  network: 'text[]',
  network_before: typed<readonly (string | null)[]>('text[]'),
  address: typed<readonly (string | null)[]>('text[]'),
  address_before: typed<readonly (string | null)[]>('text[]'),
} as const

/** Stored visits as rows of a statement. */
export const STORED_ROWS = `(
    select id, day, link_id, at, locale, decode(visitor, 'hex') as visitor_hash, decode(before, 'hex') as visitor_before,
      decode(network, 'hex') as network_hash, decode(network_before, 'hex') as network_before,
      decode(address, 'hex') as address_hash, decode(address_before, 'hex') as address_before, position
    from unnest($id::uuid[], $day::date[], $link_id::uuid[], $at::timestamptz[], $locale::text[], $visitor::text[], $before::text[], $network::text[], $network_before::text[],
      $address::text[], $address_before::text[])
      with ordinality as s (id, day, link_id, at, locale, visitor, before, network, network_before, address, address_before, position))`

const STORED_KEYS = Object.keys(STORED_PARAMS) as (keyof typeof STORED_PARAMS)[]
export const storedValues = (visits: readonly StoredVisit[]) => toColumns(visits, ...STORED_KEYS)
export type StoredValues = ReturnType<typeof storedValues>
