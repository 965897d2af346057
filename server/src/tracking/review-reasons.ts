// Why an order is reviewed before it succeeds, as far as its visits show it. Pure functions of counts: the settlement of
// an order and bench/fraud.ts supply them. Boundary values: review-reasons.test.ts; described in docs/rules.md.
import type { ReviewBasis } from '@fairturn/contract/backoffice/reviews'

/** What is known of an order's visits when it ends. */
export interface OrderFacts {
  /** Visits of people, whatever the verdict. */
  readonly people: number
  /** Of those: the carrier's own, repeated, or too many of one place or in too short a time. */
  readonly farmed: number
  readonly verified: number
  /** The most verified visits of one network. */
  readonly largestNetwork: number
  /** Between verified visits, in milliseconds, in the order they came. */
  readonly gapsMs: readonly number[]
  /** From the page to Continue of each verified visit, in milliseconds. */
  readonly readsMs: readonly number[]
  /** Verified visits of all orders of the carrier in the 24 hours until the last one of this order. */
  readonly day: { readonly visits: number; readonly largestAddress: number; readonly networks: number }
  /** Of visits that passed every rule: how many the advertiser confirmed, here and for other carriers; null: none is asked to. */
  readonly sign: {
    readonly confirmed: number
    readonly passed: number
    readonly others_confirmed: number
    readonly others_passed: number
  } | null
}

const MOSTLY_REFUSED_FROM = 8
const MAX_REFUSED_SHARE = 0.7
const ONE_NETWORK_FROM = 5
const MAX_NETWORK_SHARE = 0.6
const FEW_ADDRESSES_FROM = 3
const MAX_ADDRESS_SHARE = 0.6
const FEW_NETWORKS_FROM = 8
const MIN_NETWORKS_SHARE = 0.34
const TOO_REGULAR_FROM = 6
/** Variation: standard deviation divided by mean. */
const MIN_GAP_VARIATION = 0.4
const MIN_READ_VARIATION = 0.2
const FAST_MS = 2_000
const MAX_FAST_SHARE = 0.7
const NO_SIGN_FROM = 10
/** A third of the share of other carriers' visits that are confirmed. */
const MIN_SIGN_PART = 3

/** Every reason that holds, in the order in which they decide, each with what it rests on. */
export function reasonsOf(facts: OrderFacts): ReviewBasis[] {
  return [
    mostlyRefused(facts),
    oneNetwork(facts),
    tooRegular(facts),
    fewAddresses(facts),
    fewNetworks(facts),
    noSign(facts),
  ].filter((reason) => reason !== null)
}

export const basis = (
  reason: ReviewBasis['reason'],
  found: number,
  among: number,
  more: Partial<ReviewBasis> = {},
): ReviewBasis => ({ reason, found, among, measure: null, unseen: null, limit: null, ...more })

const mostlyRefused = ({ people, farmed }: OrderFacts) =>
  people >= MOSTLY_REFUSED_FROM && farmed > people * MAX_REFUSED_SHARE
    ? basis('mostly_refused', farmed, people)
    : null

const oneNetwork = ({ verified, largestNetwork }: OrderFacts) =>
  verified >= ONE_NETWORK_FROM && largestNetwork > verified * MAX_NETWORK_SHARE
    ? basis('one_network', largestNetwork, verified)
    : null

const fewAddresses = ({ day }: OrderFacts) =>
  day.visits >= FEW_ADDRESSES_FROM && day.largestAddress > day.visits * MAX_ADDRESS_SHARE
    ? basis('few_addresses', day.largestAddress, day.visits)
    : null

const fewNetworks = ({ day }: OrderFacts) =>
  day.visits >= FEW_NETWORKS_FROM && day.networks <= day.visits * MIN_NETWORKS_SHARE
    ? basis('few_networks', day.networks, day.visits)
    : null

function tooRegular({ verified, gapsMs, readsMs }: OrderFacts): ReviewBasis | null {
  if (verified < TOO_REGULAR_FROM) return null
  const percent = (share: number) => Math.round(share * 100)
  const gaps = variationOf(gapsMs)
  if (gaps < MIN_GAP_VARIATION) return basis('too_regular', percent(gaps), verified, { measure: 'gaps' })
  const reads = variationOf(readsMs)
  if (reads < MIN_READ_VARIATION)
    return basis('too_regular', percent(reads), verified, { measure: 'reading_times' })
  const fast = readsMs.filter((ms) => ms < FAST_MS).length
  if (fast > verified * MAX_FAST_SHARE)
    return basis('too_regular', percent(fast / verified), verified, { measure: 'fast' })
  return null
}

/** Standard deviation divided by mean: 0 is a metronome, 1 is chance. With fewer than two values nothing is regular: 1. */
export function variationOf(values: readonly number[]): number {
  if (values.length < 2) return 1
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  if (mean === 0) return 0
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return Math.sqrt(variance) / mean
}

function noSign({ sign }: OrderFacts): ReviewBasis | null {
  if (sign === null || sign.passed < NO_SIGN_FROM || sign.others_passed < NO_SIGN_FROM) return null
  const share = sign.confirmed / sign.passed
  const usual = sign.others_confirmed / sign.others_passed
  if (
    usual === 0 ||
    sign.confirmed * MIN_SIGN_PART * sign.others_passed > sign.others_confirmed * sign.passed
  )
    return null
  return basis('no_sign', Math.round(share * 100), Math.round(usual * 100))
}
