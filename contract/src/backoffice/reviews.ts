import { z } from 'zod'
import { campaign, CAMPAIGN_KINDS, campaignStatus, cancelQuote, landingCheck } from '../campaigns.ts'
import { endpoint } from '../endpoint.ts'
import { money, locale } from '../fields.ts'
import { cursor, id } from '../ids.ts'
import { orderStatus } from '../orders.ts'
import { VISIT_REASONS } from '../tracking.ts'
import { reason } from './approvals.ts'
import { csvFile, search, sortBy } from './lists.ts'
import { names } from './names.ts'
// Review queues: campaigns before they run, orders with unusual visits, carriers' objections. For orders and objections a
// timeout decides in the carrier's favour.
import { may } from './roles.ts'

const read = { auth: 'staff', roles: may.read_reviews } as const
const reviewCampaigns = { auth: 'staff', roles: may.review_campaigns } as const
const reviewOrders = { auth: 'staff', roles: may.review_orders } as const
const page = { cursor: z.string().nullable() }
const person = z.object({ _id: id, username: z.string() })
const waiting = {
  since: z.iso.datetime(),
  due_by: z.iso.datetime(),
  overdue: z.boolean(),
}
const ofBrand = search.describe('what the brand has in it')
const shownVerdict = z.enum(['verified', 'waiting', ...VISIT_REASONS])
const visitIds = z
  .array(id, { error: 'field_is_invalid' })
  .min(1, 'field_is_required')
  .max(5000, 'too_many_ids')

// Campaigns -------------------------------------------------------------------------------------------------------------

export const adminCampaign = campaign.omit({ can: true }).extend({
  placer: person,
  placer_paused: z
    .boolean()
    .describe('paused by its placer, too: it stays so when an operator lets it go on'),
  review: z
    .object(waiting)
    .nullable()
    .describe(
      'while in review, or reported; due after 24 hours that lie on Mondays to Fridays in the site’s time zone',
    ),
  reported_at: z.iso
    .datetime()
    .nullable()
    .describe('since when it is on top of the queue because five networks reported it within a day'),
  from_cards: money.describe('of what was paid for it, card money of the last 30 days'),
})
export type AdminCampaign = z.infer<typeof adminCampaign>

const ofCampaign = { params: z.object({ campaign_id: id }), answer: adminCampaign }

export const adminCampaignCalls = {
  list: endpoint('GET backoffice/campaigns', {
    ...read,
    summary:
      'Campaigns: in review those reported first, then the longest waiting, by default; otherwise newest first',
    query: z.object({
      status: campaignStatus.optional().describe('`review`: with those reported, whatever their status'),
      kind: z.enum(CAMPAIGN_KINDS, { error: 'field_is_invalid' }).optional(),
      brand: ofBrand,
      member_id: id.optional(),
      sort: sortBy('paid_at', 'created_at', 'budget', 'brand', 'waiting'),
      cursor,
    }),
    answer: z.object({ list: z.array(adminCampaign), ...page }),
  }),
  detail: endpoint('GET backoffice/campaigns/:campaign_id', {
    ...read,
    names: true,
    summary: 'A campaign, with the result of the last check of its landing page',
    params: ofCampaign.params,
    answer: adminCampaign.extend({
      landing: landingCheck.nullable(),
      take_down: cancelQuote
        .pick({ now: true, vat_now: true, held: true })
        .nullable()
        .describe('what comes back if it is taken down now; null once it has ended'),
      reads: locale.describe('the language in which its placer reads reasons'),
      names,
    }),
    refusals: ['campaign_is_unknown'],
  }),
  approve: endpoint('POST backoffice/campaigns/:campaign_id/approve', {
    member_texts: ['brand', 'tagline', 'caption'],
    ...reviewCampaigns,
    ...ofCampaign,
    summary: 'Approve a campaign: members can take its orders',
    refusals: ['campaign_is_unknown', 'campaign_is_not_in_review', 'this_text_takes_two_people'],
  }),
  reject: endpoint('POST backoffice/campaigns/:campaign_id/reject', {
    member_texts: ['reason'],
    ...reviewCampaigns,
    ...ofCampaign,
    summary: 'Reject a campaign: everything is refunded, and the placer sees the reason',
    body: z.object({ reason }),
    refusals: [
      'campaign_is_unknown',
      'campaign_is_not_in_review',
      'reason_is_required',
      'this_text_takes_two_people',
    ],
  }),
  pause: endpoint('POST backoffice/campaigns/:campaign_id/pause', {
    member_texts: ['reason'],
    ...reviewCampaigns,
    ...ofCampaign,
    summary: 'Pause a campaign; the placer sees the reason and cannot resume it',
    body: z.object({ reason }),
    refusals: [
      'campaign_is_unknown',
      'campaign_cannot_be_paused',
      'reason_is_required',
      'this_text_takes_two_people',
    ],
  }),
  resume: endpoint('POST backoffice/campaigns/:campaign_id/resume', {
    ...reviewCampaigns,
    ...ofCampaign,
    summary: 'Resume a campaign paused by an operator; if its placer had paused it before, it stays paused',
    refusals: ['campaign_is_unknown', 'campaign_cannot_be_resumed'],
  }),
  takeDown: endpoint('POST backoffice/campaigns/:campaign_id/take-down', {
    member_texts: ['reason'],
    ...reviewCampaigns,
    ...ofCampaign,
    summary:
      'Take down a campaign: orders already taken continue, the rest is refunded, and the placer sees the reason',
    body: z.object({ reason }),
    refusals: [
      'campaign_is_unknown',
      'campaign_cannot_be_ended',
      'reason_is_required',
      'this_text_takes_two_people',
    ],
  }),
}

