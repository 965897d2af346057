// The people of the demo: invented members, and what they deposit, place and carry.
import type { Locale } from '@fairturn/contract/locales'

export interface DemoMember {
  readonly username: string
  readonly phone: string
  readonly locale: Locale
  /** Deposited on the first day, minor units. */
  readonly deposit_minor: bigint
  /** Index of the creative they place a campaign with. */
  readonly places?: number
  /** Orders a day they carry, at most their level's turns. */
  readonly carries: number
  /** The level they buy on the third day. */
  readonly buys?: 'Level 2' | 'Level 3'
}

export const DEMO_PASSWORD = 'fairturn-demo'

/** The first is the root of all invitations; the invite code is theirs. */
export const DEMO_INVITE_CODE = 'WELCOME'

export const demoMembers: readonly DemoMember[] = [
  {
    username: 'thuha.dn',
    phone: '+84912000101',
    locale: 'vn',
    deposit_minor: 150_000n,
    carries: 3,
    buys: 'Level 2',
  },
  {
    username: 'songxanh',
    phone: '+84912000102',
    locale: 'vn',
    deposit_minor: 60_000n,
    places: 0,
    carries: 0,
  },
  {
    username: 'aoba_kyoto',
    phone: '+819012340103',
    locale: 'jp',
    deposit_minor: 60_000n,
    places: 1,
    carries: 0,
  },
  {
    username: 'tocak.bg',
    phone: '+381641230104',
    locale: 'rs',
    deposit_minor: 60_000n,
    places: 2,
    carries: 0,
  },
  {
    username: 'maisonlune',
    phone: '+33612340105',
    locale: 'fr',
    deposit_minor: 60_000n,
    places: 3,
    carries: 0,
  },
  {
    username: 'pulip.seoul',
    phone: '+821012340106',
    locale: 'kr',
    deposit_minor: 60_000n,
    places: 4,
    carries: 1,
  },
  {
    username: 'optika_lin',
    phone: '+8613812340107',
    locale: 'cn',
    deposit_minor: 60_000n,
    places: 5,
    carries: 0,
  },
  {
    username: 'riverkayak',
    phone: '+12025550108',
    locale: 'en',
    deposit_minor: 60_000n,
    places: 6,
    carries: 0,
  },
  {
    username: 'pagelamp',
    phone: '+442079460109',
    locale: 'en',
    deposit_minor: 60_000n,
    places: 7,
    carries: 0,
  },
  { username: 'minhanh', phone: '+84912000110', locale: 'vn', deposit_minor: 0n, carries: 2 },
  { username: 'quocbao', phone: '+84912000111', locale: 'vn', deposit_minor: 0n, carries: 2 },
  {
    username: 'lan.huong',
    phone: '+84912000112',
    locale: 'vn',
    deposit_minor: 8_000n,
    carries: 3,
    buys: 'Level 2',
  },
  { username: 'milica', phone: '+381641230113', locale: 'rs', deposit_minor: 0n, carries: 2 },
  {
    username: 'haruka',
    phone: '+819012340114',
    locale: 'jp',
    deposit_minor: 9_000n,
    carries: 3,
    buys: 'Level 3',
  },
  { username: 'seojun', phone: '+821012340115', locale: 'kr', deposit_minor: 0n, carries: 1 },
  { username: 'camille', phone: '+33612340116', locale: 'fr', deposit_minor: 0n, carries: 2 },
]

export interface DemoCampaign {
  readonly price_minor: bigint
  readonly visits: number
  readonly order_visits: number
}

/**
 * One a creative. The first three are for longer orders and are paused at the end of the history; the others stay open with
 * orders of one to three visits, so that somebody trying the demo alone can see one through.
 */
export const demoCampaigns: readonly DemoCampaign[] = [
  { price_minor: 32n, visits: 900, order_visits: 12 },
  { price_minor: 45n, visits: 700, order_visits: 10 },
  { price_minor: 28n, visits: 900, order_visits: 15 },
  { price_minor: 60n, visits: 400, order_visits: 2 },
  { price_minor: 55n, visits: 400, order_visits: 1 },
  { price_minor: 75n, visits: 300, order_visits: 2 },
  { price_minor: 50n, visits: 500, order_visits: 3 },
  { price_minor: 64n, visits: 300, order_visits: 1 },
]

export const DEMO_PAUSED_CAMPAIGNS = 3
