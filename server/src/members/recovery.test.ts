// Forgotten passwords and contacts: recovery code, passkey or mail; no response reveals whether an account exists.
import { memberCalls } from '@fairturn/contract/members'
import { noticeCalls } from '@fairturn/contract/notices'
import { securityCalls } from '@fairturn/contract/security'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../../testing/smtp.ts'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../test/app.ts'
import { Authenticator } from '../../test/authenticator.ts'
import { PASTED_PHONES } from '../../test/pasted-phones.ts'
import { settingsOf, siteTitle } from '../content/content.ts'
import { deliveryHandlers } from '../notices/delivery.ts'
import { noticeHandlers } from '../notices/notices.jobs.ts'
import { mailSender, postPush } from '../notices/notices.ts'
import { loadConfig } from '../platform/config.ts'
import { mailHandlers, deleteExpiredSecurityData } from './members.ts'

const ORIGIN = 'https://app.example.com'
const MINUTE_MS = 60_000
const NEW_PASSWORD = 'battery staple'
const newPasswords = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
const COMMON = { password: 'qwertyuiop', password_confirmation: 'qwertyuiop' }
const confirmation = { password: TEST_PASSWORD }
let app: TestApp
let smtp: MailServer

beforeAll(async () => {
  smtp = await startMailServer()
  app = await startApp({
    variables: { SMTP_URL: smtp.url, MAIL_FROM: 'Fairturn <no-reply@example.com>', PUBLIC_ORIGIN: ORIGIN },
  })
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})

const work = () => {
  const mail = app.config.mail!
  const mailing = mailHandlers({ send: mailSender(mail, app), origin: mail.origin, siteTitle })
  // The mails of notices are dropped: they belong to another module, and are tested there.
  const delivering = deliveryHandlers({
    config: app.config,
    send: undefined,
    post: postPush,
    styleOf: settingsOf,
    siteTitle,
  })
  return app.database.runDueJobs([...noticeHandlers, ...mailing, ...delivering])
}

/** The mails sent by the due jobs. */
async function mailed() {
  const before = smtp.mails.length
  await work()
  return smtp.mails.slice(before).map(({ from, to, text }) => {
    const [, token = ''] = /#([\w-]{43})/.exec(text) ?? []
    return { from, to, text, token }
  })
}

const signIn = (username: string, password: string) =>
  app.call(memberCalls.login, { body: { username, password } })
const sentBy = (member: TestMember, body: object) => ({
  token: member.token,
  body: { user_id: member._id, ...body } as never,
})
const overview = async (member: TestMember) =>
  (await app.call(securityCalls.overview, { token: member.token })).data
const askEmail = (member: TestMember, email: string, confirmed: object = confirmation) =>
  app.call(securityCalls.changeEmail, sentBy(member, { email, ...confirmed }))
const confirmEmail = (token: string) => app.call(securityCalls.confirmEmail, { body: { token } })
const forget = (username: string, locale = 'en') =>
  app.call(securityCalls.recoverByMail, { body: { username }, locale })
const byLink = (token: string, passwords = newPasswords) =>
  app.call(securityCalls.recoverByLink, { body: { token, ...passwords } })
const byCode = (username: string, recovery_code: string, passwords = newPasswords) =>
  app.call(securityCalls.recoverByCode, { body: { username, recovery_code, ...passwords } })

async function reachable(username: string, email: string): Promise<TestMember> {
  const member = await app.member(username)
  expect((await askEmail(member, email)).status).toBe(200)
  const [mail] = await mailed()
  expect((await confirmEmail(mail!.token)).data.email).toBe(email)
  return member
}

async function withCodes(username: string) {
  const member = await app.member(username)
  const { data } = await app.call(securityCalls.makeRecoveryCodes, sentBy(member, confirmation))
  return { member, codes: data.recovery_codes }
}

async function noticesOf(member: TestMember): Promise<string[]> {
  await work()
  const { access_token } = (await signIn(member.username, NEW_PASSWORD)).data
  const sent = { token: access_token, body: { user_id: member._id } }
  return (await app.call(noticeCalls.list, sent)).data.list.map(({ kind }) => kind)
}

