import { newId } from '@fairturn/contract/ids'
import { revertCredentials } from '../platform/credentials/credentials.ts'
import { memberSubject } from '../platform/credentials/subjects.ts'
// Account locks (decision 035). A conduct lock: the member can still sign in, read and withdraw. A security lock, after a
// suspected takeover: all sessions end, and recent changes are reverted. member-lock.test.ts replays a takeover.
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { refuseField } from '../platform/http/refusal.ts'
import { settleEach } from '../platform/queue/batches.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { ownReason } from '../platform/texts/reasons.ts'
import { actorName, recordAuditEvent } from '../staff/staff.ts'
import { deleteMailLinks } from './contact.store.ts'
import * as store from './member-lock.store.ts'
import {
  notifySecurityChange,
  restorePayoutAccount,
  retirePostbackKeys,
  returnOpenOffer,
} from './members.jobs.ts'
import { type MemberRow, selectMember, selectMemberLocked, updateLock, lockOf } from './members.store.ts'
import { expireCodes } from './phone-codes.store.ts'
import { endOtherSessions } from './sessions.ts'
import { withdrawalDelayOf } from './withdrawal-delay.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How long a single operator can hold somebody's money. */
export const SECURITY_LOCK_MS = 72 * HOUR_MS
/** Duration after a second operator's confirmation. */
const CONFIRMED_LOCK_MS = 30 * DAY_MS
/**
 * For this long after one has ended, however it did, another security lock requires dual approval; otherwise one person
 * could keep renewing it.
 */
const RELOCK_MS = 30 * DAY_MS
/** Changes within this time before the lock are reverted, unless the operator names another instant. */
const SUSPICION_MS = 7 * DAY_MS
/** The earliest instant an operator can name. Former values are kept a week longer. */
const MAX_SUSPICION_MS = 30 * DAY_MS
const ENDED_AT_ONCE = 500

type Kind = 'conduct' | 'security'

/** Actor and reason; the reason is shown to the member. */
interface Reasoned {
  readonly member_id: string
  readonly actor: string
  readonly reason: string
}

export interface NewLock extends Reasoned {
  readonly kind: Kind
  /**
   * Security lock: since when changes are not trusted (default 7 days before the lock), at most 30 days ago.
   */
  readonly suspected_since?: Date | undefined
  /** Security lock that stands and is confirmed: reverts untrusted changes again. */
  readonly reverts?: boolean
  /** Security lock: the second operator, `operator:<id>`; the lock then lasts 30 days. */
  readonly confirmed_by?: string | undefined
}

/**
 * A new lock replaces the current one. One of the same kind keeps its start and end, so that money is held 72 hours in
 * total; a conduct lock is reinstated after a security lock.
 */
export async function lockMember(tx: Tx, lock: NewLock): Promise<void> {
  const { member_id, kind, reason, actor, confirmed_by = null } = lock
  const member = await selectMemberLocked.one(tx, { id: member_id })
  const again = member.lock_kind === kind
  const locked_at = again ? member.locked_at! : tx.now
  const lock_until = kind === 'security' ? untilOf(tx, member, confirmed_by) : null
  const second = confirmed_by ?? (again ? member.lock_confirmed_by : null)
  const conduct = kind === 'security' ? conductOf(member) : NO_CONDUCT
  await updateLock.one(tx, {
    id: member_id,
    lock_kind: kind,
    lock_reason: reason,
    locked_at,
    lock_until,
    lock_confirmed_by: second,
    ...conduct,
  })
  if (kind === 'security' && (!again || confirmed_by === null || lock.reverts === true))
    await revertUntrustedChanges(tx, member, locked_at, lock.suspected_since)
  await recordAuditEvent(tx, {
    actor,
    action: 'member_locked',
    object: { kind: 'member', id: member_id },
    member_id,
    reason,
    before: snapshotOf(member),
    after: {
      lock: kind,
      since: locked_at.toISOString(),
      until: lock_until?.toISOString() ?? null,
      confirmed_by: second,
    },
  })
  if (confirmed_by === null || !again)
    await notifySecurityChange(tx, member_id, `locked_for_${kind}`, { params: { reason } })
  if (confirmed_by !== null)
    await notifySecurityChange(tx, member_id, 'security_lock_confirmed', {
      params: { until: lock_until!.toISOString() },
    })
}

