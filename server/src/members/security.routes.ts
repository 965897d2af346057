// Security of one's own account over HTTP: one-time codes, recovery codes, passkeys, e-mail and phone.
import { securityCalls } from '@fairturn/contract/security'
import type { Queryable } from '../database/database.ts'
import type { Routes, Viewer } from '../http/app.ts'
import { bind } from '../http/bind.ts'
import { refuse } from '../http/refusal.ts'
import { verifyConfirmation } from './confirming.ts'
import { selectEmail } from './contact.store.ts'
import { changePhone, removeEmail } from './contact.ts'
import { deviceOf } from '../http/devices.ts'
import { emailMail } from './mails.ts'
import { notifySecurityChange } from './members.jobs.ts'
import { selectMember } from './members.store.ts'
import { readPhone } from './names.ts'
import { enrolOneTimeCodes, forgetOneTimeCodes, hasOneTimeCodes } from './one-time-codes.ts'
import { oneTimeCipher } from '../credentials/one-time-codes.ts'
import { creationOptions, savePasskey, passkeyOf, readNewPasskey, requestOptions } from './passkeys.ts'
import { getSite, siteOf } from '../credentials/passkeys.ts'
import { userOf } from './profile.ts'
import { createRecoveryCodes, saveRecoveryCodes } from './recovery-codes.ts'
import { findCode } from './second-step.ts'
import { countRecoveryCodes, deletePasskey, selectPasskeys, updatePasskeyName } from './security.store.ts'
import { enqueue } from '../queue/queue.ts'

const PATH = '/individual/security'

/** What members have to ask of those to their right. */
export interface SecurityParts {
  /** The name by which authenticator apps and password managers list the account. */
  readonly siteTitle: (on: Queryable) => Promise<string>
}

export function securityRoutes(routes: Routes, parts: SecurityParts): void {
  bindOverview(routes)
  bindOneTimeCodes(routes, parts)
  bindPasskeys(routes, parts)
  bindContact(routes)
}

function bindOverview(routes: Routes): void {
  bind(routes, securityCalls.overview, async ({ app, viewer, request }) => {
    const { database, config } = app
    const { member_id } = viewer
    const [member, { email }, one_time_codes, { left }, passkeys] = await Promise.all([
      selectMember.one(database, member_id),
      selectEmail.one(database, member_id),
      hasOneTimeCodes(database, member_id),
      countRecoveryCodes.one(database, member_id),
      selectPasskeys.all(database, member_id),
    ])
    return {
      data: {
        phone: member.phone,
        email,
        mail_available: config.mail !== undefined,
        one_time_codes,
        recovery_codes_left: left,
        passkeys_available: siteOf(config, request) !== undefined,
        passkeys: passkeys.map(passkeyOf),
      },
    }
  })
}

function bindOneTimeCodes(routes: Routes, { siteTitle }: SecurityParts): void {
  const key = oneTimeCipher(routes.app.config.secrets)

  bind(routes, securityCalls.enrolOneTimeCodes, async (call) => {
    const { app, viewer, body, transaction } = call
    await verifyConfirmation(call, body)
    const names = await namesOf(app.database, viewer, siteTitle)
    const member = { member_id: viewer.member_id, username: names.username, issuer: names.site_title }
    return { data: await transaction((tx) => enrolOneTimeCodes(tx, key, member)) }
  })

  bind(routes, securityCalls.confirmOneTimeCodes, async ({ app, viewer, body, address, transaction }) => {
    const { member_id } = viewer
    if (await hasOneTimeCodes(app.database, member_id)) throw refuse('one_time_codes_are_already_on')
    const given = { member_id, code: body.otp, address, confirming: true }
    const code = await findCode(app, key, given)
    if (code === undefined) throw refuseCode()
    const { left } = await countRecoveryCodes.one(app.database, member_id)
    const drawn = left === 0 ? await createRecoveryCodes() : undefined
    await transaction(async (tx) => {
      if (!(await code.spend(tx))) throw refuseCode()
      await notifySecurityChange(tx, member_id, 'one_time_codes_on', { path: PATH })
      if (drawn !== undefined) await saveRecoveryCodes(tx, member_id, drawn)
    })
    return { data: { recovery_codes: drawn?.shown ?? [] }, message: 'one_time_codes_turned_on' }
  })

  bind(routes, securityCalls.endOneTimeCodes, async (call) => {
    const { app, viewer, body, address, transaction } = call
    const { member_id } = viewer
    await verifyConfirmation(call, body)
    if (!(await hasOneTimeCodes(app.database, member_id))) throw refuse('one_time_codes_are_not_on')
    const code = await findCode(app, key, { member_id, code: body.otp, address })
    if (code === undefined) throw refuseCode()
    await transaction(async (tx) => {
      if (!(await code.spend(tx))) throw refuseCode()
      await forgetOneTimeCodes(tx, member_id)
      await notifySecurityChange(tx, member_id, 'one_time_codes_off', { path: PATH })
    })
    return { data: { done: true }, message: 'one_time_codes_turned_off' }
  })

  bind(routes, securityCalls.makeRecoveryCodes, async (call) => {
    await verifyConfirmation(call, call.body)
    const drawn = await createRecoveryCodes()
    await call.transaction((tx) => saveRecoveryCodes(tx, call.viewer.member_id, drawn))
    return { data: { recovery_codes: drawn.shown } }
  })
}

