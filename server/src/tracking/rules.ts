// What makes a visit verified: each rule a sentence, asked in the order of VISIT_REASONS, the first that refuses decides.
// Pure on purpose: the judge brings the facts.
import type { VisitReason } from '@fairturn/contract/tracking'

export type Verdict = 'verified' | VisitReason

/** Nobody reads what stands on the page in less. */
const TOKEN_MIN_AGE_MS = 800
export const TOKEN_MAX_AGE_MS = 10 * 60_000
/** A visitor counts for a campaign once in this time. */
export const REPEAT_HOURS = 24
/** Verified visits from one network (/24 or /48) on one link in an hour: a household or an office, not a farm. */
const NETWORK_PER_HOUR = 10
/** Verified visits on one link in a minute: more comes from programs, or from a prize somewhere else. */
const ORDER_PER_MINUTE = 30

/** Hits that no person made: they say nothing about how well an order was shared. */
export const MACHINE_REASONS: ReadonlySet<VisitReason> = new Set([
  'not_a_page_view',
  'prefetch',
  'preview',
  'bot',
])

/** What is known when a visit is judged; counts are of verified visits before it. */
export interface Facts {
  /** Refused while the page was answered, or when its token came back. */
  refused: VisitReason | null
  /** The carrier or the placer signed in from this device today or yesterday. */
  own: boolean
  repeated: boolean
  network_in_hour: number
  order_in_minute: number
  verified: number
  target: number
}

const RULES: readonly (readonly [VisitReason, (facts: Facts) => boolean])[] = [
  ['own_visit', (facts) => facts.own],
  ['repeated', (facts) => facts.repeated],
  ['network_pace', (facts) => facts.network_in_hour >= NETWORK_PER_HOUR],
  ['order_pace', (facts) => facts.order_in_minute >= ORDER_PER_MINUTE],
  ['order_complete', (facts) => facts.verified >= facts.target],
]

/** The verdict on a visit that was continued, or refused before. */
export function judge(facts: Facts): Verdict {
  if (facts.refused !== null) return facts.refused
  return RULES.find(([, refuses]) => refuses(facts))?.[0] ?? 'verified'
}

/** Why a genuine token's age speaks against it, or null; both ends of the range are fine. */
export function refusedAge(age_ms: number): 'too_fast' | 'too_late' | null {
  if (age_ms < TOKEN_MIN_AGE_MS) return 'too_fast'
  return age_ms > TOKEN_MAX_AGE_MS ? 'too_late' : null
}
