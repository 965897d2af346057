// Who may place: everybody but those whose account is locked, who may still read, pause, cancel and have their money back.
import type { Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { getMemberLocked, type MemberRow } from '../members/members.ts'

/** The member, locked until the transaction ends. Refuses `your_account_has_been_locked`. */
export async function getPlacer(tx: Tx, member_id: string): Promise<MemberRow> {
  const member = await getMemberLocked(tx, member_id)
  const { lock_kind: kind, lock_reason: reason } = member
  if (kind !== null) throw refuse('your_account_has_been_locked', { kind, reason })
  return member
}