export const previewCalls = {
  campaign: endpoint('GET backoffice/campaigns/:campaign_id/preview', {
    ...read,
    summary:
      'The page of the campaign’s links as visitors of a language see it, as text; nothing on it counts',
    params: z.object({ campaign_id: id }),
    query: z.object({ locale }),
    answer: z.object({ html: z.string() }),
    refusals: ['campaign_is_unknown'],
  }),
}

// Orders ----------------------------------------------------------------------------------------------------------------

/** Why an order is reviewed before it succeeds, in the order in which they decide (docs/rules.md). */
export const REVIEW_REASONS = [
  'mostly_refused',
  'one_network',
  'too_regular',
  'few_addresses',
  'few_networks',
  'no_sign',
  'ring',
  'unseen',
] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]

/** What a reason rests on. */
export const reviewBasis = z.object({
  reason: z.enum(REVIEW_REASONS),
  found: z.int().describe('of `among`; for `too_regular` a variation or a share in percent'),
  among: z
    .int()
    .describe('visits; for `no_sign` the share of other carriers in percent, for `ring` members linked'),
  measure: z
    .enum(['gaps', 'reading_times', 'fast', 'payout_account'])
    .nullable()
    .describe('what is regular, or what members share'),
  unseen: money.nullable().describe('for `unseen`: awards nobody looked at, with this one'),
  limit: money.nullable(),
})
export type ReviewBasis = z.infer<typeof reviewBasis>

/** A visit as evidence: origins and devices are numbered within the order, in the order they came. */
const evidence = z.object({
  _id: id,
  at: z.iso.datetime(),
  verdict: shownVerdict,
  network: z.int().describe('number of its network (/24, /48)'),
  address: z.int().nullable().describe('number of its address; null: recorded by an earlier version'),
  device: z.int().describe('number of its address and browser together'),
  locale: locale.nullable(),
  read_ms: z.int().nullable().describe('from the page to Continue, in milliseconds; null without Continue'),
})
export type VisitEvidence = z.infer<typeof evidence>

/** By which facts two members are linked. */
export const LINK_KINDS = [
  'payout_account',
  'device',
  'address',
  'registration',
  'same_visitors',
  'invitation',
  'house_code',
] as const
export type LinkKind = (typeof LINK_KINDS)[number]

export const orderInReview = z.object({
  _id: id,
  carrier: person,
  campaign: z.object({ _id: id, brand: z.string() }),
  ...waiting,
  reasons: z.array(reviewBasis).describe('the first decides'),
  waiting_with_it: z.int().describe('other orders of this carrier, which succeed when it does'),
  target: z.int(),
  verified: z.int(),
  visits: z.int(),
  counts: z.array(z.object({ verdict: shownVerdict, count: z.int() })),
  award: money.describe('if it is paid'),
})
export type OrderInReview = z.infer<typeof orderInReview>

const ofOrder = z.object({ order_id: id })

const counted = {
  waiting: z.int(),
  overdue: z.int(),
  due_by: z.iso.datetime().nullable().describe('of the most urgent; null where nothing waits'),
}

export const inQueue = z.object({
  ...counted,
  own: z.object(counted).describe('of these, what the caller may decide, by role, side, and earlier steps'),
})
export type InQueue = z.infer<typeof inQueue>

