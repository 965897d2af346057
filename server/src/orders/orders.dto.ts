// DTOs of offers and orders; whatever is not settled is computed as of now.
import { LOCALES, type Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/minor-units'
import { type Objection, objection as objectionShape, type Product } from '@fairturn/contract/orders'
import type { CampaignSummary } from '../campaigns/campaigns.ts'
import { onWire } from '../platform/http/wire.ts'
import { linkTexts } from '../platform/texts/links.ts'
import type { ObjectionFigures } from './objections.store.ts'
import type { ObjectionStatus } from './objections.ts'
import type { OfferRow, OrderRow, ShownOrderRow } from './orders.store.ts'
import { type Award, awardOf, UNCLAIMED_MS } from './reward.ts'

export interface ViewOptions {
  readonly locale: Locale
  /** Base URL of tracked links, without a trailing slash. */
  readonly linkOrigin: string
  /** Whether to include the captions in all languages, which are half of an order's size. */
  readonly allCaptions: boolean
}

export type VisitCounts = NonNullable<Product['visit_counts']>

/** An order with its campaign, for its carrier; `visit_counts` is null if they were not read. */
export function orderOnWire(
  order: ShownOrderRow,
  campaign: CampaignSummary,
  view: ViewOptions,
  visit_counts: VisitCounts | null,
): Product {
  const link = order.link_code === null ? null : `${view.linkOrigin}/r/${order.link_code}`
  const { status, settled_at, review_until } = order
  const { reward_minor, bonus_minor, bonus_bp, quality_bp } = earned(order)
  const in_review = status === 'distributing' && review_until !== null
  // Fields are listed instead of using onWire() for speed: lists show twenty orders per call.
  return {
    ...termsOnWire(order, campaign, view, link),
    status,
    verified: order.verified,
    visits: order.visits,
    quality_percent: Math.floor(quality_bp / 100),
    bonus_rate: bonus_bp / 100,
    reward: formatMoney(reward_minor),
    bonus: formatMoney(bonus_minor),
    award: formatMoney(reward_minor + bonus_minor),
    expires_at: null,
    reserved_seconds: null,
    taken_at: order.taken_at.toISOString(),
    started_at: order.started_at?.toISOString() ?? null,
    deadline: order.deadline.toISOString(),
    settled_at: settled_at?.toISOString() ?? null,
    paid_by_itself_at:
      status === 'success' ? new Date(settled_at!.getTime() + UNCLAIMED_MS).toISOString() : null,
    claimed_at: order.claimed_at?.toISOString() ?? null,
    in_review,
    review_until: in_review ? review_until.toISOString() : null,
    review_reason: order.review_reason,
    objection: order.objection,
    over_share: order.over_share ?? [],
    visit_counts,
  }
}

/** Earnings of an order: final, or so far. */
function earned(order: ShownOrderRow): Award {
  const { reward_minor, bonus_minor, bonus_bp, quality_bp } = order
  if (reward_minor !== null && bonus_minor !== null && bonus_bp !== null && quality_bp !== null)
    return { reward_minor, bonus_minor, bonus_bp, quality_bp }
  const so_far = awardOf(order, order)
  return {
    reward_minor: reward_minor ?? so_far.reward_minor,
    bonus_minor: bonus_minor ?? so_far.bonus_minor,
    bonus_bp: bonus_bp ?? so_far.bonus_bp,
    quality_bp: quality_bp ?? so_far.quality_bp,
  }
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

export const offerOnWire = (offer: OfferRow, campaign: CampaignSummary, view: ViewOptions): Product => ({
  ...termsOnWire(offer, campaign, view, null),
  ...NOTHING_YET,
  over_share: [],
  bonus_rate: offer.bonus_low_bp / 100,
  expires_at: offer.expires_at.toISOString(),
  reserved_seconds: Math.round((offer.expires_at.getTime() - offer.drawn_at.getTime()) / 1000),
})

/** Fields of offers and orders that come from the campaign and its terms. */
function termsOnWire(
  terms: OfferRow | ShownOrderRow,
  { brand, tagline, caption, creative, landing_host }: CampaignSummary,
  { locale, allCaptions }: ViewOptions,
  link: string | null,
) {
  return {
    _id: terms.id,
    product_id: terms.campaign_id,
    brand,
    tagline: textIn(tagline, locale),
    creative,
    landing_host,
    caption: captionIn(caption, locale, link),
    captions: allCaptions ? readyCaptions(caption, link) : [],
    price: formatMoney(terms.price_minor),
    target: terms.target,
    bonus_low: terms.bonus_low_bp / 100,
    bonus_high: terms.bonus_high_bp / 100,
    highest_award: formatMoney(terms.highest_award_minor),
    hours: terms.hours,
    link,
  }
}

/** A campaign's text in the language, with fallback to English, then to any. */
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

/** What an order's carrier is shown about objecting, with the public statistics. */
export function objectionOnWire(order: OrderRow, of: ObjectionStatus, figures: ObjectionFigures): Objection {
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

/** Captions ready to share, one per language in which the campaign has a text. */
export const readyCaptions = (texts: Partial<Record<Locale, string>>, link: string | null): Caption[] =>
  LOCALES.filter((locale) => texts[locale] !== undefined).map((locale) => ({
    locale,
    text: readyCaption(texts, locale, link),
  }))

/** The caption in this language, with fallback to English, then to any. */
export function captionIn(
  texts: Partial<Record<Locale, string>>,
  locale: Locale,
  link: string | null,
): string {
  const found = [locale, 'en' as const, ...LOCALES].find((one) => texts[one] !== undefined)
  return found === undefined ? '' : readyCaption(texts, found, link)
}

/** The advertiser's text, the disclosure in the same language, and the link if there is one. */
const readyCaption = (texts: Partial<Record<Locale, string>>, locale: Locale, link: string | null): string =>
  [texts[locale], linkTexts[locale].disclosure, link]
    .filter((line) => line !== null && line !== '')
    .join('\n')
