// Rotation of the deployment's secret without downtime: what the old secret signed and encrypted remains valid until
// it is rotated.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { memberCalls } from '@fairturn/contract/members'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../testing/free-port.ts'
import { startApp, type TestApp } from '../../test/app.ts'
import { answered } from '../../test/carrying.ts'
import { loadConfig } from '../platform/config.ts'
import { openCipher } from '../platform/credentials/encryption.ts'
import { findOneTimeStep, oneTimeCipher, storeOneTimeSecret } from '../platform/credentials/one-time-codes.ts'
import { memberSubject, type Subject } from '../platform/credentials/subjects.ts'
import { currentSigner } from '../transparency/proof-keys.ts'
import { openWeb } from '../web.ts'
import { ENCRYPTED, rotateAll } from './rotation.ts'

const OLD = 'the old secret of this deployment and long enough'
const NEW = 'the new secret of this deployment and long enough'
const OTHER = 'a secret that nobody has configured and long enough'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ variables: { SECRET: OLD } })
})
afterAll(() => app.close())

// ASVS V11.2.3 V11.3.1 V11.3.2 V11.3.3
test('ciphertexts decrypt with any configured secret, for their own row only, and are rotated to the newest', () => {
  const before = openCipher([OLD], 'a purpose')
  const ciphertext = before.encrypt('here', Buffer.from('kept'))
  const both = openCipher([NEW, OLD], 'a purpose')
  expect(both.decrypt('here', ciphertext).toString()).toBe('kept')
  expect(() => both.decrypt('there', ciphertext)).toThrow('another row')
  expect(() => openCipher([NEW], 'a purpose').decrypt('here', ciphertext)).toThrow('not configured')
  expect(() => openCipher([OLD], 'another purpose').decrypt('here', ciphertext)).toThrow('not configured')
  const rotated = both.rotate('here', ciphertext)!
  expect(openCipher([NEW], 'a purpose').decrypt('here', rotated).toString()).toBe('kept')
  expect(both.rotate('here', rotated)).toBeUndefined()
})

// ASVS V11.2.2
test('every column that holds ciphertexts is rotated', async () => {
  const { rows } = await app.database.query<{ of: string }>({
    text: `select table_name || '.' || column_name as of from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea' and column_name like '%cipher%'`,
  })
  expect(ENCRYPTED.map(({ table }) => `${table}.ciphertext`).toSorted()).toEqual(
    rows.map((row) => row.of).toSorted(),
  )
})

test('a session survives the change of the secret, and one signed by a removed secret does not', async () => {
  const member = await app.member('before the change')
  const ask = async (variables: Record<string, string>) => {
    const config = loadConfig({
      DATA_DIR: app.config.dataDir,
      DATABASE_URL: 'postgres://unused',
      LOG_LEVEL: 'silent',
      ...variables,
    })
    const fastify = await openWeb({
      config,
      database: app.database,
      dist: join(app.config.dataDir, 'dist'),
      adminDist: join(app.config.dataDir, 'admin'),
    })
    const { statusCode } = await fastify.inject({
      url: '/api/auth/me',
      headers: { authorization: `Bearer ${member.token}` },
    })
    await fastify.close()
    return statusCode
  }
  expect(answered(await app.call(memberCalls.me, { token: member.token }))._id).toBe(member._id)
  expect(await ask({ SECRET: NEW, SECRET_PREVIOUS: `${OTHER},${OLD}` })).toBe(200)
  expect(await ask({ SECRET: NEW })).toBe(401)
})

test('one-time codes work before, during and after the change; what no secret decrypts is kept and reported', async () => {
  const codes = ['mine', 'lost'].map((username) => ({ username, secret: Buffer.alloc(20, username) }))
  let mine!: Subject
  for (const { username, secret } of codes) {
    const { _id } = await app.member(`codes ${username}`)
    const from = username === 'mine' ? OLD : OTHER
    if (username === 'mine') mine = memberSubject(_id)
    await app.database.transaction((tx) =>
      storeOneTimeSecret(tx, oneTimeCipher([from]), memberSubject(_id), secret),
    )
  }
  const rotated = await rotateAll(app.database.url, [NEW, OLD])
  expect(rotated.find(({ table }) => table === 'one_time_secret')).toEqual({
    table: 'one_time_secret',
    reencrypted: 1,
    notOpened: 1,
  })
  expect((await rotateAll(app.database.url, [NEW, OLD]))[0]).toMatchObject({ reencrypted: 0, notOpened: 1 })
  const now = app.clock.now()
  const code = new TOTP({ secret: new Secret({ buffer: new Uint8Array(codes[0]!.secret).buffer }) }).generate(
    { timestamp: now.getTime() },
  )
  const given = { subject: mine, code, confirming: true }
  expect(await findOneTimeStep(app.database, oneTimeCipher([NEW]), now, given)).toMatchObject({
    subject: mine,
  })
})

test('the key that signs proofs is rotated too, and nothing else about it can change', async () => {
  const now = app.clock.now()
  const signing = (secrets: string[]) =>
    app.database.transaction((tx) => currentSigner(tx, { secrets, signingKeys: [] }, now))
  const before = await signing([OLD])
  const rotated = await rotateAll(app.database.url, [NEW, OLD])
  expect(rotated.find(({ table }) => table === 'proof_key')).toMatchObject({
    reencrypted: 1,
    notOpened: 0,
  })
  expect((await signing([NEW])).key).toBe(before.key)
  await expect(signing([OLD])).rejects.toThrow('not configured')
  await expect(
    app.database.asSchemaOwner(`update proof_key set public_key = sha256('another')`),
  ).rejects.toThrow('is refused')
  await expect(app.database.asSchemaOwner(`update proof_key set ciphertext = null`)).rejects.toThrow(
    'is refused',
  )
})

/** Of an app's database, until it ends or prints that it is ready: exit code, and what it printed. */
async function outcome(of: TestApp, file: string, PROOF_SIGNING_KEY: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', file)], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_APP_URL: of.database.url,
      DATA_DIR: of.config.dataDir,
      SECRET: OLD,
      ROLES: 'links',
      PORT: String(await freePort()),
      PROOF_SIGNING_KEY,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes('Fairturn is ready')) child.kill('SIGKILL')
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, printed }
}

test('a process and keys:rotate refuse a new key of proofs that the one before does not sign, and say how to do it', async () => {
  const [configured, next] = [randomBytes(32), randomBytes(32)].map((seed) => seed.toString('base64url'))
  const signingKeys = [configured!]
  const own = await startApp({ variables: { SECRET: OLD } })
  try {
    await own.database.transaction((tx) =>
      currentSigner(tx, { secrets: [OLD], signingKeys }, own.clock.now()),
    )
    for (const file of ['process.ts', 'operations/rotate-keys.command.ts']) {
      const refused = await outcome(own, file, next!)
      expect([file, refused.code, refused.printed]).toEqual([
        file,
        1,
        expect.stringContaining('set the new key, a comma, the old one'),
      ])
      expect(refused.printed).not.toContain('encrypted again')
    }
    const both = `${next},${configured}`
    expect((await outcome(own, 'process.ts', both)).printed).toContain('Fairturn is ready')
    expect((await outcome(own, 'operations/rotate-keys.command.ts', both)).printed).toContain('proof_key: ')
  } finally {
    await own.close()
  }
}, 120_000)
