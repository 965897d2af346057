// Offers and orders as wire objects; what is not settled yet is computed as of now.
import { LOCALES, type Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/money'
import { type Objection, objection as objectionShape, type Product, product } from '@fairturn/contract/orders'
import type { ShownCampaign } from '../campaigns/campaigns.ts'
import type { OfferRow, OrderRow } from './orders.store.ts'
import type { ObjectionState } from './objections.ts'
import type { ObjectionFigures } from './objections.store.ts'
import { linkTexts } from '../texts/links.ts'
import { awardOf, UNCLAIMED_MS } from './reward.ts'
import { onWire } from '../http/wire.ts'

export interface ViewOptions {
  readonly locale: Locale
  /** Base URL of tracked links, without a trailing slash. */
  readonly link_origin: string
  /** Whether the captions in all languages are shown too: they are half of an order. */
  readonly all_captions: boolean
}

export type VisitCounts = NonNullable<Product['visit_counts']>

/** An order with its campaign, for its carrier; `visit_counts` is null where they were not read. */
export function orderOnWire(
  order: OrderRow,
  campaign: ShownCampaign,
  view: ViewOptions,
  visit_counts: VisitCounts | null,
): Product {
  const link = order.link_code === null ? null : `${view.link_origin}/r/${order.link_code}`
  const so_far = awardOf(order, order)
  const reward_minor = order.reward_minor ?? so_far.reward_minor
  const bonus_minor = order.bonus_minor ?? so_far.bonus_minor
  const in_review = order.status === 'distributing' && order.review_until !== null
  const { status, settled_at } = order
  return onWire(product, order, {
    ...termsOnWire(order, campaign, view, link),
    quality_percent: Math.floor((order.quality_bp ?? so_far.quality_bp) / 100),
    bonus_rate: (order.bonus_bp ?? so_far.bonus_bp) / 100,
    reward: formatMoney(reward_minor),
    bonus: formatMoney(bonus_minor),
    award: formatMoney(reward_minor + bonus_minor),
    expires_at: null,
    reserved_seconds: null,
    paid_by_itself_at:
      status === 'success' ? new Date(settled_at!.getTime() + UNCLAIMED_MS).toISOString() : null,
    in_review,
    review_until: in_review ? order.review_until!.toISOString() : null,
    visit_counts,
  })
}

const NOTHING_YET = {
  status: 'offer',
  verified: 0,
  visits: 0,
  quality_percent: 0,
  reward: formatMoney(0n),
  bonus: formatMoney(0n),
  award: formatMoney(0n),
  taken_at: null,
  started_at: null,
  deadline: null,
  settled_at: null,
  paid_by_itself_at: null,
  claimed_at: null,
  in_review: false,
  review_until: null,
  review_reason: null,
  objection: null,
  visit_counts: null,
} as const

export const offerOnWire = (offer: OfferRow, campaign: ShownCampaign, view: ViewOptions): Product =>
  onWire(product, offer, {
    ...termsOnWire(offer, campaign, view, null),
    ...NOTHING_YET,
    bonus_rate: offer.bonus_low_bp / 100,
    reserved_seconds: Math.round((offer.expires_at.getTime() - offer.drawn_at.getTime()) / 1000),
  })

/** What offers and orders show of their campaign and terms. */
function termsOnWire(
  { campaign_id: product_id, bonus_low_bp, bonus_high_bp }: OfferRow | OrderRow,
  { brand, tagline, caption, creative, landing_host }: ShownCampaign,
  { locale, all_captions }: ViewOptions,
  link: string | null,
) {
  return {
    product_id,
    brand,
    tagline: textIn(tagline, locale),
    creative,
    landing_host,
    caption: captionIn(caption, locale, link),
    captions: all_captions ? readyCaptions(caption, link) : [],
    bonus_low: bonus_low_bp / 100,
    bonus_high: bonus_high_bp / 100,
    link,
  }
}

/** A campaign's text in the language, else in English, else in any it has. */
function textIn(texts: Partial<Record<Locale, string>>, locale: Locale): string {
  return texts[locale] ?? texts.en ?? Object.values(texts)[0] ?? ''
}

const NO_OBJECTION: Objection = {
  state: 'none',
  visits: 0,
  until: null,
  note: '',
  made_at: null,
  decided_at: null,
  by_silence: false,
  upheld: 0,
  added: formatMoney(0n),
  reason: '',
  upheld_percent: null,
}

/** What the carrier of an order is shown about objecting, with the public statistics. */
export function objectionOnWire(order: OrderRow, of: ObjectionState, figures: ObjectionFigures): Objection {
  const decided = figures.objections - figures.open
  const upheld_percent = decided === 0 ? null : Math.round((figures.upheld * 100) / decided)
  if (of.state === 'none') return { ...NO_OBJECTION, upheld_percent }
  if (of.state === 'possible') {
    const { state, visits, until } = of
    return { ...NO_OBJECTION, state, visits, until: until.toISOString(), upheld_percent }
  }
  const { objection: row } = of
  return onWire(objectionShape, row, {
    state: order.objection!,
    until: row.decided_at === null ? row.decide_by.toISOString() : null,
    by_silence: row.by_silence ?? false,
    upheld: row.upheld ?? 0,
    added: formatMoney(row.added_minor ?? 0n),
    reason: row.reason ?? '',
    upheld_percent,
  })
}

interface Caption {
  readonly locale: Locale
  readonly text: string
}

/** The captions ready to share, one for each language the campaign has a text in. */
export const readyCaptions = (texts: Partial<Record<Locale, string>>, link: string | null): Caption[] =>
  LOCALES.filter((locale) => texts[locale] !== undefined).map((locale) => ({
    locale,
    text: readyCaption(texts, locale, link),
  }))

/** The caption in this language, else in English, else in any there is. */
export function captionIn(
  texts: Partial<Record<Locale, string>>,
  locale: Locale,
  link: string | null,
): string {
  const found = [locale, 'en' as const, ...LOCALES].find((one) => texts[one] !== undefined)
  return found === undefined ? '' : readyCaption(texts, found, link)
}

/** The advertiser's text, the disclosure in the same language, and the link once there is one. */
const readyCaption = (texts: Partial<Record<Locale, string>>, locale: Locale, link: string | null): string =>
  [texts[locale], linkTexts[locale].disclosure, link]
    .filter((line) => line !== null && line !== '')
    .join('\n')
