// Signals by which a visit is judged: from the database, and from visits verified before it in memory; used by the judge's
// batches and the recount of exports.
import type { Candidate } from './judge.store.ts'
import { type Signals, OVERTAKING_MINUTES, REPEAT_HOURS } from './rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const OVERTAKING_MS = OVERTAKING_MINUTES * MINUTE_MS

/** Signals of a visit, including visits verified before it that are not in the database yet. */
export function signalsOfCandidate(candidate: Candidate, verified: Verified): Signals {
  const { at, campaign_id, link_id, carrier_id } = candidate
  const networks = [candidate.network, candidate.network_before].filter((hash) => hash !== null)
  const ofNetwork = (of: string, before_ms: number) =>
    networks.reduce((sum, hash) => sum + verified.count(`${of} ${hash}`, at, before_ms, OVERTAKING_MS), 0)
  const ofCarrier = (before_ms: number) =>
    verified.count(`carrier ${carrier_id}`, at, before_ms, OVERTAKING_MS)
  const link = `link ${link_id}`
  return {
    ...candidate,
    refused: candidate.reason,
    repeated: candidate.repeated || verified.has(candidate),
    network_in_hour: candidate.network_in_hour + ofNetwork(link, HOUR_MS),
    network_in_day: candidate.network_in_day + ofNetwork(link, DAY_MS),
    network_for_campaign: candidate.network_for_campaign + ofNetwork(`network ${campaign_id}`, DAY_MS),
    order_in_minute: candidate.order_in_minute + verified.count(link, at, MINUTE_MS, 0),
    order_in_next_minute: candidate.order_in_next_minute + verified.count(link, at, 0, MINUTE_MS),
    carrier_in_hour: candidate.carrier_in_hour + ofCarrier(HOUR_MS),
    carrier_in_day: candidate.carrier_in_day + ofCarrier(DAY_MS),
    campaign_in_hour: candidate.campaign_in_hour + verified.countAll(hourOf(candidate)),
    verified: candidate.verified + verified.countAll(link),
  }
}

function hourOf({ campaign_id, at }: Candidate): string {
  return `hour ${campaign_id} ${Math.floor(at.getTime() / HOUR_MS)}`
}

/** Verified visits, indexed for the rules. */
export interface Verified {
  add(visit: Candidate): void
  /** Number of entries of a name in the window around an instant; its start is exclusive, its end inclusive. */
  count(name: string, at: Date, before_ms: number, after_ms: number): number
  countAll(name: string): number
  /** Whether the visitor was already counted for the campaign within a day. */
  has(visit: Candidate): boolean
}

export function noVisits(): Verified {
  /** Sorted timestamps in milliseconds. */
  const times = new Map<string, number[]>()
  function add(name: string, at_ms: number): void {
    const list = times.get(name)
    if (list === undefined) times.set(name, [at_ms])
    else list.splice(countUntil(list, at_ms), 0, at_ms)
  }
  function count(name: string, at: Date, before_ms: number, after_ms: number): number {
    const list = times.get(name) ?? []
    return countUntil(list, at.getTime() + after_ms) - countUntil(list, at.getTime() - before_ms)
  }
  const isNear = (name: string, at: Date) =>
    count(name, at, REPEAT_HOURS * HOUR_MS, REPEAT_HOURS * HOUR_MS - 1) > 0
  return {
    add(visit) {
      const { campaign_id, link_id, network, at } = visit
      for (const name of [
        `link ${link_id}`,
        `link ${link_id} ${network}`,
        `network ${campaign_id} ${network}`,
        `carrier ${visit.carrier_id}`,
        hourOf(visit),
        `visitor ${campaign_id} ${visit.visitor}`,
        `before ${campaign_id} ${visit.before}`,
      ])
        add(name, at.getTime())
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
