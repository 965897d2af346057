// The checker finds damage that triggers and constraints would have prevented: each kind, done by a
// superuser.
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fundedAccount, transfer } from '../../test/ledger.ts'
import { type TestDatabase, createTestDatabase } from '../../test/database.ts'
import type { FindingKind } from './checker.ts'
import { type AccountId, checkLedger, placeHold, post } from './ledger.ts'

let database: TestDatabase
let owner: Client
let account: AccountId
let entry_id: string
let captured: string
let open_hold: string

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new Client({ connectionString: database.url })
  await owner.connect()
  account = await fundedAccount(database, 100n)
  const other = await fundedAccount(database, 100n)
  captured = randomUUID()
  open_hold = randomUUID()
  await database.transaction(async (tx) => {
    for (const id of [captured, open_hold]) {
      await placeHold(tx, { id, account, amount_minor: 10n, refers_to: 'x', expires_at: new Date(0) })
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
  await owner.end()
  await database.close()
})

/** What the checker finds after `damage`, which is rolled back. */
async function findingsAfter(damage: string): Promise<FindingKind[]> {
  await owner.query('begin')
  try {
    await owner.query('alter table account drop constraint account_not_overdrawn')
    await owner.query('set local session_replication_role = replica') // no trigger fires
    await owner.query(damage.replaceAll(':entry', `'${entry_id}'`).replaceAll(':account', `'${account}'`))
    const findings = await checkLedger(owner)
    return [...new Set(findings.map((finding) => finding.kind))]
  } finally {
    await owner.query('rollback')
  }
}

test('an intact ledger has no findings', async () => {
  expect(await checkLedger(database)).toEqual([])
  expect(await findingsAfter('select 1')).toEqual([])
})

test('a finding names its subject', async () => {
  await owner.query('begin')
  await owner.query('set local session_replication_role = replica')
  await owner.query('update account set balance_minor = 1000 where id = $1', [account])
  expect(await checkLedger(owner)).toEqual([
    { kind: 'balance_differs', subject: account, detail: 'balance 1000, sum of postings 90' },
  ])
  await owner.query('rollback')
})

const one_posting = `(select account_no, version from posting where entry_id = :entry order by posting_no limit 1)`
test.each<[what: string, damage: string, kinds: FindingKind[]]>([
  [
    'a balance that was set',
    'update account set balance_minor = balance_minor + 1 where id = :account',
    ['balance_differs'],
  ],
  ['a version that was set', 'update account set version = version + 1 where id = :account', ['version_gap']],
  [
    'an amount that was changed',
    `update posting set amount_minor = amount_minor - 1 where (account_no, version) = ${one_posting}`,
    ['unbalanced_entry', 'balance_differs', 'balance_after_differs', 'content_changed', 'total_differs'],
  ],
  [
    'both amounts of an entry changed, and the balances with them',
    `update posting set amount_minor = amount_minor * 2 where entry_id = :entry`,
    ['balance_differs', 'balance_after_differs', 'content_changed', 'total_differs'],
  ],
  [
    'a posting that was taken away',
    `delete from posting where (account_no, version) = ${one_posting}`,
    [
      'unbalanced_entry',
      'balance_differs',
      'version_gap',
      'balance_after_differs',
      'content_changed',
      'total_differs',
    ],
  ],
  [
    'a posting that was added',
    `insert into posting select entry_id, entry_no, 3, account_no, 1, balance_after + 5, version + 1000 from posting
     where (account_no, version) = ${one_posting}`,
    [
      'unbalanced_entry',
      'balance_differs',
      'version_gap',
      'balance_after_differs',
      'content_changed',
      'total_differs',
    ],
  ],
  [
    'a posting without an entry',
    `insert into posting values (gen_random_uuid(), 1, 1, -1, 5, 5, 1)`,
    ['unbalanced_entry', 'balance_differs'],
  ],
  [
    'a balance after a posting that was changed',
    `update posting set balance_after = 0 where (account_no, version) = ${one_posting}`,
    ['balance_after_differs'],
  ],
  ['a note that was changed', `update entry set note = 'gift' where id = :entry`, ['content_changed']],
  [
    'an actor that was changed',
    `update entry set actor = 'operator:9' where id = :entry`,
    ['content_changed'],
  ],
  [
    'content and its hash changed together',
    `update entry set note = 'gift', request_hash = ledger_request_hash(id, event_at, capture, type, refers_to, actor, 'gift',
       (select string_agg(uuid_send(a.id) || int8send(p.amount_minor), ''::bytea order by p.posting_no)
        from posting p join account a on a.no = p.account_no where p.entry_id = :entry)) where id = :entry`,
    ['chain_broken'],
  ],
  [
    'a time of writing that was changed',
    `update entry set created_at = created_at - interval '1 day' where id = :entry`,
    ['chain_broken'],
  ],
  ['a link that was replaced', `update entry set previous_hash = hash where id = :entry`, ['chain_broken']],
  [
    'an entry taken out of the middle with its postings',
    `delete from posting where entry_id = :entry; delete from entry where id = :entry`,
    [
      'balance_differs',
      'version_gap',
      'balance_after_differs',
      'chain_broken',
      'chain_head_differs',
      'capture_differs',
      'total_differs',
    ],
  ],
  [
    'an entry taken off the end, and the balances set to match',
    `create temporary table gone as select id, entry_no from entry order by entry_no desc limit 1;
     update account a set balance_minor = balance_minor - p.amount_minor, version = a.version - 1
       from posting p where p.account_no = a.no and p.entry_id = (select id from gone);
     delete from posting where entry_id = (select id from gone); delete from entry where id = (select id from gone)`,
    ['chain_head_differs', 'total_differs'],
  ],
  [
    'a chain whose head was set back',
    'update chain set length = length - 1 where length > 0',
    ['chain_head_differs'],
  ],
  [
    'reserved money that was set',
    'update account set reserved_minor = 0 where id = :account',
    ['reserved_differs'],
  ],
  ['a hold that was taken away', `delete from hold where status = 'open'`, ['reserved_differs']],
  [
    'a captured hold made open again',
    `update hold set status = 'open', resolved_at = null where status = 'captured'`,
    ['reserved_differs', 'capture_differs'],
  ],
  [
    'a hold marked captured without an entry',
    `update hold set status = 'captured', resolved_at = now() where status = 'open'`,
    ['reserved_differs', 'capture_differs'],
  ],
  [
    'an account below what it reserves',
    'update account set reserved_minor = 1000 where id = :account',
    ['reserved_differs', 'overdrawn'],
  ],
  [
    'a daily total that was changed',
    `update ledger_daily_total set received_minor = received_minor + 1`,
    ['total_differs'],
  ],
  ['a daily total taken away', `delete from ledger_daily_total`, ['total_differs']],
  [
    'a day of an entry that was changed',
    `update entry set event_at = event_at - interval '2 days' where id = :entry`,
    ['content_changed', 'total_differs'],
  ],
])('found: %s', async (_what, damage, kinds) => {
  expect((await findingsAfter(damage)).toSorted()).toEqual(kinds.toSorted())
})
