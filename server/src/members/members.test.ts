// Registration, sign-in and profile through HTTP: each rule and each refusal.
import { memberCalls } from '@fairturn/contract/members'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../test/app.ts'
import { houseCode } from '../../test/invitations.ts'
import { PASTED_PHONES } from '../../test/pasted-phones.ts'
import { noticeHandlers } from '../notices/notices.jobs.ts'
import {
  addToRecord,
  getMember,
  hashPassword,
  lockMember,
  registerMember,
  unlockMember,
  userOf,
} from './members.ts'

let app: TestApp
let minh: TestMember
let code: string
let phones = 0

beforeAll(async () => {
  app = await startApp()
  minh = await app.member('minh')
  code = await houseCode(app)
})
afterAll(() => app.close())

const newPhone = () => `+8490${String(1_000_000 + ++phones)}`

/** They look like the site's name, or say what its operators are. */
const IMPOSTORS = [
  'ƒairturn',
  'Fairtum',
  'サポート',
  'service client',
  'CSKH',
  'Chăm sóc khách hàng',
  '고객센터',
  '客服小王',
  'Služba za korisnike',
  'Служба поддержки',
  'security',
  'Billing Team',
  'no-reply',
]

const form = (changed: Record<string, unknown> = {}) =>
  ({
    username: `someone ${phones}`,
    phone: newPhone(),
    password: TEST_PASSWORD,
    password_confirmation: TEST_PASSWORD,
    code,
    terms: true,
    locale: 'vn',
    ...changed,
  }) as never

const twice = (password: string) => ({ password, password_confirmation: password })

const register = (changed: Record<string, unknown> = {}) =>
  app.call(memberCalls.register, { body: form(changed) })
const login = (username: string, password: string, locale = 'en') =>
  app.call(memberCalls.login, { body: { username, password }, locale })
const countMembers = async () =>
  (await app.database.asSchemaOwner<{ n: number }>('select count(*)::int as n from member'))[0]!.n

