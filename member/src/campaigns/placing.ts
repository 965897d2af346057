// The campaign form's model: fields as typed, their errors, and how they are sent and saved. The server
// validates everything again.
import type {
  Campaign,
  CAMPAIGN_LIMITS,
  CampaignDraft,
  CampaignKind,
  SentCampaignForm,
  Verification,
} from '@fairturn/contract/campaigns'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import type { MemberMessageCode } from '@fairturn/contract/messages'
import { amountParts, parseAmount } from '@fairturn/ui/formats.ts'

/** A copy of the contract's limits, because importing them would load zod too; the type keeps them equal. */
export const LIMITS: typeof CAMPAIGN_LIMITS = {
  brand_characters: 60,
  tagline_characters: 120,
  caption_characters: 300,
  landing_url_characters: 2000,
  countries: 50,
  highest_price: '1000.00',
  visits: 10_000_000,
  order_hours: 720,
  longest_days: 366,
}

export const KINDS: readonly CampaignKind[] = ['visit', 'sign_up', 'purchase', 'lead']
export const VERIFICATIONS: readonly Verification[] = ['page', 'beacon', 'postback']

type Texts = Partial<Record<Locale, string>>

export interface Values {
  brand: string
  kind: CampaignKind
  verification: Verification
  landing_url: string
  creative: string
  /** By language; an empty text means that the language has been added but not filled in. */
  tagline: Texts
  caption: Texts
  /** Empty means all. */
  languages: readonly Locale[]
  countries: readonly string[]
  price: string
  visits: string
  order_visits: string
  order_hours: string
  /** A day in the device's time zone, `yyyy-MM-dd`; the campaign ends at the end of it. */
  ends_at: string
}

export type Step = 1 | 2 | 3
/** By field name; texts by name and language: `tagline.en`. */
type Refused = Partial<Record<string, MemberMessageCode>>

const STEP_OF: Readonly<Record<string, Step>> = {
  brand: 1,
  kind: 1,
  verification: 1,
  landing_url: 1,
  creative: 1,
  tagline: 1,
  caption: 1,
  languages: 2,
  countries: 2,
}

/** `tagline.en` has the step of `tagline`. */
export const stepOf = (field: string): Step => STEP_OF[field.split('.')[0]!] ?? 3

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 30

export const emptyValues = (locale: Locale, now: Date): Values => ({
  brand: '',
  kind: 'visit',
  verification: 'page',
  landing_url: '',
  creative: '',
  tagline: { [locale]: '' },
  caption: { [locale]: '' },
  languages: [],
  countries: [],
  price: '',
  visits: '',
  order_visits: '20',
  order_hours: '48',
  ends_at: dayOf(new Date(now.getTime() + DEFAULT_DAYS * DAY_MS)),
})

/** The draft may come from an older version of this form: unknown values are replaced by empty ones. */
export function valuesOfDraft(draft: CampaignDraft, empty: Values): Values {
  const kind = KINDS.find((known) => known === draft.kind) ?? empty.kind
  const tagline = { ...draft.tagline }
  const caption = { ...draft.caption }
  return {
    ...empty,
    brand: draft.brand ?? '',
    kind,
    verification: VERIFICATIONS.find((known) => known === draft.verification) ?? empty.verification,
    landing_url: draft.landing_url ?? '',
    creative: draft.creative ?? '',
    ...(Object.keys({ ...tagline, ...caption }).length > 0 && { tagline, caption }),
    languages: LOCALES.filter((locale) => draft.languages?.includes(locale)),
    countries: draft.countries ?? [],
    price: draft.price ?? '',
    visits: draft.visits ?? '',
    order_visits: draft.order_visits ?? empty.order_visits,
    order_hours: draft.order_hours ?? empty.order_hours,
    ends_at: draft.ends_at || empty.ends_at,
  }
}

export const valuesOfCampaign = (campaign: Campaign): Values => ({
  brand: campaign.brand,
  kind: campaign.kind,
  verification: campaign.verification,
  landing_url: campaign.landing_url,
  creative: campaign.creative,
  tagline: campaign.tagline,
  caption: campaign.caption,
  languages: campaign.languages,
  countries: campaign.countries,
  price: amountParts(campaign.price).digits,
  visits: String(campaign.visits),
  order_visits: String(campaign.order_visits),
  order_hours: String(campaign.order_hours),
  ends_at: dayOf(new Date(campaign.ends_at)),
})

/** To place a campaign of before once more: its end is a new one if it has passed. */
export function valuesOfAgain(campaign: Campaign, locale: Locale, now: Date): Values {
  const values = valuesOfCampaign(campaign)
  return new Date(campaign.ends_at) > now ? values : { ...values, ends_at: emptyValues(locale, now).ends_at }
}