describe('a new password by recovery code', () => {
  // ASVS V7.4.3
  test('ends every session, consumes the code, and sends a notice', async () => {
    const { member, codes } = await withCodes('forgetful')
    expect(await byCode('Forgetful', codes[0]!)).toMatchObject({
      status: 200,
      message: 'password_set_successfully',
    })
    expect(await app.call(memberCalls.me, { token: member.token })).toMatchObject({
      code: 'session_has_ended',
    })
    expect(await signIn('forgetful', TEST_PASSWORD)).toMatchObject({
      code: 'username_or_password_is_incorrect',
    })
    expect((await signIn('forgetful', NEW_PASSWORD)).status).toBe(200)
    expect(await byCode('forgetful', codes[0]!)).toMatchObject({
      code: 'username_or_recovery_code_is_incorrect',
    })
    expect(await noticesOf(member)).toEqual(
      expect.arrayContaining(['password_changed', 'recovery_code_used']),
    )
  })

  test('refuses a wrong code, another member’s, and an unknown name with the same message', async () => {
    const { codes } = await withCodes('has codes')
    await withCodes('has others')
    for (const [username, code] of [
      ['has codes', '0000-0000-0000-0000'],
      ['has codes', 'x'],
      ['has others', codes[0]!],
      ['nobody at all', codes[0]!],
    ] as const)
      expect(await byCode(username, code)).toMatchObject({
        status: 401,
        code: 'username_or_recovery_code_is_incorrect',
      })
    expect(await byCode('has codes', ' ')).toMatchObject({ status: 422, code: 'recovery_code_is_required' })
    const different = { password: NEW_PASSWORD, password_confirmation: 'another one' }
    expect(await byCode('has codes', codes[0]!, different)).toMatchObject({
      status: 422,
      code: 'passwords_do_not_match',
    })
    const short = { password: 'short', password_confirmation: 'short' }
    expect(await byCode('has codes', codes[0]!, short)).toMatchObject({
      code: 'password_must_have_at_least_8_characters',
    })
    for (const common of ['qwertyuiop', 'Has Codes 1'])
      expect(
        await byCode('has codes', codes[0]!, { password: common, password_confirmation: common }),
      ).toMatchObject({ status: 422, code: 'password_is_too_common' })
    // Not revealed to an unverified caller that the name exists.
    expect(await byCode('has codes', 'x', COMMON)).toMatchObject({
      code: 'username_or_recovery_code_is_incorrect',
    })
    expect((await byCode('has codes', codes[0]!)).status).toBe(200) // the code has not been used by these
  })

  test('of fifty concurrent requests with one code, one sets the password', { timeout: 60_000 }, async () => {
    const { codes } = await withCodes('raced for')
    const answers = await Promise.all(Array.from({ length: 50 }, () => byCode('raced for', codes[0]!)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, code } of answers.filter((answer) => answer.status !== 200))
      expect({ status, code }).toEqual({ status: 401, code: 'username_or_recovery_code_is_incorrect' })
  })
})

describe('a new password by passkey', () => {
  test('is set by its member; an assertion for a sign-in is refused', async () => {
    const member = await app.member('forgetful key')
    const key = new Authenticator()
    const at = { origin: ORIGIN }
    const { data } = await app.call(securityCalls.newPasskey, sentBy(member, confirmation))
    const credential = key.create(data, at)
    expect((await app.call(securityCalls.addPasskey, sentBy(member, { credential }))).status).toBe(200)
    const ask = async (purpose: 'sign_in' | 'recover') =>
      (await app.call(securityCalls.askPasskey, { body: { purpose } })).data
    const recover = (assertion: ReturnType<Authenticator['get']>, passwords = newPasswords) =>
      app.call(securityCalls.recoverByPasskey, { body: { assertion, ...passwords } })
    expect(await recover(key.get(await ask('sign_in'), at))).toMatchObject({
      code: 'passkey_request_has_expired',
    })
    expect(await recover(key.get(await ask('recover')))).toMatchObject({ code: 'passkey_was_not_accepted' })
    expect(await recover(key.get(await ask('recover'), at), COMMON)).toMatchObject({
      status: 422,
      code: 'password_is_too_common',
    })
    const answer = key.get(await ask('recover'), at)
    expect(await recover(answer)).toMatchObject({ status: 200, message: 'password_set_successfully' })
    expect(await recover(answer)).toMatchObject({ code: 'passkey_request_has_expired' })
    expect(await app.call(memberCalls.me, { token: member.token })).toMatchObject({
      code: 'session_has_ended',
    })
    expect((await signIn('forgetful key', NEW_PASSWORD)).status).toBe(200)
  })
})

