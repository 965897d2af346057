// Honest people of the simulation in fraud-limits.ts: in which communities carriers share links, from which networks people
// come, and when. All figures here are assumptions about people and networks, to be replaced by a deployment's own.
import { demoCampaigns } from '../server/src/demo/dataset.ts'
import { chance, random } from '../testing/random.ts'

const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const START_MS = Date.parse('2026-11-23T00:00:00Z')
/** How long an order's link is open. */
export const ORDER_MS = 48 * HOUR_MS

/** Names of an address (an IPv4 address or a /64) and its network (a /24 or /48). */
export interface Source {
  readonly address: string
  readonly network: string
}

export interface SimulatedVisit {
  /** Index of its order. */
  readonly order: number
  readonly at_ms: number
  readonly source: Source
  readonly agent: string
  /** From page to Continue; null: never continues. */
  readonly readsMs: number | null
  readonly person: string
}

export interface SimulatedOrder {
  readonly target: number
  readonly price_minor: number
  /** Index of the campaign, and all its visits; null: unknown to the rules. */
  readonly campaign: number
  readonly campaign_visits: number | null
  /** Index of the carrier. */
  readonly carrier: number
  readonly openedMs: number
}

export interface SimulatedWeek {
  readonly orders: readonly SimulatedOrder[]
  readonly visits: readonly SimulatedVisit[]
  /** Of each carrier: the group of accounts under 30 days that are linked with it. */
  readonly groups: readonly number[]
}

/** Addresses that an operator's customers of one region share. */
export interface SharedAddresses {
  readonly networks: number
  readonly addresses_per_network: number
  /** Share of phones with an IPv6 address of their own, and their networks. */
  readonly ipv6_share: number
  readonly ipv6_networks: number
}

/** Many addresses for few people, and few for many. */
export const wideNat: SharedAddresses = {
  networks: 8,
  addresses_per_network: 128,
  ipv6_share: 0.55,
  ipv6_networks: 16,
}
export const tightNat: SharedAddresses = {
  networks: 1,
  addresses_per_network: 64,
  ipv6_share: 0.2,
  ipv6_networks: 2,
}

const REGIONS = 6
const HOME_NETWORKS = 3_000
const HOME_IPV6_NETWORKS = 600
/** Share of people who read and leave, and of those who come a second time. */
const LEAVE_SHARE = 0.25
const RETURN_SHARE = 0.08
const READ_MEDIAN_MS = 4_500
const ORDERS_A_DAY = 3
/** Share of accounts that are linked with the one before. */
const LINKED_SHARE = 0.5

interface CommunityKind {
  readonly name: string
  /** Share of carriers, in percent. */
  readonly percent: number
  readonly people: readonly [number, number]
  /** Average number of people of one home. */
  readonly household: number
  /** Share of visits from the common Wi-Fi, and from home; the others come by the phone's operator. */
  readonly site_share: number
  readonly home_share: number
  /** Share of people who open one link, and after what time half of them have. */
  readonly opening_share: number
  readonly delay_minutes: number
  /** Addresses of the common Wi-Fi, in one network. */
  readonly site_addresses: number
  /** Whether its people live in all regions. */
  readonly everywhere?: boolean
}

export const communities: readonly CommunityKind[] = [
  {
    name: 'Zalo group',
    percent: 40,
    people: [60, 150],
    household: 1.15,
    site_share: 0,
    home_share: 0.45,
    opening_share: 0.14,
    delay_minutes: 40,
    site_addresses: 1,
  },
  {
    name: 'Facebook page',
    percent: 25,
    people: [600, 3_000],
    household: 1.02,
    site_share: 0,
    home_share: 0.45,
    opening_share: 0.012,
    delay_minutes: 240,
    site_addresses: 1,
    everywhere: true,
  },
  {
    name: 'family',
    percent: 12,
    people: [8, 16],
    household: 3.2,
    site_share: 0,
    home_share: 0.7,
    opening_share: 0.45,
    delay_minutes: 120,
    site_addresses: 1,
  },
  {
    name: 'office',
    percent: 9,
    people: [25, 60],
    household: 1.02,
    site_share: 0.7,
    home_share: 0.1,
    opening_share: 0.3,
    delay_minutes: 60,
    site_addresses: 1,
  },
  {
    name: 'school class',
    percent: 8,
    people: [35, 45],
    household: 1,
    site_share: 0.35,
    home_share: 0.3,
    opening_share: 0.3,
    delay_minutes: 90,
    site_addresses: 1,
  },
  {
    name: 'dormitory',
    percent: 6,
    people: [40, 120],
    household: 1,
    site_share: 0.6,
    home_share: 0,
    opening_share: 0.18,
    delay_minutes: 60,
    site_addresses: 2,
  },
]

/** A whole number from 0 to below the limit. */
export const below = (limit: number): number => Math.floor(random() * limit)

/** One of the values, by their weights. */
export function pick<T>(values: readonly (readonly [T, number])[]): T {
  let left = random() * values.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [value, weight] of values) {
    left -= weight
    if (left < 0) return value
  }
  return values.at(-1)![0]
}

/** Half of the numbers are below the median; `spread` is the standard deviation of their logarithm. */
export function lognormal(median: number, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return median * Math.exp(spread * normal)
}

/** Reading times of people, at least `least_ms`. */
export const readingTime = (leastMs: number): number =>
  Math.round(Math.max(leastMs, lognormal(READ_MEDIAN_MS, 0.8)))

