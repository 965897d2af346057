// Which secret a process, a command and a backup may have, by the fingerprint in the database.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { rotateAll } from '../../operations/rotation.ts'
import { loadConfig } from '../config.ts'
import { fingerprintOf, refuseOtherSecret, requireOwnSecret } from './deployment-secret.ts'
import { oneTimeCipher } from './one-time-codes.ts'

const OLD = 'the old secret of this deployment and long enough'
const NEW = 'the new secret of this deployment and long enough'
const STRAY = 'a secret of another deployment and long enough'

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.asSchemaOwner('delete from deployment_secret; delete from one_time_secret')
  dataDir = await mkdtemp(join(tmpdir(), 'fairturn-secret-'))
  return () => rm(dataDir, { recursive: true })
})

const configured = (SECRET?: string, SECRET_PREVIOUS?: string) =>
  loadConfig({ DATA_DIR: dataDir, SECRET, SECRET_PREVIOUS })
const start = (...secrets: Parameters<typeof configured>) =>
  requireOwnSecret(database, configured(...secrets))
const recorded = async () =>
  (await database.asSchemaOwner<{ fingerprint: string }>('select fingerprint from deployment_secret')).map(
    ({ fingerprint }) => fingerprint,
  )

/** As an operator's, written by a version that recorded no fingerprint. */
async function encryptWith(secret: string): Promise<void> {
  const id = randomUUID()
  const ciphertext = oneTimeCipher([secret]).encrypt(id, Buffer.alloc(20))
  await database.asSchemaOwner(
    `insert into operator (id, username, role, created_at) values ($1, $2, 'auditor', now())`,
    [id, `o${id.replaceAll('-', '').slice(8)}`],
  )
  await database.asSchemaOwner(
    `insert into one_time_secret (subject_kind, subject_id, ciphertext, created_at)
     values ('operator', $1, $2, (select count(*) from one_time_secret) * interval '1 minute' + now())`,
    [id, ciphertext],
  )
}

test('the first process records its secret, and one with another or none is told what to do', async () => {
  await start(OLD)
  await start(OLD)
  expect(await recorded()).toEqual([fingerprintOf(OLD)])
  await expect(start(STRAY)).rejects.toThrow(
    `The secret of this deployment has the fingerprint ${fingerprintOf(OLD)}, but SECRET has ${fingerprintOf(STRAY)}. Set SECRET to the deployment’s, or`,
  )
  await expect(start()).rejects.toThrow(`SECRET is not set, and there is no ${dataDir}/secret. Set SECRET`)
  expect(existsSync(join(dataDir, 'secret'))).toBe(false)
  expect(await recorded()).toEqual([fingerprintOf(OLD)])
})

test('of processes that start together with different secrets, those of one secret start', async () => {
  const started = await Promise.allSettled(
    [OLD, STRAY, OLD, STRAY, OLD, STRAY].map((secret) => start(secret)),
  )
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await recorded()).toHaveLength(1)
})

test('during a rotation both start; once everything is rotated, only the new one', async () => {
  await start(OLD)
  await encryptWith(OLD)
  await start(NEW, OLD)
  await start(OLD)
  // Without its predecessor nothing of before would be read.
  await expect(start(NEW)).rejects.toThrow(`but SECRET has ${fingerprintOf(NEW)}`)
  await rotateAll(database.url, [NEW, OLD])
  expect(await recorded()).toEqual([fingerprintOf(NEW)])
  await start(NEW, OLD)
  await start(NEW)
  await expect(start(OLD)).rejects.toThrow(`but SECRET has ${fingerprintOf(OLD)}`)
})

test('a rotation that could not decrypt everything leaves the predecessor needed', async () => {
  await start(OLD)
  await encryptWith(STRAY)
  await rotateAll(database.url, [NEW, OLD])
  expect(await recorded()).toEqual([fingerprintOf(OLD)])
})

test('after an upgrade the secret that decrypts is recorded, and no other', async () => {
  await encryptWith(STRAY)
  await encryptWith(OLD)
  await expect(start(STRAY)).rejects.toThrow(
    `is encrypted with another secret: SECRET, of the fingerprint ${fingerprintOf(STRAY)}, does not decrypt it. Set SECRET`,
  )
  await expect(start()).rejects.toThrow('is encrypted with another secret: SECRET is not set')
  expect(await recorded()).toEqual([])
  await start(OLD)
  expect(await recorded()).toEqual([fingerprintOf(OLD)])
})

test('without SECRET the one in DATA_DIR is the deployment’s; it is made when it is needed', async () => {
  const config = configured()
  expect(config.knownSecrets).toEqual([])
  expect(existsSync(config.secretSource)).toBe(false)
  await requireOwnSecret(database, config)
  const kept = await readFile(join(dataDir, 'secret'), 'utf8')
  expect(await recorded()).toEqual([fingerprintOf(kept)])
  expect(configured().secrets).toEqual([kept])
  await start()
  await start(kept)
})

test('a command with another secret is refused, one without any is not, and none records or makes one', async () => {
  expect(await refuseOtherSecret(database, configured(STRAY))).toBeUndefined()
  expect(await recorded()).toEqual([])
  await start(OLD)
  expect(await refuseOtherSecret(database, configured())).toBe(fingerprintOf(OLD))
  expect(await refuseOtherSecret(database, configured(NEW, OLD))).toBe(fingerprintOf(OLD))
  await expect(refuseOtherSecret(database, configured(STRAY))).rejects.toThrow(
    'Set SECRET to the deployment’s',
  )
  expect(existsSync(join(dataDir, 'secret'))).toBe(false)
})
