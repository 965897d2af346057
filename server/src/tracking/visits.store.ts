// The SQL that reads visits and continuations of the judge's batches. Visits may be distributed by link, so each statement
// names the links it means and joins no table that is not distributed with them (distributed.test.ts).
import { instantOf } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import type { VisitReason } from '@fairturn/contract/tracking'
import type { Queryable } from '../platform/database/database.ts'
import { type Statement, toColumns, toColumn, statement } from '../platform/database/statement.ts'
import type { Verdict } from './rules.ts'
import { dayOf } from './visitor.ts'

/** Key of a visit: its day (partition) and link (shard) determine where it is stored. */
export interface VisitKey {
  id: string
  day: string
  link_id: string
}

/** A stored visit; hashes in hex. */
export interface StoredVisit extends VisitKey {
  at: Date
  locale: Locale | null
  visitor: string
  before: string
  network: string
  network_before: string | null
  /** Null: recorded by a version that did not hash addresses. */
  address: string | null
  address_before: string | null
}

const STORED = `v.id, v.day, v.link_id, v.at, v.locale, encode(v.visitor_hash, 'hex') as visitor,
    encode(v.visitor_before, 'hex') as before, encode(v.network_hash, 'hex') as network,
    encode(v.network_before, 'hex') as network_before, encode(v.address_hash, 'hex') as address,
    encode(v.address_before, 'hex') as address_before`

/** From `keyValues`; days and links are repeated so that only their partitions and shards are read. */
const KEYS = 'unnest($1::uuid[], $2::date[], $3::uuid[]) as t (id, day, link_id)'
const OF_KEYS = (visit: string, id: string) =>
  `on ${visit}.${id} = t.id and ${visit}.day = t.day and ${visit}.link_id = t.link_id
    and ${visit}.day between $4 and $5 and ${visit}.link_id = any ($6::uuid[])`

/** Parameters $1 to $6 of a statement on these visits. */
function keyValues(keys: readonly VisitKey[]): unknown[] {
  const days = toColumn(keys, 'day').toSorted()
  return [
    ...toColumns(keys, 'id', 'day', 'link_id'),
    days[0],
    days.at(-1),
    [...new Set(toColumn(keys, 'link_id'))],
  ]
}

/**
 * The visits with these keys: refused when recorded or not, judged or not, and whether the link was probed immediately
 * before.
 */
const readVisits = statement<
  StoredVisit & { refused: VisitReason | null; judged: boolean; looked_ahead: boolean }
>(`-- tracking_read_visits
  select ${STORED}, v.reason as refused,
    exists (select from visit_verdict d where d.link_id = v.link_id and d.link_id = any ($6::uuid[]) and d.day = v.day
      and d.day between $4 and $5 and d.visit_id = v.id) as judged,
    exists (select from visit h where h.link_id = v.link_id and h.link_id = any ($6::uuid[])
      and h.visitor_hash in (v.visitor_hash, v.visitor_before) and h.reason = 'not_a_page_view' and h.day between $8 and $5
      and h.at >= v.at - $7::interval and h.at < v.at) as looked_ahead
  from ${KEYS} join visit v ${OF_KEYS('v', 'id')}`)

const readContinuations = statement<{ id: string; at: Date }>(`-- tracking_read_continuations
  select c.visit_id as id, c.at from ${KEYS} join continuation c ${OF_KEYS('c', 'visit_id')}`)

const shardsOfLinks = statement<{ link_id: string; shard: string }>(`-- tracking_shards_of_links
  select link_id, visit_shard(link_id)::text as shard from unnest($1::uuid[]) as t (link_id)`)

/**
 * Queries each shard for its own visits. In a combined query every shard gets all keys, and with so many its planner
 * prefers a scan of the whole day to the index, so that a verdict's cost grows with the day's visits
 * (distributed.test.ts).
 */
async function askShards<Row extends object>(
  read: Statement<Row>,
  on: Queryable,
  keys: readonly VisitKey[],
  ...values: unknown[]
): Promise<Row[]> {
  const links = [...new Set(toColumn(keys, 'link_id'))]
  const shards = new Map((await shardsOfLinks.all(on, links)).map(({ link_id, shard }) => [link_id, shard]))
  const rows: Row[] = []
  for (const of_shard of Map.groupBy(keys, ({ link_id }) => shards.get(link_id)).values())
    rows.push(...(await read.all(on, ...keyValues(of_shard), ...values)))
  return rows
}

/** The visits with these keys; `ahead_s` seconds before them is looked for a probe, on the day before only right after midnight. */
export async function findVisits(on: Queryable, keys: readonly VisitKey[], ahead_s: number) {
  if (keys.length === 0) return []
  const earliest_ms = Math.min(...keys.map(({ id }) => instantOf(id).getTime()))
  const since = dayOf(new Date(earliest_ms - ahead_s * 1000))
  return await askShards(readVisits, on, keys, `${ahead_s} seconds`, since)
}

/** Which of these visits were continued, and when. */
export const findContinuations = (on: Queryable, keys: readonly VisitKey[]) =>
  askShards(readContinuations, on, keys)

/** Visits $3 of link $1, opened on day $2. */
export const readVisitsOfLink = statement<StoredVisit>(`-- tracking_read_visits_of_link
  select ${STORED} from visit v where v.link_id = $1 and v.day >= $2::date and v.id = any ($3::uuid[])`)

/** Verdicts on visits $3 of link $1, opened on day $2, with each visit's language. */
export const readVerdictsOfLink = statement<
  Pick<StoredVisit, 'id' | 'at' | 'locale'> & { verdict: Verdict }
>(`-- tracking_read_verdicts_of_link
  select d.visit_id as id, d.at, v.locale, d.verdict
  from visit_verdict d left join visit v on v.link_id = d.link_id and v.day = d.day and v.id = d.visit_id
  where d.link_id = $1 and d.day >= $2::date and d.visit_id = any ($3::uuid[])`)

/**
 * Visits after visit $2 of day $1, up to day $3 and before id $4, that were not refused when recorded; reads every shard.
 */
export const readExpirable = statement<StoredVisit & { refused: VisitReason | null }>(`-- tracking_expirable
  select ${STORED}, v.reason as refused from visit v
  where (v.day, v.id) > ($1::date, $2::uuid) and v.day >= $1 and v.day <= $3::date and v.id < $4
  order by v.day, v.id limit $5`)

/** Stored visits as rows of a statement, from parameters $1 to $11. */
export const STORED_ROWS = `(
    select id, day, link_id, at, locale, decode(visitor, 'hex') as visitor_hash, decode(before, 'hex') as visitor_before,
      decode(network, 'hex') as network_hash, decode(network_before, 'hex') as network_before,
      decode(address, 'hex') as address_hash, decode(address_before, 'hex') as address_before, place
    from unnest($1::uuid[], $2::date[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
      $10::text[], $11::text[])
      with ordinality as s (id, day, link_id, at, locale, visitor, before, network, network_before, address, address_before, place))`

export const storedValues = (visits: readonly StoredVisit[]): unknown[] => [
  ...toColumns(visits, 'id', 'day', 'link_id', 'at', 'locale', 'visitor', 'before'),
  ...toColumns(visits, 'network', 'network_before', 'address', 'address_before'),
]
