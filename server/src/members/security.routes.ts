import { securityCalls } from '@fairturn/contract/security'
import {
  endOneTimeCodes,
  enrolOneTimeCodes,
  hasOneTimeCodes,
  oneTimeCipher,
} from '../platform/credentials/one-time-codes.ts'
import {
  creationOptions,
  listPasskeys,
  passkeyOf,
  readNewPasskey,
  removePasskey,
  renamePasskey,
  requestOptions,
  savePasskey,
} from '../platform/credentials/passkeys.ts'
import { createRecoveryCodes, recoveryCodesLeft } from '../platform/credentials/recovery-codes.ts'
import { findCode } from '../platform/credentials/second-factor.ts'
import { memberSubject } from '../platform/credentials/subjects.ts'
import { getSite, siteOf } from '../platform/credentials/webauthn.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Routes, Viewer } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { deviceOf } from '../platform/http/devices.ts'
import { refuse, refuseField } from '../platform/http/refusal.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { confirm, confirmWithCredential } from './confirmation.ts'
import { selectEmail } from './contact.store.ts'
import { removeEmail, setPhone } from './contact.ts'
import { emailMail } from './mails.ts'
import type { MembersHooks } from './members.hooks.ts'
import { notifySecurityChange } from './members.jobs.ts'
import { selectMember } from './members.store.ts'
import { getMember, userOf } from './members.ts'
import { readPhone } from './names.ts'
import { codeContext } from './phone-codes.routes.ts'
import { codesAreSent, sendCode } from './phone-codes.ts'
import type { PhoneCodes } from './phone-sender.ts'
import { saveRecoveryCodes, spendMemberCode } from './recovery-codes.ts'

const PATH = '/individual/security'

export function securityRoutes(routes: Routes, hooks: MembersHooks, sender: PhoneCodes | undefined): void {
  bindOverview(routes, sender)
  bindConfirmation(routes)
  bindOneTimeCodes(routes, hooks)
  bindPasskeys(routes, hooks)
  bindContact(routes, hooks, sender)
}

function bindOverview(routes: Routes, sender: PhoneCodes | undefined): void {
  bind(routes, securityCalls.overview, async ({ app, viewer, now, request }) => {
    const { database, config } = app
    const { member_id } = viewer
    const subject = memberSubject(member_id)
    const [member, { email }, one_time_codes, recovery_codes_left, passkeys, phone_codes_available] =
      await Promise.all([
        selectMember.one(database, { id: member_id }),
        selectEmail.one(database, { id: member_id }),
        hasOneTimeCodes(database, subject),
        recoveryCodesLeft(database, subject),
        listPasskeys(database, subject),
        codesAreSent(database, sender, now),
      ])
    return {
      data: {
        phone: member.phone,
        phone_confirmed: member.phone_confirmed_at !== null,
        phone_codes_available,
        email,
        mail_available: config.mail !== undefined,
        one_time_codes,
        recovery_codes_left,
        passkeys_available: siteOf('member', config, request) !== undefined,
        passkeys: passkeys.map(passkeyOf),
      },
    }
  })
}

function bindConfirmation(routes: Routes): void {
  bind(routes, securityCalls.confirm, async (call) => ({
    data: { until: (await confirm(call, call.body)).toISOString() },
  }))

  bind(routes, securityCalls.confirmWithPasskey, async (call) => {
    const subject = memberSubject(call.viewer.member_id)
    getSite('member', call.app.config, call.request)
    if ((await listPasskeys(call.app.database, subject)).length === 0) throw refuse('passkey_is_unknown')
    return { data: await call.transaction((tx) => requestOptions(tx, call, 'confirm', subject)) }
  })
}

function bindOneTimeCodes(routes: Routes, { siteTitle }: MembersHooks): void {
  const key = oneTimeCipher(routes.app.config.secrets)

  bind(routes, securityCalls.enrolOneTimeCodes, async (call) => {
    const { app, viewer, body, transaction } = call
    await confirmWithCredential(call, body)
    const { username, site_title: issuer } = await namesOf(app.database, viewer, siteTitle)
    const subject = memberSubject(viewer.member_id)
    const data = await transaction((tx) => enrolOneTimeCodes(tx, key, subject, { username, issuer }))
    if (data === undefined) throw refuse('one_time_codes_are_already_on')
    return { data }
  })

  bind(routes, securityCalls.confirmOneTimeCodes, async ({ app, viewer, body, address, transaction }) => {
    const { member_id } = viewer
    const subject = memberSubject(member_id)
    if (await hasOneTimeCodes(app.database, subject)) throw refuse('one_time_codes_are_already_on')
    const code = await findCode(app, key, { subject, code: body.otp, address, confirming: true })
    if (code === undefined) throw refuseCode()
    const left = await recoveryCodesLeft(app.database, subject)
    const drawn = left === 0 ? await createRecoveryCodes() : undefined
    await transaction(async (tx) => {
      if (!(await spendMemberCode(tx, code))) throw refuseCode()
      await notifySecurityChange(tx, member_id, 'one_time_codes_on', { path: PATH })
      if (drawn !== undefined) await saveRecoveryCodes(tx, member_id, drawn)
    })
    return { data: { recovery_codes: drawn?.shown ?? [] }, message: 'one_time_codes_turned_on' }
  })

  bind(routes, securityCalls.endOneTimeCodes, async (call) => {
    const { app, viewer, body, address, transaction } = call
    const { member_id } = viewer
    // Beside the code, which alone confirms nothing here.
    await confirmWithCredential(call, { password: body.password, assertion: body.assertion })
    const subject = memberSubject(member_id)
    if (!(await hasOneTimeCodes(app.database, subject))) throw refuse('one_time_codes_are_not_on')
    const code = await findCode(app, key, { subject, code: body.otp, address })
    if (code === undefined) throw refuseCode()
    await transaction(async (tx) => {
      if (!(await spendMemberCode(tx, code))) throw refuseCode()
      if (!(await endOneTimeCodes(tx, subject))) throw refuse('one_time_codes_are_not_on')
      await notifySecurityChange(tx, member_id, 'one_time_codes_off', { path: PATH })
    })
    return { data: { done: true }, message: 'one_time_codes_turned_off' }
  })

  bind(routes, securityCalls.makeRecoveryCodes, async (call) => {
    await confirmWithCredential(call, call.body)
    const drawn = await createRecoveryCodes()
    await call.transaction((tx) => saveRecoveryCodes(tx, call.viewer.member_id, drawn))
    return { data: { recovery_codes: drawn.shown } }
  })
}

