// argon2id as PHC strings, and a bounded queue.
import { argon2Sync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashAtFullCost, hashesOf } from '../../../test/hashes.ts'
import { Refusal } from '../http/refusal.ts'
import { boundedLine, hashesAtOnce, hashPassword, verifyPassword } from './passwords.ts'

beforeAll(() => hashAtFullCost(true))
afterAll(() => hashAtFullCost(false))

// Must be the first test of this file: the dummy hash for unknown names is not computed yet.
test('an unknown name is refused service_is_busy if too many wait, and as incorrect later', async () => {
  hashAtFullCost(false)
  try {
    const many = Array.from({ length: 303 }, () => hashPassword('correct horse').catch(String))
    const busy = verifyPassword('correct horse', undefined)
    await expect(busy).rejects.toMatchObject({ code: 'service_is_busy' })
    await Promise.all(many)
    expect(await verifyPassword('correct horse', undefined)).toBe(false)
  } finally {
    hashAtFullCost(true)
  }
})

test('half of the cores hash, and one of the four threads stays free', () => {
  expect([1, 2, 3, 4, 5, 8, 64].map(hashesAtOnce)).toEqual([1, 1, 2, 2, 3, 3, 3])
})

// ASVS V11.4.2
test('a hash is an argon2id PHC string with its own salt, and only its password verifies', async () => {
  const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(one).not.toBe(other)
  expect(await verifyPassword('correct horse', one)).toBe(true)
  expect(await verifyPassword('correct hors', one)).toBe(false)
  expect(await verifyPassword('', one)).toBe(false)
})

// ASVS V11.2.1 V11.2.2
test('the published vector of the reference implementation is verified', async () => {
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword('password', hash)).toBe(true)
  expect(await verifyPassword('passwore', hash)).toBe(false)
})

test('a hash with other parameters is verified with those', async () => {
  const [nonce, memory, passes, parallelism] = [Buffer.alloc(16, 1), 96, 12, 11]
  const message = Buffer.from('correct horse')
  const tag = argon2Sync('argon2id', { message, nonce, memory, passes, parallelism, tagLength: 32 })
  const [salt, kept] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  const hash = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt}$${kept}`
  expect(await verifyPassword('correct horse', hash)).toBe(true)
  expect(await verifyPassword('correct hors', hash)).toBe(false)
  for (const stored of ['', 'correct horse', ` ${hash}`, `${hash}$`])
    await expect(verifyPassword('correct horse', stored)).rejects.toThrow('not an argon2id PHC string')
})

// ASVS V6.2.8
test('the same password in another Unicode composition verifies', async () => {
  const hash = await hashPassword('mật khẩu 🔑'.normalize('NFC'))
  expect(await verifyPassword('mật khẩu 🔑'.normalize('NFD'), hash)).toBe(true)
})

test('the password of an unknown user never verifies', async () => {
  expect(await verifyPassword('correct horse', undefined)).toBe(false)
  expect(await verifyPassword('', undefined)).toBe(false)
})

test('an unknown name takes as much work as a wrong password, so timing reveals nothing', async () => {
  const hash = await hashPassword('correct horse')
  await verifyPassword('wrong horse', undefined) // the first call also computes the dummy hash
  for (const against of [hash, undefined])
    expect(await hashesOf(() => verifyPassword('wrong horse', against))).toBe(1)
})

// ASVS V15.2.2
test('a bounded number runs concurrently, as many wait in order, and one more is refused service_is_busy', async () => {
  const inLine = boundedLine(2, 2)
  const open: (() => void)[] = []
  const begun: number[] = []
  const work = (number: number) => () =>
    new Promise<number>((resolve) => {
      begun.push(number)
      open.push(() => resolve(number))
    })
  const six = [1, 2, 3, 4, 5, 6].map((number) => inLine(work(number)))
  await expect(inLine(work(7))).rejects.toSatisfy(
    (error) => error instanceof Refusal && error.code === 'service_is_busy',
  )
  expect(begun).toEqual([1, 2])
  for (let finished = 0; finished < 6; finished++) {
    open[finished]!()
    await six[finished]
    await Promise.resolve()
  }
  expect(await Promise.all(six)).toEqual([1, 2, 3, 4, 5, 6])
  expect(begun).toEqual([1, 2, 3, 4, 5, 6])
})

test('a failed hash frees its slot for the next', async () => {
  const inLine = boundedLine(1, 1)
  const failing = inLine(() => Promise.reject(new Error('no')))
  const next = inLine(() => Promise.resolve('yes'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