/** Reason and start of a conduct lock, which a security lock may cover. */
const conductOf = ({ lock_kind, lock_reason, locked_at, ...member }: MemberRow) =>
  lock_kind === 'conduct'
    ? { conduct_reason: lock_reason, conduct_locked_at: locked_at }
    : { conduct_reason: member.conduct_reason, conduct_locked_at: member.conduct_locked_at }
const NO_CONDUCT = { conduct_reason: null, conduct_locked_at: null }

function untilOf(tx: Tx, member: MemberRow, confirmed_by: string | null): Date {
  if (confirmed_by !== null) return new Date(tx.now.getTime() + CONFIRMED_LOCK_MS)
  return member.lock_kind === 'security' ? member.lock_until! : new Date(tx.now.getTime() + SECURITY_LOCK_MS)
}

/** Reverts untrusted changes; later modules do their part in jobs. */
async function revertUntrustedChanges(
  tx: Tx,
  member: MemberRow,
  locked_at: Date,
  named?: Date,
): Promise<void> {
  const member_id = member.id
  const since = await suspicionOf(tx, member, named)
  await store.updateSecurityStart.one(tx, { member_id, locked_at })
  await endOtherSessions(tx, member_id, null)
  await revertCredentials(tx, memberSubject(member_id), since)
  await deleteMailLinks.all(tx, { member_id, purpose: null })
  await store.deleteContactsSince.all(tx, { member_id, since })
  const { email, phone } = await store.selectContactAt.one(tx, { member_id, since })
  await store.updateContact.one(tx, { member_id, email, phone, now: tx.now })
  await expireCodes.all(tx, { member_id, now: tx.now })
  const period = { member_id, since: since.toISOString(), at: tx.now.toISOString() }
  await enqueue(tx, restorePayoutAccount, period)
  await enqueue(tx, retirePostbackKeys, period)
  await enqueue(tx, returnOpenOffer, { member_id })
}

/** Refuses `field_is_invalid` for an instant that a lock cannot go back to. */
export function requirePossibleSuspicion(named: Date | undefined, now: Date): void {
  if (named === undefined) return
  const agoMs = now.getTime() - named.getTime()
  if (agoMs < 0 || agoMs > MAX_SUSPICION_MS) throw refuseField('field_is_invalid', 'suspected_since')
}

/** Since when changes are not trusted: a week ago, but for a new account from the first sign-in after registration. */
async function suspicionOf(tx: Tx, member: MemberRow, named: Date | undefined): Promise<Date> {
  const now_ms = tx.now.getTime()
  if (named !== undefined) return named
  const weekAgo = new Date(now_ms - SUSPICION_MS)
  if (member.created_at <= weekAgo) return weekAgo
  const { at } = await store.selectFirstSignIn.one(tx, { id: member.id })
  return at === null ? member.created_at : new Date(at.getTime() - 1)
}

/**
 * Ends the current lock, if any. After a security lock a new password is required, withdrawals are held for a day, and an
 * earlier conduct lock is reinstated.
 */
export async function unlockMember(tx: Tx, { member_id, actor, reason }: Reasoned): Promise<void> {
  const member = await selectMemberLocked.one(tx, { id: member_id })
  if (member.lock_kind === null) return
  const { conduct_reason, conduct_locked_at } = member
  const kind = conduct_reason === null ? null : 'conduct'
  await updateLock.one(tx, {
    id: member_id,
    lock_kind: kind,
    lock_reason: conduct_reason,
    locked_at: conduct_locked_at,
    lock_until: null,
    lock_confirmed_by: null,
    ...NO_CONDUCT,
  })
  if (member.lock_kind === 'security')
    await store.updateSecurityEnd.one(tx, { member_id, security_ended_at: tx.now })
  await recordAuditEvent(tx, {
    actor,
    action: 'member_unlocked',
    object: { kind: 'member', id: member_id },
    member_id,
    reason,
    before: snapshotOf(member),
    after: { lock: kind, since: conduct_locked_at?.toISOString() ?? null },
  })
  await notifySecurityChange(
    tx,
    member_id,
    member.lock_kind === 'security' ? 'security_lock_ended' : 'unlocked',
    {
      path: '/individual/security',
    },
  )
}

/** The conduct lock that a complaint is about, by its start; another one may stand by now, or none. */
export interface ConductLock {
  readonly member_id: string
  readonly since: Date
}

/**
 * What of the decided lock stands: the facts for which it was made, and the member if a lock for them does, also under a
 * security lock. One that was made since for other facts is another decision. Locks the member.
 */
