// Orders: drawing an offer, taking it, and the order's life cycle until the award is claimed.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { money, locale } from './fields.ts'
import { cursor, id } from './ids.ts'
import { VISIT_REASONS } from './tracking.ts'

const verdict = z.enum(['verified', ...VISIT_REASONS])
/** `waiting`: it passes every rule, and the advertiser has not confirmed it yet. */
const shownVerdict = z.enum(['verified', 'waiting', ...VISIT_REASONS])
export const counts = z.array(z.object({ verdict: shownVerdict, count: z.int() }))

export const ORDER_STATUSES = ['pending', 'distributing', 'success', 'done', 'returned', 'expired'] as const
export const OBJECTION_OUTCOMES = ['upheld', 'partly_upheld', 'refused'] as const
export const orderStatus = z.enum(ORDER_STATUSES)
export type OrderStatus = z.infer<typeof orderStatus>

/** An offer (`status: offer`) or an order; fixed terms never change. */
export const product = z.object({
  _id: id.describe('of the offer or the order'),
  product_id: id.describe('of the campaign'),
  status: z.enum(['offer', ...ORDER_STATUSES]),
  brand: z.string(),
  tagline: z.string(),
  creative: z.string().describe('image URL'),
  landing_host: z.string(),
  caption: z.string().describe('ready text to share, disclosure line included'),
  captions: z
    .array(z.object({ locale, text: z.string() }))
    .describe('the same in every language the campaign has; empty in lists'),
  price: money.describe('per verified visit'),
  target: z.int().describe('verified visits wanted'),
  verified: z.int(),
  visits: z.int().describe('all hits so far'),
  quality_percent: z.int().min(0).max(100),
  bonus_low: z.number().describe('percent'),
  bonus_high: z.number().describe('percent'),
  bonus_rate: z.number().describe('percent, at the quality so far'),
  reward: money.describe('verified × price, so far'),
  bonus: money,
  award: money,
  highest_award: money.describe('what is kept in escrow for this order'),
  expires_at: z.iso.datetime().nullable().describe('of the offer'),
  reserved_seconds: z.int().nullable().describe('how long the offer is kept from when it was drawn'),
  taken_at: z.iso.datetime().nullable(),
  started_at: z.iso.datetime().nullable(),
  deadline: z.iso.datetime().nullable().describe('null until taken'),
  hours: z.int().describe('hours from taking to the deadline'),
  settled_at: z.iso.datetime().nullable(),
  paid_by_itself_at: z.iso
    .datetime()
    .nullable()
    .describe('of a success: when its award is paid into the balance, claimed or not'),
  claimed_at: z.iso.datetime().nullable(),
  in_review: z.boolean().describe('an operator reviews it; paid automatically after 72 h'),
  review_until: z.iso
    .datetime()
    .nullable()
    .describe('when it is paid automatically; null when not in review'),
  review_reason: z.string().nullable().describe('why an operator refused visits that looked unusual'),
  objection: z
    .enum(['open', ...OBJECTION_OUTCOMES])
    .nullable()
    .describe('what became of the carrier’s objection to refused visits'),
  over_share: z.array(id).describe('levels whose share of its advertiser was full'),
  visit_counts: counts.nullable().describe('by verdict; null where it was not asked for'),
  link: z.string().nullable().describe('tracked link'),
})
export type Product = z.infer<typeof product>

/** Objection to an order's rejected visits: whether one is possible, and its outcome. */
export const objection = z.object({
  state: z.enum(['none', 'possible', 'open', ...OBJECTION_OUTCOMES]),
  visits: z.int().describe('refused visits it is about'),
  until: z.iso.datetime().nullable().describe('possible: when that ends; open: decided by then'),
  note: z.string(),
  made_at: z.iso.datetime().nullable(),
  decided_at: z.iso.datetime().nullable(),
  by_silence: z.boolean().describe('upheld by timeout'),
  upheld: z.int().describe('visits verified after all'),
  added: money.describe('what that added to the award'),
  reason: z.string(),
  upheld_percent: z
    .int()
    .nullable()
    .describe('of all decided objections of everybody; null while there is none'),
})
export type Objection = z.infer<typeof objection>

const note = z
  .string()
  .max(2000, 'field_is_invalid')
  .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
  .refine((text) => text.length <= 500 && !/[^\P{Cc}\n\t]|\p{Cs}/u.test(text), 'field_is_invalid')

export const turns = z.object({ total: z.int(), used: z.int(), left: z.int() })

const mine = z.object({ user_id: id })
const instant = z.iso.datetime({ offset: true, error: 'field_is_invalid' })

