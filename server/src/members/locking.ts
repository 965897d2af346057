// What operators do to an account. It must never let one of them alone end a security lock, neither by unlocking nor by
// putting another lock in its place: money waits behind it.
import { id } from '@fairturn/contract/ids'
import { z } from 'zod'
import type { Tx } from '../database/database.ts'
import type { Operator } from '../http/app.ts'
import { refuse } from '../http/refusal.ts'
import { defineProposal, propose, type ProposalKind, recordAct } from '../staff/staff.ts'
import { type MemberInDetail, selectInDetail } from './members.admin.store.ts'
import { getMemberLocked, lockMember, unlockMember } from './profile.ts'
import { endOtherSessions, endSession } from './sessions.ts'

interface Asked {
  readonly member_id: string
  readonly reason: string
}
/** As acts name them. */
const actorOf = ({ operator_id }: Pick<Operator, 'operator_id'>): string => `operator:${operator_id}`

/** Ends the security lock that began then, and no other. */
const unlockMoney = defineProposal({
  kind: 'unlock_money',
  content: z.strictObject({ member_id: id, locked_at: z.iso.datetime() }),
  proposers: ['support', 'owner'],
  approvers: ['support', 'finance', 'owner'],
  member_id: ({ member_id }) => member_id,
  async execute(tx, { member_id, locked_at }, { actor, reason }) {
    const member = await getMemberLocked(tx, member_id)
    if (member.lock_kind !== 'security' || member.locked_at!.toISOString() !== locked_at)
      throw refuse('member_is_not_locked')
    await unlockMember(tx, { member_id, actor, reason })
  },
})

export const memberProposals: readonly ProposalKind[] = [unlockMoney]

/** The member as staff sees them; refuses `member_is_unknown`. */
export async function findInDetail(tx: Tx, member_id: string): Promise<MemberInDetail> {
  const member = await selectInDetail.maybe(tx, member_id)
  if (member === undefined) throw refuse('member_is_unknown')
  return member
}

/** As lockMember. Refuses `member_is_unknown`, also of a closed account, and `member_is_locked_for_security`. */
export async function lockByOperator(
  tx: Tx,
  asked: Asked & { readonly kind: 'conduct' | 'security' },
  operator: Operator,
): Promise<void> {
  const member = await lockOpen(tx, asked.member_id)
  if (member.lock_kind === 'security' && asked.kind !== 'security')
    throw refuse('member_is_locked_for_security')
  await lockMember(tx, { ...asked, actor: actorOf(operator) })
}

/**
 * Ends a lock at once and answers null; of a security lock it answers the id of the proposal another operator approves.
 * Refuses `member_is_unknown` and `member_is_not_locked`.
 */
export async function unlockByOperator(
  tx: Tx,
  { member_id, reason }: Asked,
  operator: Operator,
): Promise<string | null> {
  const { lock_kind, locked_at } = await lockOpen(tx, member_id)
  if (lock_kind === null) throw refuse('member_is_not_locked')
  if (lock_kind === 'security') {
    const content = { member_id, locked_at: locked_at!.toISOString() }
    return await propose(tx, unlockMoney, content, reason, operator)
  }
  await unlockMember(tx, { member_id, actor: actorOf(operator), reason })
  return null
}

/**
 * Ends one session, or all of them, and answers how many. Refuses `member_is_unknown` and, of one that is not open or
 * not theirs, `session_is_unknown`.
 */
export async function endSessionsByOperator(
  tx: Tx,
  { member_id, session_id, reason }: Asked & { readonly session_id?: string | undefined },
  operator: Operator,
): Promise<number> {
  await lockOpen(tx, member_id)
  const ended =
    session_id === undefined
      ? await endOtherSessions(tx, member_id, null)
      : Number(await endSession(tx, { member_id, session_id }))
  if (ended === 0 && session_id !== undefined) throw refuse('session_is_unknown')
  await recordAct(tx, {
    actor: actorOf(operator),
    action: 'member_sessions_ended',
    object: { kind: 'member', id: member_id },
    member_id,
    reason,
    after: { ended },
  })
  return ended
}

async function lockOpen(tx: Tx, member_id: string) {
  if ((await findInDetail(tx, member_id)).closed_at !== null) throw refuse('member_is_unknown')
  return await getMemberLocked(tx, member_id)
}
