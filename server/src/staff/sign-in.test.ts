// A refused sign-in does not reveal which of name, password and code was wrong.
import { auditCalls } from '@fairturn/contract/backoffice/audit'
import { staffCalls } from '@fairturn/contract/backoffice/staff'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { answered } from '../../test/carrying.ts'
import { hashesOf } from '../../test/hashes.ts'
import { staff } from '../../test/staff.ts'
import { hashPassword } from '../platform/credentials/passwords.ts'
import { createDemoOperator } from './staff.ts'

const PASSWORD = 'one that few people use'
const WRONG = 'another that few people use'
const SECRET = Buffer.alloc(20, 7)
const FROM_HERE = { origin: 'http://localhost', 'x-staff': '1' }
let app: TestApp

beforeAll(async () => {
  app = await startApp({ variables: { RATE_LIMIT_FACTOR: '1' } })
  await createOperator('the.operator')
  await createOperator('the.other')
})
afterAll(() => app.close())

const createOperator = (username: string) =>
  app.database.transaction(async (tx) =>
    createDemoOperator(
      tx,
      { ...app.config, demo: true },
      { username, role: 'finance', one_time_secret: SECRET, passwordHash: await hashPassword(PASSWORD) },
    ),
  )
const codeNow = () =>
  new TOTP({ secret: new Secret({ buffer: new Uint8Array(SECRET).buffer }) }).generate({
    timestamp: app.clock.now().getTime(),
  })
const wrongCode = () => (codeNow() === '000000' ? '000001' : '000000')

interface Guess {
  username: string
  password: string
  otp: string
}
async function login(body: Guess, address: string) {
  const { status, code, message, details, data } = await app.call(staffCalls.login, {
    body,
    address,
    headers: FROM_HERE,
  })
  return { status, code, message, details, data }
}

test('a wrong code with the right password gets the same response as a wrong password or name, however often', async () => {
  const guesses: Guess[] = [
    { username: 'the.operator', password: PASSWORD, otp: wrongCode() },
    { username: 'the.operator', password: WRONG, otp: wrongCode() },
    { username: 'the.operator', password: WRONG, otp: codeNow() },
    { username: 'nobody.here', password: PASSWORD, otp: codeNow() },
  ]
  // Each from its own address, so that none uses up the attempts of another.
  const answers = await Promise.all(
    guesses.map(async (guess, i) => {
      const responses = []
      for (let n = 0; n < 12; n++) responses.push(await login(guess, `203.0.113.${i}`))
      return responses
    }),
  )
  expect(answers[0]!.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 10 }, () => 401),
    429,
    429,
  ])
  expect(answers[0]![0]).toMatchObject({ code: 'username_or_password_is_incorrect', details: undefined })
  for (const responses of answers.slice(1)) expect(responses).toEqual(answers[0])
})

test('after the allowed number of wrong codes the right one is refused like a wrong one', async () => {
  const guess = { username: 'the.other', password: PASSWORD }
  for (let n = 0; n < 5; n++) await login({ ...guess, otp: wrongCode() }, '203.0.113.50')
  const late = await login({ ...guess, otp: codeNow() }, '203.0.113.50')
  expect(late).toMatchObject({ status: 401, code: 'username_or_password_is_incorrect' })
  expect(await login({ ...guess, otp: codeNow() }, '203.0.113.51')).toMatchObject({ status: 200 })
})

test('attempts with a wrong password use up no attempts at the code', async () => {
  await createOperator('the.guessed')
  const wrong = { username: 'the.guessed', password: WRONG, otp: wrongCode() }
  for (let n = 0; n < 24; n++) await login(wrong, `203.0.113.${80 + (n % 4)}`)
  const right = { ...wrong, password: PASSWORD, otp: codeNow() }
  expect(await login(right, '203.0.113.80')).toMatchObject({ status: 200 })
})

test('attempts at one operator do not count for another from the same network', async () => {
  await createOperator('the.colleague')
  const guess = { username: 'no.such.one', password: WRONG, otp: wrongCode() }
  for (let n = 0; n < 10; n++) await login(guess, '203.0.113.90')
  expect(await login(guess, '203.0.113.90')).toMatchObject({ status: 429, code: 'too_many_attempts' })
  const right = { username: 'the.colleague', password: PASSWORD, otp: codeNow() }
  expect(await login(right, '203.0.113.90')).toMatchObject({ status: 200 })
})

