// The demo data: invented members, and what they deposit, place and carry.
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

/** Where deposits would go: an account that cannot exist. */
export const DEMO_ACCOUNT = 'XX00000000000000000000'

/** Of the house; without a limit of uses, time or address, and it links nobody. */
export const DEMO_INVITE_CODE = 'WELCOME'

const member = (
  username: string,
  phone: string,
  locale: Locale,
  deposit_minor: bigint,
  rest: Pick<DemoMember, 'places' | 'carries' | 'buys'>,
): DemoMember => ({ username, phone, locale, deposit_minor, ...rest })

export const demoMembers: readonly DemoMember[] = [
  member('thuha.dn', '+84912000101', 'vn', 150_000n, { carries: 3, buys: 'Level 2' }),
  member('songxanh', '+84912000102', 'vn', 60_000n, { places: 0, carries: 0 }),
  member('aoba_kyoto', '+819012340103', 'jp', 60_000n, { places: 1, carries: 0 }),
  member('tocak.bg', '+381641230104', 'rs', 60_000n, { places: 2, carries: 0 }),
  member('maisonlune', '+33612340105', 'fr', 60_000n, { places: 3, carries: 0 }),
  member('pulip.seoul', '+821012340106', 'kr', 60_000n, { places: 4, carries: 1 }),
  member('optika_lin', '+8613812340107', 'cn', 64_800n, { places: 5, carries: 0 }),
  member('riverkayak', '+12025550108', 'en', 67_200n, { places: 6, carries: 0 }),
  member('pagelamp', '+442079460109', 'en', 60_000n, { places: 7, carries: 0 }),
  member('minhanh', '+84912000110', 'vn', 0n, { carries: 2 }),
  member('quocbao', '+84912000111', 'vn', 0n, { carries: 2 }),
  member('lan.huong', '+84912000112', 'vn', 8_000n, { carries: 3, buys: 'Level 2' }),
  member('milica', '+381641230113', 'rs', 0n, { carries: 2 }),
  member('haruka', '+819012340114', 'jp', 9_000n, { carries: 3, buys: 'Level 3' }),
  member('seojun', '+821012340115', 'kr', 0n, { carries: 1 }),
  member('camille', '+33612340116', 'fr', 0n, { carries: 2 }),
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
  { price_minor: 16n, visits: 900, order_visits: 12 },
  { price_minor: 20n, visits: 700, order_visits: 10 },
  { price_minor: 14n, visits: 900, order_visits: 15 },
  { price_minor: 20n, visits: 400, order_visits: 2 },
  { price_minor: 18n, visits: 400, order_visits: 1 },
  { price_minor: 20n, visits: 300, order_visits: 2 },
  { price_minor: 19n, visits: 500, order_visits: 3 },
  { price_minor: 17n, visits: 300, order_visits: 1 },
]

export const DEMO_PAUSED_CAMPAIGNS = 3