describe('registering', () => {
  test('returns valid tokens and a member with an empty balance and the inviter', async () => {
    const { status, data } = await register({
      username: '  Thu Hà ',
      phone: '0987 654 321',
      code: minh.code.toLowerCase(),
    })
    expect(status).toBe(200)
    expect(data.user).toMatchObject({
      username: 'Thu Hà',
      phone: '+84987654321',
      account_balance: '0.00',
      held_balance: '0.00',
      locale: 'vn',
      listed_in_awards: true,
      file: null,
      lock: null,
      record: { verified_orders: 0, quality_percent: 0 },
      member_since: app.clock.now().toISOString(),
    })
    expect(data.user.code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
    expect((await app.call(memberCalls.me, { token: data.access_token })).data).toEqual(data.user)
    expect((await getMember(app.database, data.user._id)).invited_by).toBe(minh._id)
  })

  test.each([
    ['username_is_required', 'username', { username: undefined }],
    ['username_is_required', 'username', { username: '   ' }],
    ['username_is_required', 'username', { username: 17 }],
    ['username_is_invalid', 'username', { username: '<script>' }],
    ['username_is_invalid', 'username', { username: '0912 345 678' }],
    ['username_is_invalid', 'username', { username: '٠٩١٢٣٤٥٦٧٨' }],
    ['username_is_invalid', 'username', { username: 'min\u0007h' }],
    ['username_is_invalid', 'username', { username: 'min\u202eh' }],
    ['username_is_invalid', 'username', { username: 'ㅤㅤㅤ' }],
    ['username_mixes_scripts', 'username', { username: 'P\u0430ypal' }],
    ['username_mixes_scripts', 'username', { username: 'Anna Анна' }],
    ['username_is_reserved', 'username', { username: 'admin' }],
    ['username_is_reserved', 'username', { username: 'Fairturn Support' }],
    ['username_is_reserved', 'username', { username: 'Hỗ trợ' }],
    ...IMPOSTORS.map((username): [string, string, { username: string }] => [
      'username_is_reserved',
      'username',
      { username },
    ]),
    ['username_has_wrong_length', 'username', { username: 'ab' }],
    ['username_has_wrong_length', 'username', { username: '👨‍👩‍👧‍👦🎉' }],
    ['username_has_wrong_length', 'username', { username: 'x'.repeat(31) }],
    ['username_is_invalid', 'username', { username: 'x'.repeat(10_000) }],
    ['phone_is_required', 'phone', { phone: undefined }],
    ['phone_is_required', 'phone', { phone: ' ' }],
    ['phone_is_invalid', 'phone', { phone: '12' }],
    ['phone_is_invalid', 'phone', { phone: '+84 912 345 678 ext 9' }],
    ['phone_is_invalid', 'phone', { phone: '0912\u0007345678' }],
    ['phone_is_invalid', 'phone', { phone: '9'.repeat(41) }],
    ['password_is_required', 'password', { password: undefined }],
    ['password_is_required', 'password', { password: '' }],
    ['password_must_have_at_least_8_characters', 'password', { password: '1234567' }],
    ['password_is_too_long', 'password', { password: 'x'.repeat(257) }],
    ['password_is_too_common', 'password', twice('password123')],
    ['password_is_too_common', 'password', twice('PassWord123')],
    ['password_is_too_common', 'password', twice('Fairturn2026!')],
    ['password_is_too_common', 'password', { ...twice('2026.thu hằng'), username: 'Thu Hằng' }],
    ['password_is_too_common', 'password', { ...twice('0987654329'), phone: '0987 654 329' }],
    ['passwords_do_not_match', 'password_confirmation', { password_confirmation: 'correct hors' }],
    ['passwords_do_not_match', 'password_confirmation', { password_confirmation: undefined }],
    ['code_is_required', 'code', { code: undefined }],
    ['code_is_required', 'code', { code: '' }],
    ['terms_must_be_agreed', 'terms', { terms: false }],
    ['terms_must_be_agreed', 'terms', { terms: undefined }],
    ['language_is_unknown', 'locale', { locale: 'xx' }],
  ])('refuses %s', async (code, field, changed) => {
    const before = await countMembers()
    const refused = await register(changed)
    expect(refused).toMatchObject({ status: 422, code })
    expect(refused.details).toMatchObject({ fields: expect.arrayContaining([{ field, code }]) })
    expect(await countMembers()).toBe(before)
  })

  test('says everything at once: of the form alone, and of what only the server knows', async () => {
    const form = await register({
      username: 'x',
      phone: ' ',
      password: '12',
      password_confirmation: '34',
      terms: false,
    })
    expect(form.details).toEqual({
      fields: expect.arrayContaining([
        { field: 'username', code: 'username_has_wrong_length' },
        { field: 'phone', code: 'phone_is_required' },
        { field: 'password', code: 'password_must_have_at_least_8_characters' },
        { field: 'password_confirmation', code: 'passwords_do_not_match' },
        { field: 'terms', code: 'terms_must_be_agreed' },
      ]),
    })
    const known = await register({
      username: 'support',
      phone: '000000',
      ...twice('password123'),
      code: 'NOSUCHCODE',
    })
    expect(known).toMatchObject({ status: 422, code: 'phone_is_invalid' })
    expect(known.details).toEqual({
      fields: [
        { field: 'phone', code: 'phone_is_invalid' },
        { field: 'username', code: 'username_is_reserved' },
        { field: 'password', code: 'password_is_too_common' },
        { field: 'code', code: 'the_introduction_code_is_not_correct' },
      ],
    })
    // Without a right code nobody learns which names there are.
    const taken = await register({ username: 'Minh', code: 'NOSUCHCODE' })
    expect(taken.details).toEqual({
      fields: [{ field: 'code', code: 'the_introduction_code_is_not_correct' }],
    })
  })

  test('says with a right code that a name or phone is taken, on both fields, beside what the schema refuses', async () => {
    const taken = { code: 'username_or_phone_number_already_exists' }
    expect((await register({ username: 'Minh' })).details).toEqual({
      fields: [
        { field: 'username', ...taken },
        { field: 'phone', ...taken },
      ],
    })
    const unread = { phone: '0912345678', locale: 'en', password: 'short', terms: false } as const
    const answer = await register({ ...unread, username: 'Minh' })
    expect(answer).toMatchObject({
      status: 422,
      details: {
        fields: expect.arrayContaining([
          { field: 'phone', code: 'phone_is_invalid' },
          { field: 'password', code: 'password_must_have_at_least_8_characters' },
          { field: 'terms', code: 'terms_must_be_agreed' },
          { field: 'username', ...taken },
        ]),
      },
    })
    const free = await register({ ...unread, username: 'nobody has this name' })
    expect(JSON.stringify(free.details)).not.toContain(taken.code)
    const unknown = await register({ ...unread, username: 'Minh', code: 'NOSUCHCODE' })
    expect(JSON.stringify(unknown.details)).not.toContain(taken.code)
    expect(JSON.stringify(unknown.details)).toContain('the_introduction_code_is_not_correct')
  })

  test.each(['NOSUCHCODE', 'ab', "' or 1=1 --", 'WEL\u0007COME', '👍👍👍👍'])(
    'refuses the_introduction_code_is_not_correct: %j',
    async (code) => {
      expect(await register({ code })).toMatchObject({
        status: 422,
        code: 'the_introduction_code_is_not_correct',
      })
    },
  )

  test.each(['helpful.anna', 'rootbeer', 'Joe Root', 'billings', 'サポーター', 'Thanh Toàn', 'Supporter'])(
    'accepts the ordinary name %s',
    async (username) => {
      expect(await register({ username })).toMatchObject({ status: 200, data: { user: { username } } })
    },
  )

  test('a number is the same however it is pasted, in registering and signing in', async () => {
    const [[, first], ...others] = PASTED_PHONES as [(typeof PASTED_PHONES)[0], ...typeof PASTED_PHONES]
    const { user } = (await register({ username: 'pastes', phone: first })).data
    expect(user.phone).toBe('+33612345601')
    for (const [how, phone] of PASTED_PHONES) {
      const { status, data } = await login(phone, TEST_PASSWORD)
      expect([how, status, data?.user._id]).toEqual([how, 200, user._id])
    }
    for (const [how, phone] of others)
      expect([how, await register({ phone })]).toMatchObject([
        how,
        { status: 409, code: 'username_or_phone_number_already_exists' },
      ])
    expect(await login('０６\u202f１２\u202f３４\u202f５６\u202f０１', TEST_PASSWORD, 'fr')).toMatchObject({
      status: 200,
      data: { user: { _id: user._id } },
    })
  })

  test.each([
    ['the same name in other letters', { username: 'ＭＩＮＨ' }],
    ['the same name with something invisible in it', { username: 'mi\ufe0fnh' }],
    ['the same phone, written otherwise', { phone: '0912-000-001' }],
  ])('refuses username_or_phone_number_already_exists: %s', async (_what, changed) => {
    expect(await register(changed)).toMatchObject({
      status: 409,
      code: 'username_or_phone_number_already_exists',
    })
  })

  test.each([
    'محمد علي',
    '👨‍👩‍👧‍👦🎉🎊',
    '👍🏽🇻🇳✨',
    'Đỗ Thị Bích Ngọc',
    '松本 花子',
    'Љубица.Ђ',
    'e\u0301\u0323\u0302x y',
  ])('stores the name %s as it was typed', async (username) => {
    const { status, data } = await register({ username })
    expect(status).toBe(200)
    expect(data.user.username).toBe(username.normalize('NFC'))
    expect(await login(username, TEST_PASSWORD)).toMatchObject({ status: 200 })
  })

  test('of fifty concurrent requests with one name, exactly one is registered and the others leave nothing behind', async () => {
    const before = await countMembers()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => register({ username: i % 2 ? 'Race Name' : 'race NAME' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ code }) => code))).toEqual(
      new Set(['username_or_phone_number_already_exists']),
    )
    expect(await countMembers()).toBe(before + 1)
    const [accounts] = await app.database.asSchemaOwner<{ n: number }>(
      `select count(*)::int as n from account where kind in ('member_available', 'member_held')
       and holder_id not in (select id::text from member)`,
    )
    expect(accounts!.n).toBe(0)
  })

  test('an existing invite code can be given, and a collision of a generated one is a fault, not replaced', async () => {
    const passwordHash = await hashPassword(TEST_PASSWORD)
    const first = (username: string, code: string) =>
      app.database.transaction((tx) =>
        registerMember(tx, {
          username,
          phone: newPhone(),
          passwordHash,
          invite_code: null,
          locale: 'fr',
          code,
        }),
      )
    expect(await first('Welcome', 'WELCOME')).toMatchObject({ code: 'WELCOME' })
    await expect(first('Welcome 2', 'WELCOME')).rejects.toThrow('no free invite code')
    expect((await register({ code: 'welcome' })).status).toBe(200)
  })

  // ASVS V11.4.2
  test('the password is kept only as an argon2id hash', async () => {
    const [row] = await app.database.asSchemaOwner<{ member: string; password: string }>(
      `select to_jsonb(m)::text as member, to_jsonb(p)::text as password
       from member m join password p on p.subject_kind = 'member' and p.subject_id = m.id where m.id = $1`,
      [minh._id],
    )
    expect(row!.password).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(row!.password + row!.member).not.toContain(TEST_PASSWORD)
    expect(row!.member).not.toContain('argon2')
  })
})

