// Judges a simulated week by the product's own rules (server/src/tracking/rules.ts, signals.ts) and its own reasons of reviews
// (review-reasons.ts, evidence.ts), in memory: as the judge does within a batch, with hashes that change at midnight. Run by
// fraud-limits.ts; what passes through the page, the tokens and the database is in fraud.ts.
import type { ReviewReason } from '@fairturn/contract/backoffice/reviews'
import type { EvidenceRow } from '../server/src/tracking/evidence.store.ts'
import { summarizeDay, summarizeVisits } from '../server/src/tracking/evidence.ts'
import type { Candidate } from '../server/src/tracking/judge.store.ts'
import { reasonsOf } from '../server/src/tracking/review-reasons.ts'
import {
  judge,
  NOTHING_COUNTED,
  refusedAge,
  TOKEN_MAX_AGE_MS,
  type Verdict,
} from '../server/src/tracking/rules.ts'
import { noVisits, signalsOfCandidate } from '../server/src/tracking/signals.ts'
import { DAY_MS, ORDER_MS, type SimulatedVisit, type SimulatedWeek } from './fraud-people.ts'
import { openReviews, type ReviewOutcome } from './fraud-reviews.ts'

/** An order whose link has ended. */
export interface SimulatedResult extends ReviewOutcome {
  readonly verified: number
  readonly award_minor: number
  /** Every reason of its visits. */
  readonly reasons: readonly ReviewReason[]
}

export interface SimulatedJudgement {
  /** Of each visit. */
  readonly verdicts: readonly Verdict[]
  /** Of each order. */
  readonly results: readonly SimulatedResult[]
}

/** An event in the order in which the product sees it: a visit is continued or expires, or an order's deadline passes. */
interface Event {
  readonly at_ms: number
  readonly visit?: number
  readonly order: number
}

interface Judged extends EvidenceRow {
  readonly carrier: number
}

/** @param rules Their version. `decision`: what a person decides in each review. */
export function judgeWeek(
  week: SimulatedWeek,
  { rules, decision }: { rules: number; decision: 'paid' | 'refused' },
): SimulatedJudgement {
  const verified = noVisits()
  const endOrder = openReviews(week.groups, decision)
  const verdicts: Verdict[] = []
  const results: SimulatedResult[] = []
  const endedMs = new Map<number, number>()
  const of_order = week.orders.map((): Judged[] => [])
  const of_carrier = new Map<number, Judged[]>()

  function end(order: number, now_ms: number): void {
    if (endedMs.has(order)) return
    endedMs.set(order, now_ms)
    const { carrier, price_minor } = week.orders[order]!
    const rows = of_order[order]!.toSorted((one, other) => one.at.getTime() - other.at.getTime())
    const { lastMs, ...facts } = summarizeVisits(rows)
    const award_minor = facts.verified * price_minor
    if (lastMs === undefined) {
      results[order] = { verified: 0, award_minor, reasons: [], status: 'none', reason: null }
      return
    }
    const day = (of_carrier.get(carrier) ?? [])
      .filter(({ at }) => at.getTime() > lastMs - DAY_MS && at.getTime() <= lastMs)
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    const before = new Map(day.map((row) => [row.id, row]))
    const found = reasonsOf({ ...facts, day: summarizeDay(day, before), sign: null })
    const reasons = found.map(({ reason }) => reason)
    const outcome = endOrder(carrier, award_minor, reasons, now_ms)
    results[order] = { verified: facts.verified, award_minor, reasons, ...outcome }
  }

  for (const { at_ms, visit: index, order } of eventsOf(week)) {
    if (index === undefined) {
      end(order, at_ms)
      continue
    }
    const visit = week.visits[index]!
    if (visit.at_ms > (endedMs.get(order) ?? Infinity)) {
      verdicts[index] = 'link_not_active'
      continue
    }
    const candidate = candidateOf(week, index, rules)
    const verdict = judge(signalsOfCandidate(candidate, verified))
    verdicts[index] = verdict
    const { target, carrier } = week.orders[order]!
    const row = { ...candidate, verdict, locale: null, read_ms: visit.readsMs, carrier }
    of_order[order]!.push(row)
    if (verdict !== 'verified') continue
    verified.add(candidate)
    if (of_carrier.has(carrier)) of_carrier.get(carrier)!.push(row)
    else of_carrier.set(carrier, [row])
    if (verified.countAll(`link ${order}`) === target) end(order, at_ms)
  }
  return { verdicts, results }
}

function eventsOf({ orders, visits }: SimulatedWeek): Event[] {
  const judgedMs = ({ at_ms, readsMs }: SimulatedVisit) => at_ms + (readsMs ?? TOKEN_MAX_AGE_MS + 60_000)
  const events: Event[] = [
    ...visits.map((visit, i) => ({ at_ms: judgedMs(visit), visit: i, order: visit.order })),
    ...orders.map(({ openedMs }, order) => ({ at_ms: openedMs + ORDER_MS, order })),
  ]
  return events.toSorted((one, other) => one.at_ms - other.at_ms)
}

/** A visit as it is stored: its names with the day stand for hashes with the day's salt. */
function candidateOf({ orders, visits }: SimulatedWeek, index: number, rules: number): Candidate {
  const { order, at_ms, source, agent, readsMs } = visits[index]!
  const { target, campaign, campaign_visits, carrier } = orders[order]!
  const day = Math.floor(at_ms / DAY_MS)
  const hash = (name: string, ofDay: number) => `${ofDay} ${name}`
  const visitor = `${source.address} ${agent}`
  return {
    ...NOTHING_COUNTED,
    id: String(index),
    day: String(day),
    at: new Date(at_ms),
    link_id: String(order),
    campaign_id: String(campaign),
    carrier_id: String(carrier),
    visitor: hash(visitor, day),
    before: hash(visitor, day - 1),
    network: hash(source.network, day),
    network_before: hash(source.network, day - 1),
    address: hash(source.address, day),
    address_before: hash(source.address, day - 1),
    reason: readsMs === null ? 'not_continued' : refusedAge(readsMs),
    campaign_visits,
    target,
    rules,
  }
}
