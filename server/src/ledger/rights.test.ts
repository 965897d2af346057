// What even raw SQL cannot do to the ledger: as the application, and as the schema owner.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../test/database.ts'
import { fundedAccount, transfer } from '../../test/ledger.ts'
import { type AccountId, type NewEntry, checkLedger, createHold, post } from './ledger.ts'

let database: TestDatabase
let from: AccountId
let to: AccountId
let entry: NewEntry
let hold_id: string
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  from = await fundedAccount(database, 100n)
  to = await fundedAccount(database, 0n)
  entry = transfer(from, to, 10n)
  await post(database, [entry])
  hold_id = randomUUID()
  const hold = { id: hold_id, account: from, amount_minor: 5n, refers_to: 'x', expires_at: new Date(0) }
  await database.transaction((tx) => createHold(tx, hold))
})
afterAll(() => database.close())

const tables = ['account', 'entry', 'posting', 'hold', 'chain', 'ledger_daily_total']
const FIELDS: Readonly<Record<string, string>> = {
  chain: 'length',
  entry: 'entry_no',
  posting: 'entry_no',
  ledger_daily_total: 'day',
}
const forbidden = [
  ...tables.flatMap((table) => [
    `insert into ${table} default values`,
    `update ${table} set ${FIELDS[table] ?? 'created_at'} = null`,
    `delete from ${table}`,
    `truncate ${table}`,
  ]),
  `select nextval('entry_no')`,
  'alter table account disable trigger all',
]

test.each(tables)('the application may read %s', async (table) => {
  const { rows } = await database.query({ text: `select count(*)::int as rows from ${table}` })
  expect(rows[0]?.['rows']).toBeGreaterThan(0)
})

test.each(forbidden)('the application may not: %s', async (text) => {
  await expect(database.query({ text })).rejects.toThrow(/permission denied|must be owner/)
})

// ASVS V13.2.2
test('the application may only read the ledger and call its six functions', async () => {
  const rights = await database.asSchemaOwner<{ table_name: string; privilege_type: string }>(
    `select table_name, privilege_type from information_schema.role_table_grants
     where grantee in ('fairturn_app', 'PUBLIC') and table_name = any ($1) and privilege_type <> 'SELECT'`,
    [tables],
  )
  expect(rights).toEqual([])
  const definers = await database.asSchemaOwner<{ proname: string }>(
    `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef and proname like 'ledger%'
       and has_function_privilege('fairturn_app', oid, 'execute') order by proname`,
  )
  expect(definers.map((row) => row.proname)).toEqual([
    'ledger_fold_totals',
    'ledger_lock_money',
    'ledger_open_accounts',
    'ledger_place_hold',
    'ledger_post',
    'ledger_release_holds',
  ])
})

test('every security definer function has a fixed search path', async () => {
  const loose = await database.asSchemaOwner(
    `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
       and not coalesce(proconfig::text like '%search_path%', false)`,
  )
  expect(loose).toEqual([])
})

test.each([
  ['entry', 'update entry set note = note'],
  ['entry', 'delete from entry'],
  ['entry', 'truncate entry cascade'],
  ['posting', 'update posting set amount_minor = amount_minor'],
  ['posting', 'delete from posting'],
  ['posting', 'truncate posting'],
  ['hold', 'delete from hold'],
  ['hold', 'truncate hold'],
  ['account', 'delete from account'],
  ['account', 'truncate account cascade'],
  ['chain', 'delete from chain'],
  ['chain', 'truncate chain'],
])('not even the schema owner may change %s: %s', async (_table, text) => {
  await expect(database.asSchemaOwner(text)).rejects.toThrow('append-only')
})

test.each([
  'insert into ledger_daily_total select * from ledger_daily_total',
  'update ledger_daily_total set moved_minor = 0',
  'delete from ledger_daily_total',
  'truncate ledger_daily_total',
])('not even the schema owner may set a daily total: %s', async (text) => {
  await expect(database.asSchemaOwner(text)).rejects.toThrow('only the sum of its postings')
})