function bindPasskeys(routes: Routes, { siteTitle }: MembersHooks): void {
  bind(routes, securityCalls.newPasskey, async (call) => {
    const { app, viewer, body, request, transaction } = call
    const site = getSite('member', app.config, request)
    await confirmWithCredential(call, body)
    const names = await namesOf(app.database, viewer, siteTitle)
    const subject = memberSubject(viewer.member_id)
    return { data: await transaction((tx) => creationOptions(tx, site, subject, names)) }
  })

  bind(routes, securityCalls.addPasskey, async (call) => {
    const { viewer, body, agent, transaction } = call
    const subject = memberSubject(viewer.member_id)
    const made = await readNewPasskey(call, subject, body.credential)
    const name = body.name ?? (deviceOf(agent) || 'Passkey')
    const data = await transaction(async (tx) => {
      const kept = await savePasskey(tx, subject, name, made)
      await notifySecurityChange(tx, subject.id, 'passkey_added', { params: { name }, path: PATH })
      return kept
    })
    return { data, message: 'passkey_added_successfully' }
  })

  bind(routes, securityCalls.renamePasskey, async ({ viewer, params, body, transaction }) => ({
    data: await transaction((tx) =>
      renamePasskey(tx, memberSubject(viewer.member_id), params.passkey_id, body.name),
    ),
  }))

  bind(routes, securityCalls.removePasskey, async (call) => {
    const { member_id } = call.viewer
    const { passkey_id } = call.params
    const subject = memberSubject(member_id)
    const own = await listPasskeys(call.app.database, subject)
    if (!own.some(({ id }) => id === passkey_id)) throw refuse('passkey_is_unknown')
    await confirmWithCredential(call, call.body)
    await call.transaction(async (tx) => {
      const name = await removePasskey(tx, subject, passkey_id)
      await notifySecurityChange(tx, member_id, 'passkey_removed', { params: { name }, path: PATH })
    })
    return { data: { done: true }, message: 'passkey_removed_successfully' }
  })
}

function bindContact(routes: Routes, hooks: MembersHooks, sender: PhoneCodes | undefined): void {
  bind(routes, securityCalls.changeEmail, async (call) => {
    const { app, viewer, body, locale, now, transaction } = call
    if (app.config.mail === undefined) throw refuse('mail_is_not_available')
    await confirmWithCredential(call, body)
    const mail = { member_id: viewer.member_id, email: body.email, locale, asked_at: now.toISOString() }
    await transaction((tx) => enqueue(tx, emailMail, mail))
    return { data: { done: true }, message: 'confirmation_mail_is_on_its_way' }
  })

  bind(routes, securityCalls.removeEmail, async (call) => {
    await confirmWithCredential(call, call.body)
    await call.transaction((tx) => removeEmail(tx, call.viewer.member_id))
    return { data: { done: true }, message: 'email_removed_successfully' }
  })

  bind(routes, securityCalls.changePhone, async (call) => {
    const { app, viewer, body, locale, now, address, transaction } = call
    const { member_id } = viewer
    const phone = readPhone(body.phone, locale)
    if (phone === undefined) throw refuseField('phone_is_invalid', 'phone')
    await confirmWithCredential(call, body)
    const before = await getMember(app.database, member_id)
    const isConfirmed = before.phone === phone && before.phone_confirmed_at !== null
    const isSent = sender !== undefined && (await codesAreSent(app.database, sender, now))
    if (isConfirmed || !isSent) {
      const unconfirmed_blocks = sender === undefined
      await transaction((tx) => setPhone(tx, member_id, phone, { confirmed: false, unconfirmed_blocks }))
      const user = await userOf(app.database, member_id)
      return { data: { ...user, phone_code: null }, message: 'phone_changed_successfully' }
    }
    // Locked for security meanwhile: no code is sent.
    const user = await transaction((tx) => userOf(tx, member_id))
    const input = { member_id, phone, is_change: true, address, locale }
    const phone_code = await sendCode(codeContext(app, hooks, sender), input)
    return { data: { ...user, phone_code }, message: 'phone_code_was_sent' }
  })
}

async function namesOf(on: Queryable, { member_id }: Viewer, siteTitle: MembersHooks['siteTitle']) {
  const [{ username }, site_title] = await Promise.all([
    selectMember.one(on, { id: member_id }),
    siteTitle(on),
  ])
  return { username, site_title }
}

const refuseCode = () => refuseField('one_time_code_is_incorrect', 'otp')
