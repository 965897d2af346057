// Locking and unlocking by operators. No single operator can end a security lock, or hold money for more than 72 hours by
// locking repeatedly (member-lock.test.ts).
import { id } from '@fairturn/contract/ids'
import { z } from 'zod'
import type { Tx } from '../platform/database/database.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import {
  type ActingOperator,
  actorOf,
  defineProposal,
  propose,
  type ProposalKind,
  recordAuditEvent,
  refuseDecided,
} from '../staff/staff.ts'
import { mailSecondHalf } from './mails.ts'
import { selectOverruledLocks } from './member-lock.store.ts'
import {
  factsOf,
  lockMember,
  needsTwoToLock,
  type NewLock,
  requirePossibleSuspicion,
  unlockMember,
} from './member-lock.ts'
import { type MemberInDetail, selectInDetail } from './members.admin.store.ts'
import { getMemberLocked } from './members.ts'
import { addRecoveryCode, keepSecondHalf, takeSecondHalf } from './recovery-codes.ts'
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
 * Ends the security lock with that start, and no other. `with_code`: for a member without recovery codes or e-mail whose
 * identity was checked, a code that allows setting a new password and signing in with it alone. No operator holds both
 * halves of it: the approver is shown the first, the second goes to the mail address of before, or to a third operator.
 */
const unlockMoney = (mail: boolean) =>
  defineProposal({
    kind: 'unlock_money',
    oneOpenFor: ['member_id'],
    content: lockedThen.extend({ with_code: z.boolean() }),
    proposers: ['support', 'owner'],
    approvers: ['support', 'finance', 'owner'],
    member_id: ({ member_id }) => member_id,
    async execute(tx, { with_code, ...then }, { actor, approver, proposed_by, reason }) {
      const { member_id } = then
      const member = await getLockedThen(tx, then)
      const { lock_kind, password_void_since } = member
      if (lock_kind !== 'security' && (!with_code || password_void_since === null))
        throw refuse('member_is_not_locked')
      if (lock_kind === 'security') await unlockMember(tx, { member_id, actor, reason })
      if (!with_code) return undefined
      const { first, second } = await addRecoveryCode(tx, member_id)
      const otherHalf = (await mailSecondHalf(tx, { member_id, mail, second })) ? 'mail' : 'third_person'
      if (otherHalf === 'third_person') {
        const half_id = await keepSecondHalf(tx, member_id, second)
        const content = { member_id, half_id, first_person: proposed_by }
        await propose(tx, handOver, content, reason, approver)
      }
      return { recovery_code_first_half: first, other_half: otherHalf }
    },
  })

/** Shows the second half of a recovery code to a third operator, who gives it to the member. */
const handOver = defineProposal({
  kind: 'recovery_code_handover',
  content: z.strictObject({ member_id: id, half_id: id, first_person: id }),
  proposers: ['support', 'finance', 'owner'],
  approvers: ['support', 'finance', 'owner'],
  member_id: ({ member_id }) => member_id,
  excluded: ({ first_person }) => [first_person],
  async execute(tx, { half_id }) {
    return { recovery_code_second_half: await takeSecondHalf(tx, half_id) }
  },
})

/** The lock then lasts 30 days, and only dual approval ends it. */
const confirmLock = defineProposal({
  kind: 'confirm_security_lock',
  oneOpenFor: 'content',
  content: z.strictObject({
    member_id: id,
    locked_at: z.iso.datetime().nullable(),
    /** Locks, and reverts untrusted changes; false: only lets the lock that stands last longer. */
    reverts: z.boolean(),
    suspected_since: z.iso.datetime().nullable(),
  }),
  proposers: ['support', 'owner'],
  approvers: ['support', 'finance', 'owner'],
  member_id: ({ member_id }) => member_id,
  async execute(tx, { member_id, locked_at, reverts, suspected_since }, { actor, reason, proposed_by }) {
    const member = await getMemberLocked(tx, member_id)
    const stands = member.lock_kind === 'security' ? member.locked_at!.toISOString() : null
    if (stands !== locked_at)
      throw refuse(stands === null ? 'member_is_not_locked' : 'member_is_locked_for_security')
    await requireOtherFacts(tx, { member_id, reason })
    await lockMember(tx, {
      member_id,
      kind: 'security',
      reason: stands === null ? reason : member.lock_reason!,
      reverts,
      suspected_since: suspected_since === null ? undefined : new Date(suspected_since),
      actor: actorOf({ operator_id: proposed_by }),
      confirmed_by: actor,
    })
  },
})

/** For so long another lock, of either kind, takes two people after a complaint, or its time, has ended one. */
const BY_TWO_MS = 30 * 86_400_000

/**
 * Refuses `these_facts_were_decided_otherwise` for facts that a complaint has overruled. Returns whether another lock takes
 * two people.
 */
async function requireOtherFacts(tx: Tx, { member_id, reason }: LockInput): Promise<boolean> {
  const since = new Date(tx.now.getTime() - BY_TWO_MS)
  const { same, recent } = await selectOverruledLocks.one(tx, { member_id, facts: factsOf(reason), since })
  if (same) throw refuse('these_facts_were_decided_otherwise')
  return recent
}