export const adminOrderCalls = {
  queues: endpoint('GET backoffice/queues', {
    ...read,
    summary:
      'Number of waiting campaigns, orders, objections and reports, how many are overdue, and when the next is due',
    answer: z.object({ campaigns: inQueue, orders: inQueue, objections: inQueue, reports: inQueue }),
  }),
  reviews: endpoint('GET backoffice/orders/reviews', {
    ...read,
    summary:
      'Orders with unusual visits, unless sorted the soonest due first; undecided by then, they are paid',
    query: z.object({
      brand: ofBrand,
      member_id: id.optional().describe('the carrier'),
      sort: sortBy('due_by', 'verified', 'visits', 'brand'),
      cursor,
    }),
    answer: z.object({ list: z.array(orderInReview), ...page }),
  }),
  review: endpoint('GET backoffice/orders/reviews/:order_id', {
    ...read,
    names: true,
    summary: 'An order in review with its visits, oldest first; at most 5000',
    params: ofOrder,
    answer: orderInReview.extend({
      names,
      placer: person,
      linked_with_placer: z
        .array(z.enum(LINK_KINDS))
        .describe('how carrier and placer are linked; empty if they are not'),
      list: z.array(evidence),
    }),
    refusals: ['order_is_unknown', 'order_is_not_in_review'],
  }),
  decide: endpoint('POST backoffice/orders/reviews/:order_id/decide', {
    member_texts: ['reason'],
    ...reviewOrders,
    summary: 'Pay an order in review, or refuse some of its verified visits; its carrier can object',
    params: ofOrder,
    body: z
      .object({
        verdict: z
          .enum(['pay', 'pay_unlooked', 'refuse'], { error: 'field_is_invalid' })
          .describe('`pay_unlooked` pays as time would: it counts as silence, and no reason is remembered'),
        visit_ids: visitIds.optional().describe('those refused; all without it'),
        reason: reason.optional().describe('for the carrier; needed to refuse'),
      })
      .refine(({ verdict, visit_ids }) => verdict === 'refuse' || visit_ids === undefined, {
        error: 'field_is_invalid',
        path: ['visit_ids'],
      }),
    answer: z.object({ status: orderStatus, verified: z.int() }),
    refusals: [
      'order_is_unknown',
      'order_is_not_in_review',
      'reason_is_required',
      'visit_is_not_in_question',
      'this_text_takes_two_people',
    ],
  }),
}

// Objections ------------------------------------------------------------------------------------------------------------

export const adminObjection = z.object({
  _id: id,
  order_id: id,
  carrier: person,
  campaign: z.object({ _id: id, brand: z.string() }),
  ...waiting,
  note: z.string(),
  visits: z.int().describe('objected ones'),
  most_visits: z.int().describe('that upholding all would verify'),
  most: money.describe('that upholding all would add to the award'),
  review_reason: z.string().nullable().describe('why an operator had refused visits of the order'),
  decided_at: z.iso.datetime().nullable(),
  by_silence: z.boolean(),
  upheld: z.int().nullable(),
  added: money.nullable(),
  reason: z.string().nullable(),
  may_decide: z.boolean().describe('it is open, and the caller did not make the first decision'),
})
export type AdminObjection = z.infer<typeof adminObjection>

const ofObjection = z.object({ objection_id: id })

export const adminObjectionCalls = {
  list: endpoint('GET backoffice/objections', {
    ...read,
    names: true,
    summary: 'Objections: by default open ones by due date, decided ones newest first',
    query: z.object({
      state: z.enum(['open', 'decided'], { error: 'field_is_invalid' }).default('open'),
      brand: ofBrand,
      member_id: id.optional().describe('the carrier'),
      sort: sortBy('due_by', 'made_at', 'most', 'brand'),
      cursor,
    }),
    answer: z.object({ list: z.array(adminObjection), ...page, names }),
  }),
  detail: endpoint('GET backoffice/objections/:objection_id', {
    ...read,
    names: true,
    summary: 'An objection with its visits, fixed when it was made, and why each was refused',
    params: ofObjection,
    answer: adminObjection.extend({
      list: z.array(
        evidence
          .omit({ verdict: true })
          .extend({ reason: z.enum(VISIT_REASONS), upheld: z.boolean().nullable() }),
      ),
      names,
    }),
    refusals: ['objection_is_unknown'],
  }),
  decide: endpoint('POST backoffice/objections/:objection_id/decide', {
    member_texts: ['reason'],
    ...reviewOrders,
    summary: 'Decide an objection; not by the operator of the first decision',
    params: ofObjection,
    body: z.object({
      upheld: z.union([z.enum(['all', 'none']), visitIds], { error: 'field_is_invalid' }),
      reason: reason.optional().describe('for the carrier; needed unless everything is upheld'),
    }),
    answer: z.object({ upheld: z.int(), added: money }),
    refusals: [
      'objection_is_unknown',
      'objection_is_decided',
      'another_operator_must_decide',
      'reason_is_required',
      'visit_is_not_in_question',
      'this_text_takes_two_people',
    ],
  }),
}

// Files -----------------------------------------------------------------------------------------------------------------

export const adminReviewFiles = {
  exportCampaigns: csvFile(adminCampaignCalls.list, 'Campaigns'),
  exportReviews: csvFile(adminOrderCalls.reviews, 'Orders in review'),
  exportObjections: csvFile(adminObjectionCalls.list, 'Objections'),
}
