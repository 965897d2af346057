// A forgotten password: who is verified in another way sets a new one. No answer tells who is a member
// (recovery.test.ts).
import type { Tx } from '../database/database.ts'
import { notifySecurityChange } from './members.jobs.ts'
import { unlockMember } from './lock.ts'
import { refuseAsLocked } from './locked.ts'
import { memberOwner } from '../credentials/owners.ts'
import { replacePassword } from '../credentials/passwords.ts'
import { deleteMailLinks } from './mails.store.ts'
import { endPasswordVoid, selectMemberLocked } from './members.store.ts'
import { endOtherSessions } from './sessions.ts'

/**
 * Sets the password of a member who has proved to be one in another way; every session ends, and every link that was mailed. It is
 * how an owner comes back under a security lock, which it ends, until a second operator has confirmed it: then it refuses
 * `your_account_has_been_locked`, for whoever comes back could have the mailbox or the codes as well.
 */
export async function setNewPassword(tx: Tx, member_id: string, password_hash: string): Promise<void> {
  const member = await selectMemberLocked.one(tx, member_id)
  if (member.lock_kind === 'security') {
    if (member.lock_confirmed_by !== null) throw refuseAsLocked(member)
    const reason = 'The owner came back and set a new password.'
    await unlockMember(tx, { member_id, actor: 'system', reason })
  }
  if (!(await replacePassword(tx, memberOwner(member_id), password_hash)))
    throw new Error('no password is set')
  await endPasswordVoid.all(tx, member_id)
  await endOtherSessions(tx, member_id, null)
  await deleteMailLinks.all(tx, member_id, 'password')
  await notifySecurityChange(tx, member_id, 'password_changed', { path: '/individual/security' })
}
