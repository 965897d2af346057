// Campaigns as shown to their placer: price, placing, payment, life cycle and end.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { amount, money, country, locale } from './fields.ts'
import { cursor, id } from './ids.ts'
import { LOCALES } from './locales.ts'

export const CAMPAIGN_STATUSES = [
  'unpaid',
  'review',
  'active',
  'paused',
  'finished',
  'rejected',
  'cancelled',
] as const
export const campaignStatus = z.enum(CAMPAIGN_STATUSES)
export type CampaignStatus = z.infer<typeof campaignStatus>

/** Nothing else can be placed: no likes, follows, votes, reviews or ratings. */
export const CAMPAIGN_KINDS = ['visit', 'sign_up', 'purchase', 'lead'] as const
export type CampaignKind = (typeof CAMPAIGN_KINDS)[number]

/** How a visit is confirmed. All kinds except `visit` require the advertiser's confirmation: `postback`. */
export const VERIFICATIONS = ['page', 'beacon', 'postback'] as const
export type Verification = (typeof VERIFICATIONS)[number]

export const CAMPAIGN_LIMITS = {
  brand_characters: 60,
  tagline_characters: 120,
  caption_characters: 300,
  landing_url_characters: 2000,
  countries: 50,
  /** Wire money. */
  highest_price: '1000.00',
  visits: 10_000_000,
  order_hours: 720,
  /** Days from now to the end. */
  longest_days: 366,
} as const

/** No invisible characters and none that change the text direction; joiners stay, for emoji and scripts need them. */
const UNSEEN =
  /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/u

/** User-written plain text: Unicode-normalized, trimmed, limited in length, single-line or multi-line. */
const writing = (most: number, lines: 'one' | 'several') =>
  z
    .string({ error: 'field_is_required' })
    .max(most * 8, 'field_is_too_long')
    .transform((text) => tidied(text, lines))
    .refine((text) => !UNSEEN.test(text.replaceAll('\n', '')), 'field_has_unseen_characters')
    .refine((text) => text.length <= most, 'field_is_too_long')

const tidied = (text: string, lines: 'one' | 'several'): string => {
  const composed = text.normalize('NFC').replace(/\r\n?/g, '\n')
  const spaced =
    lines === 'one' ? composed.replace(/[\p{Zs}\t\n]+/gu, ' ') : composed.replace(/[\p{Zs}\t]+/gu, ' ')
  return spaced.trim()
}

const texts = (most: number, lines: 'one' | 'several') =>
  z
    .partialRecord(locale, writing(most, lines), { error: 'field_is_required' })
    .transform((by) => Object.fromEntries(Object.entries(by).filter(([, text]) => text !== '')))

const distinct = (list: readonly string[]): boolean => new Set(list).size === list.length

const count = (most: number) =>
  z.int({ error: 'field_is_invalid' }).min(1, 'field_is_invalid').max(most, 'field_is_invalid')

const price = amount
  .refine((minor) => minor <= 1_000_00n, 'price_is_too_high')
  .describe('for one verified visit')
const visits = count(CAMPAIGN_LIMITS.visits).describe('verified visits to be paid for')
const kind = z.enum(CAMPAIGN_KINDS, { error: 'kind_cannot_be_placed' })
const verification = z.enum(VERIFICATIONS, { error: 'field_is_invalid' })
const landing_url = z
  .string({ error: 'field_is_required' })
  .trim()
  .min(1, 'field_is_required')
  .max(CAMPAIGN_LIMITS.landing_url_characters, 'field_is_too_long')

/**
 * The placer's form. Texts are required in each of `languages` or, if it is empty, in at least one. `creative` is the URL
 * returned by its upload; `order_visits` the number of verified visits per order.
 */