/** Of a phone in a region, by its operator; another one each time. */
export function mobileSource(nat: SharedAddresses, region: number, phone: string): Source {
  const operator = pick([
    ['viettel', 54],
    ['vinaphone', 22],
    ['mobifone', 19],
    ['other', 5],
  ])
  if (chance(nat.ipv6_share)) {
    const network = `${operator} ipv6 ${region} ${below(nat.ipv6_networks)}`
    return { network, address: `${network} ${phone} ${below(4)}` }
  }
  const network = `${operator} ${region} ${below(nat.networks)}`
  return { network, address: `${network} ${below(nat.addresses_per_network)}` }
}

function homeSource(region: number, id: string): Source {
  const network = chance(0.5)
    ? `homes ${region} ${below(HOME_NETWORKS)}`
    : `homes ipv6 ${region} ${below(HOME_IPV6_NETWORKS)}`
  return { network, address: `${network} ${id}` }
}

/** Embedded browsers name the phone's model; Chrome and Safari do not, so that many phones send the same. */
export function phoneAgent(): string {
  const common = (kinds: number) => Math.floor(kinds ** random()) - 1
  const browser = pick([
    ['in-app', 55],
    ['Chrome', 15],
    ['in-app iPhone', 20],
    ['Safari', 10],
  ])
  if (browser === 'in-app') return `${browser} ${common(120)} ${below(4)}`
  if (browser === 'in-app iPhone') return `${browser} ${common(30)} ${chance(0.7) ? 1 : 2}`
  if (browser === 'Chrome')
    return `Chrome ${pick([
      [141, 80],
      [140, 15],
      [139, 5],
    ])}`
  return `Safari ${pick([
    ['26.1', 60],
    ['26.0', 25],
    ['18.6', 15],
  ])}`
}

interface Person {
  readonly id: string
  readonly agent: string
  readonly home: Source
  readonly region: number
}

interface Community {
  readonly kind: CommunityKind
  readonly people: readonly Person[]
  readonly site: readonly Source[]
}

function createCommunity(kind: CommunityKind, carrier: number): Community {
  const region = below(REGIONS)
  const size = kind.people[0] + below(kind.people[1] - kind.people[0])
  const people: Person[] = []
  while (people.length < size) {
    const livesIn = kind.everywhere === true ? below(REGIONS) : region
    const home = homeSource(livesIn, `${carrier} ${people.length}`)
    const members =
      kind.household > 2 ? Math.round(kind.household) + below(3) - 1 : 1 + Number(chance(kind.household - 1))
    for (let i = 0; i < members; i += 1)
      people.push({ id: `${carrier} ${people.length}`, agent: phoneAgent(), home, region: livesIn })
  }
  const site = Array.from({ length: kind.site_addresses }, (_, i) => ({
    network: `site ${carrier}`,
    address: `site ${carrier} ${i}`,
  }))
  return { kind, people, site }
}

/** Visits of a community to one link that is shared with it. */
function visitsOf({ kind, people, site }: Community, nat: SharedAddresses, order: number, sharedMs: number) {
  return people.flatMap(({ id, agent, home, region }): SimulatedVisit[] => {
    if (!chance(kind.opening_share)) return []
    return Array.from({ length: chance(RETURN_SHARE) ? 2 : 1 }, (_, time) => {
      const where = random()
      const atHome = where < kind.site_share + kind.home_share ? home : mobileSource(nat, region, id)
      return {
        order,
        at_ms: Math.round(
          sharedMs +
            Math.min(lognormal(kind.delay_minutes * MINUTE_MS, 1.2), 46 * HOUR_MS) +
            time * 5 * HOUR_MS * random(),
        ),
        source: where < kind.site_share ? site[below(site.length)]! : atHome,
        agent,
        readsMs: chance(LEAVE_SHARE) ? null : readingTime(500),
        person: id,
      }
    })
  })
}

/** A campaign of the demo, as often as it has orders. */
export const drawCampaign = (): number =>
  pick(demoCampaigns.map(({ visits, order_visits }, i) => [i, visits / order_visits] as const))

export function demoOrder(
  campaign: number,
): Pick<SimulatedOrder, 'target' | 'price_minor' | 'campaign_visits'> {
  const { order_visits, visits, price_minor } = demoCampaigns[campaign]!
  return { target: order_visits, campaign_visits: visits, price_minor: Number(price_minor) }
}

/** Carriers with three orders a day for some days, each with a community, of `only` this kind if it is named. */
export function honestWeek(
  nat: SharedAddresses,
  { carriers, days, only }: { carriers: number; days: number; only?: CommunityKind },
): SimulatedWeek {
  const orders: SimulatedOrder[] = []
  const visits: SimulatedVisit[] = []
  const groups: number[] = []
  for (let carrier = 0; carrier < carriers; carrier += 1) {
    const kind = only ?? pick(communities.map((kind) => [kind, kind.percent] as const))
    const community = createCommunity(kind, carrier)
    for (let turn = 0; turn < days * ORDERS_A_DAY; turn += 1) {
      const campaign = drawCampaign()
      const dayMs = START_MS + Math.floor(turn / ORDERS_A_DAY) * DAY_MS
      const openedMs = Math.round(dayMs + HOUR_MS * (1 + (turn % ORDERS_A_DAY) * 4 + random() * 3))
      orders.push({ ...demoOrder(campaign), campaign, carrier, openedMs })
      visits.push(...visitsOf(community, nat, orders.length - 1, openedMs + 5 * MINUTE_MS))
    }
    groups.push(carrier > 0 && chance(LINKED_SHARE) ? groups[carrier - 1]! : carrier)
  }
  return { orders, visits, groups }
}
