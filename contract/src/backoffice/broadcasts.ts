// Broadcasts: messages to many members at once, in their languages. Plain text, with at most a link to a screen of the app.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { forEachLocale, locale } from '../fields.ts'
import { cursor, id } from '../ids.ts'
import { email } from '../security.ts'
import { reason } from './approvals.ts'
import { csvFile, search, sortBy } from './lists.ts'
import { may } from './roles.ts'

/** Proposal kind: what all members read takes two people. */
export const BROADCAST_PROPOSAL = 'broadcast_sending'

export const BROADCAST_STATUSES = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'] as const
const status = z.enum(BROADCAST_STATUSES, { error: 'field_is_invalid' })

/** Screens of the member app that a broadcast can link to; opening one has no side effects. */
export const BROADCAST_PATHS = [
  '/',
  '/warehouse',
  '/order-detail',
  '/campaigns',
  '/campaigns/new',
  '/individual',
  '/individual/group-report',
  '/individual/order-history',
  '/individual/security',
  '/notification/settings',
  '/company-profile',
  '/development-cooperation',
  '/foundation-rules',
  '/ordering-rules',
  '/transparency',
] as const
export type BroadcastPath = (typeof BROADCAST_PATHS)[number]

export const BROADCAST_LENGTHS = { title: 60, text: 500 } as const

/** A single line: no control characters, and no bidirectional overrides that would reverse the text after them. */
const LINE = /^[^\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]*$/u
/** `http://…`, `www.…`, `t.me/…`, and bare names under common top-level domains. */
const ADDRESS =
  /:\/\/|\bwww\.|[\w-]\.[a-z]{2,}\/\S|[\w-]\.(com|net|org|info|io|me|vn|xyz|top|vip|club|app|site)\b/i

const line = (most: number) =>
  z
    .string({ error: 'field_is_required' })
    .trim()
    .min(1, 'field_is_required')
    .max(most, 'field_is_too_long')
    .regex(LINE, 'field_is_invalid')
    .refine((text) => !ADDRESS.test(text), 'broadcast_names_an_address')

export const message = z.object(
  { title: line(BROADCAST_LENGTHS.title), text: line(BROADCAST_LENGTHS.text) },
  { error: 'field_is_required' },
)

/** Vietnamese is required as the fallback for languages without a text. */
export const texts = forEachLocale(message.optional()).extend({ vn: message })
export type BroadcastTexts = z.infer<typeof texts>

const days = z.coerce.number({ error: 'field_is_invalid' }).int('field_is_invalid')
const activeDays = days.min(1, 'field_is_invalid').max(30, 'field_is_invalid')

/** All filters that are set must match; without any, everybody. */
export const audience = z.object({
  level_id: id.nullable(),
  locale: locale.nullable().describe('the language members have chosen'),
  active_days: activeDays.nullable().describe('a session was used in so many last days'),
})
export type Audience = z.infer<typeof audience>

const written = z.object({
  texts,
  path: z
    .enum(BROADCAST_PATHS, { error: 'field_is_invalid' })
    .nullable()
    .describe('where in the app it leads'),
  audience,
})

export const adminBroadcast = written.extend({
  _id: id,
  version: z.int(),
  status,
  created_by: z.object({ _id: id, username: z.string() }),
  created_at: z.iso.datetime(),
  send_at: z.iso.datetime().nullable(),
  begun_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  recipients: z.int().describe('who have it so far'),
  read: z.int().describe('of these, who have read it'),
})
export type AdminBroadcast = z.infer<typeof adminBroadcast>

const instant = z.iso.datetime({ offset: true, error: 'field_is_invalid' })

const params = z.object({ broadcast_id: id })
const version = z.int('field_is_invalid').min(1, 'field_is_invalid').describe('the one that was looked at')
const change = { auth: 'staff', roles: may.change_content, answer: adminBroadcast } as const

export const broadcastCalls = {
  list: endpoint('GET backoffice/broadcasts', {
    summary: 'Broadcasts, newest first by default',
    auth: 'staff',
    roles: may.read_content,
    query: z.object({
      status: status.optional(),
      search,
      from: instant.optional().describe('written from then on'),
      to: instant.optional().describe('written before then'),
      sort: sortBy('created_at', 'send_at', 'recipients'),
      cursor,
    }),
    answer: z.object({ list: z.array(adminBroadcast), cursor: z.string().nullable() }),
  }),
  detail: endpoint('GET backoffice/broadcasts/:broadcast_id', {
    summary: 'A broadcast',
    auth: 'staff',
    roles: may.read_content,
    params,
    answer: adminBroadcast.extend({ mails: z.boolean().describe('mail is set up, so that it can be tried') }),
    refusals: ['broadcast_is_unknown'],
  }),
  recipients: endpoint('GET backoffice/broadcasts/recipients', {
    summary: 'Current size of an audience, by the members’ language',
    auth: 'staff',
    roles: may.read_content,
    query: z.object({
      level_id: id.optional(),
      locale: locale.optional(),
      active_days: activeDays.optional(),
    }),
    answer: z.object({
      recipients: z.int(),
      languages: z.array(z.object({ locale, recipients: z.int() })),
    }),
    limit: { hits: 120, per_seconds: 300 },
  }),
  write: endpoint('POST backoffice/broadcasts', {
    ...change,
    summary: 'Create a broadcast; it is sent by a separate call',
    body: written,
    refusals: ['broadcast_names_an_address'],
  }),
  change: endpoint('POST backoffice/broadcasts/:broadcast_id', {
    ...change,
    summary: 'Change a draft broadcast',
    params,
    body: written.extend({ version }),
    refusals: [
      'broadcast_is_unknown',
      'broadcast_is_in_another_state',
      'somebody_else_has_changed_this',
      'broadcast_names_an_address',
    ],
  }),
  send: endpoint('POST backoffice/broadcasts/:broadcast_id/send', {
    auth: 'staff',
    roles: may.change_content,
    summary:
      'Propose to send a draft at once when another operator approves, or at a time within the next year',
    answer: z.object({ broadcast: adminBroadcast, proposal_id: id }),
    recent: true,
    params,
    body: z.object({
      version,
      send_at: instant.nullable().describe('null: when it is approved'),
      reason,
    }),
    refusals: [
      'this_is_proposed_already',
      'broadcast_is_unknown',
      'broadcast_is_in_another_state',
      'somebody_else_has_changed_this',
      'broadcast_reaches_nobody',
      'broadcast_time_is_not_possible',
      'reason_is_required',
    ],
  }),
  tryOut: endpoint('POST backoffice/broadcasts/:broadcast_id/trial', {
    auth: 'staff',
    roles: may.change_content,
    summary:
      'Mail a draft to an address of the house, once in each language it is written in: no member gets it, and it does not count as sent',
    params,
    body: z.object({ version, to: email.describe('at the domain of an alarm address, or one of them') }),
    answer: z.object({ mails: z.int() }),
    limit: { hits: 20, per_seconds: 3600 },
    refusals: [
      'broadcast_is_unknown',
      'broadcast_is_in_another_state',
      'somebody_else_has_changed_this',
      'email_is_invalid',
      'mail_is_not_available',
      'mail_goes_to_our_own_addresses',
    ],
  }),
  cancel: endpoint('POST backoffice/broadcasts/:broadcast_id/cancel', {
    ...change,
    summary: 'Cancel a broadcast whose sending has not started',
    params,
    refusals: ['broadcast_is_unknown', 'broadcast_is_in_another_state'],
  }),
}

export const broadcastFiles = {
  exportBroadcasts: csvFile(broadcastCalls.list, 'Broadcasts'),
}