export const draftOf = (values: Values, step: Step): CampaignDraft => ({
  ...values,
  step,
  languages: [...values.languages],
  countries: [...values.countries],
})

/** The languages that have been added. */
export const writtenIn = ({ tagline, caption }: Values): Locale[] =>
  LOCALES.filter((locale) => tagline[locale] !== undefined || caption[locale] !== undefined)

/** Parses a whole number with or without thousands separators; undefined for anything else. */
export function countOf(typed: string): number | undefined {
  const text = typed.normalize('NFKC').trim()
  if (!/^\d+$/.test(text) && !/^\d{1,3}([\s.,'’]\d{3})+$/.test(text)) return undefined
  const value = Number(text.replace(/\D/g, ''))
  return Number.isSafeInteger(value) ? value : undefined
}

/** Price and number of visits for a quote; undefined if either cannot be parsed. */
export function quoteInputOf(values: Values): { price: string; visits: number } | undefined {
  const price = amountOnWire(values.price)
  const visits = countOf(values.visits)
  if (!/[1-9]/.test(price) || Number(price) > Number(LIMITS.highest_price)) return undefined
  return visits === undefined || visits < 1 || visits > LIMITS.visits ? undefined : { price, visits }
}

const amountOnWire = (typed: string): string => {
  const parsed = parseAmount(typed)
  return parsed.ok ? parsed.wire : ''
}

/** Errors of a step that the contract's schema cannot find. */
export function check(values: Values, step: Step, now: Date): Refused {
  if (step === 1) return checkWhat(values)
  return step === 2 ? checkWho(values) : checkHowMuch(values, now)
}

/** The first incomplete step; the last one if all others are complete. */
export function firstOpen(values: Values): Step {
  if (Object.keys(checkWhat(values)).length > 0) return 1
  return Object.keys(checkWho(values)).length > 0 ? 2 : 3
}

function checkWhat(values: Values): Refused {
  const refused: Refused = {}
  for (const field of ['brand', 'landing_url'] as const)
    if (values[field].trim() === '') refused[field] = 'field_is_required'
  if (values.creative === '') refused['creative'] = 'creative_is_unknown'
  return { ...refused, ...checkTexts(values, writtenIn(values)) }
}

const checkWho = (values: Values): Refused => checkTexts(values, values.languages)

function checkTexts(values: Values, languages: readonly Locale[]): Refused {
  const refused: Refused = {}
  for (const field of ['tagline', 'caption'] as const)
    for (const locale of languages)
      if (!values[field][locale]?.trim()) refused[`${field}.${locale}`] = 'field_is_required'
  return refused
}

function checkHowMuch(values: Values, now: Date): Refused {
  const refused: Refused = {}
  for (const field of ['price', 'visits', 'order_visits', 'order_hours'] as const)
    if (values[field].trim() === '') refused[field] = 'field_is_required'
  const ends_at = endOf(values.ends_at)
  if (ends_at === undefined) refused['ends_at'] = 'field_is_required'
  else if (ends_at <= now) refused['ends_at'] = 'end_is_not_in_the_future'
  else if (ends_at.getTime() > now.getTime() + LIMITS.longest_days * DAY_MS)
    refused['ends_at'] = 'end_is_too_far_away'
  return refused
}

/** The request body. Values that cannot be parsed are sent in a form that the contract rejects. */
export function sentOf(values: Values): SentCampaignForm {
  return {
    brand: values.brand,
    kind: values.kind,
    verification: values.verification,
    tagline: values.tagline,
    caption: values.caption,
    creative: values.creative,
    landing_url: values.landing_url.trim(),
    languages: [...values.languages],
    countries: [...values.countries],
    price: amountOnWire(values.price),
    visits: countOf(values.visits) ?? NaN,
    order_visits: countOf(values.order_visits) ?? NaN,
    order_hours: countOf(values.order_hours) ?? NaN,
    ends_at: endOf(values.ends_at)?.toISOString() ?? '',
  }
}

/** The last second of a day in the device's time zone. */
function endOf(day: string): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  return year === undefined ? undefined : new Date(Number(year), Number(month) - 1, Number(date), 23, 59, 59)
}

export function dayOf(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** Adds https:// if the scheme was omitted: `example.com/shop`. */
export function withScheme(typed: string): string {
  const text = typed.trim()
  return text === '' || /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`
}

/** The props of each step of the form. */
export interface StepProps {
  values: Values
  set: (changed: Partial<Values>) => void
  /** By field, as a sentence. */
  errors: Partial<Record<string, string>>
}
