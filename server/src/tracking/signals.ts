// Signals by which a visit is judged: from the database, and from visits verified before it in memory; used by the judge's
// batches and the recount of exports.
import type { Candidate } from './judge.store.ts'
import { type Signals, limitsAddresses, OVERTAKING_MINUTES, REPEAT_HOURS } from './rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const OVERTAKING_MS = OVERTAKING_MINUTES * MINUTE_MS

/** Signals of a visit, including visits verified before it that are not in the database yet. */
export function signalsOfCandidate(candidate: Candidate, verified: Verified): Signals {
  const { at, link_id, carrier_id } = candidate
  const ofCarrier = (beforeMs: number) => verified.count(`carrier ${carrier_id}`, at, beforeMs, OVERTAKING_MS)
  const link = `link ${link_id}`
  const near = verified.near(candidate)
  return {
    ...candidate,
    refused: candidate.reason,
    repeated: candidate.repeated || verified.has(candidate),
    network_in_hour: candidate.network_in_hour + near.network_in_hour,
    network_in_day: candidate.network_in_day + near.network_in_day,
    network_for_campaign: candidate.network_for_campaign + near.network_for_campaign,
    network_for_carrier: candidate.network_for_carrier + near.network_for_carrier,
    address_in_day: candidate.address_in_day + near.address_in_day,
    address_for_campaign: candidate.address_for_campaign + near.address_for_campaign,
    address_for_carrier: candidate.address_for_carrier + near.address_for_carrier,
    order_in_minute: candidate.order_in_minute + verified.count(link, at, MINUTE_MS, 0),
    order_in_next_minute: candidate.order_in_next_minute + verified.count(link, at, 0, MINUTE_MS),
    carrier_in_hour: candidate.carrier_in_hour + ofCarrier(HOUR_MS),
    carrier_in_day: candidate.carrier_in_day + ofCarrier(DAY_MS),
    campaign_in_hour: candidate.campaign_in_hour + verified.countAll(hourOf(candidate)),
    verified: candidate.verified + verified.countAll(link),
  }
}

/** Counts of visits from the network of one, and of those from its address. */
type Near = Pick<
  Signals,
  | 'network_in_hour'
  | 'network_in_day'
  | 'network_for_campaign'
  | 'network_for_carrier'
  | 'address_in_day'
  | 'address_for_campaign'
  | 'address_for_carrier'
>

function isSameAddress(visit: Candidate, one: Candidate): boolean {
  const { address } = visit
  if (address === null || one.address === null) return false
  return one.address === address || one.address === visit.address_before || one.address_before === address
}

function hourOf({ campaign_id, at }: Candidate): string {
  return `hour ${campaign_id} ${Math.floor(at.getTime() / HOUR_MS)}`
}

/** Verified visits, indexed for the rules. */
export interface Verified {
  add(visit: Candidate): void
  /** Number of entries of a name in the window around an instant; its start is exclusive, its end inclusive. */
  count(name: string, at: Date, beforeMs: number, afterMs: number): number
  countAll(name: string): number
  near(visit: Candidate): Near
  /** Whether the visitor was already counted for the campaign within a day. */
  has(visit: Candidate): boolean
}

/** Of `visits`, those of up to a day before one and those that just overtook it. */
function nearOf(visit: Candidate, visits: readonly Candidate[]): Near {
  const near: Near = {
    network_in_hour: 0,
    network_in_day: 0,
    network_for_campaign: 0,
    network_for_carrier: 0,
    address_in_day: 0,
    address_for_campaign: 0,
    address_for_carrier: 0,
  }
  const at_ms = visit.at.getTime()
  for (const one of visits) {
    const agoMs = at_ms - one.at.getTime()
    if (agoMs >= DAY_MS || agoMs < -OVERTAKING_MS) continue
    const address = isSameAddress(visit, one) ? 1 : 0
    if (one.campaign_id === visit.campaign_id) {
      near.network_for_campaign += 1
      near.address_for_campaign += address
    }
    if (one.carrier_id === visit.carrier_id) {
      near.network_for_carrier += 1
      near.address_for_carrier += address
    }
    if (one.link_id === visit.link_id) {
      near.network_in_day += 1
      near.address_in_day += address
      if (agoMs < HOUR_MS) near.network_in_hour += 1
    }
  }
  return near
}

export function noVisits(): Verified {
  /** Sorted timestamps in milliseconds. */
  const times = new Map<string, number[]>()
  /** By the network's hash; visits right after midnight also by that of the day before, which an evening's visit has. */
  const networks = new Map<string, Candidate[]>()
  const after_midnight = new Map<string, Candidate[]>()
  function addTo(map: Map<string, Candidate[]>, hash: string, visit: Candidate): void {
    const list = map.get(hash)
    if (list === undefined) map.set(hash, [visit])
    else list.push(visit)
  }
  function add(name: string, at_ms: number): void {
    const list = times.get(name)
    if (list === undefined) times.set(name, [at_ms])
    else list.splice(countUntil(list, at_ms), 0, at_ms)
  }
  function count(name: string, at: Date, beforeMs: number, afterMs: number): number {
    const list = times.get(name) ?? []
    return countUntil(list, at.getTime() + afterMs) - countUntil(list, at.getTime() - beforeMs)
  }
  const isNear = (name: string, at: Date) =>
    count(name, at, REPEAT_HOURS * HOUR_MS, REPEAT_HOURS * HOUR_MS - 1) > 0
  return {
    add(visit) {
      const { campaign_id, link_id, network_before } = visit
      const at_ms = visit.at.getTime()
      for (const name of [
        `link ${link_id}`,
        `carrier ${visit.carrier_id}`,
        hourOf(visit),
        `visitor ${campaign_id} ${visit.visitor}`,
        `before ${campaign_id} ${visit.before}`,
      ])
        add(name, at_ms)
      addTo(networks, visit.network, visit)
      if (network_before !== null && at_ms % DAY_MS < OVERTAKING_MS)
        addTo(after_midnight, network_before, visit)
    },
    near(visit) {
      const found = [
        networks.get(visit.network),
        visit.network_before === null ? undefined : networks.get(visit.network_before),
        limitsAddresses(visit) ? after_midnight.get(visit.network) : undefined,
      ]
      return nearOf(
        visit,
        found.flatMap((list) => list ?? []),
      )
    },
    count,
    countAll: (name) => times.get(name)?.length ?? 0,
    // Salts differ by day, so it compares the same day, the day after, and the day before (a page opened earlier and
    // continued later).
    has: ({ campaign_id, visitor, before, at }) =>
      isNear(`visitor ${campaign_id} ${visitor}`, at) ||
      isNear(`visitor ${campaign_id} ${before}`, at) ||
      isNear(`before ${campaign_id} ${visitor}`, at),
  }
}

/** Binary search: how many timestamps of a sorted list are not after this one. */
function countUntil(list: readonly number[], at_ms: number): number {
  let [from, to] = [0, list.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (list[middle]! <= at_ms) from = middle + 1
    else to = middle
  }
  return from
}
