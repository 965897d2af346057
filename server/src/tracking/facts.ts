// The facts a visit is judged by: from the database, and from visits verified before it, for the judge's
// batches and the recount of exports.
import type { Candidate } from './judge.store.ts'
import { type Facts, REPEAT_HOURS } from './rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Facts of a visit, including visits verified before it that the database does not have yet. */
export function factsOfCandidate(candidate: Candidate, verified: Verified): Facts {
  const { at } = candidate
  const link = verified.of('link', candidate.link_id)
  const network = [candidate.network, candidate.network_before].flatMap((hash) =>
    hash === null ? [] : verified.of('network', `${candidate.campaign_id} ${hash}`),
  )
  const carrier = verified.of('carrier', candidate.carrier_id)
  const hour = Math.floor(at.getTime() / HOUR_MS)
  const here = network.filter((one) => one.link_id === candidate.link_id)
  return {
    ...candidate,
    refused: candidate.reason,
    repeated: candidate.repeated || verified.has(candidate),
    network_in_hour: candidate.network_in_hour + within(here, at, HOUR_MS),
    network_in_day: candidate.network_in_day + within(here, at, DAY_MS),
    network_for_campaign: candidate.network_for_campaign + within(network, at, DAY_MS),
    order_in_minute: candidate.order_in_minute + within(link, at, MINUTE_MS),
    carrier_in_hour: candidate.carrier_in_hour + within(carrier, at, HOUR_MS),
    carrier_in_day: candidate.carrier_in_day + within(carrier, at, DAY_MS),
    campaign_in_hour:
      candidate.campaign_in_hour + verified.of('hour', `${candidate.campaign_id} ${hour}`).length,
    verified: candidate.verified + link.length,
  }
}

/** How many of them lie in the window that ends at an instant; not later visits that were continued sooner. */
function within(list: readonly Candidate[], at: Date, window_ms: number): number {
  let count = 0
  // Judged nearly in the order of their times: a page is continued within ten minutes.
  for (let i = list.length - 1; i >= 0; i -= 1) {
    const age_ms = at.getTime() - list[i]!.at.getTime()
    if (age_ms >= window_ms + HOUR_MS) break
    if (age_ms >= 0 && age_ms < window_ms) count += 1
  }
  return count
}

/** Verified visits, indexed as the rules need them. */
export interface Verified {
  add(visit: Candidate): void
  of(kind: 'link' | 'network' | 'carrier' | 'hour', name: string): readonly Candidate[]
  /** Whether the visitor was counted for the campaign within a day. */
  has(visit: Candidate): boolean
}

export function noVisits(): Verified {
  const lists = new Map<string, Candidate[]>()
  const put = (name: string, visit: Candidate) => {
    const list = lists.get(name)
    if (list === undefined) lists.set(name, [visit])
    else list.push(visit)
  }
  const near = (list: readonly Candidate[] | undefined, at: Date) =>
    (list ?? []).some((one) => Math.abs(at.getTime() - one.at.getTime()) < REPEAT_HOURS * HOUR_MS)
  return {
    add(visit) {
      put(`link ${visit.link_id}`, visit)
      put(`network ${visit.campaign_id} ${visit.network}`, visit)
      put(`carrier ${visit.carrier_id}`, visit)
      put(`hour ${visit.campaign_id} ${Math.floor(visit.at.getTime() / HOUR_MS)}`, visit)
      put(`visitor ${visit.campaign_id} ${visit.visitor}`, visit)
      put(`before ${visit.campaign_id} ${visit.before}`, visit)
    },
    of: (kind, name) => lists.get(`${kind} ${name}`) ?? [],
    // The same day, the day after it was counted, or the day before (a page opened earlier and continued
    // later).
    has: ({ campaign_id, visitor, before, at }) =>
      near(lists.get(`visitor ${campaign_id} ${visitor}`), at) ||
      near(lists.get(`visitor ${campaign_id} ${before}`), at) ||
      near(lists.get(`before ${campaign_id} ${visitor}`), at),
  }
}
