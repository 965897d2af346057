// Notices to members: in the app, live, as push and by mail.
import { newId } from '@fairturn/contract/ids'
import type { LiveKind } from '@fairturn/contract/notices'
import { z } from 'zod'
import { type Queryable, together, type Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { defineJob, enqueueAll } from '../platform/queue/queue.ts'
import { checkParams, groupOf, type NoticeKind, type NoticeParams } from './kinds.ts'
import { insertNotifications, updateRead } from './notices.store.ts'

export type { NoticesHooks } from './notices.hooks.ts'
export { deleteNotices, noticeData } from './personal-data.ts'
export { type Currency, formatInstantText, formatMoneyText } from './formats.ts'
export type { NoticeKind, NoticeParams, NoticeStyle } from './kinds.ts'
export { mailSender, type SendMail } from './mail.ts'
export { deleteExpiredMessageCodes } from './message-codes.ts'
export { encryptPushSecrets, type PostPush, postPush, pushCipher } from './push.ts'

const deliveryPayload = z.object({ notification_id: z.uuid() })
/** Delivers a notice outside the app; enqueued in its transaction, and only if a channel is enabled. */
export const deliverPush = defineJob({ name: 'deliver_push', payload: deliveryPayload })
export const deliverMail = defineJob({ name: 'deliver_mail', payload: deliveryPayload })

interface Recipient {
  readonly member_id: string
  /** Path in the app that it links to. */
  readonly path: string | null
  /** Set by callers that need idempotency; otherwise random. */
  readonly id?: string
  /** Time of its event; default `tx.now`. */
  readonly at?: Date
  /** Row of the shared text, for a notice with many recipients. */
  readonly broadcast_id?: string
}

/** Parameters: texts as they are, money as wire strings, instants as ISO 8601; see kinds.ts. */
export type NewNotice = {
  [Kind in NoticeKind]: Recipient & { readonly kind: Kind; readonly params: NoticeParams<Kind> }
}[NoticeKind]

/** Notifies one member; open apps are notified on commit. */
export async function notify<Kind extends NoticeKind>(
  tx: Tx,
  member_id: string,
  kind: Kind,
  params: NoticeParams<Kind>,
  path: string | null = null,
): Promise<void> {
  await notifyAll(tx, [{ member_id, kind, params, path } as Recipient as NewNotice])
}

/** Notifies many in two round trips; delivery is by jobs. */
export async function notifyAll(tx: Tx, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  for (const { kind, params } of notices) checkParams(kind, params)
  const written = await insertNotifications.all(tx, {
    id: notices.map((notice) => notice.id ?? newId(notice.at ?? tx.now)),
    member_id: notices.map((notice) => notice.member_id),
    kind: notices.map((notice) => notice.kind),
    params: notices.map((notice) => JSON.stringify(notice.params)),
    path: notices.map((notice) => notice.path),
    created_at: notices.map((notice) => notice.at ?? tx.now),
    notice_group: notices.map((notice) => groupOf(notice.kind)),
    broadcast_id: notices.map((notice) => notice.broadcast_id ?? null),
  })
  const events = written.map(({ id, member_id, kind }) => ({
    to: member_id,
    kind: 'notification' as const,
    data: { _id: id, kind },
  }))
  const jobsOf = (channel: 'push' | 'mail') =>
    written.filter((row) => row[channel]).map(({ id }) => ({ notification_id: id }))
  await together(
    announce(tx, events),
    enqueueAll(tx, deliverPush, jobsOf('push')),
    enqueueAll(tx, deliverMail, jobsOf('mail')),
  )
}

/** Marks a member's notices as read: those with the ids, or all. Other members' are not changed. */
export async function markRead(tx: Tx, member_id: string, ids?: readonly string[]): Promise<void> {
  await updateRead.all(tx, { member_id, ids: ids ?? null, read_at: tx.now })
}

export const LIVE_CHANNEL = 'live'

/** PostgreSQL takes payloads below 8000 bytes. */
const PAYLOAD_MAX_BYTES = 7900

export interface LiveEvent {
  /** A member's id, or all listeners. */
  readonly to: string
  readonly kind: LiveKind
  readonly data: Readonly<Record<string, unknown>>
}

const notifyLive = statement(
  `-- notices_announce
  select pg_notify('live', payload) from unnest($payloads::text[]) as payload`,
  { params: { payloads: 'text[]' } },
)

/**
 * Notifies open apps of a change if and only if the transaction commits (NOTIFY). A disconnected listener misses it, and
 * data too large for a payload is omitted: listeners refetch what they show.
 */
export async function announce(on: Queryable, events: LiveEvent | readonly LiveEvent[]): Promise<void> {
  const payloads = [events].flat().map((event) => payloadOf(event))
  if (payloads.length > 0) await notifyLive.all(on, { payloads })
}

function payloadOf(event: LiveEvent): string {
  const payload = JSON.stringify(event)
  return Buffer.byteLength(payload) <= PAYLOAD_MAX_BYTES ? payload : JSON.stringify({ ...event, data: {} })
}