describe('a new password by mail', () => {
  // ASVS V6.2.4 V6.6.3 V14.2.1
  test('uses a link of this site, in the language of the request, valid once', async () => {
    const member = await reachable('mailed to', 'mailed.to@example.com')
    expect(await forget('MAILED to', 'fr')).toMatchObject({
      status: 200,
      message: 'recovery_mail_is_on_its_way',
    })
    const [mail, ...more] = await mailed()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ from: 'no-reply@example.com', to: ['mailed.to@example.com'] })
    expect(mail!.text).toContain('Bonjour mailed to,')
    expect(mail!.text).toContain(`${ORIGIN}/forgot-password#${mail!.token}`)
    const stored = await app.database.asSchemaOwner<{ text: string }>(
      `select to_jsonb(l)::text as text from mail_link l union all select to_jsonb(j)::text from graphile_worker._private_jobs j`,
    )
    expect(stored.map(({ text }) => text).join('\n')).not.toContain(mail!.token)

    for (const common of ['qwertyuiop', 'Mailed To 99'])
      expect(await byLink(mail!.token, { password: common, password_confirmation: common })).toMatchObject({
        status: 422,
        code: 'password_is_too_common',
      })
    expect(await byLink('A'.repeat(43), COMMON)).toMatchObject({ code: 'link_is_not_valid' })
    expect(await byLink(mail!.token)).toMatchObject({ status: 200, message: 'password_set_successfully' })
    expect(await app.call(memberCalls.me, { token: member.token })).toMatchObject({
      code: 'session_has_ended',
    })
    expect((await signIn('mailed to', NEW_PASSWORD)).status).toBe(200)
    expect(await byLink(mail!.token)).toMatchObject({ status: 422, code: 'link_is_not_valid' })
  })

  test('responds the same, and mails nothing, for an unknown name and a member without e-mail', async () => {
    await app.member('without mail')
    const answers = [await forget('nobody of this name'), await forget('without mail')]
    expect(new Set(answers.map((answer) => JSON.stringify({ ...answer, request_id: '' }))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, message: 'recovery_mail_is_on_its_way' })
    expect(await mailed()).toEqual([])
  })

  // ASVS V6.6.2
  test('expires after thirty minutes, after a newer link, and after a change of password or e-mail', async () => {
    const member = await reachable('too late', 'too.late@example.com')
    const linked = async () => {
      await forget('too late')
      return (await mailed())[0]!.token
    }
    const late = await linked()
    app.clock.advance(30 * MINUTE_MS)
    expect(await byLink(late)).toMatchObject({ code: 'link_is_not_valid' })
    const older = await linked()
    const newer = await linked()
    expect(await byLink(older)).toMatchObject({ code: 'link_is_not_valid' })
    const { access_token: token } = (await signIn('too late', TEST_PASSWORD)).data
    const removed = await app.call(securityCalls.removeEmail, sentBy({ ...member, token }, confirmation))
    expect(removed.status).toBe(200)
    expect(await mailed()).toMatchObject([{ to: ['too.late@example.com'], token: '' }])
    expect(await byLink(newer)).toMatchObject({ code: 'link_is_not_valid' })
  })

  test('is mailed at most three times an hour, and a mail that could not be sent does not count', async () => {
    await reachable('bombed', 'bombed@example.com')
    smtp.refusing = true
    await forget('bombed')
    await expect(mailed()).rejects.toThrow('451 not now')
    smtp.refusing = false
    await app.database.asSchemaOwner('delete from graphile_worker._private_jobs')
    for (let tries = 0; tries < 5; tries++) await forget('bombed')
    expect(await mailed()).toHaveLength(3)
  })

  test('of fifty concurrent requests with one link, one sets the password', { timeout: 60_000 }, async () => {
    await reachable('raced link', 'raced.link@example.com')
    await forget('raced link')
    const { token } = (await mailed())[0]!
    const answers = await Promise.all(Array.from({ length: 50 }, () => byLink(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test.each(['', 'x', 'A'.repeat(43), 'A'.repeat(101)])('refuses the link %j', async (token) => {
    expect(await byLink(token)).toMatchObject({ status: 422, code: 'link_is_not_valid' })
    expect(await confirmEmail(token)).toMatchObject({ status: 422, code: 'link_is_not_valid' })
  })

  test('is not offered without a mail server', async () => {
    const bare = await startApp({ clock: app.clock })
    try {
      expect((await bare.call(securityCalls.recovery)).data).toEqual({ mail: false, passkey: true })
      expect(await bare.call(securityCalls.recoverByMail, { body: { username: 'anybody' } })).toMatchObject({
        status: 409,
        code: 'mail_is_not_available',
      })
      const member = await bare.member('no mail here')
      const sent = sentBy(member, { email: 'a@example.com', ...confirmation })
      expect(await bare.call(securityCalls.changeEmail, sent)).toMatchObject({
        code: 'mail_is_not_available',
      })
    } finally {
      await bare.close()
    }
    expect((await app.call(securityCalls.recovery)).data).toEqual({ mail: true, passkey: true })
  })

  test('a mail server without sender and origin is refused at the start', () => {
    const variables = {
      DATABASE_URL: 'postgres://unused',
      SECRET: 'x'.repeat(32),
      SMTP_URL: 'smtp://127.0.0.1',
    }
    expect(() => loadConfig(variables)).toThrow(/MAIL_FROM: is needed[^]*PUBLIC_ORIGIN: is needed/)
  })
})

describe('the e-mail', () => {
  test('is set once its link is opened, and the member gets a notice', async () => {
    const member = await app.member('gets mail')
    expect((await overview(member)).email).toBeNull()
    expect(await askEmail(member, ' gets.mail@example.com ')).toMatchObject({
      status: 200,
      message: 'confirmation_mail_is_on_its_way',
    })
    const [mail] = await mailed()
    expect(mail).toMatchObject({ to: ['gets.mail@example.com'] })
    expect(mail!.text).toContain(`${ORIGIN}/confirm-email#${mail!.token}`)
    expect((await overview(member)).email).toBeNull()
    expect(await confirmEmail(mail!.token)).toMatchObject({
      status: 200,
      message: 'email_confirmed_successfully',
    })
    expect(await confirmEmail(mail!.token)).toMatchObject({ code: 'link_is_not_valid' })
    expect((await overview(member)).email).toBe('gets.mail@example.com')
    await work()
    const list = (await app.call(noticeCalls.list, sentBy(member, {}))).data.list
    expect(list.find(({ kind }) => kind === 'email_changed')!.text).toContain('g****@example.com')
  })

  test('that is replaced or removed is notified, in the member’s language, without the new one', async () => {
    const member = await reachable('moves house', 'old@example.com')
    await app.call(memberCalls.viewer, sentBy(member, { locale: 'fr' }))
    await askEmail(member, 'new@example.com')
    const [confirm] = await mailed()
    expect(await confirmEmail(confirm!.token)).toMatchObject({ status: 200 })
    const left = await mailed()
    expect(left).toMatchObject([{ to: ['old@example.com'], token: '' }])
    expect(left[0]!.text).toContain('Cette adresse n’est plus associée à votre compte')
    expect(left[0]!.text).toContain(`${ORIGIN}/individual/security`)
    expect(left[0]!.text).not.toContain('new@example.com')

    const removed = await app.call(securityCalls.removeEmail, sentBy(member, confirmation))
    expect(removed.status).toBe(200)
    expect(await mailed()).toMatchObject([{ to: ['new@example.com'], token: '' }])
    expect((await app.call(securityCalls.removeEmail, sentBy(member, confirmation))).status).toBe(200)
    expect(await mailed()).toEqual([])
  })

  test('is notified at the old address once the mail server is back, but not after a week', async () => {
    const member = await reachable('moves twice', 'first@example.com')
    await app.call(securityCalls.removeEmail, sentBy(member, confirmation))
    smtp.refusing = true
    await expect(mailed()).rejects.toThrow('451 not now')
    smtp.refusing = false
    const payload = { member_id: member._id, email: 'first@example.com' }
    const handler = mailHandlers({
      send: mailSender(app.config.mail!, app),
      origin: ORIGIN,
      siteTitle,
    }).find(({ name }) => name === 'left_address_mail')!
    const before = smtp.mails.length
    const changed_at = app.clock.now()
    await handler.run(app.database, { ...payload, changed_at: changed_at.toISOString() })
    expect(smtp.mails.slice(before)).toMatchObject([{ to: ['first@example.com'] }])
    const longAgo = new Date(changed_at.getTime() - 8 * 24 * 60 * MINUTE_MS)
    await handler.run(app.database, { ...payload, changed_at: longAgo.toISOString() })
    expect(smtp.mails).toHaveLength(before + 1)
  })

  test.each([
    'x',
    'a@b',
    '@example.com',
    'a@example.com,b@example.com',
    'a@example.com\nbcc: b@example.com',
    'a b@example.com',
    '<a@example.com>',
    `${'a'.repeat(250)}@example.com`,
    17,
  ])('refuses %j', async (email) => {
    const member = await app.member(
      `wrong mail ${String(email).length} ${String(email).replace(/\W/g, '')}`.slice(0, 30),
    )
    expect(await askEmail(member, email as string)).toMatchObject({ status: 422, code: 'email_is_invalid' })
  })

  // ASVS V7.5.1
  test('needs a confirmation to be set and removed, and its link is valid for a day', async () => {
    const member = await app.member('confirms mail')
    expect(await askEmail(member, 'a@example.com', {})).toMatchObject({ code: 'confirmation_is_required' })
    expect(await askEmail(member, 'a@example.com', { password: 'wrong' })).toMatchObject({
      code: 'current_password_is_incorrect',
    })
    expect(await app.call(securityCalls.removeEmail, sentBy(member, {}))).toMatchObject({
      code: 'confirmation_is_required',
    })
    await askEmail(member, 'a@example.com')
    const [mail] = await mailed()
    app.clock.advance(24 * 60 * MINUTE_MS)
    expect(await confirmEmail(mail!.token)).toMatchObject({ code: 'link_is_not_valid' })
    const [{ count } = { count: -1 }] = await app.database.asSchemaOwner<{ count: number }>(
      'select count(*)::int from mail_link',
    )
    expect(count).toBeGreaterThan(0)
    await deleteExpiredSecurityData(app.database, new Date(app.clock.now().getTime() + 1))
    expect(
      await app.database.asSchemaOwner('select from mail_link where expires_at <= $1', [app.clock.now()]),
    ).toEqual([])
  })
})

describe('the phone number', () => {
  const change = (member: TestMember, phone: string, confirmed: object = confirmation) =>
    app.call(securityCalls.changePhone, { ...sentBy(member, { phone, ...confirmed }), locale: 'vn' })

  // ASVS V7.5.1
  test('is changed with a confirmation, can be used to sign in, and the member gets a notice', async () => {
    const member = await app.member('moves')
    expect(await change(member, '0987 654 399', {})).toMatchObject({ code: 'confirmation_is_required' })
    expect(await change(member, '0987 654 399', { password: 'wrong' })).toMatchObject({
      code: 'current_password_is_incorrect',
    })
    expect(await change(member, '12')).toMatchObject({ status: 422, code: 'phone_is_invalid' })
    const changed = await change(member, '0987 654 399')
    expect(changed).toMatchObject({ status: 200, message: 'phone_changed_successfully' })
    expect(changed.data.phone).toBe('+84987654399')
    expect((await signIn('+84987654399', TEST_PASSWORD)).data.user._id).toBe(member._id)
    await work()
    const list = (await app.call(noticeCalls.list, sentBy(member, {}))).data.list
    expect(list.find(({ kind }) => kind === 'phone_changed')!.text).toContain('+84987******')
  })

  test('is the same however it is pasted', async () => {
    const member = await app.member('pastes it')
    for (const [how, phone] of PASTED_PHONES) {
      expect((await change(member, '0987 654 311')).data.phone).toBe('+84987654311')
      expect([how, (await change(member, phone)).data?.phone]).toEqual([how, '+33612345601'])
    }
  })

  test('cannot be another member’s, and of two concurrent requests one gets it', async () => {
    const one = await app.member('wants it')
    const other = await app.member('wants it as well')
    const first = (await app.call(memberCalls.me, { token: one.token })).data.phone
    expect(await change(other, first)).toMatchObject({
      status: 409,
      code: 'username_or_phone_number_already_exists',
    })
    const answers = await Promise.all([change(one, '0987654377'), change(other, '0987654377')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await change(one, first)).status).toBe(200) // its own, or free again
  })
})

test('signing out everywhere ends this session too', async () => {
  const member = await app.member('everywhere')
  const elsewhere = (await signIn('everywhere', TEST_PASSWORD)).data
  const answer = await app.call(memberCalls.endSessions, sentBy(member, { everywhere: true }))
  expect(answer.data.ended).toBe(2)
  for (const token of [member.token, elsewhere.access_token])
    expect(await app.call(memberCalls.me, { token })).toMatchObject({
      status: 401,
      code: 'session_has_ended',
    })
})
