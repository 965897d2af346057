// Notifications: what was said to a member, and live events.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cursor, id } from './ids.ts'

export const notification = z.object({
  _id: id,
  kind: z.string(),
  title: z.string().describe('in the language asked for'),
  text: z.string(),
  path: z.string().nullable().describe('where in the app it leads'),
  created_at: z.iso.datetime(),
  read: z.boolean(),
})
export type Notification = z.infer<typeof notification>

export const LIVE_KINDS = ['order', 'balance', 'notification', 'award'] as const
export type LiveKind = (typeof LIVE_KINDS)[number]

export const noticeCalls = {
  list: endpoint({
    method: 'POST',
    path: 'notifications',
    summary: 'Notifications, newest first',
    auth: 'member',
    body: z.object({ user_id: id, cursor }),
    answer: z.object({ list: z.array(notification), cursor: z.string().nullable() }),
  }),
  unread: endpoint({
    method: 'POST',
    path: 'unread-notifications',
    summary: 'How many are unread',
    auth: 'member',
    body: z.object({ user_id: id }),
    answer: z.object({ unread: z.int() }),
  }),
  markRead: endpoint({
    method: 'POST',
    path: 'update-notifications',
    summary: 'Mark some as read, or all when no ids are given',
    auth: 'member',
    body: z.object({ user_id: id, ids: z.array(id).max(200, 'too_many_ids').optional() }),
    answer: z.object({ unread: z.int() }),
  }),
}