function bindPasskeys(routes: Routes, { siteTitle }: SecurityParts): void {
  bind(routes, securityCalls.newPasskey, async (call) => {
    const { app, viewer, body, request, transaction } = call
    const site = getSite(app.config, request)
    await verifyConfirmation(call, body)
    const names = await namesOf(app.database, viewer, siteTitle)
    const member = { member_id: viewer.member_id, ...names }
    return { data: await transaction((tx) => creationOptions(tx, site, member)) }
  })

  bind(routes, securityCalls.addPasskey, async ({ app, viewer, body, request, agent, transaction }) => {
    const { member_id } = viewer
    const made = await readNewPasskey(app.database, getSite(app.config, request), member_id, body.credential)
    const name = body.name ?? (deviceOf(agent) || 'Passkey')
    const data = await transaction(async (tx) => {
      const kept = await savePasskey(tx, { member_id, name }, made)
      await notifySecurityChange(tx, member_id, 'passkey_added', { params: { name }, path: PATH })
      return kept
    })
    return { data, message: 'passkey_added_successfully' }
  })

  bind(routes, securityCalls.renamePasskey, async ({ viewer, params, body, transaction }) => {
    const row = await transaction((tx) =>
      updatePasskeyName.maybe(tx, viewer.member_id, params.passkey_id, body.name),
    )
    if (row === undefined) throw refuse('passkey_is_unknown')
    return { data: passkeyOf(row) }
  })

  bind(routes, securityCalls.removePasskey, async (call) => {
    const { member_id } = call.viewer
    const { passkey_id } = call.params
    const own = await selectPasskeys.all(call.app.database, member_id)
    if (!own.some(({ id }) => id === passkey_id)) throw refuse('passkey_is_unknown')
    await verifyConfirmation(call, call.body)
    await call.transaction(async (tx) => {
      const removed = await deletePasskey.maybe(tx, member_id, passkey_id)
      if (removed === undefined) throw refuse('passkey_is_unknown')
      await notifySecurityChange(tx, member_id, 'passkey_removed', {
        params: { name: removed.name },
        path: PATH,
      })
    })
    return { data: { done: true }, message: 'passkey_removed_successfully' }
  })

  bind(routes, securityCalls.confirmWithPasskey, async ({ app, viewer, request, transaction }) => {
    const { member_id } = viewer
    const site = getSite(app.config, request)
    const own = await selectPasskeys.all(app.database, member_id)
    if (own.length === 0) throw refuse('passkey_is_unknown')
    const asked = { purpose: 'confirm' as const, member_id }
    return { data: await transaction((tx) => requestOptions(tx, site, asked, own)) }
  })
}

function bindContact(routes: Routes): void {
  bind(routes, securityCalls.changeEmail, async (call) => {
    const { app, viewer, body, locale, now, transaction } = call
    if (app.config.mail === undefined) throw refuse('mail_is_not_available')
    await verifyConfirmation(call, body)
    const mail = { member_id: viewer.member_id, email: body.email, locale, asked_at: now.toISOString() }
    await transaction((tx) => enqueue(tx, emailMail, mail))
    return { data: { done: true }, message: 'confirmation_mail_is_on_its_way' }
  })

  bind(routes, securityCalls.removeEmail, async (call) => {
    await verifyConfirmation(call, call.body)
    await call.transaction((tx) => removeEmail(tx, call.viewer.member_id))
    return { data: { done: true }, message: 'email_removed_successfully' }
  })

  bind(routes, securityCalls.changePhone, async (call) => {
    const { app, viewer, body, locale, transaction } = call
    const phone = readPhone(body.phone, locale)
    if (phone === undefined)
      throw refuse('phone_is_invalid', { fields: [{ field: 'phone', code: 'phone_is_invalid' }] })
    await verifyConfirmation(call, body)
    await changePhone(transaction, viewer.member_id, phone)
    return { data: await userOf(app.database, viewer.member_id), message: 'phone_changed_successfully' }
  })
}

async function namesOf(on: Queryable, { member_id }: Viewer, siteTitle: SecurityParts['siteTitle']) {
  const [{ username }, site_title] = await Promise.all([selectMember.one(on, member_id), siteTitle(on)])
  return { username, site_title }
}

const refuseCode = () =>
  refuse('one_time_code_is_incorrect', { fields: [{ field: 'otp', code: 'one_time_code_is_incorrect' }] })