test.each([
  'update account set balance_minor = balance_minor + 1 where id = $1',
  'update account set reserved_minor = 0 where id = $1',
  'update account set version = version + 1 where id = $1',
  'update account set may_go_negative = true where id = $1',
])('not even the schema owner may set a balance: %s', async (text) => {
  await expect(database.asSchemaOwner(text, [from])).rejects.toThrow('only the sum of its postings')
})

test.each([
  [
    "insert into account (id, kind, holder_id, may_go_negative) values (gen_random_uuid(), 'cash', '99', true)",
    'starts empty',
  ],
  [
    "insert into account (id, kind, holder_id, may_go_negative) values (ledger_account_id('gift', '1'), 'gift', '1', false)",
    'no account kind',
  ],
  [
    `insert into account (id, kind, holder_id, may_go_negative, balance_minor)
     values (ledger_account_id('cash', '99'), 'cash', '99', true, 1)`,
    'starts empty',
  ],
  [
    `insert into account (id, kind, holder_id, may_go_negative)
     values (ledger_account_id('level_fee', '99'), 'level_fee', '99', true)`,
    'starts empty',
  ],
])('an account that does not start empty with its own id is refused: %s', async (text, message) => {
  await expect(database.asSchemaOwner(text)).rejects.toThrow(message)
})

// Inserts an entry by raw SQL with the given amounts on `from` and `to`.
function rawEntry(
  posting_count: number,
  postings: [account: AccountId, amount: number, no: number][],
  created_at = 'clock_timestamp()',
): string {
  const id = randomUUID()
  const rows = postings.map(
    ([
      account,
      amount,
      no,
    ]) => `('${id}'::uuid, 1000000, ${no}, (select no from account where id = '${account}'), ${amount},
      0, (select version + ${no} from account where id = '${account}'))`,
  )
  return `
    insert into entry (id, entry_no, type, refers_to, actor, note, event_at, created_at, posting_count, chain, request_hash, previous_hash, hash)
    values ('${id}', 1000000, 'adjustment', '', '', '', now(), ${created_at}, ${posting_count}, 1, '', '', '');
    insert into posting values ${rows.join(', ')};`
}

test.each<[string, () => string]>([
  [
    'do not sum to zero',
    () =>
      rawEntry(2, [
        [from, -1, 1],
        [to, 2, 2],
      ]),
  ],
  [
    'are fewer than declared',
    () =>
      rawEntry(3, [
        [from, -1, 1],
        [to, 1, 2],
      ]),
  ],
  [
    'are more than declared',
    () =>
      rawEntry(2, [
        [from, -2, 1],
        [to, 1, 2],
        [to, 1, 3],
      ]),
  ],
  [
    'are misnumbered',
    () =>
      rawEntry(2, [
        [from, -1, 1],
        [to, 1, 3],
      ]),
  ],
  [
    'are written a day after their entry',
    () =>
      rawEntry(
        2,
        [
          [from, -1, 1],
          [to, 1, 2],
        ],
        "now() - interval '1 day'",
      ),
  ],
])('not even the schema owner may write postings that %s', async (_what, sql) => {
  await expect(database.asSchemaOwner(sql())).rejects.toThrow('come together')
})

test('not even the schema owner may add balanced postings to an existing entry', async () => {
  const sql = `insert into posting select entry_id, entry_no, posting_no, account_no, amount_minor, balance_after, version + 1000
               from posting where entry_id = '${entry.id}'`
  await expect(database.asSchemaOwner(sql)).rejects.toThrow('come together')
})

test('not even the schema owner may overdraw an account, its held part included', async () => {
  const overdraft = rawEntry(2, [
    [from, -91, 1],
    [to, 91, 2],
  ])
  await expect(database.asSchemaOwner(overdraft)).rejects.toThrow('account_not_overdrawn')
  const held = rawEntry(2, [
    [from, -86, 1],
    [to, 86, 2],
  ])
  await expect(database.asSchemaOwner(held)).rejects.toThrow('account_not_overdrawn')
})