describe('signing in', () => {
  test.each([
    ['by name', 'minh', 'en'],
    ['by name in other letters', ' MINH ', 'fr'],
    ['by international phone', '+84 912 000 001', 'en'],
    ['by national phone in one’s own language', '0912000001', 'vn'],
    ['by national phone in another language', '0912 000 001', 'fr'],
  ])('%s', async (_how, typed, locale) => {
    const { status, data } = await login(typed, TEST_PASSWORD, locale)
    expect(status).toBe(200)
    expect(data.user._id).toBe(minh._id)
    expect((await app.call(memberCalls.me, { token: data.access_token })).status).toBe(200)
  })

  test.each([
    ['username_is_required', 422, { password: 'x' }],
    ['username_is_required', 422, { username: '  ', password: 'x' }],
    ['password_is_required', 422, { username: 'minh' }],
    ['username_or_password_is_incorrect', 401, { username: 'minh', password: 'wrong' }],
    ['username_or_password_is_incorrect', 401, { username: 'nobody at all', password: TEST_PASSWORD }],
    ['username_or_password_is_incorrect', 401, { username: 'min\u0007h', password: TEST_PASSWORD }],
    ['field_is_invalid', 422, { username: 'min\u0000h', password: TEST_PASSWORD }],
    ['field_is_invalid', 422, { username: '\ud800', password: TEST_PASSWORD }],
    ['username_or_password_is_incorrect', 401, { username: '+84999999999', password: TEST_PASSWORD }],
  ])('refuses %s', async (code, status, body) => {
    expect(await app.call(memberCalls.login, { body: body as never })).toMatchObject({ status, code })
  })

  test('a national number that could belong to two members is that of the reader’s country', async () => {
    const french = (await register({ username: 'Jean Dupont', phone: '+33912000001' })).data.user
    expect((await login('09 12 00 00 01', TEST_PASSWORD, 'fr')).data.user._id).toBe(french._id)
    expect((await login('09 12 00 00 01', TEST_PASSWORD, 'vn')).data.user._id).toBe(minh._id)
  })

  test('a wrong name and a wrong password get the same response', async () => {
    const [name, password] = await Promise.all([
      login('nobody at all', 'wrong password'),
      login('minh', 'wrong password'),
    ])
    expect({ ...name, request_id: '' }).toEqual({ ...password, request_id: '' })
  })
})

