// Rings: members linked with each other by facts of the last 90 days, and one decision on all of their open reviews. Only
// usernames, counts and masked payout accounts: what shows that two are linked is a kind and two dates, never a hash.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { money } from '../fields.ts'
import { id } from '../ids.ts'
import { orderStatus } from '../orders.ts'
import { reason } from './approvals.ts'
import { names } from './names.ts'
import { LINK_KINDS, reviewBasis } from './reviews.ts'
import { may } from './roles.ts'

export const REVIEW_OUTCOMES = ['paid', 'partly', 'refused', 'silence', 'with_other'] as const

/** Of a ring: the nearest to the member asked for. */
export const MAX_RING_MEMBERS = 50
export const MAX_RING_STEPS = 3
export const MAX_RING_LINKS = 500
export const MAX_RING_ORDERS = 300
/** Open reviews of a ring that are shown, and that one call decides. */
export const MAX_RING_REVIEWS = 100
export const RING_DAYS = 90

const share = z.object({
  largest: z.int().describe('the most verified visits of one'),
  among: z.int().describe('verified visits whose origins are still known'),
})

export const ringMember = z.object({
  _id: id,
  username: z.string(),
  steps: z.int().describe('links between this member and the one asked for: 0 is that one'),
  member_since: z.iso.datetime(),
  level_id: id,
  lock: z.enum(['conduct', 'security']).nullable(),
  orders: z.int().describe('taken and not returned'),
  awards: z.int().describe('claimed'),
  unseen: money.describe('awards since the last look at which nobody has looked'),
  seen: money.describe('awards of orders that an operator reviewed and paid'),
  payout_account: z.string().nullable().describe('masked'),
})
export type RingMember = z.infer<typeof ringMember>

export const ringLink = z.object({
  member_ids: z.tuple([id, id]),
  kind: z.enum(LINK_KINDS),
  first_at: z.iso.datetime(),
  last_at: z.iso.datetime(),
})
export type RingLink = z.infer<typeof ringLink>

const ringReview = z.object({
  since: z.iso.datetime(),
  due_by: z.iso.datetime(),
  reasons: z.array(reviewBasis).describe('the first decides'),
  with_order: id.nullable().describe('it waits with that one and succeeds when it does'),
  outcome: z.enum(REVIEW_OUTCOMES).nullable().describe('null while it is open'),
  decided_at: z.iso.datetime().nullable(),
  reason: z.string().nullable().describe('as the carrier reads it'),
})

export const ringOrder = z.object({
  _id: id,
  member_id: id,
  campaign: z.object({ _id: id, brand: z.string() }),
  status: orderStatus,
  taken_at: z.iso.datetime(),
  settled_at: z.iso.datetime().nullable(),
  claimed_at: z.iso.datetime().nullable(),
  target: z.int(),
  visits: z.int(),
  verified: z.int(),
  award: money.nullable().describe('null until it is known; of an open review, if it is paid'),
  addresses: share.nullable().describe('null where the facts are no longer stored'),
  networks: share.nullable(),
  review: ringReview.nullable(),
})
export type RingOrder = z.infer<typeof ringOrder>

export const ring = z.object({
  members: z.array(ringMember).describe(`at most ${MAX_RING_MEMBERS}, the one asked for first`),
  links: z.array(ringLink).describe('between these members, those last seen first'),
  orders: z
    .array(ringOrder)
    .describe(
      `of these members: all with an open review, and those of the last ${RING_DAYS} days, newest first`,
    ),
  cut: z
    .object({
      members: z.boolean(),
      steps: z.boolean().describe('more are linked, but only by more steps'),
      links: z.boolean(),
      orders: z.boolean(),
      reviews: z.boolean(),
    })
    .describe('where there is more than is shown'),
})
export type Ring = z.infer<typeof ring>

const ofMember = z.object({ member_id: id })

export const ringCalls = {
  show: endpoint('GET backoffice/rings/:member_id', {
    auth: 'staff',
    roles: may.read_rings,
    summary: 'Members linked with this one, their links and their orders; masked, so that it leaves no line',
    names: true,
    params: ofMember,
    answer: ring.extend({ names }),
    refusals: ['member_is_unknown'],
  }),
  decide: endpoint('POST backoffice/rings/:member_id/reviews', {
    auth: 'staff',
    roles: may.review_orders,
    member_texts: ['reason'],
    summary:
      'Decide the named open reviews of a ring in the same way: pay each, or refuse all of its verified visits. Says of each what became of it',
    params: ofMember,
    body: z.object({
      order_ids: z
        .array(id, { error: 'field_is_invalid' })
        .min(1, 'field_is_required')
        .max(MAX_RING_REVIEWS, 'too_many_ids')
        .describe('those that were looked at: what joins the ring meanwhile is not decided'),
      verdict: z.enum(['pay', 'refuse'], { error: 'field_is_invalid' }),
      reason: reason.optional().describe('for the carriers; needed to refuse'),
    }),
    answer: z.object({
      decided: z.int(),
      list: z.array(
        z.object({
          order_id: id,
          status: orderStatus.nullable().describe('null for an unknown order'),
          verified: z.int(),
          not_decided: z
            .enum(['order_is_unknown', 'order_is_not_in_review', 'order_is_of_another_ring'])
            .nullable()
            .describe('why; null: decided by this call'),
        }),
      ),
    }),
    refusals: ['member_is_unknown', 'reason_is_required', 'this_text_takes_two_people'],
  }),
}
