// Cheats of the simulation in fraud-limits.ts, who work for a week: from where, with which devices and at what times. What an
// address, a phone or an account costs is an assumption. They contain no rules.
import { random } from '../testing/random.ts'
import {
  below,
  DAY_MS,
  demoOrder,
  drawCampaign,
  HOUR_MS,
  lognormal,
  mobileSource,
  type Source,
  readingTime,
  type SimulatedOrder,
  type SimulatedVisit,
  type SimulatedWeek,
  START_MS,
  wideNat,
} from './fraud-people.ts'

const MINUTE_MS = 60_000
const DAYS = 7
const ORDERS_A_DAY = 3
const TEN = 10
/** Of a campaign whose orders have ten visits. */
const CAMPAIGN_VISITS = 700
const CAMPAIGNS = 8
/** An account's SMS code, in minor units. */
const ACCOUNT_MINOR = 26

export interface Cheat {
  readonly name: string
  readonly accounts: number
  /** Cost of a week's addresses and devices, in minor units. */
  readonly week_minor: number
  /** Where the visit of this number comes from. */
  source(visit: number): Source
  /** Number of phones; null: another user agent each time. */
  readonly phones: number | null
  /** Between visits: a minute; any time of 20 hours; or as people come. */
  readonly comes: 'each minute' | 'at random' | 'like people'
  readonly reads: 'fast' | 'like people'
  attempts(target: number): number
}

const address = (name: string): Source => ({ address: name, network: `network of ${name}` })
const ofPool = (visit: number, addresses: number, networks: number): Source => {
  const number = visit % addresses
  return { address: `pool ${addresses} ${number}`, network: `pool ${addresses} network ${number % networks}` }
}
const aThirdMore = (target: number) => Math.ceil(target * 1.3)
const fourG = (visit: number, phones: number): Source => mobileSource(wideNat, 0, `phone ${visit % phones}`)

export const cheats: readonly Cheat[] = [
  {
    name: 'script on one address, any user agent',
    accounts: 1,
    week_minor: 120,
    source: () => address('script'),
    phones: null,
    comes: 'each minute',
    reads: 'fast',
    attempts: (target) => target * 2,
  },
  {
    name: 'the same, as slow as people, within a fifth of each order',
    accounts: 1,
    week_minor: 120,
    source: () => address('script'),
    phones: null,
    comes: 'like people',
    reads: 'like people',
    attempts: (target) => Math.max(2, Math.ceil(target / 5)),
  },
  {
    name: '20 accounts, one address',
    accounts: 20,
    week_minor: 120,
    source: () => address('script'),
    phones: null,
    comes: 'at random',
    reads: 'like people',
    attempts: aThirdMore,
  },
  {
    name: '20 phones, one Wi-Fi',
    accounts: 1,
    week_minor: 3_000,
    source: () => address('farm'),
    phones: 20,
    comes: 'at random',
    reads: 'like people',
    attempts: aThirdMore,
  },
  {
    name: 'home Wi-Fi and one phone’s 4G, in turn',
    accounts: 1,
    week_minor: 100,
    source: (visit) => (visit % 2 === 0 ? address('home') : { address: `4g ${below(2)}`, network: '4g' }),
    phones: null,
    comes: 'like people',
    reads: 'like people',
    attempts: aThirdMore,
  },
  {
    name: 'VPN, 12 addresses of 3 networks',
    accounts: 1,
    week_minor: 150,
    source: (visit) => ofPool(visit, 12, 3),
    phones: null,
    comes: 'at random',
    reads: 'like people',
    attempts: aThirdMore,
  },
  {
    name: 'VPN, 60 addresses of 25 networks, as slow as people',
    accounts: 1,
    week_minor: 150,
    source: () => ofPool(below(60), 60, 25),
    phones: null,
    comes: 'like people',
    reads: 'like people',
    attempts: aThirdMore,
  },
  {
    name: '100 residential proxies, one visit a minute',
    accounts: 1,
    week_minor: 500,
    source: (visit) => ofPool(visit, 100, 95),
    phones: null,
    comes: 'each minute',
    reads: 'fast',
    attempts: aThirdMore,
  },
  {
    name: '100 residential proxies, as slow as people',
    accounts: 1,
    week_minor: 500,
    source: (visit) => ofPool(visit, 100, 95),
    phones: null,
    comes: 'like people',
    reads: 'like people',
    attempts: aThirdMore,
  },
  {
    name: '20 phones, 4G',
    accounts: 1,
    week_minor: 3_000,
    source: (visit) => fourG(visit, 20),
    phones: 20,
    comes: 'at random',
    reads: 'like people',
    attempts: aThirdMore,
  },
  {
    name: '1 000 residential proxies, as slow as people, 20 accounts',
    accounts: 20,
    week_minor: 1_000,
    source: (visit) => ofPool(visit, 1_000, 900),
    phones: null,
    comes: 'like people',
    reads: 'like people',
    attempts: aThirdMore,
  },
  {
    name: '200 phones, 4G, 20 accounts',
    accounts: 20,
    week_minor: 30_000,
    source: (visit) => fourG(visit, 200),
    phones: 200,
    comes: 'at random',
    reads: 'like people',
    attempts: aThirdMore,
  },
]

