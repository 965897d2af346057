// The simulated exchange of bench/draw.ts: its campaigns, its members, their behaviour, and a perfectly fair draw in
// memory. It knows which slices exist and who may carry them, but not how the real draw works.
import type { Locale } from '@fairturn/contract/locales'

export const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const TURNS_A_DAY = 3
/** By language: country, prefix of mobile numbers, number of digits that follow, and share of members in per cent. */
const PEOPLE = {
  vn: ['VN', '+8491', 7, 40],
  en: ['US', '+1202', 7, 15],
  jp: ['JP', '+8190', 8, 12],
  kr: ['KR', '+8210', 8, 10],
  cn: ['CN', '+86138', 8, 9],
  rs: ['RS', '+38164', 7, 7],
  fr: ['FR', '+336', 8, 7],
} as const satisfies Partial<Record<Locale, readonly [string, string, number, number]>>
const LANGUAGES = Object.keys(PEOPLE) as (keyof typeof PEOPLE)[]

export type Random = () => number

/** A seeded generator of numbers in [0, 1), for reproducible runs. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface Campaign {
  readonly number: number
  readonly languages: readonly Locale[]
  readonly countries: readonly string[]
  readonly price_minor: number
  readonly visits: number
  readonly order_visits: number
}

/** Takers take any offer, skippers skip at random, choosers wait for a high-paying order. */
export type Manner = 'taker' | 'skipper' | 'chooser'
const MAX_DRAWS: Record<Manner, number> = { taker: 1, skipper: 6, chooser: 20 }

export interface Member {
  readonly number: number
  readonly locale: Locale
  readonly country: string
  readonly phone: string
  readonly manner: Manner
  /** After the start of the first day; 0: from the start. */
  readonly joinedMs: number
}

export interface World {
  readonly campaigns: readonly Campaign[]
  readonly members: readonly Member[]
  /** When a member uses a turn, in order of time. */
  readonly turns: readonly { readonly at_ms: number; readonly member: Member }[]
  /** Minimum worth of a slice for choosers: the top fifth. */
  readonly dear_minor: number
}

export interface Size {
  readonly campaigns: number
  readonly members: number
  readonly days: number
}

export function makeWorld(size: Size, random: Random): World {
  const between = (low: number, high: number) => Math.round(low * (high / low) ** random())
  const campaigns = Array.from({ length: size.campaigns }, (_, number): Campaign => {
    const oneLanguage = random() < 0.6
    const locale = localeOf(random())
    const visits = between(20, 6000)
    return {
      number,
      languages: oneLanguage ? [locale] : [],
      countries: oneLanguage && random() < 0.25 ? [PEOPLE[locale][0]] : [],
      price_minor: between(5, 200),
      visits,
      order_visits: Math.min(visits, between(2, 40)),
    }
  })
  const members = Array.from({ length: size.members }, (_, number): Member => {
    const locale = localeOf(random())
    const kind = random()
    const [country, prefix, digits] = PEOPLE[locale]
    return {
      number,
      locale,
      country,
      phone: `${prefix}${5 * 10 ** (digits - 1) + number}`,
      manner: kind < 0.7 ? 'taker' : kind < 0.9 ? 'skipper' : 'chooser',
      joinedMs: random() < 0.6 ? 0 : Math.floor(random() * size.days * DAY_MS),
    }
  })
  const turns = members.flatMap((member) =>
    Array.from({ length: size.days * TURNS_A_DAY }, (_, turn) => ({
      // Within 24 hours, wherever the site's day begins.
      at_ms: Math.floor(turn / TURNS_A_DAY) * DAY_MS + Math.floor(random() * 22 * HOUR_MS),
      member,
    })).filter(({ at_ms }) => at_ms >= member.joinedMs),
  )
  const worths = campaigns.map(worthOf).toSorted((a, b) => a - b)
  return {
    campaigns,
    members,
    turns: turns.toSorted((a, b) => a.at_ms - b.at_ms),
    dear_minor: worths[Math.floor(worths.length * 0.8)]!,
  }
}

/** What a whole slice pays, in minor units. */
const worthOf = (campaign: Campaign): number => campaign.price_minor * campaign.order_visits

