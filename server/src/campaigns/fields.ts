// Validates who may place a campaign and its fields; also for demo data and tests, which bypass the contract's schema.
import { CAMPAIGN_LIMITS, type Verification } from '@fairturn/contract/campaigns'
import { LOCALES, type Locale } from '@fairturn/contract/locales'
import type { MessageCode } from '@fairturn/contract/messages'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { priceLimitsOf, settingsOf } from '../content/content.ts'
import { getMember, getActiveMemberLocked, type MemberRow } from '../members/members.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import type { Campaign, Texts } from './campaigns.store.ts'

type PlacedFields = Pick<
  Campaign,
  | ('member_id' | 'brand' | 'kind' | 'tagline' | 'caption' | 'creative' | 'landing_url')
  | ('price_minor' | 'visits' | 'order_visits' | 'order_hours' | 'ends_at')
>

/** Texts in every language of the campaign; if no language is set, in at least one. */
export interface NewCampaign extends Readonly<PlacedFields> {
  /** Default `page`; `postback` for every kind except visits. */
  readonly verification?: Verification
  readonly landing_final_host?: string | null
  readonly languages: readonly Locale[]
  /** By the carriers' phone numbers; empty or absent: all. */
  readonly countries?: readonly string[]
}

export const MAX_VISITS = CAMPAIGN_LIMITS.visits
const MAX_PRICE_MINOR = parseMoney(CAMPAIGN_LIMITS.highest_price)
const MAX_DURATION_MS = CAMPAIGN_LIMITS.longest_days * 24 * 3_600_000

/**
 * Validates the fields; returns the landing URL. Refuses with the first error's code, and every invalid field in the
 * details.
 */
export function checkFields(placing: NewCampaign, now: Date): URL {
  const { price_minor, visits, order_visits, order_hours, languages, countries = [] } = placing
  const locales = languages.length > 0 ? languages : LOCALES.filter((locale) => placing.tagline[locale])
  const landing = readLanding(placing.landing_url)
  const { verification = 'page' } = placing
  const checks: [field: string, holds: boolean, code?: MessageCode][] = [
    ['brand', fits(placing.brand, CAMPAIGN_LIMITS.brand_characters)],
    ['languages', languages.every((locale) => LOCALES.includes(locale)) && areDistinct(languages)],
    ['countries', countries.every((country) => /^[A-Z]{2}$/.test(country)) && areDistinct(countries)],
    [
      'tagline',
      locales.length > 0 && areWritten(placing.tagline, locales, CAMPAIGN_LIMITS.tagline_characters),
    ],
    ['caption', areWritten(placing.caption, locales, CAMPAIGN_LIMITS.caption_characters)],
    ['creative', /^\/[\w./-]+$/.test(placing.creative)],
    ['landing_url', landing !== undefined],
    ['verification', placing.kind === 'visit' || verification === 'postback', 'this_kind_needs_postbacks'],
    ['price_minor', price_minor > 0n && price_minor <= MAX_PRICE_MINOR],
    ['visits', isCount(visits, MAX_VISITS)],
    ['order_visits', isCount(order_visits, visits)],
    ['order_hours', isCount(order_hours, CAMPAIGN_LIMITS.order_hours)],
    ['ends_at', placing.ends_at > now, 'end_is_not_in_the_future'],
    ['ends_at', placing.ends_at.getTime() <= now.getTime() + MAX_DURATION_MS, 'end_is_too_far_away'],
  ]
  const fields = checks
    .filter(([, holds]) => !holds)
    .map(([field, , code = 'field_is_invalid']) => ({ field, code }))
  if (landing === undefined || fields.length > 0) throw refuse(fields[0]!.code, { fields })
  return landing
}

const areDistinct = (list: readonly string[]): boolean => new Set(list).size === list.length
const isCount = (count: number, most: number): boolean =>
  Number.isSafeInteger(count) && count >= 1 && count <= most
const fits = (text: string | undefined, most: number): boolean =>
  text !== undefined && text.trim().length > 0 && text.length <= most
const areWritten = (texts: Texts, locales: readonly Locale[], most: number): boolean =>
  locales.every((locale) => fits(texts[locale], most))

/** An http(s) URL without credentials, which could make it look like another site's. */
function readLanding(text: string): URL | undefined {
  const url = text.length <= CAMPAIGN_LIMITS.landing_url_characters ? URL.parse(text) : null
  if (url === null || !/^https?:\/\//.test(text) || url.username !== '' || url.password !== '')
    return undefined
  return url
}

/**
 * Refuses a price, or a reward of an order, above what its verification allows now (spec §6):
 * `price_is_above_what_its_verification_allows` and `order_is_above_what_its_verification_allows`, with the highest.
 */
export async function checkPrices(
  on: Queryable,
  placing: {
    readonly price_minor: bigint
    readonly order_visits: number
    readonly verification?: Verification
  },
): Promise<void> {
  const { price_minor, order_visits, verification = 'page' } = placing
  const limit = priceLimitsOf(await settingsOf(on))[verification]
  if (price_minor > limit.price_minor)
    throw refuseAbove('price_is_above_what_its_verification_allows', 'price', limit.price_minor)
  if (limit.order_minor !== null && price_minor * BigInt(order_visits) > limit.order_minor)
    throw refuseAbove('order_is_above_what_its_verification_allows', 'order_visits', limit.order_minor)
}

const refuseAbove = (code: MessageCode, field: string, highest_minor: bigint) =>
  refuse(code, { highest: formatMoney(highest_minor), fields: [{ field, code }] })

/** The placer, locked until the transaction ends. Refuses `your_account_has_been_locked`. */
export async function getPlacer(tx: Tx, member_id: string): Promise<MemberRow> {
  const member = await getActiveMemberLocked(tx, member_id)
  refuseLocked(member)
  return member
}

/** The same check before a transaction, so that no work is done for a locked member. */
export const requirePlacer = async (on: Queryable, member_id: string): Promise<void> =>
  refuseLocked(await getMember(on, member_id))

function refuseLocked({ lock_kind: kind, lock_reason: reason }: MemberRow): void {
  if (kind !== null) throw refuse('your_account_has_been_locked', { kind, reason })
}
