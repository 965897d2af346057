// How a session of the back office is opened: by setting up with both halves of a code, or by proving who one is. There is
// never a session of somebody who has no second proof.
import { staffCalls } from '@fairturn/contract/backoffice/staff'
import type { Tx } from '../database/database.ts'
import type { Routes } from '../http/app.ts'
import { requireSameOrigin } from '../http/bind-staff.ts'
import { bind, type Call } from '../http/bind.ts'
import { deviceOf } from '../http/devices.ts'
import { refuse } from '../http/refusal.ts'
import { refuseCommonPassword } from '../credentials/common-passwords.ts'
import { drawOneTimeSecret } from '../credentials/one-time-codes.ts'
import { getSite, siteOf, staffHost } from '../credentials/passkeys.ts'
import { hashPassword } from '../credentials/passwords.ts'
import type { Cipher } from '../credentials/encryption.ts'
import { recordAct } from './acts.ts'
import { readSetupCode } from './operators.ts'
import { updatePasswordHash } from './operators.store.ts'
import {
  saveStaffPasskey,
  proveNewCode,
  verifyOperator,
  readStaffPasskey,
  SITE_OF_STAFF,
  staffCreationOptions,
  staffRequestOptions,
} from './verification.ts'
import { dropUnconfirmedSecret, findSetup, putSecret, useSetup } from './credentials.store.ts'
import { findOperatorBySession, openOperatorSession, setSessionCookie } from './sessions.ts'
import { operatorOnWire } from './operators.dto.ts'

type SignInCall = Pick<Call<typeof staffCalls.login>, 'app' | 'request' | 'reply' | 'agent'>

export function signInRoutes(routes: Routes, cipher: Cipher): void {
  const { database } = routes.app

  /** Opens a session once `prove` has used up what proves it, all in one transaction. */
  async function opened({ app, request, reply, agent }: SignInCall, prove: (tx: Tx) => Promise<string>) {
    const token = await database.transaction(async (tx) => {
      const operator_id = await prove(tx)
      return await openOperatorSession(tx, { operator_id, device: deviceOf(agent) })
    })
    setSessionCookie(app, request, reply, token)
    return operatorOnWire(await findOperatorBySession(database, token))
  }

  bindSetup(routes, cipher, opened)

  bind(routes, staffCalls.passkeyOptions, async ({ app, request, transaction }) => {
    requireSameOrigin(request)
    const site = getSite(staffHost(app.config), request)
    const asked = { purpose: 'sign_in' as const, operator_id: null }
    return { data: await transaction((tx) => staffRequestOptions(tx, site, asked)) }
  })

  bind(routes, staffCalls.login, async (call) => {
    requireSameOrigin(call.request)
    const asked = { purpose: 'sign_in' as const, operator_id: null }
    const proved = await verifyOperator({ ...call, cipher }, asked, call.body)
    const data = await opened(call, async (tx) => {
      await proved.spend(tx)
      await recordOwnAct(tx, proved.operator_id, 'operator_signed_in')
      return proved.operator_id
    })
    return { data }
  })
}

function bindSetup(
  routes: Routes,
  cipher: Cipher,
  opened: (
    call: SignInCall,
    prove: (tx: Tx) => Promise<string>,
  ) => Promise<ReturnType<typeof operatorOnWire>>,
): void {
  const { database } = routes.app

  async function getSetup(body: { first_code: string; second_code: string }, now: Date) {
    const hashes = readSetupCode(body.first_code, body.second_code)
    const found = hashes && (await findSetup.maybe(database, ...hashes, now))
    if (hashes === undefined || found === undefined) throw refuse('setup_code_is_not_valid')
    return { ...found, hashes }
  }

  bind(routes, staffCalls.beginSetup, async ({ app, body, request, now, transaction }) => {
    requireSameOrigin(request)
    const { operator_id, username, role } = await getSetup(body, now)
    const site = siteOf(staffHost(app.config), request)
    const { sealed, ...one_time } = drawOneTimeSecret(cipher, {
      id: operator_id,
      username,
      issuer: SITE_OF_STAFF,
    })
    const passkey = await transaction(async (tx) => {
      await putSecret.all(tx, operator_id, sealed, tx.now)
      return site === undefined ? null : await staffCreationOptions(tx, site, { operator_id, username })
    })
    return { data: { username, role, one_time, passkey } }
  })

  bind(routes, staffCalls.finishSetup, async (call) => {
    const { app, body, request, now } = call
    requireSameOrigin(request)
    const { operator_id, username, hashes } = await getSetup(body, now)
    const { otp, credential } = body
    if (otp === undefined && credential === undefined) throw refuse('second_proof_is_required')
    await refuseCommonPassword(body.password, { username })
    const code =
      otp === undefined ? undefined : await proveNewCode({ app, request, cipher }, operator_id, otp)
    const made =
      credential === undefined
        ? undefined
        : await readStaffPasskey(database, getSite(staffHost(app.config), request), operator_id, credential)
    const password_hash = await hashPassword(body.password)
    const data = await opened(call, async (tx) => {
      const used = await useSetup.maybe(tx, ...hashes, tx.now)
      const set = used && (await updatePasswordHash.maybe(tx, operator_id, password_hash, null))
      if (set === undefined) throw refuse('setup_code_is_not_valid')
      await (code === undefined ? dropUnconfirmedSecret.all(tx, operator_id) : code.spend(tx))
      if (made !== undefined)
        await saveStaffPasskey(tx, { operator_id, name: deviceOf(call.agent) || '—' }, made)
      await recordOwnAct(tx, operator_id, 'operator_set_up')
      return operator_id
    })
    return { data }
  })
}

/** What an operator did with their own access. */
export const recordOwnAct = (
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
  recordAct(tx, {
    actor: `operator:${operator_id}`,
    action,
    object: { kind: 'operator', id: operator_id },
    member_id: null,
  })
