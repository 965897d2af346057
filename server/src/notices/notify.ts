// Writes a notice to a member, in the transaction of its event.
import { newId } from '@fairturn/contract/ids'
import type { Tx } from '../database/database.ts'
import { announce } from './announce.ts'
import { enqueueAll } from '../queue/queue.ts'
import { deliverMail, deliverPush } from './delivery.jobs.ts'
import { checkParams, GROUP_OF, type NoticeKind, type NoticeParams } from './kinds.ts'
import { insertNotifications, updateRead } from './notices.store.ts'

interface Recipient {
  readonly member_id: string
  /** Where in the app it leads. */
  readonly path: string | null
  /** Made by the caller when writing twice must leave one; otherwise random. */
  readonly id?: string
  /** When its event happened; otherwise `tx.now`. */
  readonly at?: Date
  /** The row of the shared text, for one with many recipients. */
  readonly broadcast_id?: string
}

/** Parameters: texts as they are, money as wire strings, instants as ISO 8601; see kinds.ts. */
export type NewNotice = {
  [Kind in NoticeKind]: Recipient & { readonly kind: Kind; readonly params: NoticeParams<Kind> }
}[NoticeKind]

/** Notifies one member; an open app is told at the commit. */
export async function notify<Kind extends NoticeKind>(
  tx: Tx,
  member_id: string,
  kind: Kind,
  params: NoticeParams<Kind>,
  path: string | null = null,
): Promise<void> {
  await notifyAll(tx, [{ member_id, kind, params, path } as Recipient as NewNotice])
}

/** The same for many, in two round trips; one more for each channel in use, handled by jobs. */
export async function notifyAll(tx: Tx, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  for (const { kind, params } of notices) checkParams(kind, params)
  const written = await insertNotifications.all(
    tx,
    notices.map((notice) => notice.id ?? newId(notice.at ?? tx.now)),
    notices.map((notice) => notice.member_id),
    notices.map((notice) => notice.kind),
    notices.map((notice) => JSON.stringify(notice.params)),
    notices.map((notice) => notice.path),
    notices.map((notice) => notice.at ?? tx.now),
    notices.map((notice) => GROUP_OF[notice.kind]),
    notices.map((notice) => notice.broadcast_id ?? null),
  )
  await announce(
    tx,
    written.map(({ id, member_id, kind }) => ({
      to: member_id,
      kind: 'notification',
      data: { _id: id, kind },
    })),
  )
  const wantedBy = (channel: 'push' | 'mail') =>
    written.filter((row) => row[channel]).map(({ id }) => ({ notification_id: id }))
  await enqueueAll(tx, deliverPush, wantedBy('push'))
  await enqueueAll(tx, deliverMail, wantedBy('mail'))
}

/** Marks a member's notifications as read: those with the ids, or all of them. Another's are left alone. */
export async function markRead(tx: Tx, member_id: string, ids?: readonly string[]): Promise<void> {
  await updateRead.all(tx, member_id, ids ?? null, tx.now)
}
