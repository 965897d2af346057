import { memberCalls, registration } from '@fairturn/contract/members'
import { signInAttemptLimits, enforceAttemptLimits } from '../platform/credentials/attempts.ts'
import type { Cipher } from '../platform/credentials/encryption.ts'
import { hasOneTimeCodes, oneTimeCipher } from '../platform/credentials/one-time-codes.ts'
import { checkPassword, hashNewPassword, replacePassword } from '../platform/credentials/passwords.ts'
import { findCode, type RightCode } from '../platform/credentials/second-factor.ts'
import { memberSubject } from '../platform/credentials/subjects.ts'
import type { Tx } from '../platform/database/database.ts'
import type { App, Routes, Viewer } from '../platform/http/app.ts'
import { bind, type Call, enforceRateLimit, localeOfRequest } from '../platform/http/bind.ts'
import type { Limit } from '../platform/http/limits.ts'
import { orRefuse, refuse, refuseField } from '../platform/http/refusal.ts'
import { openChallenges } from './challenges.ts'
import { confirmPassword, confirmSession, requireConfirmation } from './confirmation.ts'
import { type DeviceTokens, deviceTokens } from './device-tokens.ts'
import { recordRefusedUnderLock, refuseSignIn } from './lock-refusals.ts'
import { endIfExpired } from './member-lock.ts'
import type { MembersHooks } from './members.hooks.ts'
import { notifySecurityChange } from './members.jobs.ts'
import { selectByNameOrPhone, updatePreferences } from './members.store.ts'
import { getMember, userOf, userReader } from './members.ts'
import { nameKey, possiblePhones, readPhone } from './names.ts'
import { phoneCodeRoutes } from './phone-codes.routes.ts'
import type { PhoneCodes } from './phone-sender.ts'
import { spendMemberCode } from './recovery-codes.ts'
import { recoveryRoutes } from './recovery.routes.ts'
import { refuseFieldsOf, refuseUnregistrable, register, typedFields } from './registration.ts'
import { securityRoutes } from './security.routes.ts'
import {
  endOtherSessions,
  endSession,
  openSession,
  openSessionsOf,
  refreshSession,
  refuseLockedHolder,
} from './sessions.ts'
import { type AccessTokenKey, accessTokenKey } from './tokens.ts'

/** Rate limit of changes to password and preferences. */
const CHANGES: Limit = { hits: 120, per_seconds: 60 }

export function memberRoutes(routes: Routes, hooks: MembersHooks, sender: PhoneCodes | undefined): void {
  const key = accessTokenKey(routes.app.config.secret)
  bindRegistration(routes, key, hooks, sender)
  bindSignIn(routes, key)
  bindSessions(routes, key)
  bindProfile(routes)
  recoveryRoutes(routes, key)
  securityRoutes(routes, hooks, sender)
  phoneCodeRoutes(routes, hooks, sender)
}

function bindRegistration(
  routes: Routes,
  key: AccessTokenKey,
  hooks: MembersHooks,
  sender: PhoneCodes | undefined,
): void {
  const { config, database } = routes.app
  const devices = deviceTokens(config)
  const challenges = openChallenges(config.secrets)
  const context = { database, hooks, challenges, secret: config.secret }

  bind(routes, memberCalls.challenge, async ({ now }) => ({ data: await challenges.create(now) }))

  const unconfirmed_blocks = sender === undefined
  bind(routes, memberCalls.register, {
    async handler(call) {
      const { body, address, agent, now, transaction } = call
      const locale = body.locale ?? call.locale
      await refuseFieldsOf(context, { ...body, locale, unconfirmed_blocks })
      const phone = orRefuse(readPhone(body.phone, locale), 'phone_is_invalid')
      const member = { username: body.username, phone, invite_code: body.code, locale, unconfirmed_blocks }
      const request = { member, address, challenge: body.challenge }
      await refuseUnregistrable(context, request)
      const passwordHash = await hashNewPassword(body.password, member)
      const { tokens, user } = await transaction(async (tx) => {
        await hooks.storeTerms(tx)
        const { id } = await register(tx, context, { ...request, passwordHash })
        const tokens = await openSession(tx, key, { member_id: id, agent })
        return { tokens, user: await userOf(tx, id) }
      })
      return { data: { ...tokens, user, device_token: await devices.create(now, user._id) } }
    },
    besides(sent, request) {
      const chosen = registration.shape.locale.safeParse('locale' in sent ? sent.locale : undefined).data
      const locale = chosen ?? localeOfRequest(request)
      return refuseFieldsOf(context, { ...typedFields(sent), locale, unconfirmed_blocks })
    },
  })
}

function bindSignIn(routes: Routes, key: AccessTokenKey): void {
  const secretKey = oneTimeCipher(routes.app.config.secrets)
  const devices = deviceTokens(routes.app.config)

  bind(routes, memberCalls.login, async (call) => {
    const member_id = orRefuse(await signIn(call, devices), 'username_or_password_is_incorrect')
    await refuseLocked(call.app, member_id)
    const code = await secondStep(call, secretKey, member_id)
    const tokens = await call.transaction(async (tx) => {
      if (code !== undefined && !(await spendMemberCode(tx, code))) throw refuse('one_time_code_is_incorrect')
      await refuseSignIn(tx, member_id)
      return await openSession(tx, key, { member_id, agent: call.agent })
    })
    const user = await userOf(call.app.database, member_id)
    return { data: { ...tokens, user, device_token: await devices.create(call.now, member_id) } }
  })
}