describe('guessing', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await startApp({ variables: { RATE_LIMIT_FACTOR: '1' } })
    await strict.member('target')
  })
  afterAll(() => strict.close())
  const guess = (username: string, password: string, address: string) =>
    strict.call(memberCalls.login, { body: { username, password }, address })

  // ASVS V2.4.1 V6.3.1
  test('fifty concurrent guesses at one account are evaluated ten times, then refused too_many_attempts, right or wrong', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 50 }, (_, i) => guess('target', `guess ${i}`, '203.0.113.1')),
    )
    const codes = Map.groupBy(guesses, ({ code }) => code)
    expect(codes.get('username_or_password_is_incorrect')).toHaveLength(10)
    expect(codes.get('too_many_attempts')).toHaveLength(40)
    expect(await guess('TARGET', TEST_PASSWORD, '203.0.113.1')).toMatchObject({
      status: 429,
      code: 'too_many_attempts',
    })
  })

  // ASVS V6.3.1
  test('the member can still sign in from elsewhere, and from the same network after the time has passed', async () => {
    expect(await guess('target', TEST_PASSWORD, '203.0.113.2')).toMatchObject({ status: 200 })
    strict.clock.advance(15 * 60_000)
    expect(await guess('target', TEST_PASSWORD, '203.0.113.1')).toMatchObject({ status: 200 })
  })

  test('guesses by name and by phone number count for the same account', async () => {
    strict.clock.advance(15 * 60_000)
    const guesses = []
    for (const typed of [
      'target',
      '+84912000001',
      '0912000001',
      'target',
      'TARGET',
      '+84 912 000 001',
    ].flatMap((typed) => [typed, typed]))
      guesses.push(await guess(typed, 'wrong', '203.0.113.6'))
    expect(guesses.map(({ code }) => code).indexOf('too_many_attempts')).toBe(10)
  })

  test('attempts refused without evaluation use up nothing: the same network can still sign in to another account', async () => {
    strict.clock.advance(15 * 60_000)
    await strict.member('neighbour')
    for (let i = 0; i < 55; i++) await guess('target', 'wrong', '203.0.113.7')
    expect(await guess('neighbour', TEST_PASSWORD, '203.0.113.7')).toMatchObject({ status: 200 })
  })

  test('one IPv6 network counts as one address', async () => {
    strict.clock.advance(15 * 60_000)
    const guesses = []
    for (let i = 0; i < 11; i++)
      guesses.push(await guess('target', 'wrong', `2001:db8:0:7::${i.toString(16)}`))
    expect(guesses.map(({ code }) => code).slice(-2)).toEqual([
      'username_or_password_is_incorrect',
      'too_many_attempts',
    ])
    expect(await guess('target', TEST_PASSWORD, '2001:db8:0:8::1')).toMatchObject({ status: 200 })
  })

  test('an unknown name is limited in the same way', async () => {
    strict.clock.advance(15 * 60_000)
    const guesses = []
    for (let i = 0; i < 11; i++) guesses.push(await guess('nobody', 'wrong', '203.0.113.3'))
    expect(guesses.map(({ code }) => code).slice(-2)).toEqual([
      'username_or_password_is_incorrect',
      'too_many_attempts',
    ])
  })

  test('a successful sign-in uses up no attempts', async () => {
    strict.clock.advance(15 * 60_000)
    for (let i = 0; i < 15; i++)
      expect(await guess('target', TEST_PASSWORD, '203.0.113.4')).toMatchObject({ status: 200 })
  })

  test('one network guessing many names is refused too_many_attempts', async () => {
    strict.clock.advance(15 * 60_000)
    const guesses = []
    for (let i = 0; i < 51; i++) guesses.push(await guess(`name ${i}`, 'wrong', '203.0.113.5'))
    expect(guesses.map(({ code }) => code).slice(-2)).toEqual([
      'username_or_password_is_incorrect',
      'too_many_attempts',
    ])
  })

  test('the current password has its own attempts', async () => {
    strict.clock.advance(15 * 60_000)
    const member = await strict.member('changer')
    const body = { user_id: member._id, password: 'new password', password_confirmation: 'new password' }
    const change = (current_password: string) =>
      strict.call(memberCalls.viewer, { token: member.token, body: { ...body, current_password } })
    for (let i = 0; i < 10; i++)
      expect(await change('wrong')).toMatchObject({ code: 'current_password_is_incorrect' })
    expect(await change(TEST_PASSWORD)).toMatchObject({ status: 429, code: 'too_many_attempts' })
  })
})

