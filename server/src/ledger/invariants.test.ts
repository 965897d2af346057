// The checker finds damage that triggers and constraints would have prevented, one kind at a time, done by a
// superuser.
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../test/database.ts'
import { damageSql, LEDGER_DAMAGE } from '../../test/ledger-damage.ts'
import { fundedAccount, transfer } from '../../test/ledger.ts'
import type { FindingKind } from './invariants.ts'
import { type AccountId, checkLedger, createHold, post } from './ledger.ts'

let database: TestDatabase
let superuser: Client
let account: AccountId
let entry_id: string
let captured: string
let openHold: string

beforeAll(async () => {
  database = await createTestDatabase()
  superuser = new Client({ connectionString: database.superuserUrl })
  await superuser.connect()
  account = await fundedAccount(database, 100n)
  const other = await fundedAccount(database, 100n)
  captured = randomUUID()
  openHold = randomUUID()
  await database.transaction(async (tx) => {
    for (const id of [captured, openHold]) {
      await createHold(tx, { id, account, amount_minor: 10n, refers_to: 'x', expires_at: new Date(0) })
    }
  })
  const entry = transfer(account, other, 10n, { capture: captured })
  entry_id = entry.id
  for (let i = 0; i < 5; i += 1)
    await post(database, [transfer(account, other, 1n), transfer(other, account, 1n)])
  await post(database, [entry])
  for (let i = 0; i < 5; i += 1)
    await post(database, [transfer(account, other, 1n), transfer(other, account, 1n)])
})
afterAll(async () => {
  await superuser.end()
  await database.close()
})

/** The findings after `damage`, which is rolled back. */
async function findingsAfter(damage: string): Promise<FindingKind[]> {
  await superuser.query('begin')
  try {
    await superuser.query(damageSql(damage, { entry: entry_id, account }))
    const findings = await checkLedger(superuser)
    return [...new Set(findings.map((finding) => finding.kind))]
  } finally {
    await superuser.query('rollback')
  }
}

test('an intact ledger has no findings', async () => {
  expect(await checkLedger(database)).toEqual([])
  expect(await findingsAfter('select 1')).toEqual([])
})

test('a finding names its subject', async () => {
  await superuser.query('begin')
  await superuser.query('set local session_replication_role = replica')
  await superuser.query('update account set balance_minor = 1000 where id = $1', [account])
  expect(await checkLedger(superuser)).toEqual([
    { kind: 'balance_differs', subject: account, detail: 'balance 1000, sum of postings 90' },
  ])
  await superuser.query('rollback')
})

test.each([...LEDGER_DAMAGE])('found: %s', async (_what, damage, kinds) => {
  expect((await findingsAfter(damage)).toSorted()).toEqual(kinds.toSorted())
})
