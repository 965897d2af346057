import { newId } from '@fairturn/contract/ids'
import type { Tx } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import { deleteMailLinks, updateEmail, updatePhone } from './contact.store.ts'
import { refuseLockedOut } from './lock-refusals.ts'
import { notifyFormerAddress } from './mails.ts'
import { notifySecurityChange } from './members.jobs.ts'
import { maskPhone } from './names.ts'
import { expireCodes, lockPhone } from './phone-codes.store.ts'

const PATH = '/individual/security'

/** Sets the address; notifies the former one and voids links mailed to it. Refuses `your_account_has_been_locked`. */
export async function setEmail(tx: Tx, member_id: string, email: string): Promise<void> {
  await refuseLockedOut(tx, member_id)
  const changed = await updateEmail.maybe(tx, { member_id, email, id: newId(tx.now), left_at: tx.now })
  if (changed === undefined) return
  await notifyFormerAddress(tx, member_id, changed.old_email)
  await deleteMailLinks.all(tx, { member_id, purpose: 'password' })
  await notifySecurityChange(tx, member_id, 'email_changed', {
    params: { email: maskEmail(email) },
    path: PATH,
  })
}

/** Removes the address, which is notified, and every pending link. */
export async function removeEmail(tx: Tx, member_id: string): Promise<void> {
  await deleteMailLinks.all(tx, { member_id, purpose: 'email' })
  await deleteMailLinks.all(tx, { member_id, purpose: 'password' })
  const changed = await updateEmail.maybe(tx, { member_id, email: null, id: newId(tx.now), left_at: tx.now })
  if (changed === undefined) return
  await notifyFormerAddress(tx, member_id, changed.old_email)
  await notifySecurityChange(tx, member_id, 'email_removed', { path: PATH })
}

/**
 * Changes the number (E.164). `confirmed`: by a code sent to it. `unconfirmed_blocks`: as in NewMember. Refuses `username_or_phone_number_already_exists`.
 */
export async function setPhone(
  tx: Tx,
  member_id: string,
  phone: string,
  { confirmed, unconfirmed_blocks }: { confirmed: boolean; unconfirmed_blocks: boolean },
): Promise<void> {
  await lockPhone.all(tx, { phone })
  const changed = await updatePhone.maybe(tx, {
    member_id,
    phone,
    id: newId(tx.now),
    left_at: tx.now,
    unconfirmed_blocks,
    confirmed,
  })
  if (changed === undefined) throw refuse('username_or_phone_number_already_exists')
  if (changed.old_phone === phone) return
  await expireCodes.all(tx, { member_id, now: tx.now })
  await notifySecurityChange(tx, member_id, 'phone_changed', {
    params: { phone: maskPhone(phone) },
    path: PATH,
  })
}

// Masked, because a lock screen may show it.
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}****${email.slice(at)}`
}
