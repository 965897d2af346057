// Who may place: everybody but locked members, who may still read, pause, cancel and get their money back.
import type { Queryable, Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { getMember, getOwnerLocked, type MemberRow } from '../members/members.ts'

/** The member, locked until the transaction ends. Refuses `your_account_has_been_locked`. */
export async function getPlacer(tx: Tx, member_id: string): Promise<MemberRow> {
  const member = await getOwnerLocked(tx, member_id)
  refuseLocked(member)
  return member
}

/** The same before a transaction, so that no work is done for a locked member. */
export const requirePlacer = async (on: Queryable, member_id: string): Promise<void> =>
  refuseLocked(await getMember(on, member_id))

function refuseLocked({ lock_kind: kind, lock_reason: reason }: MemberRow): void {
  if (kind !== null) throw refuse('your_account_has_been_locked', { kind, reason })
}