export const campaignForm = z
  .object({
    brand: writing(CAMPAIGN_LIMITS.brand_characters, 'one').refine(
      (text) => text !== '',
      'field_is_required',
    ),
    kind,
    verification: verification.default('page'),
    tagline: texts(CAMPAIGN_LIMITS.tagline_characters, 'one'),
    caption: texts(CAMPAIGN_LIMITS.caption_characters, 'several'),
    creative: z
      .string({ error: 'field_is_required' })
      .min(1, 'field_is_required')
      .regex(/^\/files\/[0-9a-f]{32}\.webp$/, 'creative_is_unknown'),
    landing_url,
    languages: z
      .array(locale, { error: 'field_is_invalid' })
      .max(LOCALES.length, 'field_is_invalid')
      .refine(distinct, 'field_is_invalid')
      .default([])
      .describe('of the members who may carry it; empty: all'),
    countries: z
      .array(country, { error: 'field_is_invalid' })
      .max(CAMPAIGN_LIMITS.countries, 'too_many_countries')
      .refine(distinct, 'field_is_invalid')
      .default([])
      .describe('of the members who may carry it; empty: all'),
    price,
    visits,
    order_visits: count(CAMPAIGN_LIMITS.visits).describe('of one order'),
    order_hours: count(CAMPAIGN_LIMITS.order_hours).describe('from taking an order to its deadline'),
    ends_at: z.iso.datetime({ offset: true, error: 'field_is_invalid' }),
  })
  .superRefine((form, problems) => {
    const say = (path: PropertyKey[], message: string) => problems.addIssue({ code: 'custom', path, message })
    if (form.kind !== 'visit' && form.verification !== 'postback')
      say(['verification'], 'this_kind_needs_postbacks')
    if (form.order_visits > form.visits) say(['order_visits'], 'order_visits_exceed_the_campaign')
    for (const field of ['tagline', 'caption'] as const) {
      const written: Readonly<Record<string, string>> = form[field]
      const anywhere = LOCALES.filter((code) => form.tagline[code] ?? form.caption[code])
      const required = form.languages.length > 0 ? form.languages : anywhere
      if (required.length === 0) say([field], 'field_is_required')
      for (const code of required) if (!written[code]) say([field, code], 'field_is_required')
    }
  })
export type CampaignForm = z.infer<typeof campaignForm>
/** Before parsing. */
export type SentCampaignForm = z.input<typeof campaignForm>

const quoteFigures = {
  budget: money.describe('price × visits; goes to carriers'),
  service_fee: money.describe('after the discount; the bonus reserve is part of it'),
  service_fee_percent: z.number().describe('of the budget, before the discount'),
  discount: money,
  discount_percent: z.number().describe('of the placer’s level'),
  bonus_reserve: money.describe('what carriers can earn beside the price; comes back when they do not'),
  total: money.describe('budget + service fee'),
  vat: money.describe('on top of the total; 0.00 without a seller'),
  payable: money.describe('total + VAT: what is paid'),
}

export const campaignQuote = z.object({
  ...quoteFigures,
  account_balance: money.describe('available'),
  missing: money.describe('what is to be deposited first; 0.00 when there is enough'),
})
export type CampaignQuote = z.infer<typeof campaignQuote>

const textsOnWire = z.partialRecord(locale, z.string())