export const costOf = ({ week_minor, accounts }: Cheat): number => week_minor + accounts * ACCOUNT_MINOR

/**
 * Three orders a day for each account: of ten visits each, or as the demo draws them. `linked`: its accounts are known to belong
 * together.
 */
export function cheatsWeek(
  cheat: Cheat,
  { price_minor, linked, orders: size }: { price_minor: number; linked: boolean; orders: 'of ten' | 'demo' },
): SimulatedWeek {
  const orders: SimulatedOrder[] = []
  const visits: SimulatedVisit[] = []
  for (let carrier = 0; carrier < cheat.accounts; carrier += 1) {
    for (let turn = 0; turn < DAYS * ORDERS_A_DAY; turn += 1) {
      const dayMs = START_MS + Math.floor(turn / ORDERS_A_DAY) * DAY_MS
      const openedMs = Math.round(dayMs + HOUR_MS * (1 + (turn % ORDERS_A_DAY) * 4 + random()))
      const campaign = size === 'demo' ? drawCampaign() : (carrier + turn) % CAMPAIGNS
      const { target, campaign_visits } =
        size === 'demo' ? demoOrder(campaign) : { target: TEN, campaign_visits: CAMPAIGN_VISITS }
      orders.push({ target, campaign_visits, price_minor, campaign, carrier, openedMs })
      visits.push(...visitsOf(cheat, orders.length - 1, { target, openedMs, first: visits.length }))
    }
  }
  return { orders, visits, groups: Array.from({ length: cheat.accounts }, (_, i) => (linked ? 0 : i)) }
}

/** Attempts for one order; `first`: how many visits the cheat made before. */
function visitsOf(
  cheat: Cheat,
  order: number,
  { target, openedMs, first }: { target: number; openedMs: number; first: number },
): SimulatedVisit[] {
  return Array.from({ length: cheat.attempts(target) }, (_, i) => {
    const afterMs = {
      'each minute': (i + 1) * MINUTE_MS,
      'at random': random() * 20 * HOUR_MS,
      'like people': Math.min(lognormal(HOUR_MS, 1.3), 40 * HOUR_MS),
    }[cheat.comes]
    const visit = first + i
    return {
      order,
      at_ms: Math.round(openedMs + afterMs),
      source: cheat.source(visit),
      agent: `agent ${cheat.phones === null ? visit : visit % cheat.phones}`,
      readsMs: cheat.reads === 'fast' ? 900 + below(500) : readingTime(900),
      person: String(visit),
    }
  })
}
