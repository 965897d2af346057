// Operators' locks and unlocks. No operator alone ends a security lock, by unlocking or by replacing it,
// nor holds money for more than 72 hours by locking again (lock.test.ts).
import { id } from '@fairturn/contract/ids'
import { z } from 'zod'
import type { Tx } from '../database/database.ts'
import type { Operator } from '../http/app.ts'
import { refuse } from '../http/refusal.ts'
import { defineProposal, propose, type ProposalKind, recordAct } from '../staff/staff.ts'
import { type MemberInDetail, selectInDetail } from './members.admin.store.ts'
import { lockMember, needsTwoToLock, type NewLock, unlockMember } from './lock.ts'
import { getMemberLocked } from './members.ts'
import { addRecoveryCode } from './recovery-codes.ts'
import { endOtherSessions, endSession } from './sessions.ts'

interface LockInput {
  readonly member_id: string
  readonly reason: string
}
/** As in the audit log. */
const actorOf = ({ operator_id }: Pick<Operator, 'operator_id'>): string => `operator:${operator_id}`

const lockedThen = z.strictObject({ member_id: id, locked_at: z.iso.datetime() })

/** Refuses `member_is_not_locked` where this is not, or no longer, the latest security lock. */
async function getLockedThen(tx: Tx, { member_id, locked_at }: z.output<typeof lockedThen>) {
  const member = await getMemberLocked(tx, member_id)
  if (member.security_locked_at?.toISOString() !== locked_at) throw refuse('member_is_not_locked')
  return member
}

/**
 * Ends the security lock that began then, and no other. `with_code`: the owner has neither recovery codes
 * nor an e-mail left, so the approver is shown one code, which sets a new password; the owner's identity
 * was checked by then.
 */
const unlockMoney = defineProposal({
  kind: 'unlock_money',
  content: lockedThen.extend({ with_code: z.boolean() }),
  proposers: ['support', 'owner'],
  approvers: ['support', 'finance', 'owner'],
  member_id: ({ member_id }) => member_id,
  async execute(tx, { with_code, ...then }, { actor, reason }) {
    const { member_id } = then
    const member = await getLockedThen(tx, then)
    const { lock_kind, password_void_since } = member
    if (lock_kind !== 'security' && (!with_code || password_void_since === null))
      throw refuse('member_is_not_locked')
    if (lock_kind === 'security') await unlockMember(tx, { member_id, actor, reason })
    if (with_code) return { recovery_code: await addRecoveryCode(tx, member_id) }
    return undefined
  },
})

/**
 * The second operator's confirmation: the security lock lasts 30 days from then on, and only two operators
 * end it.
 */
const confirmLock = defineProposal({
  kind: 'confirm_security_lock',
  content: z.strictObject({ member_id: id, locked_at: z.iso.datetime().nullable() }),
  proposers: ['support', 'owner'],
  approvers: ['support', 'finance', 'owner'],
  member_id: ({ member_id }) => member_id,
  async execute(tx, { member_id, locked_at }, { actor, reason, proposed_by }) {
    const member = await getMemberLocked(tx, member_id)
    const stands = member.lock_kind === 'security' ? member.locked_at!.toISOString() : null
    if (stands !== locked_at)
      throw refuse(stands === null ? 'member_is_not_locked' : 'member_is_locked_for_security')
    const by = { actor: `operator:${proposed_by}`, confirmed_by: actor }
    await lockMember(tx, { member_id, kind: 'security', reason: member.lock_reason ?? reason, ...by })
  },
})

export const memberProposals: readonly ProposalKind[] = [unlockMoney, confirmLock]

/** The member as staff sees them; refuses `member_is_unknown`. */
export async function findInDetail(tx: Tx, member_id: string): Promise<MemberInDetail> {
  const member = await selectInDetail.maybe(tx, member_id)
  if (member === undefined) throw refuse('member_is_unknown')
  return member
}

/**
 * As lockMember, and returns null. Refuses `member_is_unknown`, also of a closed account, and
 * `member_is_locked_for_security`. A security lock after one that has just expired is proposed to another
 * operator; returns the proposal's id, and the member's sessions end at once.
 */
export async function lockByOperator(
  tx: Tx,
  input: LockInput & Pick<NewLock, 'kind' | 'suspected_since'>,
  operator: Operator,
): Promise<string | null> {
  const member = await lockOpen(tx, input.member_id)
  if (member.lock_kind === 'security' && input.kind !== 'security')
    throw refuse('member_is_locked_for_security')
  if (input.kind === 'security' && member.lock_kind !== 'security' && needsTwoToLock(member, tx.now)) {
    await endSessionsByOperator(tx, { member_id: input.member_id, reason: input.reason }, operator)
    return await proposeConfirmation(tx, input, operator)
  }
  await lockMember(tx, { ...input, actor: actorOf(operator) })
  return null
}

/**
 * Proposes that a security lock lasts 30 days and returns the proposal's id. Refuses `member_is_unknown`
 * and `member_is_not_locked`.
 */
export async function confirmByOperator(tx: Tx, input: LockInput, operator: Operator): Promise<string> {
  const { lock_kind } = await lockOpen(tx, input.member_id)
  if (lock_kind !== 'security') throw refuse('member_is_not_locked')
  return await proposeConfirmation(tx, input, operator)
}

async function proposeConfirmation(tx: Tx, { member_id, reason }: LockInput, operator: Operator) {
  const { lock_kind, locked_at } = await getMemberLocked(tx, member_id)
  const content = { member_id, locked_at: lock_kind === 'security' ? locked_at!.toISOString() : null }
  return await propose(tx, confirmLock, content, reason, operator)
}

/**
 * Ends a lock at once and returns null; of a security lock it returns the id of the proposal for another
 * operator. With `with_code` also once it has expired, for an owner without any way back. Refuses
 * `member_is_unknown` and `member_is_not_locked`.
 */
export async function unlockByOperator(
  tx: Tx,
  { member_id, reason, with_code = false }: LockInput & { readonly with_code?: boolean | undefined },
  operator: Operator,
): Promise<string | null> {
  const { lock_kind, security_locked_at, password_void_since } = await lockOpen(tx, member_id)
  if (lock_kind === 'security' || (lock_kind === null && with_code && password_void_since !== null)) {
    const content = { member_id, locked_at: security_locked_at!.toISOString(), with_code }
    return await propose(tx, unlockMoney, content, reason, operator)
  }
  if (lock_kind === null) throw refuse('member_is_not_locked')
  await unlockMember(tx, { member_id, actor: actorOf(operator), reason })
  return null
}

/**
 * Ends one session, or all of them, and returns how many. Refuses `member_is_unknown` and, of one that is
 * not open or not theirs, `session_is_unknown`.
 */
export async function endSessionsByOperator(
  tx: Tx,
  { member_id, session_id, reason }: LockInput & { readonly session_id?: string | undefined },
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
