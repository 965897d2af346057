// Step-up confirmation by password or passkey, for actions that need more than a session. Attempts are rate-limited.
import type { Proof } from '@fairturn/contract/security'
import type { FastifyRequest } from 'fastify'
import { passwordAttemptLimits, enforceAttemptLimits } from '../platform/credentials/attempts.ts'
import { memberOwner } from '../platform/credentials/owners.ts'
import { readPasskeyUse, spendPasskey } from '../platform/credentials/passkeys.ts'
import { checkPassword } from '../platform/credentials/passwords.ts'
import type { App, Viewer } from '../platform/http/app.ts'
import { refuseField } from '../platform/http/refusal.ts'

/**
 * Returns the hash of the correct password. Refuses `current_password_is_incorrect` on the field, and
 * `too_many_attempts`. Slow, on a separate connection: not for use in a transaction.
 */
export async function confirmPassword(
  app: App,
  member_id: string,
  password: string,
  field = 'password',
): Promise<string> {
  const hash = await enforceAttemptLimits(app, passwordAttemptLimits(member_id), () =>
    checkPassword(app.database, memberOwner(member_id), password),
  )
  if (hash === undefined) throw refuseField('current_password_is_incorrect', field)
  return hash
}

interface ConfirmationRequest {
  readonly app: App
  readonly viewer: Viewer
  readonly request: FastifyRequest
}

/**
 * Verifies the password or a passkey assertion. Refuses `confirmation_is_required`, `current_password_is_incorrect`,
 * `too_many_attempts`, `passkey_was_not_accepted` and `passkey_request_has_expired`. Not for use in a transaction.
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
  } else if (password === '') throw refuseField('confirmation_is_required', 'password')
  else await confirmPassword(app, member_id, password)
}
