// What a lock blocks, and the refusals; access.test.ts checks every call.
import type { Database, Tx } from '../platform/database/database.ts'
import { hitLimit } from '../platform/http/limits.ts'
import { refuse, type Refusal } from '../platform/http/refusal.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { alarmRefusedUnderLock } from './members.jobs.ts'
import { refuseAsLocked, selectLocksShared, selectMemberLocked } from './members.store.ts'

/** Under a security lock no call declared `lockedOut` takes effect, not even one in flight. Takes a row lock. */
export async function refuseLockedOut(tx: Tx, member_id: string): Promise<void> {
  const member = await selectMemberLocked.one(tx, { id: member_id })
  if (member.lock_kind === 'security') throw refuseAsLocked(member)
}

/** Refusals for members under a security lock. None of the others can be locked before the transaction ends. */
export async function refusalsUnderLock(
  tx: Tx,
  member_ids: readonly string[],
): Promise<ReadonlyMap<string, Refusal>> {
  const members = await selectLocksShared.all(tx, { member_ids })
  const locked = members.filter(({ lock_kind }) => lock_kind === 'security')
  return new Map(locked.map((member) => [member.id, refuseAsLocked(member)]))
}

/**
 * Called before a session is opened. Refuses `your_account_has_been_locked` and `a_new_password_is_needed`. Locks the
 * member's row.
 */
export async function refuseSignIn(tx: Tx, member_id: string): Promise<void> {
  const member = await selectMemberLocked.one(tx, { id: member_id })
  if (member.lock_kind === 'security') throw refuseAsLocked(member)
  if (member.password_void_since !== null) throw refuse('a_new_password_is_needed')
}

/** Raises an alarm, at most once a day, about an attempt to change an account under a security lock. */
export async function recordRefusedUnderLock(database: Database, member_id: string): Promise<void> {
  const now = database.clock.now()
  if (!(await hitLimit(database, now, `refused-under-lock:${member_id}`, { hits: 1, per_seconds: 86_400 })))
    return
  await database.transaction((tx) => enqueue(tx, alarmRefusedUnderLock, { member_id, at: now.toISOString() }))
}
