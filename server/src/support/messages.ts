// Messages of conversations: each written once, and told to whose conversation it is.
import { newId } from '@fairturn/contract/ids'
import { announce, notify } from '../notices/notices.ts'
import type { Tx } from '../platform/database/database.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { strangerMail } from './stranger-mails.ts'
import { type ConversationRow, insertMessage } from './support.store.ts'

interface NewMessage {
  readonly by: 'member' | 'staff'
  readonly written_by: string | null
  readonly text: string
  /** A stranger's own, with which it is written once. */
  readonly sent_key?: string
}

/** Of a conversation that the caller has locked. Returns the message's id. */
export async function addMessage(
  tx: Tx,
  conversation_id: string,
  { sent_key, ...message }: NewMessage,
): Promise<string> {
  const id = newId(tx.now)
  const row = { conversation_id, id, ...message, sent_key: sent_key ?? null, now: tx.now }
  await insertMessage.all(tx, row)
  return id
}

type Owned = Pick<ConversationRow, 'id' | 'member_id' | 'stranger_id'>

/** Open apps of the member read it again. */
export async function announceConversation(
  tx: Tx,
  { id, member_id }: Omit<Owned, 'stranger_id'>,
): Promise<void> {
  if (member_id !== null) await announce(tx, { to: member_id, kind: 'conversation', data: { _id: id } })
}

export const pathOf = (conversation_id: string): string => `/support/${conversation_id}`

type Told = {
  readonly conversation_answered: Readonly<Record<string, never>>
  readonly conversation_closed: { readonly until: string }
} & Readonly<Record<'due_time_moved', { readonly until: string; readonly reason: string }>>

/** A notice to the member, or a mail with a link to the stranger. */
export async function tell<Kind extends keyof Told>(
  tx: Tx,
  { id, member_id, stranger_id }: Owned,
  kind: Kind,
  params: Told[Kind],
): Promise<void> {
  await announceConversation(tx, { id, member_id })
  if (member_id !== null) await notify(tx, member_id, kind, params as never, pathOf(id))
  else await enqueue(tx, strangerMail, { stranger_id: stranger_id!, at: tx.now.toISOString() })
}