function localeOf(share: number): keyof typeof PEOPLE {
  const total = LANGUAGES.reduce((sum, locale) => sum + PEOPLE[locale][3], 0)
  let left = share * total
  return LANGUAGES.find((locale) => (left -= PEOPLE[locale][3]) < 0) ?? 'vn'
}

/** The result of one draw, and the chance that each campaign should have had. */
export interface Draw {
  readonly at_ms: number
  readonly member: Member
  readonly campaign: number
  /** By campaign, without those that could not be drawn. */
  readonly chances: readonly (readonly [campaign: number, chance: number])[]
  /** The payout if all visits are verified, in minor units; 0 if it was not taken. */
  taken_minor: number
}

/** Where slices are drawn: the real product, or the fair draw in memory. */
export interface Exchange {
  /** The campaigns that this member may carry, with their remaining slices. */
  slices(member: Member, at_ms: number): Promise<readonly (readonly [campaign: number, slices: number])[]>
  /** Draws an offer, skipping the previous one; undefined if there is none. */
  draw(member: Member, at_ms: number): Promise<{ campaign: number; worth_minor: number } | undefined>
  /** Takes and starts the member's offer. */
  take(member: Member, at_ms: number): Promise<void>
}

/** Lets every member use their turns, sequentially. */
export async function simulate(world: World, exchange: Exchange, random: Random): Promise<Draw[]> {
  const draws: Draw[] = []
  for (const { at_ms, member } of world.turns) {
    for (let drawn = 1; ; drawn += 1) {
      const found = await exchange.slices(member, at_ms)
      const total = found.reduce((sum, [, slices]) => sum + slices, 0)
      const answer = await exchange.draw(member, at_ms)
      if (answer === undefined) {
        if (total > 0) throw new Error(`nothing was drawn of ${total} slices`)
        break
      }
      const chances = found.map(([campaign, slices]) => [campaign, slices / total] as const)
      const draw = { at_ms, member, campaign: answer.campaign, chances, taken_minor: 0 }
      draws.push(draw)
      if (drawn < MAX_DRAWS[member.manner] && skips(member, answer.worth_minor, world, random)) continue
      await exchange.take(member, at_ms)
      draw.taken_minor = answer.worth_minor
      break
    }
  }
  return draws
}

const skips = (member: Member, worth_minor: number, world: World, random: Random): boolean =>
  member.manner === 'skipper' ? random() < 0.5 : worth_minor < world.dear_minor

/**
 * Draws every slice of a language and country with exactly the same probability. `favour` is for the control: the
 * factor by which slices of every second campaign are more likely.
 */
export function fairExchange({ campaigns }: World, random: Random, favour = 1): Exchange {
  const left = campaigns.map((campaign) => campaign.visits)
  const open = new Map<Member, { campaign: number; size: number }>()
  const slices = (member: Member) =>
    campaigns
      .filter((campaign) => left[campaign.number]! > 0 && mayCarry(member, campaign))
      .map(({ number, order_visits }) => [number, Math.ceil(left[number]! / order_visits)] as const)
  return {
    slices: async (member) => slices(member),
    async draw(member) {
      const found = slices(member).map(
        ([number, count]) => [number, number % 2 === 0 ? count * favour : count] as const,
      )
      let rest = random() * found.reduce((sum, [, weight]) => sum + weight, 0)
      const campaign = found.find(([, weight]) => (rest -= weight) < 0)?.[0]
      if (campaign === undefined) return undefined
      const { order_visits, price_minor } = campaigns[campaign]!
      const size = Math.min(order_visits, left[campaign]!)
      left[campaign]! -= size
      const skipped = open.get(member)
      if (skipped) left[skipped.campaign]! += skipped.size
      open.set(member, { campaign, size })
      return { campaign, worth_minor: price_minor * size }
    },
    take: async (member) => void open.delete(member),
  }
}

function mayCarry(member: Member, { languages, countries }: Campaign): boolean {
  return (
    (languages.length === 0 || languages.includes(member.locale)) &&
    (countries.length === 0 || countries.includes(member.country))
  )
}