describe('the profile', () => {
  test('viewer returns the member, and stores language and visibility if they are sent', async () => {
    const member = await app.member('preferences')
    const send = (body: object) =>
      app.call(memberCalls.viewer, { token: member.token, body: { user_id: member._id, ...body } })
    expect((await send({})).data).toMatchObject({ _id: member._id, locale: 'en', listed_in_awards: true })
    expect((await send({ locale: 'jp', listed_in_awards: false })).data).toMatchObject({
      locale: 'jp',
      listed_in_awards: false,
    })
    expect((await send({ locale: 'kr' })).data).toMatchObject({ locale: 'kr', listed_in_awards: false })
    expect(await send({ locale: 'xx' })).toMatchObject({ status: 422, code: 'language_is_unknown' })
  })

  // ASVS V6.2.2 V6.2.3 V6.2.4 V7.4.3
  test('a password is changed with the current one, ends the other sessions and sends a notice', async () => {
    const member = await app.member('changing')
    const other = (await login('changing', TEST_PASSWORD)).data
    const body = { user_id: member._id, password: 'a new password', password_confirmation: 'a new password' }
    const change = (sent: object) =>
      app.call(memberCalls.viewer, { token: member.token, body: { ...body, ...sent } })
    expect(await change({})).toMatchObject({ status: 422, code: 'current_password_is_incorrect' })
    expect(await change({ current_password: 'wrong', locale: 'fr' })).toMatchObject({
      code: 'current_password_is_incorrect',
    })
    expect(await change({ current_password: TEST_PASSWORD, password_confirmation: 'other' })).toMatchObject({
      code: 'passwords_do_not_match',
    })
    expect(
      await change({ current_password: TEST_PASSWORD, password: 'short', password_confirmation: 'short' }),
    ).toMatchObject({
      code: 'password_must_have_at_least_8_characters',
    })
    const { phone } = await getMember(app.database, member._id)
    for (const common of ['1q2w3e4r', 'Changing#1', phone])
      expect(await change({ current_password: TEST_PASSWORD, ...twice(common), locale: 'fr' })).toMatchObject(
        {
          status: 422,
          code: 'password_is_too_common',
          details: { fields: [{ field: 'password', code: 'password_is_too_common' }] },
        },
      )
    expect((await app.call(memberCalls.me, { token: other.access_token })).data.locale).toBe('en') // no partial effect

    expect(await change({ current_password: TEST_PASSWORD })).toMatchObject({
      status: 200,
      message: 'password_changed_successfully',
    })
    expect(await app.call(memberCalls.me, { token: other.access_token })).toMatchObject({
      status: 401,
      code: 'session_has_ended',
    })
    expect(await app.call(memberCalls.me, { token: member.token })).toMatchObject({ status: 200 })
    expect(await login('changing', TEST_PASSWORD)).toMatchObject({
      code: 'username_or_password_is_incorrect',
    })
    expect(await login('changing', 'a new password')).toMatchObject({ status: 200 })
  })

  test('a client that asks for the new password once sends no password_confirmation', async () => {
    const { _id: user_id, token } = await app.member('typing once')
    const body = { user_id, current_password: TEST_PASSWORD, password: 'a new password' }
    expect(await app.call(memberCalls.viewer, { token, body })).toMatchObject({
      status: 200,
      message: 'password_changed_successfully',
    })
    expect(await login('typing once', 'a new password')).toMatchObject({ status: 200 })
  })

  test('an existing password stays valid, however common it is', async () => {
    const password = 'password123'
    const member = {
      username: 'from before',
      phone: newPhone(),
      invite_code: minh.code,
      locale: 'en' as const,
    }
    const passwordHash = await hashPassword(password)
    await app.database.transaction((tx) => registerMember(tx, { ...member, passwordHash }))
    expect(await login('from before', password)).toMatchObject({ status: 200 })
  })

  test('of fifty concurrent changes from one current password, one succeeds', async () => {
    const member = await app.member('changing at once')
    const changes = await Promise.all(
      Array.from({ length: 50 }, (_, i) => {
        const password = `password number ${i}`
        const body = {
          user_id: member._id,
          current_password: TEST_PASSWORD,
          password,
          password_confirmation: password,
        }
        return app.call(memberCalls.viewer, { token: member.token, body })
      }),
    )
    expect(changes.filter(({ status }) => status === 200)).toHaveLength(1)
    const winner = changes.findIndex(({ status }) => status === 200)
    expect(await login('changing at once', `password number ${winner}`)).toMatchObject({ status: 200 })
  })

  // ASVS V8.2.3 V15.3.3
  test('update-balance returns the true balance and changes nothing, whatever is sent', async () => {
    const count = async () =>
      (
        await app.database.asSchemaOwner(
          'select (select count(*) from entry) as entries, (select count(*) from posting) as postings',
        )
      )[0]
    const before = await count()
    for (const account_balance of ['1000000.00', -1, null, { a: 1 }, undefined]) {
      const { status, data } = await app.call(memberCalls.updateBalance, {
        token: minh.token,
        body: { user_id: minh._id, account_balance },
      })
      expect(status).toBe(200)
      expect(data).toEqual({ account_balance: '0.00' })
    }
    expect(await count()).toEqual(before)
  })

  test('another member’s user_id is refused not_your_account everywhere', async () => {
    const other = await app.member('not you')
    const body = { user_id: other._id }
    for (const call of [memberCalls.viewer, memberCalls.updateBalance, memberCalls.endSessions])
      expect(await app.call(call, { token: minh.token, body })).toMatchObject({
        status: 403,
        code: 'not_your_account',
      })
    expect(await app.call(memberCalls.viewer, { token: minh.token, body: { user_id: 'me' } })).toMatchObject({
      status: 422,
      code: 'id_is_invalid',
    })
  })

  test('only changes count towards the rate limit of viewer: at the limit a member can still be read', async () => {
    const atLimit = `insert into rate_limit_bucket (bucket, empty_at) values ($1, $2)`
    const hourFromNow = new Date(app.clock.now().getTime() + 3_600_000)
    await app.database.query({ text: atLimit, values: [`viewer:${minh._id}`, hourFromNow] })
    const user_id = minh._id
    const sent = { token: minh.token, body: { user_id, locale: 'fr' as const } }
    expect(await app.call(memberCalls.viewer, sent)).toMatchObject({ status: 429, code: 'too_many_requests' })
    const { data } = await app.call(memberCalls.viewer, { token: minh.token, body: { user_id } })
    expect(data).toMatchObject({ _id: user_id, locale: 'en' })
    const forgotten = `delete from rate_limit_bucket where bucket = $1`
    await app.database.query({ text: forgotten, values: [`viewer:${user_id}`] })
  })

  test('the record grows by settled orders, its quality rounded down', async () => {
    await app.database.transaction((tx) =>
      addToRecord(tx, minh._id, { verified_orders: 1, verified_visits: 4, counted_visits: 5 }),
    )
    await app.database.transaction((tx) =>
      addToRecord(tx, minh._id, { verified_orders: 0, verified_visits: 0, counted_visits: 1 }),
    )
    expect((await userOf(app.database, minh._id)).record).toEqual({
      verified_orders: 1,
      level_orders: {},
      over_share: {},
      quality_percent: 66,
      counted_visits: 6,
    })
    await expect(
      app.database.transaction((tx) =>
        addToRecord(tx, minh._id, { verified_orders: 0, verified_visits: 9, counted_visits: 0 }),
      ),
    ).rejects.toThrow('violates check constraint')
  })
})

