// What makes a visit verified: each rule is one entry, evaluated in the order of VISIT_REASONS; the first
// that refuses decides. Pure: the judge supplies the signals, and so does the recount of an export. In plain
// words: docs/rules.md.
import type { VisitReason } from '@fairturn/contract/tracking'

export type Verdict = 'verified' | VisitReason

/**
 * Stored with each verdict; raise it with any change of a rule. 1: before carriers and campaigns had a pace;
 * 2: before advertisers confirmed visits; 3: paces left out visits opened later and verified sooner.
 */
export const RULES_VERSION = 4

/** Nobody reads the page in less. */
const TOKEN_MIN_AGE_MS = 800
export const TOKEN_MAX_AGE_MS = 10 * 60_000
/** How long after Continue a landing page may confirm a visit. */
export const BEACON_SECONDS = 600
/**
 * A visit opened up to this long after another can be verified before it, so it counts in the other's paces: whoever
 * continues many pages in reverse order is as slow as everybody.
 */
export const OVERTAKING_MINUTES = (TOKEN_MAX_AGE_MS / 1000 + BEACON_SECONDS) / 60
/** A visitor counts once for a campaign in this time. */
export const REPEAT_HOURS = 24
/** Anyone who probed the link without opening it, and opened it within this time, is a scanner. */
export const LOOKED_AHEAD_SECONDS = 60
/** Verified visits from one network (/24 or /48) on one link in an hour: a household or an office, not a farm. */
const NETWORK_PER_HOUR = 10
/** And in 24 hours: this share of the order's target, so that no order is filled from one place. */
const NETWORK_DAY_SHARE = 0.2
const NETWORK_DAY_LEAST = 10
/** Verified visits from one network for one campaign in 24 hours, over all its orders. */
const NETWORK_PER_CAMPAIGN_DAY = 50
/** Of these, from a network the carrier or the placer uses: a family, not a room of phones. */
const OWN_NETWORK_PER_DAY = 5
/** Verified visits on one link in a minute: more comes from programs, or from a prize offered elsewhere. */
const ORDER_PER_MINUTE = 30
/** Verified visits of all of a carrier's orders together. */
const CARRIER_PER_HOUR = 200
const CARRIER_PER_DAY = 1000
/** The share of a campaign's visits that one hour may use up, so that its placer has time to react. */
const CAMPAIGN_HOUR_SHARE = 0.25
const CAMPAIGN_HOUR_LEAST = 100

/** Hits of machines: they say nothing about how well an order was shared. */
export const MACHINE_REASONS: ReadonlySet<string> = new Set<VisitReason>([
  'not_a_page_view',
  'prefetch',
  'preview',
  'bot',
  'scanner',
])

/** Refusals of visitors who may have been people, each counted once for the order's quality (decision 014). */
export const VISITOR_REASONS: ReadonlySet<Verdict> = new Set<VisitReason>([
  'not_continued',
  'too_fast',
  'too_late',
  'own_visit',
  'own_network',
  'network_pace',
  'order_pace',
  'carrier_pace',
])
/** Of those, as many count for one order as may come verified from one network: 10 an hour, and this share a day. */
export const MAX_UNVERIFIED_PER_HOUR = NETWORK_PER_HOUR
export const UNVERIFIED_DAY_SHARE = NETWORK_DAY_SHARE
export const MIN_UNVERIFIED_PER_DAY = NETWORK_DAY_LEAST

/** The signals of one visit; counts are of visits verified so far, windows of hours end OVERTAKING_MINUTES after it. */
export interface Signals {
  /** Refused while the page was answered, or when its token came back. */
  refused: VisitReason | null
  /** The visitor had probed the link without opening it, a moment before. */
  looked_ahead: boolean
  /** The carrier or the placer signed in from this device today or yesterday. */
  own: boolean
  /** They signed in from this network. */
  own_network: boolean
  repeated: boolean
  /** On this link. */
  network_in_hour: number
  /** On this link, in 24 hours. */
  network_in_day: number
  /** For the whole campaign, in 24 hours. */
  network_for_campaign: number
  /** In the minute that ends with it. */
  order_in_minute: number
  order_in_next_minute: number
  carrier_in_hour: number
  /** In 24 hours. */
  carrier_in_day: number
  /** In the hour of the clock (UTC). */
  campaign_in_hour: number
  /** Null: not known, and then there is no pace. */
  campaign_visits: number | null
  verified: number
  target: number
}

/** Of the first visit of a campaign: nothing was counted before it, nothing speaks against it. */
export const NOTHING_COUNTED = {
  looked_ahead: false,
  own: false,
  own_network: false,
  repeated: false,
  network_in_hour: 0,
  network_in_day: 0,
  network_for_campaign: 0,
  order_in_minute: 0,
  order_in_next_minute: 0,
  carrier_in_hour: 0,
  carrier_in_day: 0,
  campaign_in_hour: 0,
  verified: 0,
} as const satisfies Partial<Signals>

const RULES: readonly (readonly [VisitReason, (signals: Signals) => boolean])[] = [
  ['scanner', (signals) => signals.looked_ahead],
  ['own_visit', (signals) => signals.own],
  ['own_network', (signals) => signals.own_network && signals.network_for_campaign >= OWN_NETWORK_PER_DAY],
  ['repeated', (signals) => signals.repeated],
  [
    'network_pace',
    (signals) =>
      signals.network_in_hour >= NETWORK_PER_HOUR ||
      signals.network_in_day >= Math.max(NETWORK_DAY_LEAST, Math.ceil(signals.target * NETWORK_DAY_SHARE)) ||
      signals.network_for_campaign >= NETWORK_PER_CAMPAIGN_DAY,
  ],
  [
    'order_pace',
    (signals) => Math.max(signals.order_in_minute, signals.order_in_next_minute) >= ORDER_PER_MINUTE,
  ],
  [
    'carrier_pace',
    (signals) => signals.carrier_in_hour >= CARRIER_PER_HOUR || signals.carrier_in_day >= CARRIER_PER_DAY,
  ],
  ['campaign_pace', (signals) => signals.campaign_in_hour >= campaignPerHour(signals.campaign_visits)],
  ['order_complete', (signals) => signals.verified >= signals.target],
]

function campaignPerHour(visits: number | null): number {
  return visits === null ? Infinity : Math.max(CAMPAIGN_HOUR_LEAST, Math.ceil(visits * CAMPAIGN_HOUR_SHARE))
}

export function judge(signals: Signals): Verdict {
  if (signals.refused !== null) return signals.refused
  return RULES.find(([, refuses]) => refuses(signals))?.[0] ?? 'verified'
}

/** Why the age of a genuine token refuses the visit, or null; both ends of the range pass. */
export function refusedAge(age_ms: number): 'too_fast' | 'too_late' | null {
  if (age_ms < TOKEN_MIN_AGE_MS) return 'too_fast'
  return age_ms > TOKEN_MAX_AGE_MS ? 'too_late' : null
}
