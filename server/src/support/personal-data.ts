// What is erased of conversations when an account is closed: all that was written. What is left says when we answered and how
// complaints were decided, for the figures, until 400 days after closing.
import type { Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'

const PARAMS = { params: { member_id: 'uuid', now: 'timestamptz' } } as const

const ERASE = [
  statement(
    `-- support_erase_conversations
  update conversation set status = 'closed', ended_at = coalesce(ended_at, $now), erased_at = $now, due_by = null, raised_at = null,
    moved_reason = case when moved_reason is not null then '' end
  where member_id = $member_id and erased_at is null`,
    PARAMS,
  ),
  statement(
    `-- support_erase_messages
  delete from conversation_message m using conversation c
  where c.id = m.conversation_id and c.member_id = $member_id and c.erased_at <= $now`,
    PARAMS,
  ),
  statement(
    `-- support_erase_notes
  delete from conversation_note n using conversation c
  where c.id = n.conversation_id and c.member_id = $member_id and c.erased_at <= $now`,
    PARAMS,
  ),
  // Nobody is left to answer.
  statement(
    `-- support_erase_open_complaints
  delete from complaint where member_id = $member_id and status = 'open' and made_at <= $now`,
    PARAMS,
  ),
  statement(
    `-- support_erase_statements
  update complaint set facts = '', rule = '', can_be_done = '' where member_id = $member_id and facts is not null and made_at <= $now`,
    PARAMS,
  ),
]

export async function eraseConversations(tx: Tx, member_id: string): Promise<void> {
  for (const erase of ERASE) await erase.all(tx, { member_id, now: tx.now })
}