export const campaign = z.object({
  _id: id,
  status: campaignStatus,
  brand: z.string(),
  kind: z.enum(CAMPAIGN_KINDS),
  verification: z.enum(VERIFICATIONS),
  tagline: textsOnWire,
  caption: textsOnWire,
  creative: z.string().describe('image URL'),
  landing_url: z.string(),
  landing_host: z.string(),
  languages: z.array(locale).describe('empty: all'),
  countries: z.array(z.string()).describe('ISO 3166-1 alpha-2; empty: all'),
  price: money,
  order_visits: z.int(),
  order_hours: z.int(),
  ...quoteFigures,
  visits: z.int().describe('verified visits paid for, or to be paid for'),
  delivered: z.int().describe('verified visits whose orders were claimed'),
  open: z.int().describe('visits promised to offers and orders that are not over'),
  left: z.int().describe('visits that nobody has taken'),
  spent: money.describe('rewards and bonuses claimed, and the service fee earned with them'),
  rewards: money.describe('of what is spent: price × delivered'),
  bonuses: money.describe('of what is spent'),
  fee_earned: money.describe('of what is spent: the service fee’s part for what was delivered'),
  held: money.describe('kept in escrow for open offers and orders'),
  refunded: money.describe('came back so far, without its VAT'),
  vat_refunded: money.describe('VAT that came back so far'),
  remaining: money.describe('paid, not spent and not yet back, without its VAT'),
  vat_remaining: money.describe('VAT that comes back with what remains'),
  created_at: z.iso.datetime(),
  paid_at: z.iso.datetime().nullable(),
  activated_at: z.iso.datetime().nullable(),
  ends_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  closed_at: z.iso.datetime().nullable().describe('when the last of its money had come back or been earned'),
  transfer: z
    .object({ deposit_id: id, reference: z.string(), amount: money, expires_at: z.iso.datetime() })
    .nullable()
    .describe('awaited, and pays it when credited in full; while unpaid'),
  unpaid_until: z.iso.datetime().nullable().describe('when it is cancelled automatically; while unpaid'),
  review_hours: z.int().nullable().describe('how long it has been waiting; while in review'),
  reject_reason: z.string().nullable(),
  pause_reason: z.string().nullable().describe('why we paused it; it cannot be resumed while this stands'),
  can: z
    .object({
      change: z.boolean(),
      pay: z.boolean(),
      pause: z.boolean(),
      resume: z.boolean(),
      top_up: z.boolean(),
      cancel: z.boolean(),
    })
    .describe('what can be done with it now'),
})
export type Campaign = z.infer<typeof campaign>

export const cancelQuote = z.object({
  now: money.describe('comes back at once, without its VAT'),
  vat_now: money.describe('VAT that comes back with it'),
  held: money.describe(
    'stays for orders that members have taken, and comes back as far as they do not earn it',
  ),
  fee_waiting: money.describe('service fee that is settled when the last order is over'),
  open: z.int().describe('visits of those orders'),
  later_least: money.describe(
    'comes back later, without VAT, if every open visit is verified at the highest bonus',
  ),
  later_most: money.describe('comes back later, without VAT, if none is'),
  vat_later_least: money.describe('VAT that comes back with `later_least`'),
  vat_later_most: money.describe('VAT that comes back with `later_most`'),
  fee_earned: money.describe('for what was delivered so far'),
  spent: money.describe('on what was delivered so far, with its fee, without its VAT'),
  vat_spent: money.describe('VAT on what was delivered so far'),
})
export type CancelQuote = z.infer<typeof cancelQuote>

/** Problems of a landing page. Those of `LANDING_PROBLEMS` prevent placing. */
export const LANDING_PROBLEMS = [
  'landing_url_is_invalid',
  'landing_url_is_not_public',
  'landing_port_is_not_allowed',
  'landing_redirect_is_not_public',
  'landing_page_redirects_too_often',
  'landing_page_is_not_reachable',
  'landing_page_is_too_slow',
  'landing_page_answers_with_an_error',
  'landing_page_is_not_a_page',
] as const
export type LandingProblem = (typeof LANDING_PROBLEMS)[number]
export const LANDING_REMARKS = [
  'landing_page_is_not_encrypted',
  'landing_page_leads_elsewhere',
  'landing_page_is_not_shown_to_programs',
  'landing_page_could_not_be_checked',
] as const

export const landingCheck = z.object({
  landing_url: z.string(),
  passed: z.boolean(),
  problem: z
    .object({ code: z.enum(LANDING_PROBLEMS), text: z.string() })
    .nullable()
    .describe('why it cannot be placed, in the language asked for'),
  remarks: z
    .array(z.object({ code: z.enum(LANDING_REMARKS), text: z.string() }))
    .describe('worth a look; they stand in nobody’s way'),
  host: z.string().nullable().describe('what visitors are told they continue to'),
  final_host: z.string().nullable().describe('where its redirects end'),
  title: z.string().nullable().describe('of the page'),
  checked_at: z.iso.datetime(),
})
export type LandingCheck = z.infer<typeof landingCheck>