/** Another conduct lock within 30 days of one that was overruled. */
const conductLockAgain = defineProposal({
  kind: 'conduct_lock_again',
  oneOpenFor: ['member_id'],
  content: z.strictObject({ member_id: id }),
  proposers: ['support', 'owner'],
  approvers: ['support', 'owner'],
  member_id: ({ member_id }) => member_id,
  async execute(tx, { member_id }, { reason, proposed_by }) {
    const member = await getMemberLocked(tx, member_id)
    if (member.lock_kind === 'security') throw refuse('member_is_locked_for_security')
    await requireOtherFacts(tx, { member_id, reason })
    const actor = actorOf({ operator_id: proposed_by })
    await lockMember(tx, { member_id, kind: 'conduct', reason, actor })
  },
})

/** `mail`: whether mails can be sent. */
export const memberProposals = ({ mail }: { readonly mail: boolean }): readonly ProposalKind[] => [
  unlockMoney(mail),
  handOver,
  confirmLock,
  conductLockAgain,
]

/** The member as shown to staff. Refuses `member_is_unknown`. */
export async function findInDetail(tx: Tx, member_id: string): Promise<MemberInDetail> {
  const member = orRefuse(await selectInDetail.maybe(tx, { member_id }), 'member_is_unknown')
  return member
}

/**
 * Locks and returns null. Refuses `member_is_unknown`, `member_is_locked_for_security`,
 * `these_facts_were_decided_otherwise` and `field_is_invalid`. A lock of either kind within 30 days of a conduct lock that was
 * overruled is proposed, and so is a second security lock within 30 days: a security lock then only ends the sessions. Returns
 * the proposal's id.
 */
export async function lockByOperator(
  tx: Tx,
  input: LockInput & Pick<NewLock, 'kind' | 'suspected_since'>,
  operator: ActingOperator,
): Promise<string | null> {
  const member = await lockOpen(tx, input.member_id)
  if (member.lock_kind === 'security' && input.kind !== 'security')
    throw await refuseDecided(tx, 'member_is_locked_for_security', input.member_id)
  requirePossibleSuspicion(input.suspected_since, tx.now)
  const soon = await requireOtherFacts(tx, input)
  if (input.kind === 'conduct' && soon)
    return await propose(tx, conductLockAgain, { member_id: input.member_id }, input.reason, operator)
  if (input.kind !== 'security' || !(soon || needsTwoToLock(member, tx.now))) {
    await lockMember(tx, { ...input, actor: actorOf(operator) })
    return null
  }
  if (member.lock_kind !== 'security')
    await endSessionsByOperator(tx, { member_id: input.member_id, reason: input.reason }, operator)
  return await proposeConfirmation(tx, { ...input, reverts: true }, operator)
}

/** Returns the proposal's id. Refuses `member_is_unknown`, `member_is_not_locked` and `these_facts_were_decided_otherwise`. */
export async function confirmByOperator(tx: Tx, input: LockInput, operator: ActingOperator): Promise<string> {
  const { lock_kind } = await lockOpen(tx, input.member_id)
  if (lock_kind !== 'security') throw await refuseDecided(tx, 'member_is_not_locked', input.member_id)
  await requireOtherFacts(tx, input)
  return await proposeConfirmation(tx, { ...input, reverts: false }, operator)
}

async function proposeConfirmation(
  tx: Tx,
  {
    member_id,
    reason,
    reverts,
    suspected_since,
  }: LockInput & Pick<NewLock, 'suspected_since'> & { readonly reverts: boolean },
  operator: ActingOperator,
) {
  const { lock_kind, locked_at } = await getMemberLocked(tx, member_id)
  const content = {
    member_id,
    locked_at: lock_kind === 'security' ? locked_at!.toISOString() : null,
    reverts,
    suspected_since: suspected_since?.toISOString() ?? null,
  }
  return await propose(tx, confirmLock, content, reason, operator)
}

/**
 * Returns null, or the proposal's id if dual approval is required. Refuses `member_is_unknown` and
 * `member_is_not_locked`.
 */
export async function unlockByOperator(
  tx: Tx,
  { member_id, reason, with_code = false }: LockInput & { readonly with_code?: boolean | undefined },
  operator: ActingOperator,
): Promise<string | null> {
  const { lock_kind, security_locked_at, password_void_since } = await lockOpen(tx, member_id)
  if (lock_kind === 'security' || (with_code && password_void_since !== null)) {
    const content = { member_id, locked_at: security_locked_at!.toISOString(), with_code }
    return await propose(tx, unlockMoney(false), content, reason, operator)
  }
  if (lock_kind === null) throw await refuseDecided(tx, 'member_is_not_locked', member_id)
  await unlockMember(tx, { member_id, actor: actorOf(operator), reason })
  return null
}

/** Ends one session, or all; returns how many. Refuses `member_is_unknown` and `session_is_unknown`. */
export async function endSessionsByOperator(
  tx: Tx,
  { member_id, session_id, reason }: LockInput & { readonly session_id?: string | undefined },
  operator: ActingOperator,
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
