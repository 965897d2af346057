// Confirming with one's own password what a session alone may not do. Wrong tries are counted; it must never say more
// than yes or no.
import type { App } from '../http/app.ts'
import { refuse } from '../http/refusal.ts'
import { ownPasswordTries, withinTries } from './attempts.ts'
import { selectPasswordHash } from './members.store.ts'
import { verifyPassword } from './passwords.ts'

/**
 * Returns the stored hash that the password belongs to. Refuses `current_password_is_incorrect` on the named field, and
 * `too_many_attempts`. Not to be called in a transaction: it takes a connection of its own, and its time.
 */
export async function confirmPassword(
  app: App,
  member_id: string,
  password: string,
  field = 'password',
): Promise<string> {
  const { password_hash } = await selectPasswordHash.one(app.database, member_id)
  const verified = await withinTries(app, ownPasswordTries(member_id), async () =>
    (await verifyPassword(password, password_hash)) ? true : undefined,
  )
  if (verified === undefined) {
    const code = 'current_password_is_incorrect'
    throw refuse(code, { fields: [{ field, code }] })
  }
  return password_hash
}
