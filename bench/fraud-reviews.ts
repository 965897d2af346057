// Memory of reviews in the simulation of fraud-limits.ts: the same as server/src/orders/reviews.ts keeps in SQL, without
// payout accounts and with accounts that are all new. server/src/orders/reviews.test.ts tests the product's.
import type { ReviewReason } from '@fairturn/contract/backoffice/reviews'
import { DAY_MS, HOUR_MS } from './fraud-people.ts'

const MEMORY_MS = 30 * DAY_MS
/** Default of the setting. */
const UNSEEN_LIMIT_MINOR = 500
const RAISED_BY = 4
const MAX_LOOKS = 2
const MAX_RING = 5
/** When a person decides; an assumption. */
const DECISION_MS = 12 * HOUR_MS
const OF_THE_CARRIER: ReadonlySet<ReviewReason> = new Set(['unseen', 'ring'])

interface WaitingReview {
  readonly carrier: number
  /** Null: it waits with another order. */
  readonly reasons: readonly ReviewReason[] | null
  readonly award_minor: number
  readonly dueMs: number
}

/** `asked`: a person is asked; `waits`: it waits with another order of its carrier. */
export interface ReviewOutcome {
  readonly status: 'none' | 'asked' | 'waits'
  /** The first reason. */
  readonly reason: ReviewReason | null
}

/** @param decision What a person decides each time: honest orders are paid, those of cheats refused. */
export function openReviews(groups: readonly number[], decision: 'paid' | 'refused') {
  const members = Map.groupBy(groups.keys(), (carrier) => groups[carrier]!)
  const unseen = new Map<number, number>()
  const looks = new Map<number, number>()
  /** When a person last paid for this reason, by carrier and reason. */
  const remembered = new Map<string, number>()
  let waiting: WaitingReview[] = []

  function decideDue(now_ms: number): void {
    const due = waiting.filter((review) => review.dueMs <= now_ms)
    waiting = waiting.filter((review) => review.dueMs > now_ms)
    if (decision === 'refused') return
    for (const { carrier, reasons, dueMs } of due) {
      if (reasons === null) continue
      for (const reason of reasons) remembered.set(`${carrier} ${reason}`, dueMs)
      for (const one of members.get(groups[carrier]!)!) {
        unseen.set(one, 0)
        looks.set(one, Math.min((looks.get(one) ?? 0) + 1, MAX_LOOKS))
      }
    }
    // Nobody looked at those that waited with another one.
    for (const { carrier, reasons, award_minor } of due)
      if (reasons === null) unseen.set(carrier, (unseen.get(carrier) ?? 0) + award_minor)
  }

  /** An order ends at this time, with these reasons of its visits. Calls must be in the order of time. */
  return function endOrder(
    carrier: number,
    award_minor: number,
    reasons: readonly ReviewReason[],
    now_ms: number,
  ): ReviewOutcome {
    decideDue(now_ms)
    const group = members.get(groups[carrier]!)!
    const waiting_minor = waiting
      .filter((review) => group.includes(review.carrier))
      .reduce((sum, review) => sum + review.award_minor, 0)
    const unseen_minor = group.reduce((sum, one) => sum + (unseen.get(one) ?? 0), award_minor + waiting_minor)
    const isRemembered = (reason: ReviewReason) =>
      reason !== 'unseen' && (remembered.get(`${carrier} ${reason}`) ?? -Infinity) > now_ms - MEMORY_MS
    const of_carrier: ReviewReason[] = []
    if (group.length > MAX_RING) of_carrier.push('ring')
    if (unseen_minor > UNSEEN_LIMIT_MINOR * RAISED_BY ** (looks.get(carrier) ?? 0)) of_carrier.push('unseen')
    const found = [...reasons, ...of_carrier].filter((reason) => !isRemembered(reason))
    const reason = found[0] ?? null
    if (reason === null) {
      unseen.set(carrier, (unseen.get(carrier) ?? 0) + award_minor)
      return { status: 'none', reason }
    }
    const with_other = found.every((one) => OF_THE_CARRIER.has(one))
      ? waiting.find(
          (review) =>
            review.carrier === carrier && review.reasons?.some((one) => OF_THE_CARRIER.has(one)) === true,
        )
      : undefined
    const dueMs = with_other?.dueMs ?? now_ms + DECISION_MS
    waiting.push({ carrier, reasons: with_other ? null : found, award_minor, dueMs })
    return { status: with_other ? 'waits' : 'asked', reason }
  }
}