/** Response of `POST campaigns/creative`: multipart user_id, file, and the crop rectangle x, y, width, height in pixels. */
export const creativeAnswer = z.object({ creative: z.string().describe('URL, for the form') })

const typed = z.string({ error: 'field_is_invalid' }).max(3000, 'field_is_too_long').optional()
const typedTexts = z.partialRecord(locale, z.string().max(3000, 'field_is_too_long')).optional()

/** The partially filled form; only its size is validated. */
export const campaignDraft = z.object({
  step: z.int().min(1).max(3).optional(),
  brand: typed,
  kind: typed,
  verification: typed,
  tagline: typedTexts,
  caption: typedTexts,
  creative: typed,
  landing_url: typed,
  languages: z.array(z.string().max(10)).max(10).optional(),
  countries: z.array(z.string().max(10)).max(300).optional(),
  price: typed,
  visits: typed,
  order_visits: typed,
  order_hours: typed,
  ends_at: typed,
})
export type CampaignDraft = z.infer<typeof campaignDraft>

const draftAnswer = z.object({ draft: campaignDraft.nullable(), saved_at: z.iso.datetime().nullable() })
const one = z.object({ campaign_id: id })
const settled = z.object({ campaign, account_balance: money })

const FORM_REFUSALS = [
  'kind_cannot_be_placed',
  'this_kind_needs_postbacks',
  'field_is_required',
  'field_is_too_long',
  'field_has_unseen_characters',
  'price_is_too_high',
  'price_is_above_what_its_verification_allows',
  'order_is_above_what_its_verification_allows',
  'order_visits_exceed_the_campaign',
  'end_is_not_in_the_future',
  'end_is_too_far_away',
  'creative_is_unknown',
  'too_many_countries',
  'country_is_unknown',
  'language_is_unknown',
  'amount_is_invalid',
  'your_account_has_been_locked',
  ...LANDING_PROBLEMS,
] as const

