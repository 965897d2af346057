// Fraud rules: what makes a visit verified. Each rule is one entry, evaluated in the order of VISIT_REASONS; the first that
// refuses decides. Pure functions: the judge or the recount of an export supplies the signals. Described in docs/rules.md.
import type { VisitReason } from '@fairturn/contract/tracking'

export type Verdict = 'verified' | VisitReason

/**
 * That of new offers; increment it with any change of a rule. Stored with each offer, its link and each verdict. 1: before
 * rate limits per carrier and campaign; 2: before confirmation by advertisers; 3: rate limits left out visits opened later
 * and verified sooner; 4: no limits of addresses, nor of a network over all of a carrier's orders.
 */
export const RULES_VERSION = 5
/** First of the versions that running orders may still have, all of which can be recounted. */
export const FIRST_RULES_VERSION = 4

/** Faster than anybody reads the page. */
export const TOKEN_MIN_AGE_MS = 800
export const TOKEN_MAX_AGE_MS = 10 * 60_000
/** How long after Continue a landing page may confirm a visit, in seconds. */
export const BEACON_SECONDS = 600
/**
 * A visit opened up to this long after another can be verified before it, and so counts in the other's rate limits:
 * continuing many pages in reverse order gains nothing.
 */
export const OVERTAKING_MINUTES = (TOKEN_MAX_AGE_MS / 1000 + BEACON_SECONDS) / 60
/** Deduplication: a visitor counts once per campaign within this time. */
export const REPEAT_HOURS = 24
/** Whoever probed the link without opening it, and opened it within this time, is a scanner. */
export const LOOKED_AHEAD_SECONDS = 60
/** Verified visits per network (/24 or /48), link and hour: a household or an office, not a click farm. */
const NETWORK_PER_HOUR = 10
/** Version 4: the same in 24 hours, as a share of the order's target, so that no order is filled from one place. */
const NETWORK_DAY_SHARE = 0.2
const NETWORK_DAY_LEAST = 10
/** Verified visits per network and campaign in 24 hours, over all its orders. */
const NETWORK_PER_CAMPAIGN_DAY = 50
/** The same for a network used by the carrier or the placer: a family, not a room of phones. */
const OWN_NETWORK_PER_DAY = 5
/** Verified visits per link and minute: more comes from bots, or from a prize offered elsewhere. */
const ORDER_PER_MINUTE = 30
/** Verified visits of all of a carrier's orders per hour; from version 5 on at least half of the order. */
const CARRIER_PER_HOUR = 200
const CARRIER_PER_DAY = 1000
/** Maximum share of a campaign's visits per hour, so that its placer has time to react. */
const CAMPAIGN_HOUR_SHARE = 0.25
const CAMPAIGN_HOUR_LEAST = 100

/** From version 5 on: verified visits in 24 hours of an address (IPv6: its /64) and of a network on one order. */
const addressPerOrder = (target: number) => Math.min(20, Math.ceil(target / 10) + 2)
const networkPerOrder = (target: number) => Math.ceil(target / 5) + 2
/** The same over all orders of a carrier, at least: most orders have only a few visits. */
const ADDRESS_PER_CARRIER_DAY = 6
const NETWORK_PER_CARRIER_DAY = 12
/** The same of an address over all orders of a campaign: a hundredth of its visits, at least this many. */
const ADDRESS_PER_CAMPAIGN_DAY = 8

/** Hits of bots, which say nothing about how well an order was shared. */
export const MACHINE_REASONS: ReadonlySet<string> = new Set<VisitReason>([
  'not_a_page_view',
  'prefetch',
  'preview',
  'bot',
  'scanner',
])

export const isOfPeople = (verdict: Verdict): boolean => !MACHINE_REASONS.has(verdict)
/** Refusals caused by the same few visitors or places returning. */
export const FARMED_REASONS: ReadonlySet<Verdict> = new Set<VisitReason>([
  'own_visit',
  'own_network',
  'repeated',
  'address_pace',
  'network_pace',
  'order_pace',
  'carrier_pace',
])

/** Refusals of visitors who may have been people, each counted once for the order's quality (decision 014). */
export const VISITOR_REASONS: ReadonlySet<Verdict> = new Set<VisitReason>([
  'not_continued',
  'too_fast',
  'too_late',
  'own_visit',
  'own_network',
  'address_pace',
  'network_pace',
  'order_pace',
  'carrier_pace',
])
/** Of those, at most so many count for one order: 10 per hour, and this share of it per day. */
export const MAX_UNVERIFIED_PER_HOUR = NETWORK_PER_HOUR
export const UNVERIFIED_DAY_SHARE = NETWORK_DAY_SHARE
export const MIN_UNVERIFIED_PER_DAY = NETWORK_DAY_LEAST

