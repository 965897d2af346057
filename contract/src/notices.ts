// Notices to a member, and live events.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timeZone } from './fields.ts'
import { cursor, id } from './ids.ts'
import { done } from './security.ts'

export const notification = z.object({
  _id: id,
  kind: z.string(),
  title: z.string().describe('in the requested language'),
  text: z.string(),
  path: z.string().nullable().describe('where in the app it leads'),
  created_at: z.iso.datetime(),
  read: z.boolean(),
})
export type Notification = z.infer<typeof notification>

export const LIVE_KINDS = ['order', 'balance', 'notification', 'award', 'campaign', 'conversation'] as const
export type LiveKind = (typeof LIVE_KINDS)[number]

/** Groups of notices that members can switch off, except `security`. */
export const NOTICE_GROUPS = [
  'security',
  'orders',
  'awards',
  'deposits',
  'withdrawals',
  'levels',
  'campaigns',
  'support',
  'announcements',
] as const
export type NoticeGroup = (typeof NOTICE_GROUPS)[number]
const noticeGroup = z.enum(NOTICE_GROUPS)

/** In addition to the list in the app, which always has every notice. */
export const NOTICE_CHANNELS = ['push', 'mail'] as const
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number]

export const notificationSettings = z.object({
  groups: z.array(
    z.object({
      group: noticeGroup,
      push: z.boolean().describe('to every device that was subscribed'),
      mail: z.boolean(),
      locked: z.boolean().describe('always told, cannot be switched'),
    }),
  ),
  push_devices: z.int().describe('how many devices of the member are subscribed'),
  mail: z
    .enum(['available', 'needs_email', 'not_available'])
    .describe('needs_email: an address must be confirmed first'),
  email: z.string().nullable().describe('where mails go'),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

const bytes = (length: number) =>
  z
    .string({ error: 'push_subscription_is_not_usable' })
    .regex(/^[A-Za-z0-9_-]{1,100}={0,2}$/, 'push_subscription_is_not_usable')
    .refine(
      (text) => Math.floor((text.replace(/=+$/, '').length * 3) / 4) === length,
      'push_subscription_is_not_usable',
    )
    .meta({ examples: ['A'.repeat(Math.ceil((length * 4) / 3))] })

/** Push endpoint of this device. Anyone who knows it can send to it, so it is treated as a secret. */
const pushEndpoint = z
  .string({ error: 'push_subscription_is_not_usable' })
  .max(2000, 'push_subscription_is_not_usable')
  .pipe(z.url({ protocol: /^https$/, error: 'push_subscription_is_not_usable' }))

const on = z.object({ on: z.boolean().describe('whether this device is subscribed for this member') })

export const noticeCalls = {
  list: endpoint('POST notifications', {
    summary: 'Notifications, newest first',
    body: z.object({ user_id: id, cursor, time_zone: timeZone }),
    answer: z.object({ list: z.array(notification), cursor: z.string().nullable() }),
  }),
  unread: endpoint('POST unread-notifications', {
    summary: 'How many notifications are unread, and the newest of them',
    body: z.object({ user_id: id, time_zone: timeZone }),
    answer: z.object({ unread: z.int(), list: z.array(notification).describe('at most 20, newest first') }),
  }),
  markRead: endpoint('POST update-notifications', {
    summary: 'Mark notifications as read; all of them without ids',
    body: z.object({ user_id: id, ids: z.array(id).max(200, 'too_many_ids').optional() }),
    answer: z.object({ unread: z.int() }),
  }),
  settings: endpoint('GET notification-settings', {
    summary: 'Which groups of notifications are sent by push and mail; the list in the app has all of them',
    answer: notificationSettings,
  }),
  changeSettings: endpoint('POST notification-settings', {
    summary:
      'Turn a group of notifications on or off for one channel; what tells of money that leaves is turned off with a confirmation',
    body: z.object({ user_id: id, group: noticeGroup, channel: z.enum(NOTICE_CHANNELS), on: z.boolean() }),
    answer: notificationSettings,
    limit: { hits: 120, per_seconds: 600 },
    refusals: [
      'confirmation_is_required',
      'security_notices_are_always_sent',
      'mail_is_not_available',
      'confirm_an_email_first',
    ],
  }),
  pushKey: endpoint('GET push/key', {
    summary: 'The public key (VAPID, RFC 8292) for push subscriptions',
    auth: 'none',
    answer: z.object({ key: z.string().describe('uncompressed P-256 point, base64url') }),
  }),
  subscribe: endpoint('POST push/subscriptions', {
    summary: 'Subscribe this device to push messages, for the duration of the session',
    body: z.object({
      user_id: id,
      endpoint: pushEndpoint,
      keys: z.object({ p256dh: bytes(65), auth: bytes(16) }, { error: 'push_subscription_is_not_usable' }),
    }),
    answer: on,
    limit: { hits: 30, per_seconds: 600 },
    refusals: ['push_subscription_is_not_usable'],
  }),
  saveSubscription: endpoint('POST push/subscriptions/keep', {
    summary:
      'Whether this device is subscribed for this member; if so, moves the subscription to the current session',
    body: z.object({ user_id: id, endpoint: pushEndpoint }),
    answer: on,
    refusals: ['push_subscription_is_not_usable'],
  }),
  unsubscribe: endpoint('POST push/subscriptions/remove', {
    summary: 'Unsubscribe this device from push messages',
    body: z.object({ user_id: id, endpoint: pushEndpoint }),
    answer: on,
    refusals: ['push_subscription_is_not_usable'],
  }),
  unsubscribeMail: endpoint('POST mail/unsubscribe/:token', {
    summary:
      'Switch off the mails of a group in one click (RFC 8058); mail programs call it without a session',
    auth: 'none',
    params: z.object({ token: z.string().max(200, 'link_is_not_valid') }),
    answer: done,
    limit: { hits: 300, per_seconds: 60 },
    refusals: ['link_is_not_valid'],
  }),
}