export const campaignCalls = {
  quote: endpoint('POST campaigns/quote', {
    summary: 'Quote for a campaign at the member’s current terms',
    body: z.object({ price, visits }),
    answer: campaignQuote,
    refusals: ['amount_is_invalid', 'price_is_too_high'],
  }),
  create: endpoint('POST campaigns', {
    summary: 'Place a campaign; it is unpaid, and its terms are fixed. The landing page must be reachable',
    under_terms: true,
    body: campaignForm,
    answer: campaign,
    idempotency: 'required',
    limit: { hits: 60, per_seconds: 3600 },
    refusals: ['you_have_an_outstanding_order_please_pay_in_advance', ...FORM_REFUSALS],
  }),
  list: endpoint('GET campaigns', {
    summary: 'The viewer’s campaigns, newest first',
    query: z.object({ status: campaignStatus.optional(), cursor }),
    answer: z.object({ list: z.array(campaign), cursor: z.string().nullable() }),
  }),
  get: endpoint('GET campaigns/:campaign_id', {
    summary: 'One campaign with all its figures',
    params: one,
    answer: campaign,
    refusals: ['campaign_is_unknown'],
  }),
  change: endpoint('POST campaigns/:campaign_id', {
    summary: 'Replace an unpaid campaign with a new form, at today’s terms, with a confirmation',
    under_terms: true,
    params: one,
    body: campaignForm,
    answer: campaign,
    limit: { hits: 60, per_seconds: 3600 },
    refusals: [
      'campaign_is_unknown',
      'campaign_cannot_be_changed',
      'confirmation_is_required',
      ...FORM_REFUSALS,
    ],
  }),
  pay: endpoint('POST campaigns/:campaign_id/pay', {
    summary:
      'Pay a campaign in advance, with a confirmation that covers what is payable; it then waits for review',
    under_terms: true,
    params: one,
    body: z
      .object({
        total: amount.optional().describe('as shown'),
        payable: amount
          .optional()
          .describe('as shown; required where `vat` is not 0.00, and `total` with it'),
      })
      .default({}),
    answer: settled,
    idempotency: 'natural',
    refusals: [
      'campaign_is_unknown',
      'campaign_cannot_be_paid',
      'the_quote_has_changed',
      'your_account_is_insufficient_please_add_more_money',
      'confirmation_is_required',
      'your_account_has_been_locked',
    ],
  }),
  pause: endpoint('POST campaigns/:campaign_id/pause', {
    summary: 'Pause a campaign: no further orders are offered, taken ones continue',
    params: one,
    answer: campaign,
    idempotency: 'natural',
    refusals: ['campaign_is_unknown', 'campaign_cannot_be_paused'],
  }),
  resume: endpoint('POST campaigns/:campaign_id/resume', {
    summary: 'Resume a campaign',
    params: one,
    answer: campaign,
    idempotency: 'natural',
    refusals: [
      'campaign_is_unknown',
      'campaign_cannot_be_resumed',
      'campaign_was_paused_by_us',
      'your_account_has_been_locked',
    ],
  }),
  topUpQuote: endpoint('POST campaigns/:campaign_id/top-up-quote', {
    summary: 'Quote for additional visits at the campaign’s price and service fee, with today’s discount',
    params: one,
    body: z.object({ visits }),
    answer: campaignQuote,
    refusals: [
      'campaign_is_unknown',
      'campaign_cannot_be_topped_up',
      'price_is_above_what_its_verification_allows',
      'order_is_above_what_its_verification_allows',
    ],
  }),
  topUp: endpoint('POST campaigns/:campaign_id/top-up', {
    summary: 'Pay for more visits, with a confirmation that covers what is payable by the quote',
    under_terms: true,
    params: one,
    body: z.object({
      visits,
      total: amount,
      payable: amount.optional().describe('as the quote said; required where `vat` is not 0.00'),
    }),
    answer: settled,
    idempotency: 'required',
    limit: { hits: 60, per_seconds: 3600 },
    refusals: [
      'campaign_is_unknown',
      'campaign_cannot_be_topped_up',
      'price_is_above_what_its_verification_allows',
      'order_is_above_what_its_verification_allows',
      'the_quote_has_changed',
      'your_account_is_insufficient_please_add_more_money',
      'confirmation_is_required',
      'your_account_has_been_locked',
    ],
  }),
  cancelQuote: endpoint('GET campaigns/:campaign_id/cancel-quote', {
    summary: 'The refund for cancelling now, and what is refunded later',
    params: one,
    answer: cancelQuote,
    refusals: ['campaign_is_unknown', 'campaign_cannot_be_ended'],
  }),
  cancel: endpoint('POST campaigns/:campaign_id/cancel', {
    summary: 'Cancel a campaign; money not held for orders is refunded at once',
    params: one,
    answer: settled,
    idempotency: 'natural',
    refusals: ['campaign_is_unknown', 'campaign_cannot_be_ended'],
  }),
  checkLanding: endpoint('POST campaigns/check-landing', {
    summary: 'Check whether a landing page is public and reachable; cached for ten minutes',
    body: z.object({ landing_url }),
    answer: landingCheck,
    limit: { hits: 60, per_seconds: 3600 },
    refusals: ['field_is_too_long'],
  }),
  draft: endpoint('GET campaigns/draft', {
    summary: 'The saved draft of the campaign form',
    answer: draftAnswer,
  }),
  saveDraft: endpoint('POST campaigns/draft', {
    summary: 'Save the draft of the campaign form; null deletes it. Placing the campaign deletes it too',
    body: z.object({ draft: campaignDraft.nullable() }),
    answer: draftAnswer,
    refusals: ['field_is_too_long'],
  }),
}
