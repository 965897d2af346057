// Offers and orders as wire objects; what is not settled yet is computed as of now.
import { LOCALES, type Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/money'
import type { Objection, Product } from '@fairturn/contract/orders'
import type { Campaign } from '../campaigns/campaigns.ts'
import type { OfferRow, OrderRow } from './orders.store.ts'
import type { ObjectionFigures, ObjectionState } from './objections.ts'
import { linkTexts } from '../texts/links.ts'
import { awardOf, UNCLAIMED_MS } from './reward.ts'

export interface ViewOptions {
  readonly locale: Locale
  /** Base URL of tracked links, without a trailing slash. */
  readonly link_origin: string
}

export type VisitCounts = NonNullable<Product['visit_counts']>

/** An order with its campaign, for its carrier; `visit_counts` is null where they were not read. */
export function orderOnWire(
  order: OrderRow,
  campaign: Campaign,
  showing: ViewOptions,
  visit_counts: VisitCounts | null,
): Product {
  const link = order.link_code === null ? null : `${showing.link_origin}/r/${order.link_code}`
  const so_far = awardOf(order, order)
  const reward_minor = order.reward_minor ?? so_far.reward_minor
  const bonus_minor = order.bonus_minor ?? so_far.bonus_minor
  const in_review = order.status === 'distributing' && order.review_until !== null
  return {
    ...termsOnWire(order, campaign, showing, link),
    status: order.status,
    verified: order.verified,
    visits: order.visits,
    quality_percent: Math.floor((order.quality_bp ?? so_far.quality_bp) / 100),
    bonus_rate: (order.bonus_bp ?? so_far.bonus_bp) / 100,
    reward: formatMoney(reward_minor),
    bonus: formatMoney(bonus_minor),
    award: formatMoney(reward_minor + bonus_minor),
    expires_at: null,
    reserved_seconds: null,
    taken_at: order.taken_at.toISOString(),
    started_at: order.started_at?.toISOString() ?? null,
    deadline: order.deadline.toISOString(),
    settled_at: order.settled_at?.toISOString() ?? null,
    paid_by_itself_at:
      order.status === 'success' ? new Date(order.settled_at!.getTime() + UNCLAIMED_MS).toISOString() : null,
    claimed_at: order.claimed_at?.toISOString() ?? null,
    in_review,
    review_until: in_review ? order.review_until!.toISOString() : null,
    review_reason: order.review_reason,
    objection: order.objection,
    visit_counts,
    link,
  }
}

/** An open offer with its campaign. */
export function offerOnWire(offer: OfferRow, campaign: Campaign, showing: ViewOptions): Product {
  return {
    ...termsOnWire(offer, campaign, showing, null),
    status: 'offer',
    verified: 0,
    visits: 0,
    quality_percent: 0,
    bonus_rate: offer.bonus_low_bp / 100,
    reward: formatMoney(0n),
    bonus: formatMoney(0n),
    award: formatMoney(0n),
    expires_at: offer.expires_at.toISOString(),
    reserved_seconds: Math.round((offer.expires_at.getTime() - offer.drawn_at.getTime()) / 1000),
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
    link: null,
  }
}

function termsOnWire(
  quoted: OfferRow | OrderRow,
  campaign: Campaign,
  showing: ViewOptions,
  link: string | null,
) {
  const captions = readyCaptions(campaign.caption, link)
  return {
    _id: quoted.id,
    product_id: quoted.campaign_id,
    brand: campaign.brand,
    tagline: textIn(campaign.tagline, showing.locale),
    creative: campaign.creative,
    landing_host: campaign.landing_host,
    caption: captionFor(captions, showing.locale),
    captions,
    price: formatMoney(quoted.price_minor),
    target: quoted.target,
    bonus_low: quoted.bonus_low_bp / 100,
    bonus_high: quoted.bonus_high_bp / 100,
    highest_award: formatMoney(quoted.highest_award_minor),
    hours: quoted.hours,
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
  const { objection } = of
  return {
    state: order.objection!,
    visits: objection.visits,
    until: objection.decided_at === null ? objection.decide_by.toISOString() : null,
    note: objection.note,
    made_at: objection.made_at.toISOString(),
    decided_at: objection.decided_at?.toISOString() ?? null,
    by_silence: objection.by_silence ?? false,
    upheld: objection.upheld ?? 0,
    added: formatMoney(objection.added_minor ?? 0n),
    reason: objection.reason ?? '',
    upheld_percent,
  }
}

interface Caption {
  readonly locale: Locale
  readonly text: string
}

/**
 * The captions ready to share, one for each language the campaign has a text in: the advertiser's text, the
 * disclosure in the same language, and the link once there is one.
 */
export function readyCaptions(texts: Partial<Record<Locale, string>>, link: string | null): Caption[] {
  return LOCALES.flatMap((locale) => {
    const caption = texts[locale]
    if (caption === undefined) return []
    return {
      locale,
      text: [caption, linkTexts[locale].disclosure, link]
        .filter((line) => line !== null && line !== '')
        .join('\n'),
    }
  })
}

/** The caption in this language, else in English, else in any there is. */
export function captionFor(captions: readonly Caption[], locale: Locale): string {
  const found = [locale, 'en'].map((wanted) => captions.find((caption) => caption.locale === wanted))
  return (found[0] ?? found[1] ?? captions[0])?.text ?? ''
}
