// An order's visits as an operator sees them: networks, addresses and devices numbered in the order they came, never a hash.
// Also the facts by which an order is reviewed (evidence.test.ts).
import type { VisitEvidence } from '@fairturn/contract/backoffice/reviews'
import type { Queryable } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import * as store from './evidence.store.ts'
import type { EvidenceRow } from './evidence.store.ts'
import type { OrderFacts } from './review-reasons.ts'
import { FARMED_REASONS, isOfPeople, type Verdict } from './rules.ts'
import { findLinkOfOrder, rulingsOn } from './tracking.store.ts'
import { dayOf } from './visitor.ts'
import { findVisits } from './visits.store.ts'

/** More than anybody reads; the oldest. */
const MAX_SHOWN = 5_000
/** More than any order has. */
const MAX_JUDGED = 50_000

/**
 * Numbers places that are known by a hash of the day, in the order they come: a visit of the next day has the number of
 * the day before, because it carries that day's hash too.
 */
function numbering(): (today: string | null, before: string | null) => number | null {
  const known = new Map<string, number>()
  let last = 0
  return (today, before) => {
    if (today === null) return null
    const number = known.get(today) ?? (before === null ? undefined : known.get(before)) ?? (last += 1)
    known.set(today, number)
    return number
  }
}

interface NumberedVisit extends EvidenceRow {
  readonly network_no: number
  readonly addressNo: number | null
  readonly deviceNo: number
}

function numbered(rows: readonly EvidenceRow[]): NumberedVisit[] {
  const [networks, addresses, devices] = [numbering(), numbering(), numbering()]
  return rows.map((row) => ({
    ...row,
    network_no: networks(row.network, row.network_before)!,
    addressNo: addresses(row.address, row.address_before),
    deviceNo: devices(row.visitor, row.before)!,
  }))
}

/** An order's judged visits, oldest first, at most 5000; rulings of operators included. */
export async function visitEvidence(on: Queryable, order_id: string): Promise<VisitEvidence[]> {
  const visits = numbered(await evidenceRows(on, order_id, MAX_SHOWN))
  const ruled = new Map(
    (await rulingsOn.all(on, { ids: toColumn(visits, 'id') })).map((one) => [one.id, one.verdict]),
  )
  return visits.map((visit) => ({
    _id: visit.id,
    at: visit.at.toISOString(),
    verdict: ruled.get(visit.id) ?? visit.verdict,
    network: visit.network_no,
    address: visit.addressNo,
    device: visit.deviceNo,
    locale: visit.locale,
    read_ms: visit.read_ms,
  }))
}

async function evidenceRows(on: Queryable, order_id: string, limit: number): Promise<EvidenceRow[]> {
  const link = await findLinkOfOrder.maybe(on, { id: order_id })
  if (link === undefined) return []
  const values = { link_id: order_id, day: dayOf(link.opened_at), limit }
  return await store.readEvidence.all(on, values)
}

/** The facts of an order whose visits are judged; undefined if it has no link. */
export async function orderFacts(on: Queryable, order_id: string): Promise<OrderFacts | undefined> {
  const link = await findLinkOfOrder.maybe(on, { id: order_id })
  if (link === undefined) return undefined
  const { lastMs, ...facts } = summarizeVisits(await evidenceRows(on, order_id, MAX_JUDGED))
  return {
    ...facts,
    day: await carriersDay(on, link.carrier_id, lastMs),
    sign:
      link.verification === 'page'
        ? null
        : await store.readSigns.one(on, { link_id: order_id, campaign_id: link.campaign_id }),
  }
}

/** Those of the order's own visits, given in the order they came, and when the last verified one was opened. */
export function summarizeVisits(
  visits: readonly EvidenceRow[],
): Omit<OrderFacts, 'day' | 'sign'> & { lastMs: number | undefined } {
  const rows = numbered(visits)
  const verified = rows.filter(({ verdict }) => verdict === 'verified')
  const times = verified.map(({ at }) => at.getTime()).toSorted((one, other) => one - other)
  const count = (is: (verdict: Verdict) => boolean) => rows.filter(({ verdict }) => is(verdict)).length
  return {
    people: count(isOfPeople),
    farmed: count((verdict) => FARMED_REASONS.has(verdict)),
    verified: verified.length,
    largestNetwork: largest(verified.map(({ network_no: networkNo }) => networkNo)),
    gapsMs: times.slice(1).map((time, i) => time - times[i]!),
    readsMs: verified.flatMap(({ read_ms }) => read_ms ?? []),
    lastMs: times.at(-1),
  }
}