/** Undefined for a wrong name or a wrong password, after the same time. */
async function signIn(
  { app, body, locale, address, now }: Call<typeof memberCalls.login>,
  devices: DeviceTokens,
): Promise<string | undefined> {
  const name = nameKey(body.username)
  const phones = possiblePhones(body.username, locale)
  const found = await selectByNameOrPhone.maybe(app.database, { username_key: name, phones })
  const device = found && (await devices.deviceOf(now, found.id, body.device_token))
  return await enforceAttemptLimits(
    app,
    signInAttemptLimits(app, found?.id ?? name, address, device),
    async () => {
      const hash = await checkPassword(app.database, found && memberSubject(found.id), body.password)
      return hash === undefined ? undefined : found?.id
    },
  )
}

/** Refuses `your_account_has_been_locked`, with an alarm, and after the lock `a_new_password_is_needed`. */
async function refuseLocked({ database }: App, member_id: string): Promise<void> {
  await endIfExpired(database, member_id)
  const { lock_kind } = await getMember(database, member_id)
  if (lock_kind === 'security') await recordRefusedUnderLock(database, member_id)
  await database.transaction((tx) => refuseSignIn(tx, member_id))
}

/** Verifies the code of a member with one-time codes; undefined if none is needed. */
async function secondStep(
  { app, body, address }: Call<typeof memberCalls.login>,
  cipher: Cipher,
  member_id: string,
): Promise<RightCode | undefined> {
  const subject = memberSubject(member_id)
  if (!(await hasOneTimeCodes(app.database, subject))) return undefined
  if ((body.otp ?? '').trim() === '') throw refuse('one_time_code_is_required')
  const code = await findCode(app, cipher, { subject, code: body.otp!, address })
  if (code === undefined) throw refuse('one_time_code_is_incorrect')
  return code
}

function bindSessions(routes: Routes, key: AccessTokenKey): void {
  bind(routes, memberCalls.refresh, async ({ app, body, transaction }) => {
    const refreshed = await transaction((tx) => refreshSession(tx, key, body.refresh_token))
    if (refreshed === undefined) {
      await refuseLockedHolder(app.database, app.database.clock.now(), body.refresh_token)
      throw refuse('refresh_token_is_invalid')
    }
    const { member_id, ...tokens } = refreshed
    return { data: { ...tokens, user: await userOf(app.database, member_id) } }
  })

  bind(routes, memberCalls.logout, async ({ viewer, transaction }) => ({
    data: { ended: await transaction((tx) => endSession(tx, viewer)) },
  }))

  bind(routes, memberCalls.sessions, async ({ app, viewer, now }) => ({
    data: { list: await openSessionsOf(app.database, viewer, now) },
  }))

  bind(routes, memberCalls.endSessions, async (call) => {
    const { viewer, body, transaction } = call
    const { member_id } = viewer
    const { session_id, everywhere = false } = body
    if (everywhere || session_id !== viewer.session_id) await requireConfirmation(call)
    const ended = await transaction(async (tx) => {
      if (everywhere) return await endOtherSessions(tx, member_id, null)
      if (session_id === undefined) return await endOtherSessions(tx, member_id, viewer.session_id)
      return Number(await endSession(tx, { member_id, session_id }))
    })
    return { data: { ended } }
  })
}

function bindProfile(routes: Routes): void {
  const readUser = userReader(routes.app.database)
  bind(routes, memberCalls.me, async ({ viewer }) => ({
    data: await readUser(viewer.member_id),
  }))

  bind(routes, memberCalls.viewer, async (call) => {
    const { viewer, body, transaction } = call
    const { listed_in_awards = null, locale = null } = body
    const changes = body.password !== undefined || listed_in_awards !== null || locale !== null
    // Only changes are rate-limited: counting each read would cost more than the read.
    if (changes) await enforceRateLimit(call.app, CHANGES, 'viewer', viewer.member_id, call.request)
    const change = body.password === undefined ? undefined : await verifiedChange(call, body.password)
    if (changes) {
      await transaction(async (tx) => {
        if (change !== undefined) await changePassword(tx, viewer, change)
        await updatePreferences.all(tx, { id: viewer.member_id, listed_in_awards, locale })
      })
    }
    const data = await readUser(viewer.member_id)
    return change === undefined ? { data } : { data, message: 'password_changed_successfully' }
  })

  bind(routes, memberCalls.updateBalance, async ({ viewer }) => {
    const { account_balance } = await readUser(viewer.member_id)
    return { data: { account_balance } }
  })
}

interface PasswordChange {
  readonly old_hash: string
  readonly newHash: string
}

/** Hashes for a change confirmed with the current password. */
async function verifiedChange(
  { app, body, viewer }: Call<typeof memberCalls.viewer>,
  password: string,
): Promise<PasswordChange> {
  // Typing it twice is the form's own matter: a client that asks once sends none.
  if (body.password_confirmation !== undefined && body.password_confirmation !== password)
    throw refuseField('passwords_do_not_match', 'password_confirmation')
  const current = body.current_password ?? ''
  const old_hash = await confirmPassword(app, viewer, current, 'current_password')
  const member = await getMember(app.database, viewer.member_id)
  return { old_hash, newHash: await hashNewPassword(password, member) }
}

/** Ends the member's other sessions too, since one of them may be the reason for the change. */
async function changePassword(tx: Tx, viewer: Viewer, { old_hash, newHash }: PasswordChange): Promise<void> {
  // If it was changed concurrently, the typed current password is stale.
  if (!(await replacePassword(tx, memberSubject(viewer.member_id), newHash, old_hash)))
    throw refuseField('current_password_is_incorrect', 'current_password')
  await confirmSession(tx, viewer, tx.now)
  await endOtherSessions(tx, viewer.member_id, viewer.session_id)
  await notifySecurityChange(tx, viewer.member_id, 'password_changed', { path: '/individual' })
}
