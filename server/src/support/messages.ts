// Messages of conversations: each written once, and told to open apps.
import { newId } from '@fairturn/contract/ids'
import { announce } from '../notices/notices.ts'
import type { Tx } from '../platform/database/database.ts'
import { type ConversationRow, insertMessage } from './support.store.ts'

/** Of a conversation that the caller has locked. Returns the message's id. */
export async function addMessage(
  tx: Tx,
  conversation_id: string,
  message: { readonly by: 'member' | 'staff'; readonly written_by: string | null; readonly text: string },
): Promise<string> {
  const id = newId(tx.now)
  await insertMessage.all(tx, { conversation_id, id, ...message, now: tx.now })
  return id
}

/** Open apps of the member read it again. */
export const announceConversation = (
  tx: Tx,
  { id, member_id }: Pick<ConversationRow, 'id' | 'member_id'>,
): Promise<void> => announce(tx, { to: member_id, kind: 'conversation', data: { _id: id } })
