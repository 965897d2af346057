// Calls without a session: signing in with a passkey, and account recovery. No response reveals who is a member
// (recovery.test.ts).
import { securityCalls } from '@fairturn/contract/security'
import { signInAttemptLimits, enforceAttemptLimits } from '../platform/credentials/attempts.ts'
import { refuseCommonPassword } from '../platform/credentials/common-passwords.ts'
import { readPasskeyUse, requestOptions, spendPasskey } from '../platform/credentials/passkeys.ts'
import { hashNewPassword, hashPassword, replacePassword } from '../platform/credentials/passwords.ts'
import { findRecoveryCode } from '../platform/credentials/recovery-codes.ts'
import { memberSubject } from '../platform/credentials/subjects.ts'
import { siteOf } from '../platform/credentials/webauthn.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { refuse, refuseField } from '../platform/http/refusal.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { ownReason } from '../platform/texts/reasons.ts'
import { deleteMailLinks } from './contact.store.ts'
import { setEmail } from './contact.ts'
import { type DeviceTokens, deviceTokens } from './device-tokens.ts'
import { refuseSignIn } from './lock-refusals.ts'
import { passwordMail, useLink } from './mails.ts'
import { unlockMember } from './member-lock.ts'
import { notifySecurityChange } from './members.jobs.ts'
import { endPasswordVoid, selectByNameOrPhone, selectMemberLocked, refuseAsLocked } from './members.store.ts'
import { getMember, userOf } from './members.ts'
import { nameKey, possiblePhones } from './names.ts'
import { endLostOneTimeCodes, spendMemberCode } from './recovery-codes.ts'
import { endOtherSessions, openSession } from './sessions.ts'
import type { AccessTokenKey } from './tokens.ts'

/** Not identified yet: the passkey's response names the member. */
const ANY_MEMBER = { kind: 'member', id: null } as const

/** `key` signs access tokens. */
export function recoveryRoutes(routes: Routes, key: AccessTokenKey): void {
  const devices = deviceTokens(routes.app.config)
  bindPasskeySignIn(routes, key, devices)
  bindRecoveryByCredential(routes, devices)
  bindRecoveryByMail(routes)
}

function bindPasskeySignIn(routes: Routes, key: AccessTokenKey, devices: DeviceTokens): void {
  bind(routes, securityCalls.askPasskey, async (call) => ({
    data: await call.transaction((tx) => requestOptions(tx, call, call.body.purpose, ANY_MEMBER)),
  }))

  bind(routes, securityCalls.signInWithPasskey, async (call) => {
    const { app, body, agent, now, transaction } = call
    const use = await readPasskeyUse(call, 'sign_in', ANY_MEMBER, body.assertion)
    const member_id = use.subject.id
    const tokens = await transaction(async (tx) => {
      await spendPasskey(tx, now, use)
      await refuseSignIn(tx, member_id)
      return await openSession(tx, key, { member_id, agent })
    })
    const user = await userOf(app.database, member_id)
    return { data: { ...tokens, user, device_token: await devices.create(now, member_id) } }
  })
}

