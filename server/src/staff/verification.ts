// Verifies an operator: by passkey, or by password and one-time code. A failure does not reveal which of the two was wrong
// (sign-in.test.ts).
import type { Assertion } from '@fairturn/contract/security'
import type { FastifyRequest } from 'fastify'
import { signInAttemptLimits, enforceAttemptLimits } from '../platform/credentials/attempts.ts'
import type { Cipher } from '../platform/credentials/encryption.ts'
import { findOneTimeStep } from '../platform/credentials/one-time-codes.ts'
import { readPasskeyUse, spendPasskey } from '../platform/credentials/passkeys.ts'
import { checkPassword } from '../platform/credentials/passwords.ts'
import { findCode, type RightCode, spendCode } from '../platform/credentials/second-factor.ts'
import { operatorSubject } from '../platform/credentials/subjects.ts'
import type { Tx } from '../platform/database/database.ts'
import type { App } from '../platform/http/app.ts'
import { orRefuse, Refusal, refuse } from '../platform/http/refusal.ts'
import { findActive, findActiveByName } from './operators.store.ts'

/** Name shown by passkey providers and authenticator apps. */
export const SITE_OF_STAFF = 'Fairturn staff'

interface VerificationInput {
  readonly username?: string | undefined
  readonly password?: string | undefined
  readonly otp?: string | undefined
  readonly assertion?: Assertion | undefined
}

/** A verification whose credentials are not spent; spending refuses if a concurrent one was first. */
interface Verified {
  readonly operator_id: string
  spend(tx: Tx): Promise<void>
}

interface VerificationContext {
  readonly app: App
  readonly request: FastifyRequest
  readonly cipher: Cipher
}

/** The code for an unknown operator is checked against this id, which nobody has. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Verifies a signed-in operator (step-up confirmation), or with null anyone (sign-in). Refuses
 * `one_time_code_is_required` before the password is evaluated; `username_or_password_is_incorrect` whichever of name,
 * password and code is wrong; `too_many_attempts`, `passkey_was_not_accepted`, `passkey_request_has_expired`. Not for use
 * in a transaction.
 */
export async function verifyOperator(
  context: VerificationContext,
  operator_id: string | null,
  input: VerificationInput,
): Promise<Verified> {
  if (input.assertion !== undefined) return await verifyPasskey(context, operator_id, input.assertion)
  const { app, request } = context
  const { username = '', password = '', otp = '' } = input
  if (otp.trim() === '') throw refuse('one_time_code_is_required')
  const found = await findActiveByName.maybe(app.database, { username })
  // Of whoever is signed in apart from sign-ins, so that a stranger's wrong passwords keep nobody from confirming.
  const signedIn = operator_id === null ? undefined : `operator:${operator_id}`
  const code = await enforceAttemptLimits(
    app,
    signInAttemptLimits(app, `staff:${username}`, request.ip, signedIn),
    async () => {
      const hash = await checkPassword(app.database, found && operatorSubject(found.id), password)
      // Both are always evaluated, so that timing does not reveal which was wrong.
      const right = await verifyCode(context, found?.id ?? NOBODY, otp, hash !== undefined)
      return hash === undefined ? undefined : right
    },
  )
  return verifiedBy(orRefuse(code, 'username_or_password_is_incorrect'), 'username_or_password_is_incorrect')
}

/**
 * Verifies the code that activates an operator's authenticator app. Refuses `one_time_code_is_incorrect` and
 * `too_many_attempts`.
 */
export async function verifyNewCode(
  { app, request, cipher }: VerificationContext,
  operator_id: string,
  code: string,
): Promise<Verified> {
  const subject = operatorSubject(operator_id)
  const right = await findCode(app, cipher, { subject, code, address: request.ip, confirming: true })
  return verifiedBy(orRefuse(right, 'one_time_code_is_incorrect'), 'one_time_code_is_incorrect')
}

/**
 * Undefined if the code is wrong or used. `counted` only if the password was right: strangers must not exhaust the rate
 * limit.
 */
async function verifyCode(
  { app, request, cipher }: VerificationContext,
  operator_id: string,
  code: string,
  counted: boolean,
): Promise<RightCode | undefined> {
  const subject = operatorSubject(operator_id)
  if (!counted)
    return await findOneTimeStep(app.database, cipher, app.database.clock.now(), { subject, code })
  try {
    return await findCode(app, cipher, { subject, code, address: request.ip })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_many_attempts') return undefined
    throw error
  }
}

const verifiedBy = (
  code: RightCode,
  refusal: 'username_or_password_is_incorrect' | 'one_time_code_is_incorrect',
): Verified => ({
  operator_id: code.subject.id,
  async spend(tx) {
    if (!(await spendCode(tx, code))) throw refuse(refusal)
  },
})

async function verifyPasskey(
  context: VerificationContext,
  operator_id: string | null,
  assertion: Assertion,
): Promise<Verified> {
  const purpose = operator_id === null ? 'sign_in' : 'confirm'
  const use = await readPasskeyUse(context, purpose, { kind: 'operator', id: operator_id }, assertion)
  orRefuse(await findActive.maybe(context.app.database, { id: use.subject.id }), 'passkey_was_not_accepted')
  return { operator_id: use.subject.id, spend: (tx) => spendPasskey(tx, tx.now, use) }
}
