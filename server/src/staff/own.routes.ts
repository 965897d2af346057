// An operator's own session and proofs: who they are, confirming, signing out, passwords and passkeys.
import { staffCalls } from '@fairturn/contract/backoffice/staff'
import type { Routes } from '../http/app.ts'
import { bind } from '../http/bind.ts'
import { deviceOf } from '../http/devices.ts'
import { refuse } from '../http/refusal.ts'
import { refuseCommonPassword } from '../credentials/common-passwords.ts'
import { getSite, staffHost } from '../credentials/passkeys.ts'
import { hashPassword } from '../credentials/passwords.ts'
import type { Cipher } from '../credentials/encryption.ts'
import { findPasswordHash, lockOperators, updatePasswordHash } from './operators.store.ts'
import {
  hasAuthenticatorApp,
  saveStaffPasskey,
  passkeyOnWire,
  verifyOperator,
  readStaffPasskey,
  staffCreationOptions,
  staffRequestOptions,
} from './verification.ts'
import { deletePasskey, listPasskeys } from './credentials.store.ts'
import {
  confirmSession,
  endOperatorSession,
  endOperatorSessions,
  openSessionsOfOperator,
  setSessionCookie,
} from './sessions.ts'
import { recordOwnAct } from './sign-in.routes.ts'
import { operatorOnWire } from './operators.dto.ts'

export function ownRoutes(routes: Routes, cipher: Cipher): void {
  bindSession(routes, cipher)
  bindProofs(routes)
}

function bindSession(routes: Routes, cipher: Cipher): void {
  const { database } = routes.app

  bind(routes, staffCalls.me, async ({ operator }) => ({ data: operatorOnWire(operator) }))

  bind(routes, staffCalls.confirmOptions, async ({ app, operator, request, transaction }) => {
    const site = getSite(staffHost(app.config), request)
    const asked = { purpose: 'confirm' as const, operator_id: operator.operator_id }
    return { data: await transaction((tx) => staffRequestOptions(tx, site, asked)) }
  })

  bind(routes, staffCalls.confirm, async ({ app, body, operator, request, now, transaction }) => {
    const { operator_id, session_id, username } = operator
    const asked = { purpose: 'confirm' as const, operator_id }
    const proved = await verifyOperator({ app, request, cipher }, asked, { ...body, username })
    await transaction(async (tx) => {
      await proved.spend(tx)
      await confirmSession(tx, session_id)
    })
    return { data: operatorOnWire({ ...operator, confirmed_at: now }) }
  })

  bind(routes, staffCalls.logout, async ({ app, operator, request, reply, transaction }) => {
    const ended = await transaction(async (tx) => {
      await recordOwnAct(tx, operator.operator_id, 'operator_signed_out')
      return await endOperatorSession(tx, operator)
    })
    setSessionCookie(app, request, reply, '')
    return { data: { ended } }
  })

  bind(routes, staffCalls.sessions, async ({ operator, now }) => {
    const rows = await openSessionsOfOperator(database, operator.operator_id, now)
    const list = rows.map(({ id, device, created_at, last_used_at }) => ({
      _id: id,
      device,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
      current: id === operator.session_id,
    }))
    return { data: { list } }
  })

  bind(routes, staffCalls.endSessions, async ({ body, operator, transaction }) => {
    const { operator_id, session_id: current } = operator
    const ended = await transaction(async (tx) => {
      await recordOwnAct(tx, operator_id, 'operator_sessions_ended')
      if (body.session_id === undefined) return await endOperatorSessions(tx, operator_id, current)
      return Number(await endOperatorSession(tx, { operator_id, session_id: body.session_id }))
    })
    return { data: { ended } }
  })
}

function bindProofs(routes: Routes): void {
  const { database } = routes.app

  bind(routes, staffCalls.changePassword, async ({ body, operator, transaction }) => {
    const { operator_id, session_id, username } = operator
    await refuseCommonPassword(body.password, { username })
    const { password_hash: old } = await findPasswordHash.one(database, operator_id)
    const password_hash = await hashPassword(body.password)
    const changed = await transaction(async (tx) => {
      // Not where it was changed, or is to be set up anew, meanwhile.
      if ((await updatePasswordHash.maybe(tx, operator_id, password_hash, old)) === undefined) return false
      await endOperatorSessions(tx, operator_id, session_id)
      await recordOwnAct(tx, operator_id, 'operator_password_changed')
      return true
    })
    return { data: { changed } }
  })

  bind(routes, staffCalls.passkeys, async ({ operator: { operator_id } }) => {
    const rows = await listPasskeys.all(database, operator_id)
    const one_time_codes = await hasAuthenticatorApp(database, operator_id)
    return { data: { list: rows.map(passkeyOnWire), one_time_codes } }
  })

  bind(routes, staffCalls.newPasskey, async ({ app, operator, request, transaction }) => {
    const site = getSite(staffHost(app.config), request)
    return { data: await transaction((tx) => staffCreationOptions(tx, site, operator)) }
  })

  bind(routes, staffCalls.addPasskey, async ({ app, body, operator, request, agent, transaction }) => {
    const { operator_id } = operator
    const made = await readStaffPasskey(
      database,
      getSite(staffHost(app.config), request),
      operator_id,
      body.credential,
    )
    const name = body.name ?? (deviceOf(agent) || '—')
    const data = await transaction(async (tx) => {
      await lockOperators.all(tx) // of two made at once, the one too many is refused
      await recordOwnAct(tx, operator_id, 'operator_passkey_added')
      return await saveStaffPasskey(tx, { operator_id, name }, made)
    })
    return { data }
  })

  bind(routes, staffCalls.removePasskey, async ({ params, operator: { operator_id }, transaction }) => {
    await transaction(async (tx) => {
      await lockOperators.all(tx) // of two removed at once, one stays
      if ((await deletePasskey.maybe(tx, operator_id, params.passkey_id)) === undefined)
        throw refuse('passkey_is_unknown')
      const left = (await listPasskeys.all(tx, operator_id)).length
      if (left === 0 && !(await hasAuthenticatorApp(tx, operator_id))) throw refuse('last_proof_must_stay')
      await recordOwnAct(tx, operator_id, 'operator_passkey_removed')
    })
    return { data: { removed: true } }
  })
}
