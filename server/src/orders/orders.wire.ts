// Offers and orders as the wire shows them. Decides nothing; what is not settled yet is reckoned as it stands now.
import type { Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/money'
import type { Product } from '@fairturn/contract/orders'
import type { Campaign } from '../campaigns/campaigns.ts'
import { readyCaption } from './disclosure.ts'
import type { OfferRow, OrderRow } from './orders.store.ts'
import { awardOf } from './reward.ts'

export interface Showing {
  readonly locale: Locale
  /** Where tracked links live, without a trailing slash. */
  readonly link_origin: string
}

/** An order with its campaign, for its carrier. */
export function orderOnWire(order: OrderRow, campaign: Campaign, showing: Showing): Product {
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
    taken_at: order.taken_at.toISOString(),
    started_at: order.started_at?.toISOString() ?? null,
    deadline: order.deadline.toISOString(),
    settled_at: order.settled_at?.toISOString() ?? null,
    claimed_at: order.claimed_at?.toISOString() ?? null,
    in_review,
    review_until: in_review ? order.review_until!.toISOString() : null,
    link,
  }
}

/** An open offer with its campaign. */
export function offerOnWire(offer: OfferRow, campaign: Campaign, showing: Showing): Product {
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
    taken_at: null,
    started_at: null,
    deadline: null,
    settled_at: null,
    claimed_at: null,
    in_review: false,
    review_until: null,
    link: null,
  }
}

function termsOnWire(quoted: OfferRow | OrderRow, campaign: Campaign, showing: Showing, link: string | null) {
  return {
    _id: quoted.id,
    product_id: quoted.campaign_id,
    brand: campaign.brand,
    tagline: textIn(campaign.tagline, showing.locale),
    creative: campaign.creative,
    landing_host: campaign.landing_host,
    caption: readyCaption(textIn(campaign.caption, showing.locale), showing.locale, link),
    price: formatMoney(quoted.price_minor),
    target: quoted.target,
    bonus_low: quoted.bonus_low_bp / 100,
    bonus_high: quoted.bonus_high_bp / 100,
    highest_award: formatMoney(quoted.highest_award_minor),
    hours: quoted.hours,
  }
}

/** A campaign's text in the language, else in English, else in whichever it has. */
function textIn(texts: Partial<Record<Locale, string>>, locale: Locale): string {
  return texts[locale] ?? texts.en ?? Object.values(texts)[0] ?? ''
}
