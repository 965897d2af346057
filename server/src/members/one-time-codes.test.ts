// One-time codes and recovery codes: required at sign-in, each valid once, and useless to somebody who reads the
// database.
import { memberCalls } from '@fairturn/contract/members'
import { noticeCalls } from '@fairturn/contract/notices'
import { securityCalls } from '@fairturn/contract/security'
import { TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../test/app.ts'
import { noticeHandlers } from '../notices/notices.jobs.ts'
import { enrolOneTimeCodes, oneTimeCipher } from '../platform/credentials/one-time-codes.ts'
import { memberSubject } from '../platform/credentials/subjects.ts'

const STEP_MS = 30_000
let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

interface Guarded extends TestMember {
  totp: TOTP
  secret: string
  recovery_codes: string[]
}

const codeOf = (totp: TOTP, steps = 0) =>
  totp.generate({ timestamp: app.clock.now().getTime() + steps * STEP_MS })
const login = (username: string, otp?: string, password = TEST_PASSWORD) =>
  app.call(memberCalls.login, { body: { username, password, ...(otp !== undefined && { otp }) } })
const enrol = (member: TestMember, password: string | undefined = TEST_PASSWORD) =>
  app.call(securityCalls.enrolOneTimeCodes, { token: member.token, body: { user_id: member._id, password } })
const confirm = (member: TestMember, otp: string) =>
  app.call(securityCalls.confirmOneTimeCodes, { token: member.token, body: { user_id: member._id, otp } })
const end = (member: TestMember, otp: string, password: string | undefined = TEST_PASSWORD) =>
  app.call(securityCalls.endOneTimeCodes, {
    token: member.token,
    body: { user_id: member._id, otp, password },
  })
const newCodes = (member: TestMember, password: string | undefined = TEST_PASSWORD) =>
  app.call(securityCalls.makeRecoveryCodes, { token: member.token, body: { user_id: member._id, password } })
const overview = async (member: TestMember) =>
  (await app.call(securityCalls.overview, { token: member.token })).data

/** A member with one-time codes on; the time step of the first code is over. */
async function guarded(username: string): Promise<Guarded> {
  const member = await app.member(username)
  const { uri, secret } = (await enrol(member)).data
  const totp = URI.parse(uri) as TOTP
  const { status, data } = await confirm(member, codeOf(totp))
  expect(status).toBe(200)
  app.clock.advance(STEP_MS)
  return { ...member, totp, secret, recovery_codes: data.recovery_codes }
}

async function noticesOf(member: TestMember): Promise<string[]> {
  await app.database.runDueJobs(noticeHandlers)
  const { data } = await app.call(noticeCalls.list, { token: member.token, body: { user_id: member._id } })
  return data.list.map(({ kind }) => kind)
}

describe('turning one-time codes on', () => {
  // ASVS V6.5.4
  test('returns a secret as text and as URL, is completed with a first code, returns ten recovery codes, and sends a notice', async () => {
    const member = await app.member('enroller')
    const { data } = await enrol(member)
    const totp = URI.parse(data.uri) as TOTP
    expect(totp).toMatchObject({
      issuer: 'Fairturn',
      label: 'enroller',
      digits: 6,
      period: 30,
      algorithm: 'SHA1',
    })
    expect(totp.secret.base32).toBe(data.secret)
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(await overview(member)).toMatchObject({ one_time_codes: false, recovery_codes_left: 0 })
    expect(await login('enroller')).toMatchObject({ status: 200 }) // no code is required before it is confirmed
    const confirmed = await confirm(member, codeOf(totp))
    expect(confirmed).toMatchObject({ status: 200, message: 'one_time_codes_turned_on' })
    expect(new Set(confirmed.data.recovery_codes).size).toBe(10)
    for (const code of confirmed.data.recovery_codes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(await overview(member)).toMatchObject({ one_time_codes: true, recovery_codes_left: 10 })
    expect(await noticesOf(member)).toEqual(
      expect.arrayContaining(['one_time_codes_on', 'recovery_codes_made']),
    )
  })

  test('needs the password, a correct code, and that they are off', async () => {
    const member = await app.member('refused enroller')
    expect(await enrol(member, '')).toMatchObject({
      status: 422,
      code: 'confirmation_is_required',
      details: { fields: [{ field: 'password', code: 'confirmation_is_required' }] },
    })
    expect(await enrol(member, 'wrong one')).toMatchObject({
      status: 422,
      code: 'current_password_is_incorrect',
    })
    expect(await confirm(member, '123456')).toMatchObject({ status: 422, code: 'one_time_code_is_incorrect' })
    const first = URI.parse((await enrol(member)).data.uri) as TOTP
    const second = URI.parse((await enrol(member)).data.uri) as TOTP
    for (const wrong of [codeOf(first), '', '12345', 'abcdef', codeOf(second, 2), codeOf(second, -2)])
      expect(await confirm(member, wrong)).toMatchObject({ status: 422, code: 'one_time_code_is_incorrect' })
    expect((await confirm(member, codeOf(second))).status).toBe(200)
    expect(await enrol(member)).toMatchObject({ status: 409, code: 'one_time_codes_are_already_on' })
    expect(await confirm(member, codeOf(second, 1))).toMatchObject({ code: 'one_time_codes_are_already_on' })
  })

  test('a colon in the site’s title does not truncate it in the app', async () => {
    const { _id } = await app.member('titled')
    const cipher = oneTimeCipher(app.config.secrets)
    const names = { username: 'titled', issuer: 'Fair:turn' }
    const enrolled = await app.database.transaction((tx) =>
      enrolOneTimeCodes(tx, cipher, memberSubject(_id), names),
    )
    expect(URI.parse(enrolled!.uri)).toMatchObject({ issuer: 'Fair turn', label: 'titled' })
  })

  test('a secret encrypted by an earlier version can be decrypted', () => {
    const cipher = oneTimeCipher(['a secret of an earlier version and long enough'])
    const ciphertext = 'YXA4PbMOE9OEdNyUeyg4YAITf1XWK9vibInXwnreC762yAv3P652EibMBquijvM7'
    const context = '019a0000-0000-7000-8000-000000000001'
    expect(cipher.decrypt(context, Buffer.from(ciphertext, 'base64'))).toEqual(Buffer.alloc(20, 7))
  })

  // ASVS V6.5.2
  test('the secret and the recovery codes are not stored in clear', async () => {
    const member = await guarded('encrypted')
    const tables = await app.database.asSchemaOwner<{ text: string }>(
      `select to_jsonb(s)::text as text from one_time_secret s where member_id = $1
       union all select to_jsonb(r)::text from recovery_code r where member_id = $1`,
      [member._id],
    )
    const stored = tables.map((row) => row.text).join('\n')
    expect(stored).not.toContain(member.secret)
    expect(stored).not.toContain(Buffer.from(member.totp.secret.bytes).toString('hex'))
    for (const code of member.recovery_codes) expect(stored).not.toContain(code.replaceAll('-', '').slice(4))
    expect(new Set(stored.match(/\$argon2id\$v=19\$m=19456,t=2,p=1\$[^"]+/g)).size).toBe(10)
  })

  // ASVS V11.3.3
  test('an encrypted secret copied to another member does not decrypt', async () => {
    const thief = await guarded('secret thief')
    const victim = await guarded('secret victim')
    await app.database.asSchemaOwner(
      `update one_time_secret set ciphertext = (select ciphertext from one_time_secret where subject_id = $2) where subject_id = $1`,
      [victim._id, thief._id],
    )
    expect((await login('secret victim', codeOf(thief.totp))).status).not.toBe(200)
  })
})

describe('signing in with one-time codes on', () => {
  // ASVS V6.3.3
  test('needs a code, and reveals that only to whoever has the password', async () => {
    const member = await guarded('two steps')
    expect(await login('two steps')).toMatchObject({ status: 401, code: 'one_time_code_is_required' })
    expect(await login('two steps', ' ')).toMatchObject({ code: 'one_time_code_is_required' })
    expect(await login('two steps', codeOf(member.totp), 'wrong')).toMatchObject({
      code: 'username_or_password_is_incorrect',
    })
    for (const wrong of ['000000', '١٢٣٤٥٦', '00000', '0000000'])
      expect(await login('two steps', wrong)).toMatchObject({
        status: 422,
        code: 'one_time_code_is_incorrect',
      })
    expect(await login('two steps', codeOf(member.totp))).toMatchObject({ status: 200 })
  })

  // ASVS V6.5.1
  test('a code is accepted one step early and late, with spaces, and never twice', async () => {
    const member = await guarded('steps')
    app.clock.advance(10 * STEP_MS)
    expect(await login('steps', codeOf(member.totp, 2))).toMatchObject({ code: 'one_time_code_is_incorrect' })
    expect(await login('steps', codeOf(member.totp, -2))).toMatchObject({
      code: 'one_time_code_is_incorrect',
    })
    const late = codeOf(member.totp, -1)
    expect((await login('steps', `${late.slice(0, 3)} ${late.slice(3)}`)).status).toBe(200)
    expect(await login('steps', late)).toMatchObject({ code: 'one_time_code_is_incorrect' })
    const early = codeOf(member.totp, 1)
    expect((await login('steps', early)).status).toBe(200)
    expect(await login('steps', early)).toMatchObject({ code: 'one_time_code_is_incorrect' })
    // A later code was used, so an earlier one is void even if it is still within its time.
    expect(await login('steps', codeOf(member.totp))).toMatchObject({ code: 'one_time_code_is_incorrect' })
  })

  test('of fifty concurrent sign-ins with one code, one succeeds', async () => {
    const member = await guarded('one code')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => login('one code', codeOf(member.totp))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'one_time_code_is_incorrect')).toHaveLength(49)
  })

  // ASVS V6.5.1
  test('a recovery code is accepted instead, once, however it is typed, and its member is told how many are left', async () => {
    const member = await guarded('recoverer')
    const [first, second] = member.recovery_codes as [string, string]
    expect((await login('recoverer', first)).status).toBe(200)
    expect(await login('recoverer', first)).toMatchObject({ code: 'one_time_code_is_incorrect' })
    const typed = second.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    expect((await login('recoverer', typed)).status).toBe(200)
    expect((await overview(member)).recovery_codes_left).toBe(8)
    expect((await noticesOf(member)).filter((kind) => kind === 'recovery_code_used')).toHaveLength(2)
  })

  test('another member’s recovery code is refused', async () => {
    const one = await guarded('one of two')
    await guarded('other of two')
    expect(await login('other of two', one.recovery_codes[0])).toMatchObject({
      code: 'one_time_code_is_incorrect',
    })
  })

  test('guesses of the code are limited, even with the password', async () => {
    const strict = await startApp({ clock: app.clock, variables: { RATE_LIMIT_FACTOR: '1' } })
    try {
      const member = await strict.member('guessed at')
      const sent = { token: member.token, body: { user_id: member._id, password: TEST_PASSWORD } }
      const { uri } = (await strict.call(securityCalls.enrolOneTimeCodes, sent)).data
      const totp = URI.parse(uri) as TOTP
      const otp = codeOf(totp)
      await strict.call(securityCalls.confirmOneTimeCodes, { ...sent, body: { user_id: member._id, otp } })
      strict.clock.advance(STEP_MS)
      const body = { username: 'guessed at', password: TEST_PASSWORD }
      const guess = (otp: string, address?: string) =>
        strict.call(memberCalls.login, { body: { ...body, otp }, ...(address !== undefined && { address }) })
      // A used code counts as a wrong one.
      for (const used of ['000000', otp, otp, otp, otp])
        expect(await guess(used)).toMatchObject({ code: 'one_time_code_is_incorrect' })
      expect(await guess(codeOf(totp))).toMatchObject({ status: 429, code: 'too_many_attempts' })
      expect((await guess(codeOf(totp), '203.0.113.9')).status).toBe(200)
    } finally {
      await strict.close()
    }
  })
})

describe('turning them off, and new recovery codes', () => {
  test('needs password and code; then signing in needs none', async () => {
    const member = await guarded('turns off')
    expect(await end(member, codeOf(member.totp), '')).toMatchObject({ code: 'confirmation_is_required' })
    expect(await end(member, codeOf(member.totp), 'wrong')).toMatchObject({
      code: 'current_password_is_incorrect',
    })
    expect(await end(member, '000000')).toMatchObject({ status: 422, code: 'one_time_code_is_incorrect' })
    expect(await end(member, codeOf(member.totp))).toMatchObject({
      status: 200,
      message: 'one_time_codes_turned_off',
    })
    expect(await end(member, codeOf(member.totp, 1))).toMatchObject({
      status: 409,
      code: 'one_time_codes_are_not_on',
    })
    expect((await login('turns off')).status).toBe(200)
    expect(await noticesOf(member)).toContain('one_time_codes_off')
  })

  // ASVS V6.4.4
  test('a recovery code turns them off for a member who has lost the phone', async () => {
    const member = await guarded('lost phone')
    expect((await end(member, member.recovery_codes[3]!)).status).toBe(200)
    expect((await overview(member)).one_time_codes).toBe(false)
  })

  test('new recovery codes replace the old ones, and need the password', async () => {
    const member = await guarded('renews')
    expect(await newCodes(member, '')).toMatchObject({ code: 'confirmation_is_required' })
    const { data } = await newCodes(member)
    expect(data.recovery_codes).toHaveLength(10)
    expect(await login('renews', member.recovery_codes[0])).toMatchObject({
      code: 'one_time_code_is_incorrect',
    })
    expect((await login('renews', data.recovery_codes[0])).status).toBe(200)
  })

  test('of two concurrent renewals one set of codes stays', async () => {
    const member = await app.member('renews twice')
    await Promise.all([newCodes(member), newCodes(member)])
    expect((await overview(member)).recovery_codes_left).toBe(10)
  })
})
