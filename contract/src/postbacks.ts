// Confirmation of visits by an advertiser: what their server sends and receives, and the placer's settings.
import { z } from 'zod'
import { CAMPAIGN_KINDS, VERIFICATIONS } from './campaigns.ts'
import { endpoint } from './endpoint.ts'
import { cursor, id } from './ids.ts'
import { VISIT_REASONS } from './tracking.ts'

export const POSTBACK_LIMITS = {
  /** Maximum body size in bytes. */
  largest_body: 4096,
  /** Maximum clock difference in either direction (Standard Webhooks). */
  tolerance_seconds: 300,
  /** Maximum number of simultaneously valid keys per campaign. */
  active_keys: 2,
  /** How long a retired key may stay valid. */
  longest_overlap_hours: 168,
  confirm_hours: 720,
} as const

/** The waiting visit of the sandbox. */
export const TEST_CLICK_ID = '00000000-0000-7000-8000-000000000000'

/**
 * Results of a postback. `counted`: the visit is verified. `taken`: stored, while the visit is being judged.
 * `not_countable`: the visit was refused, see `reason`. The last three can be corrected by the sender.
 */
export const POSTBACK_RESULTS = [
  'counted',
  'taken',
  'already_counted',
  'too_late',
  'not_countable',
  'click_is_unknown',
  'kind_is_not_the_campaigns',
  'body_is_not_understood',
] as const
export type PostbackResult = (typeof POSTBACK_RESULTS)[number]

const kind = z.enum(CAMPAIGN_KINDS)

/** The signed body. Other fields are ignored. */
export const postbackBody = z.object({
  type: z.literal('conversion'),
  data: z.object({
    click_id: id.describe('as the landing page was given it'),
    kind: kind.describe('the campaign’s own'),
    value: z
      .union([z.string().max(40), z.number()])
      .optional()
      .describe('of the purchase, say; kept for you, and never counted with'),
    occurred_at: z.iso.datetime({ offset: true }),
  }),
})
export type PostbackBody = z.infer<typeof postbackBody>

const outcome = {
  result: z.enum(POSTBACK_RESULTS),
  reason: z.enum(VISIT_REASONS).nullable().describe('why the visit was refused; of not_countable'),
  click_id: z.string().nullable(),
}

/** Response to a postback, live or in the sandbox. */
export const postbackAnswer = z.object({ ...outcome, sandbox: z.boolean() })
export type PostbackAnswer = z.infer<typeof postbackAnswer>

export const postbackKey = z.object({
  _id: id,
  shown: z.string().describe('its beginning and its last four signs'),
  created_at: z.iso.datetime(),
  retires_at: z.iso.datetime().nullable().describe('valid until then; null: until it is retired'),
  active: z.boolean(),
})
export type PostbackKey = z.infer<typeof postbackKey>

export const postbackDelivery = z.object({
  _id: id,
  webhook_id: z.string(),
  received_at: z.iso.datetime(),
  ...outcome,
  body: z.string().describe('as it came'),
  replayed_at: z.iso.datetime().nullable(),
})
export type PostbackDelivery = z.infer<typeof postbackDelivery>

export const verificationOfCampaign = z.object({
  mode: z.enum(VERIFICATIONS),
  kind,
  waiting: z.int().describe('visits that pass every rule and wait to be confirmed'),
  confirmed: z.int(),
  confirm_hours: z
    .int()
    .nullable()
    .describe('after Continue, how long a postback may come; null in other modes'),
  can_change: z.boolean().describe('the hours, as long as no order can have been taken'),
  snippet: z.string().nullable().describe('HTML for the landing page; of the beacon'),
  url: z.string().nullable().describe('where postbacks are sent'),
  sandbox_url: z.string().nullable(),
  test_click_id: z.string(),
  keys: z.array(postbackKey).describe('newest first, the valid ones and those retired of late'),
})
export type VerificationOfCampaign = z.infer<typeof verificationOfCampaign>

const one = z.object({ campaign_id: id })
const TEST_RATE_LIMIT = { hits: 60, per_seconds: 3600 } as const

export const postbackCalls = {
  verification: endpoint('GET campaigns/:campaign_id/verification', {
    summary: 'How visits of a campaign are confirmed, with setup instructions',
    params: one,
    answer: verificationOfCampaign,
    refusals: ['campaign_is_unknown'],
  }),
  changeWindow: endpoint('POST campaigns/:campaign_id/verification', {
    summary: 'Set how long after Continue a postback is accepted; only before the campaign is active',
    params: one,
    body: z.object({
      confirm_hours: z
        .int({ error: 'field_is_invalid' })
        .min(1, 'field_is_invalid')
        .max(POSTBACK_LIMITS.confirm_hours, 'field_is_invalid'),
    }),
    answer: verificationOfCampaign,
    refusals: ['campaign_is_unknown', 'campaign_has_no_postbacks', 'confirmation_time_is_settled'],
  }),
  createKey: endpoint('POST campaigns/:campaign_id/postback-keys', {
    summary: 'Create a key, with a confirmation; its secret is returned only once',
    params: one,
    answer: z.object({ key: postbackKey, secret: z.string().describe('whsec_…; never shown again') }),
    limit: TEST_RATE_LIMIT,
    refusals: [
      'campaign_is_unknown',
      'campaign_has_no_postbacks',
      'there_are_two_postback_keys',
      'confirmation_is_required',
    ],
  }),
  retireKey: endpoint('POST campaigns/:campaign_id/postback-keys/:key_id/retire', {
    summary:
      'End a key, with a confirmation, at once or in some hours, so that two overlap during a rotation',
    params: one.extend({ key_id: id }),
    body: z.object({
      in_hours: z
        .int({ error: 'field_is_invalid' })
        .min(0, 'field_is_invalid')
        .max(POSTBACK_LIMITS.longest_overlap_hours, 'field_is_invalid')
        .default(0),
    }),
    answer: postbackKey,
    refusals: ['campaign_is_unknown', 'postback_key_is_unknown', 'confirmation_is_required'],
  }),
  deliveries: endpoint('GET campaigns/:campaign_id/postback-deliveries', {
    summary: 'Authentic postbacks of the last 90 days with their results, newest first',
    params: one,
    query: z.object({ cursor }),
    answer: z.object({ list: z.array(postbackDelivery), cursor: z.string().nullable() }),
    refusals: ['campaign_is_unknown'],
  }),
  replay: endpoint('POST campaigns/:campaign_id/postback-deliveries/:delivery_id/replay', {
    summary: 'Replay a delivery; what was counted is not counted twice',
    params: one.extend({ delivery_id: id }),
    answer: postbackDelivery,
    limit: { hits: 600, per_seconds: 3600 },
    refusals: ['campaign_is_unknown', 'postback_delivery_is_unknown'],
  }),
  test: endpoint('POST campaigns/:campaign_id/postback-test', {
    summary: 'Sends a signed example through the sandbox, with the newest key; changes nothing',
    params: one,
    answer: z.object({
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.string(),
      answer: postbackAnswer,
    }),
    limit: TEST_RATE_LIMIT,
    refusals: ['campaign_is_unknown', 'campaign_has_no_postbacks', 'there_is_no_postback_key'],
  }),
}