export const orderCalls = {
  list: endpoint('POST list-product', {
    summary:
      'The open offer and the orders, newest first; of a period, those taken from `from` on, before `to`',
    body: mine.extend({
      state: z
        .enum([...ORDER_STATUSES, 'open'])
        .optional()
        .describe('`open`: pending, distributing or success, whatever the period'),
      from: instant.optional(),
      to: instant.optional(),
      cursor,
    }),
    answer: z.object({
      offer: product.nullable(),
      list_product: z.array(product),
      completed: z.int(),
      distributing: z.int(),
      success: z.int(),
      claimable: money.describe('the awards of all orders in `success`'),
      turns,
      cursor: z.string().nullable(),
    }),
  }),
  numberProduct: endpoint('POST number-product', {
    summary: "Today's turns",
    body: mine,
    answer: turns,
  }),
  numberDistributing: endpoint('POST number-product-distributing', {
    summary: 'Number of orders being distributed',
    body: mine,
    answer: z.object({ distributing: z.int() }),
  }),
  listCompleted: endpoint('POST list-product-completed', {
    summary: 'Claimed orders, newest first; of a period, those claimed from `from` on, before `to`',
    body: mine.extend({ from: instant.optional(), to: instant.optional(), cursor }),
    answer: z.object({ list_product: z.array(product), cursor: z.string().nullable() }),
  }),
  totalToday: endpoint('POST total-bonus-today', {
    summary: "Today's awards",
    body: mine,
    answer: z.object({ total: money }),
  }),
  totalYesterday: endpoint('POST total-bonus-yesterday', {
    summary: "Yesterday's awards",
    body: mine,
    answer: z.object({ total: money }),
  }),
  draw: endpoint('POST random-product', {
    summary:
      'Draw an offer: its whole reward is reserved for five minutes. Drawing again gives one of another campaign, or keeps the offer where there is none; it costs no turn',
    body: mine,
    answer: product,
    limit: { hits: 60, per_seconds: 60 },
    counts_refusals: true,
    under_terms: true,
    refusals: [
      'you_have_completed_your_order_today',
      'an_order_is_waiting_to_be_started',
      'no_order_is_available',
      'no_other_order_is_available',
      'your_account_has_been_locked',
    ],
  }),
  detail: endpoint('POST product', {
    summary: "An offer's or order's full detail",
    body: mine.extend({
      product_id: id.describe(
        'as in the list (of the campaign: its open offer, else its latest order), or the _id of the offer or the order',
      ),
    }),
    answer: product,
    refusals: ['order_is_unknown'],
  }),
  take: endpoint('POST orders', {
    summary: 'Take the offer',
    counts_refusals: true,
    under_terms: true,
    body: z.object({ offer_id: id }),
    answer: product,
    idempotency: 'natural',
    refusals: [
      'offer_is_no_longer_available',
      'you_have_completed_your_order_today',
      'an_order_is_waiting_to_be_started',
      'phone_is_not_confirmed',
      'your_account_has_been_locked',
    ],
  }),
  get: endpoint('GET orders/:order_id', {
    summary: 'One order',
    params: z.object({ order_id: id }),
    answer: product,
    refusals: ['order_is_unknown'],
  }),
  visits: endpoint('GET orders/:order_id/visits', {
    summary: 'The verdict on each visit, newest first',
    params: z.object({ order_id: id }),
    query: z.object({ cursor }),
    answer: z.object({
      counts,
      objection,
      list: z.array(
        z.object({
          _id: id,
          at: z.iso.datetime(),
          verdict,
        }),
      ),
      cursor: z.string().nullable(),
    }),
    refusals: ['order_is_unknown'],
  }),
  start: endpoint('POST orders/:order_id/start', {
    summary: 'Start an order: activates its tracked link',
    counts_refusals: true,
    params: z.object({ order_id: id }),
    answer: product,
    idempotency: 'natural',
    refusals: ['order_is_unknown', 'order_cannot_be_started'],
  }),
  giveBack: endpoint('POST orders/:order_id/return', {
    summary: 'Return an order before it is started; the turn is given back',
    params: z.object({ order_id: id }),
    answer: product,
    idempotency: 'natural',
    refusals: ['order_is_unknown', 'order_cannot_be_returned'],
  }),
  object: endpoint('POST orders/:order_id/object', {
    summary:
      'Object to the refused visits of an order, once; another operator than the first decides within 72 h',
    params: z.object({ order_id: id }),
    body: z.object({ note: note.default('') }),
    answer: product,
    idempotency: 'natural',
    refusals: [
      'order_is_unknown',
      'order_is_not_over',
      'objection_comes_too_late',
      'there_is_nothing_to_object_to',
      'order_was_objected_to',
    ],
  }),
  claim: endpoint('POST product-claim-reward', {
    summary: 'Claim the award of a successful order',
    lockedOut: true,
    counts_refusals: true,
    body: mine.extend({ order_id: id }),
    answer: z.object({ order: product, award: money, account_balance: money }),
    idempotency: 'repeatable',
    refusals: ['order_is_unknown', 'order_cannot_be_claimed'],
  }),
  awardsByDay: endpoint('GET awards/by-day', {
    summary: 'The member’s awards on each of the last 30 days in the site’s time zone, oldest first',
    answer: z.object({
      list: z.array(z.object({ day: z.iso.date(), total: money })),
      total: money,
    }),
  }),
  invited: endpoint('POST list-invited', {
    summary: 'The group report: members who joined with the member’s code, newest first; contains no money',
    body: mine.extend({ cursor }),
    answer: z.object({
      joined: z.int().describe('all of them'),
      active: z.int().describe('took or claimed an order in the last 30 days'),
      months: z
        .array(z.object({ month: z.string().describe('yyyy-mm'), joined: z.int() }))
        .describe('the last twelve, oldest first'),
      list: z.array(
        z.object({
          username: z.string().describe('masked'),
          joined_at: z.iso.datetime(),
          active: z.boolean(),
          orders_done: z.int(),
        }),
      ),
      cursor: z.string().nullable(),
    }),
  }),
  awards: endpoint('GET list-product-reward', {
    summary: 'The latest awards paid, with masked recipients',
    auth: 'none',
    answer: z.object({
      list: z.array(
        z.object({
          _id: id,
          at: z.iso.datetime(),
          recipient: z.string(),
          amount: money.describe('the award, bonus included'),
          bonus: money,
          entry_id: id.describe('of the ledger entry that paid it: GET awards/:entry_id'),
        }),
      ),
    }),
  }),
}
