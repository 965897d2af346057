// A refused sign-in does not reveal which of name, password and code was wrong.
import { staffCalls } from '@fairturn/contract/backoffice/staff'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { answered } from '../../test/carrying.ts'
import { hashPassword } from '../credentials/passwords.ts'
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
      { username, role: 'finance', one_time_secret: SECRET, password_hash: await hashPassword(PASSWORD) },
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

test('a wrong code with the right password gets the answer of a wrong password or a wrong name, however often', async () => {
  const guesses: Guess[] = [
    { username: 'the.operator', password: PASSWORD, otp: wrongCode() },
    { username: 'the.operator', password: WRONG, otp: wrongCode() },
    { username: 'the.operator', password: WRONG, otp: codeNow() },
    { username: 'nobody.here', password: PASSWORD, otp: codeNow() },
  ]
  // Each from an address of its own, so that none uses up the tries of another.
  const answers = await Promise.all(
    guesses.map(async (guess, i) => {
      const told = []
      for (let n = 0; n < 12; n++) told.push(await login(guess, `203.0.113.${i}`))
      return told
    }),
  )
  expect(answers[0]!.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 10 }, () => 401),
    429,
    429,
  ])
  expect(answers[0]![0]).toMatchObject({ code: 'username_or_password_is_incorrect', details: undefined })
  for (const told of answers.slice(1)) expect(told).toEqual(answers[0])
})

test('after as many wrong codes as are allowed the right one is answered like a wrong one', async () => {
  const guess = { username: 'the.other', password: PASSWORD }
  for (let n = 0; n < 5; n++) await login({ ...guess, otp: wrongCode() }, '203.0.113.50')
  const late = await login({ ...guess, otp: codeNow() }, '203.0.113.50')
  expect(late).toMatchObject({ status: 401, code: 'username_or_password_is_incorrect' })
  expect(await login({ ...guess, otp: codeNow() }, '203.0.113.51')).toMatchObject({ status: 200 })
})

test('a missing code is asked for before anything else is evaluated', async () => {
  for (const username of ['the.operator', 'nobody.here'])
    for (const password of [PASSWORD, WRONG])
      expect(await login({ username, password, otp: ' ' }, '203.0.113.60')).toMatchObject({
        status: 401,
        code: 'one_time_code_is_required',
      })
})

test('a wrong code and a wrong password take the same work', async () => {
  const guess = { username: 'the.operator', otp: wrongCode() }
  const shortest = { wrong_password: Infinity, wrong_code: Infinity }
  const measure = async (which: keyof typeof shortest, password: string, address: string) => {
    const began_at = performance.now()
    expect(await login({ ...guess, password }, address)).toMatchObject({ status: 401 })
    shortest[which] = Math.min(shortest[which], performance.now() - began_at)
  }
  // In turns, and the shortest of each: other work on the machine only ever adds to a time.
  for (let n = 0; n < 9; n++) {
    await measure('wrong_password', WRONG, '203.0.113.70')
    await measure('wrong_code', PASSWORD, '203.0.113.71')
  }
  // Most of either is the password's hash: an answer without it takes a tenth of the time.
  expect(shortest.wrong_code).toBeGreaterThan(shortest.wrong_password / 2)
  expect(shortest.wrong_password).toBeGreaterThan(shortest.wrong_code / 2)
})

test('and with all three right the operator is signed in', async () => {
  await createOperator('a.third')
  const right = { username: 'a.third', password: PASSWORD, otp: codeNow() }
  expect(answered(await app.call(staffCalls.login, { body: right, headers: FROM_HERE }))).toMatchObject({
    username: 'a.third',
    role: 'finance',
  })
})