/** Signals of one visit. Counts are of visits verified so far; hourly windows end OVERTAKING_MINUTES after it. */
export interface Signals {
  /** Version by which it is judged: that of its order's offer. */
  rules: number
  /** Refused when the page was requested, or when its token was returned. */
  refused: VisitReason | null
  /** The visitor probed the link without opening it shortly before. */
  looked_ahead: boolean
  /** The carrier or the placer signed in on this device today or yesterday. */
  own: boolean
  /** The carrier or the placer signed in from this network. */
  own_network: boolean
  repeated: boolean
  /** On this link. */
  network_in_hour: number
  /** On this link, in 24 hours. */
  network_in_day: number
  /** For the whole campaign, in 24 hours. */
  network_for_campaign: number
  /** Over all orders of the carrier, in 24 hours. */
  network_for_carrier: number
  /** On this link, in 24 hours. */
  address_in_day: number
  /** In 24 hours. */
  address_for_campaign: number
  address_for_carrier: number
  /** In the minute that ends with it. */
  order_in_minute: number
  order_in_next_minute: number
  carrier_in_hour: number
  /** In 24 hours. */
  carrier_in_day: number
  /** In the clock hour (UTC). */
  campaign_in_hour: number
  /** Null: unknown, and then there is no rate limit per campaign. */
  campaign_visits: number | null
  verified: number
  target: number
}

/** Signals of a campaign's first visit: no counts, and nothing suspicious. */
export const NOTHING_COUNTED = {
  looked_ahead: false,
  own: false,
  own_network: false,
  repeated: false,
  network_in_hour: 0,
  network_in_day: 0,
  network_for_campaign: 0,
  network_for_carrier: 0,
  address_in_day: 0,
  address_for_campaign: 0,
  address_for_carrier: 0,
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
    'address_pace',
    (signals) =>
      limitsAddresses(signals) &&
      (signals.address_in_day >= addressPerOrder(signals.target) ||
        signals.address_for_campaign >= addressPerCampaign(signals.campaign_visits)),
  ],
  [
    'network_pace',
    (signals) =>
      signals.network_in_hour >= NETWORK_PER_HOUR ||
      signals.network_in_day >= networkInDay(signals) ||
      signals.network_for_campaign >= NETWORK_PER_CAMPAIGN_DAY,
  ],
  [
    'order_pace',
    (signals) => Math.max(signals.order_in_minute, signals.order_in_next_minute) >= ORDER_PER_MINUTE,
  ],
  [
    'carrier_pace',
    (signals) =>
      signals.carrier_in_hour >= carrierPerHour(signals) ||
      signals.carrier_in_day >= CARRIER_PER_DAY ||
      (limitsAddresses(signals) &&
        (signals.address_for_carrier >= Math.max(ADDRESS_PER_CARRIER_DAY, addressPerOrder(signals.target)) ||
          signals.network_for_carrier >= Math.max(NETWORK_PER_CARRIER_DAY, networkPerOrder(signals.target)))),
  ],
  ['campaign_pace', (signals) => signals.campaign_in_hour >= campaignPerHour(signals.campaign_visits)],
  ['order_complete', (signals) => signals.verified >= signals.target],
]

/** Whether its version is 5 or later; a network is then also recognised on the day after (signals.ts). */
export const limitsAddresses = ({ rules }: Pick<Signals, 'rules'>): boolean => rules >= 5

function networkInDay(signals: Signals): number {
  return limitsAddresses(signals)
    ? networkPerOrder(signals.target)
    : Math.max(NETWORK_DAY_LEAST, Math.ceil(signals.target * NETWORK_DAY_SHARE))
}

function carrierPerHour(signals: Signals): number {
  return limitsAddresses(signals) ? Math.max(CARRIER_PER_HOUR, signals.target / 2) : CARRIER_PER_HOUR
}

function addressPerCampaign(visits: number | null): number {
  return visits === null ? Infinity : Math.max(ADDRESS_PER_CAMPAIGN_DAY, Math.ceil(visits / 100))
}

function campaignPerHour(visits: number | null): number {
  return visits === null ? Infinity : Math.max(CAMPAIGN_HOUR_LEAST, Math.ceil(visits * CAMPAIGN_HOUR_SHARE))
}

export function judge(signals: Signals): Verdict {
  if (signals.refused !== null) return signals.refused
  return RULES.find(([, refuses]) => refuses(signals))?.[0] ?? 'verified'
}

/** Why the age of a valid token refuses the visit, or null; both bounds are inclusive. */
export function refusedAge(ageMs: number): 'too_fast' | 'too_late' | null {
  if (ageMs < TOKEN_MIN_AGE_MS) return 'too_fast'
  return ageMs > TOKEN_MAX_AGE_MS ? 'too_late' : null
}
