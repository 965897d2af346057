// Confirmations: password, passkey or one-time code, given in this session in the last five minutes. A session alone may
// take, distribute and claim orders and buy a level; whatever lets money out of the member's reach, exposes a secret or ends
// other sessions asks for one (thief.test.ts goes through every call). Two kinds, kept apart in the session's row: one covers
// postback keys, other sessions and withdrawals to the saved account, and is given by signing in, too; one covers payments of
// campaigns, up to its total. Refreshing a session leaves both as they are.
import { formatMoney } from '@fairturn/contract/minor-units'
import type { Confirmation } from '@fairturn/contract/security'
import type { FastifyRequest } from 'fastify'
import {
  codeConfirmationLimits,
  enforceAttemptLimits,
  passwordConfirmationLimits,
} from '../platform/credentials/attempts.ts'
import { findOneTimeStep, oneTimeCipher, spendOneTimeStep } from '../platform/credentials/one-time-codes.ts'
import { readPasskeyUse, spendPasskey } from '../platform/credentials/passkeys.ts'
import { checkPassword } from '../platform/credentials/passwords.ts'
import { memberSubject } from '../platform/credentials/subjects.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import type { App, Viewer } from '../platform/http/app.ts'
import { refuse, refuseField } from '../platform/http/refusal.ts'

const updateConfirmed = statement(
  `-- sessions_confirm
  update session set confirmed_until = $confirmed_until where id = $session_id`,
  { params: { session_id: 'uuid', confirmed_until: 'timestamptz' } },
)

const updateConfirmedPayments = statement(
  `-- sessions_confirm_payments
  update session set payments_until = $until, payments_minor = $total_minor where id = $id`,
  { params: { id: 'uuid', until: 'timestamptz', total_minor: 'int8' } },
)

const selectConfirmed = statement(
  `-- sessions_find_confirmed
  select coalesce(confirmed_until > $now, false) as confirmed from session where id = $id`,
  { params: { id: 'uuid', now: 'timestamptz' }, columns: { confirmed: 'bool' } },
)

/** No row unless the confirmed sum covers $total_minor. */
const spendConfirmedPayments = statement(
  `-- sessions_spend_confirmed_payments
  update session set payments_minor = payments_minor - $total_minor
  where id = $session_id and payments_until > $now and payments_minor >= $total_minor returning id`,
  { params: { session_id: 'uuid', total_minor: 'int8', now: 'timestamptz' }, columns: { id: 'uuid' } },
)

const CONFIRMED_MS = 5 * 60_000

/** Until when a confirmation given at `now` counts. */
export const confirmedUntil = (now: Date): Date => new Date(now.getTime() + CONFIRMED_MS)

/**
 * Returns the hash of the correct password. Refuses `current_password_is_incorrect` on the field, and
 * `too_many_attempts`. Slow, on a separate connection: not for use in a transaction.
 */
export async function confirmPassword(
  app: App,
  { member_id, session_id }: Viewer,
  password: string,
  field = 'password',
): Promise<string> {
  const hash = await enforceAttemptLimits(app, passwordConfirmationLimits(session_id), () =>
    checkPassword(app.database, memberSubject(member_id), password),
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
 * Verifies the credential in the call itself. Refuses `confirmation_is_required` without one,
 * `current_password_is_incorrect`, `one_time_code_is_incorrect`, `too_many_attempts`, `passkey_was_not_accepted` and
 * `passkey_request_has_expired`. Not for use in a transaction.
 */
async function verifyCredential(
  { app, viewer, request }: ConfirmationRequest,
  { assertion, otp, password = '' }: Confirmation,
): Promise<void> {
  if (assertion !== undefined) {
    const use = await readPasskeyUse({ app, request }, 'confirm', memberSubject(viewer.member_id), assertion)
    await spendPasskey(app.database, app.database.clock.now(), use)
  } else if (password !== '') await confirmPassword(app, viewer, password)
  else if (otp !== undefined) await confirmByCode(app, viewer, otp)
  else throw refuseField('confirmation_is_required', 'password')
}

/** A code of the authenticator app only: recovery codes are for coming back without it. */
async function confirmByCode(app: App, { member_id, session_id }: Viewer, code: string): Promise<void> {
  const { database, config } = app
  const given = { subject: memberSubject(member_id), code }
  const step = await enforceAttemptLimits(app, codeConfirmationLimits(session_id), () =>
    findOneTimeStep(database, oneTimeCipher(config.secrets), database.clock.now(), given),
  )
  if (step === undefined || !(await database.transaction((tx) => spendOneTimeStep(tx, step))))
    throw refuseField('one_time_code_is_incorrect', 'otp')
}

/** For calls that take their credential themselves: verifies it, as verifyCredential does, and confirms the session. */
export async function confirmWithCredential(call: ConfirmationRequest, given: Confirmation): Promise<void> {
  await verifyCredential(call, given)
  await confirmSession(call.app.database, call.viewer, call.app.database.clock.now())
}

/** Records that the session is confirmed, by a credential verified now. */
export const confirmSession = async (on: Queryable, { session_id }: Viewer, now: Date): Promise<void> => {
  await updateConfirmed.all(on, { session_id, confirmed_until: confirmedUntil(now) })
}

/**
 * `POST auth/confirm`: with a total, covers payments up to it; without, everything else. Refuses as verifyCredential does.
 * Returns until when.
 */
export async function confirm(
  call: ConfirmationRequest & { readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T> },
  { total: total_minor, ...given }: Confirmation & { readonly total?: bigint | undefined },
): Promise<Date> {
  await verifyCredential(call, given)
  return await call.transaction(async (tx) => {
    const until = confirmedUntil(tx.now)
    if (total_minor === undefined) await confirmSession(tx, call.viewer, tx.now)
    else await updateConfirmedPayments.all(tx, { id: call.viewer.session_id, until, total_minor })
    return until
  })
}

/** Refuses `confirmation_is_required` unless the session is confirmed, or a credential in the call confirms the call: that call alone. */
export async function requireConfirmation(
  call: ConfirmationRequest,
  given: Confirmation = {},
): Promise<void> {
  const { app, viewer } = call
  if (given.password !== undefined || given.assertion !== undefined || given.otp !== undefined)
    return await verifyCredential(call, given)
  const { confirmed } = await selectConfirmed.one(app.database, {
    id: viewer.session_id,
    now: app.database.clock.now(),
  })
  if (!confirmed) throw refuse('confirmation_is_required')
}

/**
 * For a payment, in its transaction: uses up so much of the total that was confirmed. Refuses `confirmation_is_required`,
 * with the sum to confirm.
 */
export async function spendConfirmation(tx: Tx, { session_id }: Viewer, total_minor: bigint): Promise<void> {
  const spent = await spendConfirmedPayments.maybe(tx, { session_id, total_minor, now: tx.now })
  if (spent === undefined) throw refuse('confirmation_is_required', { total: formatMoney(total_minor) })
}
