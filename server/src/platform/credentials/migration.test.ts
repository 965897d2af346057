// Migration 0048: the credentials of a deployment with data remain valid, each for its owner.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomBytes, randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { MIGRATIONS_FOLDER } from '../database/migrate.ts'
import { findOneTimeStep, hasOneTimeCodes, oneTimeCipher } from './one-time-codes.ts'
import { memberOwner, operatorOwner } from './owners.ts'
import { listPasskeys } from './passkeys.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { createRecoveryCodes, findRecoveryCode, recoveryCodesLeft } from './recovery-codes.ts'

const BEFORE = 48
const SECRET = 'the secret of the deployment, long enough'
const NOW = new Date('2026-11-21T08:00:00Z')
const [mai, closed, an, invited] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
const secret = randomBytes(20)
const cipher = oneTimeCipher([SECRET])

let owner: Client
let database: Database

beforeAll(async () => {
  const url = new URL(inject('template_url'))
  const admin = new Client({ connectionString: url.href })
  await admin.connect()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name}`)
  await admin.end()
  url.pathname = `/${name}`
  owner = new Client({ connectionString: url.href })
  await owner.connect()
  const files = (await readdir(MIGRATIONS_FOLDER)).filter((file) => file.endsWith('.sql')).toSorted()
  const apply = async (chosen: string[]) => {
    for (const file of chosen) await owner.query(await readFile(join(MIGRATIONS_FOLDER, file), 'utf8'))
  }
  await apply(files.filter((file) => Number(file.slice(0, 4)) < BEFORE))
  await fill()
  await apply(files.filter((file) => Number(file.slice(0, 4)) >= BEFORE))
  database = await openDatabase({ url: url.href, pool_size: 2, clock: { now: () => NOW } })
}, 60_000)
afterAll(async () => {
  await database.close()
  await owner.end()
})

const codes = await createRecoveryCodes(2)

/** Inserts data as the previous version did. */
async function fill(): Promise<void> {
  const run = (text: string, values: unknown[]) => owner.query(text, values)
  await run(
    `insert into member (id, username, username_key, phone, password_hash, code, locale, created_at)
     values ($1, 'mai', 'mai', '+84912345678', $2, 'MAI1', 'vn', $3)`,
    [mai, await hashPassword('of mai'), NOW],
  )
  await run(
    `insert into member (id, username, username_key, code, locale, created_at, closed_at)
     values ($1, '', 'closed', 'CLOSED1', 'vn', $2, $2)`,
    [closed, NOW],
  )
  await run(
    `insert into operator (id, username, role, password_hash, created_at)
     values ($1, 'an.operator', 'owner', $3, $4), ($2, 'an.invited', 'support', null, $4)`,
    [an, invited, await hashPassword('of the operator'), NOW],
  )
  await run(
    'insert into one_time_secret (member_id, sealed, created_at, confirmed_at, used_step) values ($1, $2, $3, $3, 7)',
    [mai, cipher.encrypt(mai, secret), NOW],
  )
  await run(
    'insert into operator_secret (operator_id, sealed, created_at, confirmed_at) values ($1, $3, $5, $5), ($2, $4, $5, null)',
    [an, invited, cipher.encrypt(an, secret), cipher.encrypt(invited, secret), NOW],
  )
  const [live, replaced] = codes.stored
  await run(
    `insert into recovery_code (id, member_id, selector, hash, made_at, replaced_at)
     values (gen_random_uuid(), $1, $2, $3, $6, null), (gen_random_uuid(), $1, $4, $5, $6, $6)`,
    [mai, live!.selector, live!.hash, replaced!.selector, replaced!.hash, NOW],
  )
  for (const [table, column, id] of [
    ['passkey', 'member_id', mai],
    ['operator_passkey', 'operator_id', an],
  ])
    await run(
      `insert into ${table} (id, ${column}, credential_id, public_key, counter, transports, name, backed_up, created_at, last_used_at)
       values (gen_random_uuid(), $1, 'one-credential', '\\x01', 9, '{usb}', $2, true, $3, $3)`,
      [id, `of ${table}`, NOW],
    )
  const later = new Date(NOW.getTime() + 60_000)
  for (const [table, column, id, byte] of [
    ['passkey_challenge', 'member_id', mai, 1],
    ['operator_challenge', 'operator_id', an, 2],
  ] as const)
    await run(
      `insert into ${table} (hash, purpose, ${column}, expires_at) values ($1, 'confirm', $2, $4), ($3, 'sign_in', null, $4)`,
      [Buffer.alloc(32, byte), id, Buffer.alloc(32, byte + 10), later],
    )
}

test('passwords belong to their previous owners, and nobody else has one', async () => {
  expect(await checkPassword(database, memberOwner(mai), 'of mai')).toBeDefined()
  expect(await checkPassword(database, memberOwner(mai), 'of the operator')).toBeUndefined()
  expect(await checkPassword(database, operatorOwner(an), 'of the operator')).toBeDefined()
  const { rows } = await owner.query('select owner_id from password')
  expect(rows).toHaveLength(2)
  const { rows: operators } = await owner.query('select username, set_up from operator order by username')
  expect(operators).toEqual([
    { username: 'an.invited', set_up: false },
    { username: 'an.operator', set_up: true },
  ])
})

test('existing authenticator apps keep generating valid codes, and used codes stay used', async () => {
  const timestamp = NOW.getTime()
  const code = new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }) }).generate({
    timestamp,
  })
  for (const who of [memberOwner(mai), operatorOwner(an)])
    expect(await findOneTimeStep(database, cipher, NOW, { owner: who, code })).toMatchObject({ owner: who })
  const pending = { owner: operatorOwner(invited), code, confirming: true }
  expect(await hasOneTimeCodes(database, operatorOwner(invited))).toBe(false)
  expect(await findOneTimeStep(database, cipher, NOW, pending)).toBeDefined()
  expect(await findOneTimeStep(database, cipher, NOW, { ...pending, confirming: false })).toBeUndefined()
  const { rows } = await owner.query(`select used_step from one_time_secret where owner_kind = 'member'`)
  expect(rows).toEqual([{ used_step: '7' }])
})

test('valid recovery codes stay valid, replaced ones do not', async () => {
  const [live, replaced] = codes.shown
  expect(await findRecoveryCode(database, memberOwner(mai), live!)).toBeDefined()
  expect(await findRecoveryCode(database, memberOwner(mai), replaced!)).toBeUndefined()
  expect(await recoveryCodesLeft(database, memberOwner(mai))).toBe(1)
})

test('passkeys of both kinds are kept, even with equal credential ids', async () => {
  const kept = { credential_id: 'one-credential', counter: 9n, transports: ['usb'], backed_up: true }
  expect(await listPasskeys(database, memberOwner(mai))).toMatchObject([{ ...kept, name: 'of passkey' }])
  expect(await listPasskeys(database, operatorOwner(an))).toMatchObject([
    { ...kept, name: 'of operator_passkey' },
  ])
})

test('pending challenges keep their kind and purpose', async () => {
  const { rows } = await owner.query<{ first: number }>(
    `select get_byte(hash, 0) as first, owner_kind, owner_id, purpose from passkey_challenge order by 1`,
  )
  expect(rows).toEqual([
    { first: 1, owner_kind: 'member', owner_id: mai, purpose: 'confirm' },
    { first: 2, owner_kind: 'operator', owner_id: an, purpose: 'confirm' },
    { first: 11, owner_kind: 'member', owner_id: null, purpose: 'sign_in' },
    { first: 12, owner_kind: 'operator', owner_id: null, purpose: 'sign_in' },
  ])
})

test('the old tables are gone', async () => {
  const { rows } = await owner.query(
    `select table_schema, table_name, column_name from information_schema.columns
     where table_schema = 'before_0048' or table_name in ('operator_secret', 'operator_passkey', 'operator_challenge')
       or column_name = 'password_hash'`,
  )
  expect(rows).toEqual([])
})