function bindRecoveryByCredential(routes: Routes, devices: DeviceTokens): void {
  bind(routes, securityCalls.recovery, async ({ app, request }) => ({
    data: {
      mail: app.config.mail !== undefined,
      passkey: siteOf('member', app.config, request) !== undefined,
    },
  }))

  bind(routes, securityCalls.recoverByCode, async ({ app, body, locale, address, now, transaction }) => {
    refuseDifferent(body)
    const name = nameKey(body.username)
    const found = await selectByNameOrPhone.maybe(app.database, {
      username_key: name,
      phones: possiblePhones(body.username, locale),
    })
    const subject = found && memberSubject(found.id)
    const device = found && (await devices.deviceOf(now, found.id, body.device_token))
    const tries = signInAttemptLimits(app, found?.id ?? name, address, device)
    const recoveryCodeId = await enforceAttemptLimits(app, tries, () =>
      findRecoveryCode(app.database, subject, body.recovery_code),
    )
    if (subject === undefined || recoveryCodeId === undefined)
      throw refuse('username_or_recovery_code_is_incorrect')
    const passwordHash = await hashNewPassword(body.password, await getMember(app.database, subject.id))
    await transaction(async (tx) => {
      if (!(await spendMemberCode(tx, { subject, recovery_code_id: recoveryCodeId })))
        throw refuse('username_or_recovery_code_is_incorrect')
      await endLostOneTimeCodes(tx, subject, recoveryCodeId)
      await setNewPassword(tx, subject.id, passwordHash)
    })
    return { data: { done: true }, message: 'password_set_successfully' }
  })

  bind(routes, securityCalls.recoverByPasskey, async (call) => {
    const { app, body, now, transaction } = call
    refuseDifferent(body)
    const use = await readPasskeyUse(call, 'recover', ANY_MEMBER, body.assertion)
    const passwordHash = await hashNewPassword(body.password, await getMember(app.database, use.subject.id))
    await transaction(async (tx) => {
      await spendPasskey(tx, now, use)
      await setNewPassword(tx, use.subject.id, passwordHash)
    })
    return { data: { done: true }, message: 'password_set_successfully' }
  })
}

function bindRecoveryByMail(routes: Routes): void {
  bind(routes, securityCalls.recoverByMail, async ({ app, body, locale, now, transaction }) => {
    if (app.config.mail === undefined) throw refuse('mail_is_not_available')
    // The job looks the name up, so that an unknown name takes as long and gets the same response.
    const job = { typed: body.username, locale, asked_at: now.toISOString() }
    await transaction((tx) => enqueue(tx, passwordMail, job))
    return { data: { done: true }, message: 'recovery_mail_is_on_its_way' }
  })

  bind(routes, securityCalls.recoverByLink, async ({ body, transaction }) => {
    refuseDifferent(body)
    const passwordHash = await hashPassword(body.password)
    await transaction(async (tx) => {
      const link = await useLink(tx, 'password', body.token)
      // Only now is the member known; a refusal leaves the link unspent.
      await refuseCommonPassword(body.password, await getMember(tx, link.member_id))
      await setNewPassword(tx, link.member_id, passwordHash)
    })
    return { data: { done: true }, message: 'password_set_successfully' }
  })

  bind(routes, securityCalls.confirmEmail, async ({ body, transaction }) => {
    const email = await transaction(async (tx) => {
      const link = await useLink(tx, 'email', body.token)
      await setEmail(tx, link.member_id, link.email)
      return link.email
    })
    return { data: { email }, message: 'email_confirmed_successfully' }
  })
}

function refuseDifferent(body: { password: string; password_confirmation: string }): void {
  if (body.password !== body.password_confirmation)
    throw refuseField('passwords_do_not_match', 'password_confirmation')
}

/**
 * Sets the password of a member who was verified in another way, and ends every session and mailed link. Also ends a
 * security lock, unless a second operator has confirmed it: then it refuses `your_account_has_been_locked`, because an
 * attacker could have the mailbox or the codes too.
 */
async function setNewPassword(tx: Tx, member_id: string, passwordHash: string): Promise<void> {
  const member = await selectMemberLocked.one(tx, { id: member_id })
  if (member.lock_kind === 'security') {
    if (member.lock_confirmed_by !== null) throw refuseAsLocked(member)
    const reason = ownReason('owner_set_new_password')
    await unlockMember(tx, { member_id, actor: 'system', reason })
  }
  if (!(await replacePassword(tx, memberSubject(member_id), passwordHash)))
    throw new Error('no password is set')
  await endPasswordVoid.all(tx, { member_id })
  await endOtherSessions(tx, member_id, null)
  await deleteMailLinks.all(tx, { member_id, purpose: 'password' })
  await notifySecurityChange(tx, member_id, 'password_changed', { path: '/individual/security' })
}
