// A forgotten password: whoever proves to be the member in another way sets a new one. Must never say who is a member.
import type { Tx } from '../database/database.ts'
import { tell } from './members.jobs.ts'
import { deleteMailLinks, setPasswordHash } from './security.store.ts'
import { endOtherSessions } from './sessions.ts'

/** Sets the password of a member who has proved to be one in another way; every session ends, and every link that was mailed. */
export async function setNewPassword(tx: Tx, member_id: string, password_hash: string): Promise<void> {
  await setPasswordHash.one(tx, member_id, password_hash)
  await endOtherSessions(tx, member_id, null)
  await deleteMailLinks.all(tx, member_id, 'password')
  await tell(tx, member_id, 'password_changed', { path: '/individual/security' })
}