async function findDecided(tx: Tx, { member_id, since }: ConductLock) {
  const member = await selectMemberLocked.one(tx, { id: member_id })
  const { conduct_reason: reason, conduct_locked_at } = conductOf(member)
  const reasons = await store.selectConductReasons.all(tx, { member_id, since })
  const facts = new Set(reasons.map((each) => factsOf(each.reason)))
  const stands = conduct_locked_at?.getTime() === since.getTime()
  if (stands) facts.add(factsOf(reason!))
  return { facts, member: stands || (reason !== null && facts.has(factsOf(reason))) ? member : undefined }
}

/** Whether a conduct lock for the decided facts stands. Locks the member. */
export const conductLockStands = async (tx: Tx, lock: ConductLock): Promise<boolean> =>
  (await findDecided(tx, lock)).member !== undefined

/**
 * Ends a conduct lock that a complaint has overruled; also one that a security lock covers, which stays. The same facts cannot
 * lock again (operator-locks.ts), whether or not the lock still stands.
 */
export async function overruleConductLock(
  tx: Tx,
  { member_id, actor, reason, since }: Reasoned & ConductLock,
): Promise<void> {
  const { facts: overruled, member } = await findDecided(tx, { member_id, since })
  for (const facts of overruled)
    await store.insertOverruledLock.all(tx, { id: newId(tx.now), member_id, facts, at: tx.now })
  if (member === undefined) return
  if (member.lock_kind === 'conduct') {
    await unlockMember(tx, { member_id, actor, reason })
    return
  }
  await updateLock.one(tx, {
    id: member_id,
    lock_kind: member.lock_kind,
    lock_reason: member.lock_reason,
    locked_at: member.locked_at,
    lock_until: member.lock_until,
    lock_confirmed_by: member.lock_confirmed_by,
    ...NO_CONDUCT,
  })
  await recordAuditEvent(tx, {
    actor,
    action: 'member_unlocked',
    object: { kind: 'member', id: member_id },
    member_id,
    reason,
    before: { lock: 'conduct', since: member.conduct_locked_at!.toISOString() },
    after: snapshotOf(member),
  })
}

/** What a reason says, whatever its spaces, signs and capitals. */
export const factsOf = (reason: string): string =>
  reason
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Ends expired security locks, each in its own transaction; returns how many. For a scheduled job. */
export async function endExpiredLocks(database: Database): Promise<number> {
  return await settleEach(database, {
    size: ENDED_AT_ONCE,
    find: (failed) =>
      store.expiredLocks.all(database, { now: database.clock.now(), failed, limit: ENDED_AT_ONCE }),
    settle: (tx, [member_id]) => endExpired(tx, member_id!),
  })
}

/** The same for one account, so that its member need not wait for the job. */
export const endIfExpired = (database: Database, member_id: string): Promise<void> =>
  database.transaction((tx) => endExpired(tx, member_id))

async function endExpired(tx: Tx, member_id: string): Promise<void> {
  const member = await selectMemberLocked.one(tx, { id: member_id })
  if (member.lock_until === null || member.lock_until > tx.now) return
  const reason = ownReason('lock_time_is_over')
  await unlockMember(tx, { member_id, actor: 'system', reason })
}

/** Whether another security lock requires dual approval: one stands, or has ended within 30 days. */
export const needsTwoToLock = ({ lock_kind, security_ended_at }: MemberRow, now: Date): boolean =>
  lock_kind === 'security' ||
  (security_ended_at !== null && now.getTime() - security_ended_at.getTime() < RELOCK_MS)

/** A lock as shown to staff, with the second operator's name and its remaining effects. */
export async function lockForStaff(on: Queryable, member_id: string, now: Date) {
  const member = await selectMember.one(on, { id: member_id })
  const lock = lockOf(member)
  const confirmed_by = await actorName(on, member.lock_confirmed_by)
  return {
    lock:
      lock === null
        ? null
        : { kind: lock.kind, since: lock.since, until: lock.until, reason: lock.reason, confirmed_by },
    withdrawals_held_until: withdrawalDelayOf(member, now)?.until.toISOString() ?? null,
    needs_new_password: member.password_void_since !== null,
  }
}

const snapshotOf = ({ lock_kind, locked_at, lock_until, lock_confirmed_by }: MemberRow) => ({
  lock: lock_kind,
  since: locked_at?.toISOString() ?? null,
  until: lock_until?.toISOString() ?? null,
  confirmed_by: lock_confirmed_by,
})
