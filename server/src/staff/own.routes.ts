import { staffCalls } from '@fairturn/contract/backoffice/staff'
import type { Cipher } from '../platform/credentials/encryption.ts'
import { hasOneTimeCodes } from '../platform/credentials/one-time-codes.ts'
import {
  creationOptions,
  listPasskeys,
  passkeyOf,
  readNewPasskey,
  removePasskey,
  requestOptions,
  savePasskey,
} from '../platform/credentials/passkeys.ts'
import { hashNewPassword, passwordHash, replacePassword } from '../platform/credentials/passwords.ts'
import { operatorSubject } from '../platform/credentials/subjects.ts'
import { getSite } from '../platform/credentials/webauthn.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { deviceOf } from '../platform/http/devices.ts'
import { lockOperators } from './operators.store.ts'
import {
  confirmSession,
  endOperatorSession,
  endOperatorSessions,
  openSessionsOfOperator,
  operatorOnWire,
  setSessionCookie,
} from './sessions.ts'
import { recordOwnAction } from './sign-in.routes.ts'
import { SITE_OF_STAFF, verifyOperator } from './verification.ts'

export function ownRoutes(routes: Routes, cipher: Cipher): void {
  bindSession(routes, cipher)
  bindCredentials(routes)
}

function bindSession(routes: Routes, cipher: Cipher): void {
  const { database } = routes.app

  bind(routes, staffCalls.me, async ({ operator, now }) => ({ data: operatorOnWire(operator, now) }))

  bind(routes, staffCalls.confirmOptions, async (call) => {
    const subject = operatorSubject(call.operator.operator_id)
    return { data: await call.transaction((tx) => requestOptions(tx, call, 'confirm', subject)) }
  })

  bind(routes, staffCalls.confirm, async ({ app, body, operator, request, now, transaction }) => {
    const { operator_id, session_id, username } = operator
    const verified = await verifyOperator({ app, request, cipher }, operator_id, { ...body, username })
    await transaction(async (tx) => {
      await verified.spend(tx)
      await confirmSession.all(tx, { session_id, confirmed_at: tx.now })
    })
    return { data: operatorOnWire({ ...operator, confirmed_at: now }, now) }
  })

  bind(routes, staffCalls.logout, async ({ app, operator, request, reply, transaction }) => {
    const ended = await transaction(async (tx) => {
      await recordOwnAction(tx, operator.operator_id, 'operator_signed_out')
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
      await recordOwnAction(tx, operator_id, 'operator_sessions_ended')
      if (body.session_id === undefined) return await endOperatorSessions(tx, operator_id, current)
      return Number(await endOperatorSession(tx, { operator_id, session_id: body.session_id }))
    })
    return { data: { ended } }
  })
}

function bindCredentials(routes: Routes): void {
  const { database } = routes.app

  bind(routes, staffCalls.changePassword, async ({ body, operator, transaction }) => {
    const { operator_id, session_id, username } = operator
    const subject = operatorSubject(operator_id)
    const old_hash = await passwordHash(database, subject)
    const newHash = await hashNewPassword(body.password, { username })
    if (old_hash === undefined) return { data: { changed: false } }
    const changed = await transaction(async (tx) => {
      // False if it was changed, or credentials were reset, concurrently.
      if (!(await replacePassword(tx, subject, newHash, old_hash))) return false
      await endOperatorSessions(tx, operator_id, session_id)
      await recordOwnAction(tx, operator_id, 'operator_password_changed')
      return true
    })
    return { data: { changed } }
  })

  bind(routes, staffCalls.passkeys, async ({ operator: { operator_id } }) => {
    const subject = operatorSubject(operator_id)
    const rows = await listPasskeys(database, subject)
    return { data: { list: rows.map(passkeyOf), one_time_codes: await hasOneTimeCodes(database, subject) } }
  })

  bind(routes, staffCalls.newPasskey, async ({ app, operator, request, transaction }) => {
    const site = getSite('operator', app.config, request)
    const subject = operatorSubject(operator.operator_id)
    const names = { username: operator.username, site_title: SITE_OF_STAFF }
    return { data: await transaction((tx) => creationOptions(tx, site, subject, names)) }
  })

  bind(routes, staffCalls.addPasskey, async (call) => {
    const { body, operator, agent, transaction } = call
    const { operator_id } = operator
    const subject = operatorSubject(operator_id)
    const made = await readNewPasskey(call, subject, body.credential)
    const name = body.name ?? (deviceOf(agent) || '—')
    const data = await transaction(async (tx) => {
      await lockOperators.all(tx) // serializes: of two concurrent ones, the one too many is refused
      await recordOwnAction(tx, operator_id, 'operator_passkey_added')
      return await savePasskey(tx, subject, name, made)
    })
    return { data }
  })

  bind(routes, staffCalls.removePasskey, async ({ params, operator: { operator_id }, transaction }) => {
    await transaction(async (tx) => {
      await lockOperators.all(tx) // serializes: of two concurrent removals, one credential remains
      await removePasskey(tx, operatorSubject(operator_id), params.passkey_id)
      await recordOwnAction(tx, operator_id, 'operator_passkey_removed')
    })
    return { data: { removed: true } }
  })
}
