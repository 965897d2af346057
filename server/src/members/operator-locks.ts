// Locking and unlocking by operators. No single operator can end a security lock, or hold money for more than 72 hours by
// locking repeatedly (account-lock.test.ts).
import { id } from '@fairturn/contract/ids'
import { z } from 'zod'
import type { Tx } from '../platform/database/database.ts'
import type { Operator } from '../platform/http/app.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { actorOf, defineProposal, propose, type ProposalKind, recordAuditEvent } from '../staff/staff.ts'
import { lockMember, needsTwoToLock, type NewLock, unlockMember } from './account-lock.ts'
import { type MemberInDetail, selectInDetail } from './members.admin.store.ts'
import { getMemberLocked } from './members.ts'
import { addRecoveryCode } from './recovery-codes.ts'
import { endOtherSessions, endSession } from './sessions.ts'

interface LockInput {
  readonly member_id: string
  readonly reason: string
}

const lockedThen = z.strictObject({ member_id: id, locked_at: z.iso.datetime() })

/** Refuses `member_is_not_locked` unless this is the current security lock. */
async function getLockedThen(tx: Tx, { member_id, locked_at }: z.output<typeof lockedThen>) {
  const member = await getMemberLocked(tx, member_id)
  if (member.security_locked_at?.toISOString() !== locked_at) throw refuse('member_is_not_locked')
  return member
}

/**
 * Ends the security lock with that start, and no other. `with_code`: for an owner without recovery codes or e-mail whose
 * identity was checked, the approver is shown a code that allows setting a new password and signing in with it alone.
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

/** The lock then lasts 30 days, and only dual approval ends it. */
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
    const by = { actor: actorOf({ operator_id: proposed_by }), confirmed_by: actor }
    await lockMember(tx, { member_id, kind: 'security', reason: member.lock_reason ?? reason, ...by })
  },
})

export const memberProposals: readonly ProposalKind[] = [unlockMoney, confirmLock]

/** The member as shown to staff. Refuses `member_is_unknown`. */
export async function findInDetail(tx: Tx, member_id: string): Promise<MemberInDetail> {
  const member = orRefuse(await selectInDetail.maybe(tx, member_id), 'member_is_unknown')
  return member
}

/**
 * Locks and returns null. Refuses `member_is_unknown` and `member_is_locked_for_security`. A security lock soon after an
 * expired one only ends the sessions and is proposed to another operator: returns the proposal's id.
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

/** Returns the proposal's id. Refuses `member_is_unknown` and `member_is_not_locked`. */
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
 * Returns null, or the proposal's id if dual approval is required. Refuses `member_is_unknown` and
 * `member_is_not_locked`.
 */
export async function unlockByOperator(
  tx: Tx,
  { member_id, reason, with_code = false }: LockInput & { readonly with_code?: boolean | undefined },
  operator: Operator,
): Promise<string | null> {
  const { lock_kind, security_locked_at, password_void_since } = await lockOpen(tx, member_id)
  if (lock_kind === 'security' || (with_code && password_void_since !== null)) {
    const content = { member_id, locked_at: security_locked_at!.toISOString(), with_code }
    return await propose(tx, unlockMoney, content, reason, operator)
  }
  if (lock_kind === null) throw refuse('member_is_not_locked')
  await unlockMember(tx, { member_id, actor: actorOf(operator), reason })
  return null
}

/** Ends one session, or all; returns how many. Refuses `member_is_unknown` and `session_is_unknown`. */
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
  await recordAuditEvent(tx, {
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