test('not even the schema owner may insert an entry with one posting, or a posting of zero or on no account', async () => {
  await expect(database.asSchemaOwner(rawEntry(1, [[from, -1, 1]]))).rejects.toThrow('posting_count')
  await expect(
    database.asSchemaOwner(
      rawEntry(2, [
        [from, 0, 1],
        [to, 0, 2],
      ]),
    ),
  ).rejects.toThrow('amount_minor')
  await expect(
    database.asSchemaOwner(
      rawEntry(2, [
        [from, -1, 1],
        [randomUUID(), 1, 2],
      ]),
    ),
  ).rejects.toThrow('null value')
})

test.each([
  'update hold set amount_minor = 1 where id = $1',
  "update hold set account_id = account_id, status = 'open' where id = $1",
])('not even the schema owner may change a hold: %s', async (text) => {
  await expect(database.asSchemaOwner(text, [hold_id])).rejects.toThrow('resolved once')
})

test('not even the schema owner may reopen a resolved hold, or insert a resolved one', async () => {
  await database.asSchemaOwner("update hold set status = 'released', resolved_at = now() where id = $1", [
    hold_id,
  ])
  const reopen = database.asSchemaOwner("update hold set status = 'captured' where id = $1", [hold_id])
  await expect(reopen).rejects.toThrow('resolved once')
  const resolved = database.asSchemaOwner(
    `insert into hold (id, account_id, amount_minor, refers_to, expires_at, status, resolved_at)
     values (gen_random_uuid(), $1, 1, '', now(), 'released', now())`,
    [from],
  )
  await expect(resolved).rejects.toThrow('placed open')
})

test('nobody freezes money by hand: a freeze needs the finding of a checker, also for the schema owner', async () => {
  const frozen = database.asSchemaOwner(
    `insert into ledger_freeze (id, scope, subject, run_id, finding_no, frozen_at) values ($1, 'payouts', 'all', $2, 1, now())`,
    [randomUUID(), randomUUID()],
  )
  await expect(frozen).rejects.toThrow('foreign key')
})

test('no award without its entry, also for the schema owner', async () => {
  const { rows } = await database.query<{ definition: string }>({
    text: `select pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = 'award'::regclass and contype = 'f' and confrelid = 'entry'::regclass`,
  })
  expect(rows).toEqual([
    { definition: 'FOREIGN KEY (entry_id) REFERENCES entry(id) DEFERRABLE INITIALLY DEFERRED' },
  ])
})

test('a batch that names an id or a hold twice is refused by the database itself', async () => {
  const text = `select ledger_post($1::uuid[], '{adjustment,adjustment}', '{a,a}', '{a,a}', '{a,a}', array[now(), now()], $2::uuid[],
    '{2,2}', $3::uuid[], '{1,1,2,2}', '{1,2,1,2}', $4::int[], '{-1,1,-1,1}')`
  const accounts = [from, to].toSorted()
  const slots = accounts[0] === from ? [1, 2, 1, 2] : [2, 1, 2, 1]
  const id = randomUUID()
  const sameId = database.query({ text, values: [[id, id], [], accounts, slots] })
  await expect(sameId).rejects.toThrow('the same entry id')
  const sameHold = database.query({
    text,
    values: [[id, randomUUID()], [hold_id, hold_id], accounts, slots],
  })
  await expect(sameHold).rejects.toThrow('a hold comes twice')
})

test('accounts passed out of order are matched correctly', async () => {
  const text = `select ledger_post(array[$1]::uuid[], '{adjustment}', '{a}', '{a}', '{a}', array[now()], '{}',
    '{2}', array[$2, $3]::uuid[], '{1,1}', '{1,2}', '{1,2}', '{-1,1}') as answers`
  for (const accounts of [[from, to], [from, to].toSorted().toReversed()]) {
    const { rows } = await database.query({ text, values: [randomUUID(), ...accounts] })
    expect(rows[0]).toEqual({ answers: ['posted'] })
  }
})

test('the ledger check finds nothing after every test above', async () => {
  expect(await checkLedger(database)).toEqual([])
})