const DAY_MS = 86_400_000

async function carriersDay(
  on: Queryable,
  carrier_id: string,
  untilMs: number | undefined,
): Promise<OrderFacts['day']> {
  if (untilMs === undefined) return summarizeDay([], new Map())
  const counted = await store.readCarriersDay.all(on, {
    carrier_id,
    since: new Date(untilMs - DAY_MS),
    until: new Date(untilMs),
  })
  // Around midnight an address has two hashes: where it has, visits of the later day are looked up for the one before.
  const days = new Set(counted.map(({ at }) => dayOf(at)))
  const later = days.size < 2 ? [] : counted.filter(({ at }) => dayOf(at) === dayOf(new Date(untilMs)))
  const keys = later.map(({ id, link_id, at }) => ({ id, link_id, day: dayOf(at) }))
  return summarizeDay(counted, new Map((await findVisits(on, keys, 0)).map((visit) => [visit.id, visit])))
}

/** Verified visits of a carrier, oldest first; `before` has the hashes of the day before, by visit. */
export function summarizeDay(
  visits: readonly Pick<EvidenceRow, 'id' | 'network' | 'address'>[],
  before: ReadonlyMap<string, Pick<EvidenceRow, 'network_before' | 'address_before'>>,
): OrderFacts['day'] {
  const [networks, addresses] = [numbering(), numbering()]
  const of_network = visits.map(({ id, network }) =>
    networks(network, before.get(id)?.network_before ?? null)!,
  )
  const of_address = visits.flatMap(
    ({ id, address }) => addresses(address, before.get(id)?.address_before ?? null) ?? [],
  )
  return {
    visits: visits.length,
    largestAddress: largest(of_address),
    networks: new Set(of_network).size,
  }
}

interface Share {
  /** The most verified visits of one place. */
  readonly largest: number
  readonly among: number
}

/** More than a page of orders has. */
const MAX_ORIGINS = 20_000

/**
 * For each order the largest share of one address and of one network in its verified visits, for as long as they are stored
 * (40 days); orders without any are omitted.
 */
export async function originsOfOrders(
  on: Queryable,
  order_ids: readonly string[],
): Promise<Map<string, { addresses: Share | null; networks: Share }>> {
  const rows = await store.readOrigins.all(on, { link_ids: order_ids, limit: MAX_ORIGINS })
  const of_orders = Map.groupBy(rows, ({ link_id }) => link_id)
  // Of the last one there may be more.
  if (rows.length === MAX_ORIGINS) of_orders.delete(rows.at(-1)!.link_id)
  return new Map(
    [...of_orders].map(([order_id, visits]) => {
      const [networks, addresses] = [numbering(), numbering()]
      const of_network = visits.map((visit) => networks(visit.network, visit.network_before)!)
      const of_address = visits.flatMap((visit) => addresses(visit.address, visit.address_before) ?? [])
      return [
        order_id,
        {
          addresses: of_address.length === 0 ? null : shareOf(of_address),
          networks: shareOf(of_network),
        },
      ]
    }),
  )
}

const shareOf = (origins: readonly number[]): Share => ({ largest: largest(origins), among: origins.length })

/** How often the most frequent value occurs. */
function largest(values: readonly number[]): number {
  return Math.max(0, ...[...Map.groupBy(values, (value) => value).values()].map(({ length }) => length))
}

/** Carriers of the campaign whose orders this one's visitors filled, too: at least half of both came from one address. */
export async function carriersOfSameVisitors(on: Queryable, order_id: string): Promise<string[]> {
  return toColumn(await store.readSameVisitors.all(on, { link_id: order_id }), 'carrier_id')
}
