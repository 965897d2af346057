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
  const { at, campaign_id, link_id, carrier_id } = candidate
  const counted = (name: string, before_ms: number) => verified.count(name, at, before_ms, OVERTAKING_MS)
  const networks = namesOf('network', candidate.network, candidate.network_before, limitsAddresses(candidate))
  const addresses = namesOf('address', candidate.address, candidate.address_before, true)
  const ofNames = (names: readonly string[], of: string, before_ms: number) =>
    names.reduce((sum, name) => sum + counted(`${of} ${name}`, before_ms), 0)
  const [link, campaign, carrier] = [`link ${link_id}`, `campaign ${campaign_id}`, `carrier ${carrier_id}`]
  return {
    ...candidate,
    refused: candidate.reason,
    repeated: candidate.repeated || verified.has(candidate),
    network_in_hour: candidate.network_in_hour + ofNames(networks, link, HOUR_MS),
    network_in_day: candidate.network_in_day + ofNames(networks, link, DAY_MS),
    network_for_campaign: candidate.network_for_campaign + ofNames(networks, campaign, DAY_MS),
    network_for_carrier: candidate.network_for_carrier + ofNames(networks, carrier, DAY_MS),
    address_in_day: candidate.address_in_day + ofNames(addresses, link, DAY_MS),
    address_for_campaign: candidate.address_for_campaign + ofNames(addresses, campaign, DAY_MS),
    address_for_carrier: candidate.address_for_carrier + ofNames(addresses, carrier, DAY_MS),
    order_in_minute: candidate.order_in_minute + verified.count(link, at, MINUTE_MS, 0),
    order_in_next_minute: candidate.order_in_next_minute + verified.count(link, at, 0, MINUTE_MS),
    carrier_in_hour: candidate.carrier_in_hour + counted(carrier, HOUR_MS),
    carrier_in_day: candidate.carrier_in_day + counted(carrier, DAY_MS),
    campaign_in_hour: candidate.campaign_in_hour + verified.countAll(hourOf(candidate)),
    verified: candidate.verified + verified.countAll(link),
  }
}

/**
 * Names under which visits of a network or an address were added: of its own day, of the day before, and with
 * `after_midnight` of the day after, which its hash with that day's previous salt recognises.
 */
function namesOf(
  kind: 'network' | 'address',
  hash: string | null,
  before: string | null,
  after_midnight: boolean,
): string[] {
  const names = [hash, before].filter((one) => one !== null).map((one) => `${kind} ${one}`)
  return after_midnight && hash !== null ? [...names, `${kind} of the day before ${hash}`] : names
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
      const { campaign_id, at } = visit
      const at_ms = at.getTime()
      for (const name of [
        hourOf(visit),
        `visitor ${campaign_id} ${visit.visitor}`,
        `before ${campaign_id} ${visit.before}`,
      ])
        add(name, at_ms)
      const [link, campaign, carrier] = [
        `link ${visit.link_id}`,
        `campaign ${campaign_id}`,
        `carrier ${visit.carrier_id}`,
      ]
      const places = [`network ${visit.network}`]
      if (visit.address !== null) places.push(`address ${visit.address}`)
      if (at_ms % DAY_MS < OVERTAKING_MS)
        places.push(
          `network of the day before ${visit.network_before}`,
          `address of the day before ${visit.address_before}`,
        )
      for (const where of [link, campaign, carrier])
        for (const place of places) add(`${where} ${place}`, at_ms)
      add(link, at_ms)
      add(carrier, at_ms)
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
