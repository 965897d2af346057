// Limits of attempts at passwords and codes: what is counted together, for how long, and what is given back.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import {
  codeAttemptLimits,
  passwordConfirmationLimits,
  signInAttemptLimits,
  enforceAttemptLimits,
} from './attempts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ variables: { RATE_LIMIT_FACTOR: '1' } })
})
afterAll(() => app.close())

const MINUTE_S = 60
const HOME = '2001:db8:1:2::1'
const limits = (tries: ReturnType<typeof signInAttemptLimits>) =>
  tries.map(({ limit: { hits, per_seconds } }) => [hits, per_seconds / MINUTE_S])
const buckets = (tries: ReturnType<typeof signInAttemptLimits>) =>
  tries.map(({ bucket }) => (typeof bucket === 'string' ? bucket : bucket.bucket))
const attempt = (tries: ReturnType<typeof signInAttemptLimits>, guess: () => Promise<true | undefined>) =>
  enforceAttemptLimits(app, tries, guess)
const wrong = () => Promise.resolve(undefined)
const right = () => Promise.resolve(true as const)

test('limits apply to an account from one network, to an account, and to a network', () => {
  expect(limits(signInAttemptLimits(app, 'name', HOME))).toEqual([
    [10, 15],
    [100, 60],
    [50, 15],
  ])
  expect(limits(codeAttemptLimits(app, 'id', HOME))).toEqual([
    [5, 15],
    [20, 60],
  ])
  expect(limits(passwordConfirmationLimits('id'))).toEqual([[10, 15]])
})

test('attempts from one network are counted together; other networks, accounts and kinds are not', () => {
  const [both, account, home] = buckets(signInAttemptLimits(app, 'name', HOME))
  expect(buckets(signInAttemptLimits(app, 'name', '2001:db8:1:2:ffff::9'))).toEqual([both, account, home])
  const [, sameAccount] = buckets(signInAttemptLimits(app, 'name', '2001:db8:1:3::1'))
  const [, , sameHome] = buckets(signInAttemptLimits(app, 'another', HOME))
  expect([sameAccount, sameHome]).toEqual([account, home])
  const all = [
    ...buckets(signInAttemptLimits(app, 'name', HOME)),
    ...buckets(signInAttemptLimits(app, 'another', '2001:db8:1:3::1')),
    ...buckets(codeAttemptLimits(app, 'name', HOME)),
    ...buckets(codeAttemptLimits(app, 'another', HOME)),
    ...buckets(passwordConfirmationLimits('name')),
    ...buckets(passwordConfirmationLimits('another')),
  ]
  expect(new Set(all).size).toBe(all.length)
  // A name cannot be chosen so that its bucket collides with another name and address.
  expect(buckets(signInAttemptLimits(app, 'a', 'b'))[0]).not.toBe(
    buckets(signInAttemptLimits(app, 'ab', ''))[0],
  )
})

test('neither names nor addresses are stored in clear', () => {
  for (const bucket of [
    ...buckets(signInAttemptLimits(app, 'name', '192.0.2.7')),
    ...buckets(codeAttemptLimits(app, 'id', '192.0.2.7')),
  ])
    expect(bucket).toMatch(/^[a-z-]+:[\w-]{43}$/)
})

test('failed attempts count for fifteen minutes; successful ones, and those that end in a fault, do not', async () => {
  const tries = passwordConfirmationLimits('somebody')
  const broken = () => Promise.reject(new Error('no connection'))
  for (let i = 0; i < 12; i += 1) {
    expect(await attempt(tries, right)).toBe(true)
    await expect(attempt(tries, broken)).rejects.toThrow('no connection')
  }
  for (let i = 0; i < 10; i += 1) expect(await attempt(tries, wrong)).toBeUndefined()
  await expect(attempt(tries, right)).rejects.toMatchObject({ code: 'too_many_attempts' })
  app.clock.advance(15 * MINUTE_S * 1000)
  expect(await attempt(tries, right)).toBe(true)
})

test('a refusal by one limit uses up none of the others', async () => {
  const [own, , home] = signInAttemptLimits(app, 'named', '198.51.100.7')
  for (let i = 0; i < 10; i += 1) await attempt([own!], wrong)
  for (let i = 0; i < 60; i += 1)
    await expect(attempt([own!, home!], wrong)).rejects.toMatchObject({ code: 'too_many_attempts' })
  expect(await attempt([home!], right)).toBe(true)
})