test('a member locked for conduct can sign in and read, and is told why and since when', async () => {
  const member = await app.member('locked conduct')
  await app.database.transaction((tx) =>
    lockMember(tx, {
      actor: 'operator:first',
      member_id: member._id,
      kind: 'conduct',
      reason: 'three complaints came in today',
    }),
  )
  const { status, data } = await login('locked conduct', TEST_PASSWORD)
  expect(status).toBe(200)
  const lock = {
    kind: 'conduct',
    reason: 'three complaints came in today',
    since: app.clock.now().toISOString(),
    until: null,
    by_support_alone: false,
  }
  expect(data.user.lock).toEqual(lock)
  expect((await app.call(memberCalls.me, { token: member.token })).data.lock).toEqual(lock)
  await app.database.transaction((tx) =>
    unlockMember(tx, { member_id: member._id, actor: 'operator:first', reason: 'It was a mistake.' }),
  )
  expect((await app.call(memberCalls.me, { token: member.token })).data.lock).toBeNull()
  await app.database.runDueJobs(noticeHandlers)
  const kinds = await app.database.asSchemaOwner<{ kind: string }>(
    'select kind from notification where member_id = $1 order by id',
    [member._id],
  )
  expect(kinds.map((row) => row.kind)).toEqual(
    expect.arrayContaining(['welcome', 'locked_for_conduct', 'unlocked']),
  )
})
