// Sign-in: by setup code or by verification, never without a second factor (operators.test.ts).
import { staffCalls } from '@fairturn/contract/backoffice/staff'
import { refuseCommonPassword } from '../platform/credentials/common-passwords.ts'
import type { Cipher } from '../platform/credentials/encryption.ts'
import { deleteUnconfirmedCodes, enrolOneTimeCodes } from '../platform/credentials/one-time-codes.ts'
import {
  creationOptions,
  readNewPasskey,
  requestOptions,
  savePasskey,
} from '../platform/credentials/passkeys.ts'
import { createPassword, hashPassword } from '../platform/credentials/passwords.ts'
import { operatorSubject } from '../platform/credentials/subjects.ts'
import { hashToken } from '../platform/credentials/tokens.ts'
import { siteOf } from '../platform/credentials/webauthn.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { requireSameOrigin } from '../platform/http/bind-staff.ts'
import { bind, type Call } from '../platform/http/bind.ts'
import { deviceOf } from '../platform/http/devices.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { actorOf, recordAuditEvent } from './audit-log.ts'
import { findSetup, updateSetUp, useSetup } from './operators.store.ts'
import { findOperatorBySession, openOperatorSession, operatorOnWire, setSessionCookie } from './sessions.ts'
import { SITE_OF_STAFF, verifyNewCode, verifyOperator } from './verification.ts'

type SignInCall = Pick<Call<typeof staffCalls.login>, 'app' | 'request' | 'reply' | 'agent'>

export function signInRoutes(routes: Routes, cipher: Cipher): void {
  const { database } = routes.app

  /** Opens a session after `verify` has spent the credentials, in one transaction. */
  async function opened({ app, request, reply, agent }: SignInCall, verify: (tx: Tx) => Promise<string>) {
    const token = await database.transaction(async (tx) => {
      const operator_id = await verify(tx)
      return await openOperatorSession(tx, { operator_id, device: deviceOf(agent) })
    })
    setSessionCookie(app, request, reply, token)
    return operatorOnWire(await findOperatorBySession(database, token), database.clock.now())
  }

  bindSetup(routes, cipher, opened)

  bind(routes, staffCalls.passkeyOptions, async (call) => {
    requireSameOrigin(call.request)
    const anybody = { kind: 'operator', id: null } as const
    return { data: await call.transaction((tx) => requestOptions(tx, call, 'sign_in', anybody)) }
  })

  bind(routes, staffCalls.login, async (call) => {
    requireSameOrigin(call.request)
    const verified = await verifyOperator({ ...call, cipher }, null, call.body)
    const data = await opened(call, async (tx) => {
      await verified.spend(tx)
      await recordOwnAction(tx, verified.operator_id, 'operator_signed_in')
      return verified.operator_id
    })
    return { data }
  })
}

function bindSetup(
  routes: Routes,
  cipher: Cipher,
  opened: (
    call: SignInCall,
    verify: (tx: Tx) => Promise<string>,
  ) => Promise<ReturnType<typeof operatorOnWire>>,
): void {
  const { database } = routes.app

  async function getSetup(body: { first_code: string; second_code: string }, now: Date) {
    const hashes = { first_hash: hashToken(body.first_code), second_hash: hashToken(body.second_code) }
    const found = await findSetup.maybe(database, { ...hashes, now })
    return { ...orRefuse(found, 'setup_code_is_not_valid'), hashes }
  }

  bind(routes, staffCalls.beginSetup, async ({ app, body, request, now, transaction }) => {
    requireSameOrigin(request)
    const { operator_id, username, role } = await getSetup(body, now)
    const site = siteOf('operator', app.config, request)
    const subject = operatorSubject(operator_id)
    const data = await transaction(async (tx) => {
      const enrolled = await enrolOneTimeCodes(tx, cipher, subject, { username, issuer: SITE_OF_STAFF })
      const one_time = orRefuse(enrolled, 'setup_code_is_not_valid') // a concurrent request used it
      const names = { username, site_title: SITE_OF_STAFF }
      const passkey = site === undefined ? null : await creationOptions(tx, site, subject, names)
      return { username, role, one_time, passkey }
    })
    return { data }
  })

  bind(routes, staffCalls.finishSetup, async (call) => {
    const { app, body, request, now } = call
    requireSameOrigin(request)
    const { operator_id, username, hashes } = await getSetup(body, now)
    const subject = operatorSubject(operator_id)
    const { otp, credential } = body
    if (otp === undefined && credential === undefined) throw refuse('second_proof_is_required')
    await refuseCommonPassword(body.password, { username })
    const code =
      otp === undefined ? undefined : await verifyNewCode({ app, request, cipher }, operator_id, otp)
    const made = credential === undefined ? undefined : await readNewPasskey(call, subject, credential)
    const passwordHash = await hashPassword(body.password)
    const data = await opened(call, async (tx) => {
      orRefuse(await useSetup.maybe(tx, { ...hashes, now: tx.now }), 'setup_code_is_not_valid')
      await createPassword(tx, subject, passwordHash)
      await updateSetUp.all(tx, { id: operator_id, set_up: true })
      if (code === undefined) await deleteUnconfirmedCodes(tx, subject)
      else await code.spend(tx)
      if (made !== undefined) await savePasskey(tx, subject, deviceOf(call.agent) || '—', made)
      await recordOwnAction(tx, operator_id, 'operator_set_up')
      return operator_id
    })
    return { data }
  })
}

/** Records an operator's change of their own credentials in the audit log. */
export const recordOwnAction = (
  tx: Tx,
  operator_id: string,
  action:
    | 'operator_set_up'
    | 'operator_signed_in'
    | 'operator_signed_out'
    | 'operator_sessions_ended'
    | 'operator_password_changed'
    | 'operator_passkey_added'
    | 'operator_passkey_removed',
): Promise<void> =>
  recordAuditEvent(tx, {
    actor: actorOf({ operator_id }),
    action,
    object: { kind: 'operator', id: operator_id },
  })
