// Confirming with the password or a passkey what a session alone may not do. Wrong tries are counted, and
// no refusal says more than that it was wrong.
import type { Proof } from '@fairturn/contract/security'
import type { FastifyRequest } from 'fastify'
import type { App, Viewer } from '../http/app.ts'
import { refuse } from '../http/refusal.ts'
import { ownPasswordTries, withinTries } from '../credentials/attempts.ts'
import { memberOwner } from '../credentials/owners.ts'
import { readPasskeyUse, spendPasskey } from '../credentials/passkeys.ts'
import { checkPassword } from '../credentials/passwords.ts'

/**
 * Returns the stored hash that the password belongs to. Refuses `current_password_is_incorrect` on the
 * named field, and `too_many_attempts`. Not for use in a transaction: it needs a connection of its own, and
 * is slow.
 */
export async function confirmPassword(
  app: App,
  member_id: string,
  password: string,
  field = 'password',
): Promise<string> {
  const hash = await withinTries(app, ownPasswordTries(member_id), () =>
    checkPassword(app.database, memberOwner(member_id), password),
  )
  if (hash === undefined) {
    const code = 'current_password_is_incorrect'
    throw refuse(code, { fields: [{ field, code }] })
  }
  return hash
}

/** Who confirms; a handler's call has all of it. */
interface ConfirmationRequest {
  readonly app: App
  readonly viewer: Viewer
  readonly request: FastifyRequest
}

/**
 * Returns when the password, or the passkey asked by `passkeys/confirm`, is the member's own. The passkey's challenge is used up.
 * Refuses `confirmation_is_required`, `current_password_is_incorrect`, `too_many_attempts`, `passkey_was_not_accepted` and
 * `passkey_request_has_expired`. Not to be called in a transaction.
 */
export async function verifyConfirmation(
  { app, viewer, request }: ConfirmationRequest,
  proof: Proof,
): Promise<void> {
  const { member_id } = viewer
  const { assertion, password = '' } = proof
  if (assertion !== undefined) {
    const use = await readPasskeyUse({ app, request }, 'confirm', memberOwner(member_id), assertion)
    await spendPasskey(app.database, app.database.clock.now(), use)
  } else if (password === '') {
    const code = 'confirmation_is_required'
    throw refuse(code, { fields: [{ field: 'password', code }] })
  } else await confirmPassword(app, member_id, password)
}