test('a stranger’s wrong passwords from many networks keep nobody who is signed in from confirming', async () => {
  await createOperator('the.besieged')
  const right = { username: 'the.besieged', password: PASSWORD, otp: codeNow() }
  const { headers } = await app.fastify.inject({
    method: 'POST',
    url: '/api/backoffice/auth/login',
    headers: { ...FROM_HERE, 'content-type': 'application/json' },
    payload: JSON.stringify(right),
  })
  const cookie = String(headers['set-cookie']).split(';')[0]!
  const wrong = { ...right, password: WRONG, otp: wrongCode() }
  for (let n = 0; n < 100; n++) await login(wrong, `203.0.${n % 20}.7`)
  expect(await login(right, '203.0.113.200')).toMatchObject({ status: 429, code: 'too_many_attempts' })
  app.clock.advance(60_000)
  const as = { headers: { ...FROM_HERE, cookie } }
  answered(await app.call(staffCalls.confirm, { as, body: { password: PASSWORD, otp: codeNow() } }))
})

test('a secret that cannot be decrypted is a fault, not a wrong code', async () => {
  await createOperator('the.damaged')
  await app.database.asSchemaOwner(
    `update one_time_secret set ciphertext = (select ciphertext from one_time_secret where subject_id =
       (select id from operator where username = 'the.operator'))
     where subject_id = (select id from operator where username = 'the.damaged')`,
  )
  const right = { username: 'the.damaged', password: PASSWORD, otp: codeNow() }
  expect(await login(right, '203.0.113.95')).toMatchObject({ status: 500 })
})

test.each([
  ['another site', { ...FROM_HERE, origin: 'https://elsewhere.example' }],
  ['no origin', { 'x-staff': '1' }],
  ['a form, which sends no header of ours', { origin: 'http://localhost' }],
])('no call of sign-in or setup is accepted from %s', async (_from, headers) => {
  const code = 'A'.repeat(20)
  const setup = { first_code: code, second_code: code }
  const calls = [
    app.call(staffCalls.login, {
      headers,
      body: { username: 'the.operator', password: PASSWORD, otp: codeNow() },
    }),
    app.call(staffCalls.passkeyOptions, { headers }),
    app.call(staffCalls.beginSetup, { headers, body: setup }),
    app.call(staffCalls.finishSetup, { headers, body: { ...setup, password: PASSWORD, otp: codeNow() } }),
  ]
  for (const answer of await Promise.all(calls))
    expect(answer).toMatchObject({ status: 403, code: 'request_is_not_from_the_back_office' })
})

test('a missing code is reported before anything else is evaluated', async () => {
  for (const username of ['the.operator', 'nobody.here'])
    for (const password of [PASSWORD, WRONG])
      expect(await login({ username, password, otp: ' ' }, '203.0.113.60')).toMatchObject({
        status: 401,
        code: 'one_time_code_is_required',
      })
})

// Hashing takes most of the time of either.
test('a wrong code, a wrong password and a wrong name compute one hash each', async () => {
  const guess = { username: 'the.operator', password: PASSWORD, otp: wrongCode() }
  const wrong = [guess, { ...guess, password: WRONG }, { ...guess, username: 'nobody.here' }]
  // The first call also computes the dummy hash.
  await login(wrong[2]!, '203.0.113.70')
  for (const body of wrong)
    expect(
      await hashesOf(async () => expect(await login(body, '203.0.113.71')).toMatchObject({ status: 401 })),
    ).toBe(1)
})

test('with all three right the operator is signed in', async () => {
  await createOperator('a.third')
  const right = { username: 'a.third', password: PASSWORD, otp: codeNow() }
  expect(answered(await app.call(staffCalls.login, { body: right, headers: FROM_HERE }))).toMatchObject({
    username: 'a.third',
    role: 'finance',
  })
  const auditor = await staff(app, 'auditor')
  const [operator] = await app.database.asSchemaOwner<{ id: string }>(
    `select id from operator where username = 'a.third'`,
  )
  const query = { object_kind: 'operator', object_id: operator!.id, action: 'operator_signed_in' as const }
  expect(answered(await app.call(auditCalls.acts, { as: auditor, query })).list).toMatchObject([
    { actor: `operator:${operator!.id}`, object: { kind: 'operator', _id: operator!.id } },
  ])
})
