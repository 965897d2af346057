// What the hourly check of new entries and the daily chunks find, for each kind of damage, done by a superuser with
// triggers disabled; chunks resume where a killed worker stopped, and only one worker reads at a time.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../test/database.ts'
import { damageSql, LEDGER_DAMAGE } from '../../test/ledger-damage.ts'
import { fundedAccount, transfer } from '../../test/ledger.ts'
import { connectionOptions, type Database, type Tx } from '../platform/database/database.ts'
import { findSince, lastCheckpoint } from './checkpoint.ts'
import { type CheckFinding, lastCheck, listRuns, runHourlyChecks, runLedgerChecks } from './checks.ts'
import { verifyNextChunk, verifyChunks } from './daily-verification.ts'
import { PAYOUTS } from './freezes.ts'
import { type AccountId, ledgerChecker, createHold, post } from './ledger.ts'
import { checkRange, inOneSnapshot } from './span.ts'

const SMALL = { entries: 4n, accounts: 10, holds: 2, inFlight: 2n }
const checkers = [ledgerChecker]

let database: TestDatabase
let superuser: Client
interface Written {
  account: AccountId
  entry: string
}
let old: Written
let recent: Written

/** Writes some entries, one of which captures a hold, on an account with another open hold. */
async function write(): Promise<Written> {
  const account = await fundedAccount(database, 100n)
  const other = await fundedAccount(database, 100n)
  const [captured, open] = [randomUUID(), randomUUID()]
  await database.transaction(async (tx) => {
    for (const id of [captured, open])
      await createHold(tx, { id, account, amount_minor: 10n, refers_to: 'x', expires_at: new Date(0) })
  })
  const backAndForth = () => [transfer(account, other, 1n), transfer(other, account, 1n)]
  for (let i = 0; i < 4; i += 1) await post(database, backAndForth())
  const entry = transfer(account, other, 10n, { capture: captured })
  await post(database, [entry])
  for (let i = 0; i < 4; i += 1) await post(database, backAndForth())
  return { account, entry: entry.id }
}

beforeAll(async () => {
  database = await createTestDatabase()
  superuser = new Client(connectionOptions(database.superuserUrl))
  await superuser.connect()
  old = await write()
  await runHourlyChecks(database, checkers)
  recent = await write()
})
afterAll(async () => {
  await superuser.end()
  await database.close()
})

/** Runs work in a transaction with this damage, which is rolled back. */
async function damaged<Result>(sql: string, work: (on: Database & { tx: Tx }) => Promise<Result>) {
  await superuser.query('begin isolation level repeatable read')
  try {
    await superuser.query(sql)
    const query: Database['query'] = (config) => superuser.query(config)
    const tx: Tx = { now: database.clock.now(), query }
    return await work({ ...database, tx, query, transaction: async (inner) => await inner(tx) })
  } finally {
    await superuser.query('rollback')
  }
}

async function pass(on: Database): Promise<string> {
  for (;;) {
    const outcome = await verifyNextChunk(on, checkers, SMALL)
    if (outcome !== 'read') return outcome
  }
}

const wholeRuns = async () =>
  (await listRuns.page(database, { now: database.clock.now() }, 100)).list.filter(
    ({ mode }) => mode === 'chunked',
  )

const hourlyFindings = async ({ tx }: { tx: Tx }) => await findSince(tx, (await lastCheckpoint.maybe(tx))!)

test('an intact ledger has no findings, neither in new entries nor in chunks', async () => {
  expect(await damaged('select 1', hourlyFindings)).toEqual([])
  expect(await damaged('select 1', pass)).toBe('done')
})

describe.each([...LEDGER_DAMAGE])('%s', (_what, sql) => {
  test('is found within an hour in a new entry', async () => {
    expect(await damaged(damageSql(sql, recent), hourlyFindings)).not.toEqual([])
  })

  test('is found within a day in an old entry', async () => {
    expect(await damaged(damageSql(sql, old), pass)).toBe('wrong')
  })
})

test.each([
  ['long ago, and read chunk by chunk', '2 hours'],
  ['within the hour, and read at the end', '0'],
])('a hold captured %s has an entry that captured it', async (_when, ago) => {
  const aged = `set local session_replication_role = replica;
    update hold set resolved_at = now() - interval '${ago}' where status = 'captured';`
  expect(await damaged(aged, pass)).toBe('done')
  const withoutEntry = `${aged}
    insert into hold (id, account_id, amount_minor, refers_to, expires_at, status, resolved_at)
    select gen_random_uuid(), account_id, 1, 'x', now(), 'captured', now() - interval '${ago}' from hold limit 1`
  expect(await damaged(withoutEntry, pass)).toBe('wrong')
})

// An insider who rewrites an entry and everything after it, including chain heads and the stored checkpoint.
const REWRITTEN = `do $$
  declare e record; v_hash bytea;
  begin
    update entry set note = 'gift', request_hash = ledger_request_hash(id, event_at, capture, type, refers_to, actor, 'gift',
      (select string_agg(uuid_send(a.id) || int8send(p.amount_minor), ''::bytea order by p.posting_no)
       from posting p join account a on a.no = p.account_no where p.entry_id = entry.id)) where id = :entry;
    for e in select * from entry where chain = (select chain from entry where id = :entry) order by entry_no loop
      v_hash := coalesce(v_hash, e.previous_hash);
      update entry set previous_hash = v_hash, hash = ledger_link(v_hash, request_hash, entry_no, created_at) where id = e.id
        returning hash into v_hash;
    end loop;
    update chain set hash = v_hash where no = (select chain from entry where id = :entry);
  end $$`
const CHECKPOINT_TOO = `update ledger_check_run set checkpoint = jsonb_set(checkpoint, '{chains}',
  (select jsonb_agg(c || coalesce((select jsonb_build_object('hash', encode(e.hash, 'hex')) from entry e
     where e.chain = (c ->> 'no')::int and e.entry_no = (c ->> 'last_entry_no')::bigint), '{}'))
   from jsonb_array_elements(checkpoint -> 'chains') c)) where checkpoint is not null`
const SIGNED = `insert into proof (id, number, statement, hash, previous_hash, signature, key_number, taken_at, total_minor, leaf_count, heads, made_by)
  select gen_random_uuid(), 1, s, sha256(convert_to(s, 'UTF8')), sha256(''), decode(repeat('00', 64), 'hex'), 1, now(), 0, 0,
    (select string_agg(no || ' ' || length || ' ' || encode(hash, 'hex') || chr(10), '' order by no) from chain where length > 0), 'test'
  from (values ('Fairturn proof of liabilities, version 1' || chr(10))) made (s)`

test('history rewritten with all its hashes is detected by the checkpoint and the signed proofs', async () => {
  const rewritten = damageSql(REWRITTEN, old)
  expect(await damaged(rewritten, hourlyFindings)).not.toEqual([]) // the checkpoint has another hash
  const withCheckpoint = `${rewritten}; ${CHECKPOINT_TOO}`
  expect(await damaged(withCheckpoint, hourlyFindings)).toEqual([])
  expect(await damaged(withCheckpoint, pass)).toBe('done') // undetectable from inside the database
  const signedBefore = `set local session_replication_role = replica; ${SIGNED}; ${withCheckpoint}`
  expect(await damaged(signedBefore, pass)).toBe('wrong')
  const found: readonly CheckFinding[] = await damaged(
    signedBefore,
    async (on) => (await ledgerChecker.find(on)).findings,
  )
  expect([...new Set(found.map(({ kind }) => kind))]).toEqual(['proof_differs'])
  // All of them, not only the holders in the entry.
  expect([...new Set(found.flatMap(({ freezes }) => freezes))]).toEqual([PAYOUTS])
})

test('an entry inserted outside the chains, with an old number, is found within a day', async () => {
  const beside = (chain: number) =>
    damageSql(
      `insert into entry select gen_random_uuid(), entry_no, type, refers_to, actor, note, null, event_at, created_at, posting_count, ${chain},
         request_hash, previous_hash, hash from entry where id = :entry`,
      old,
    )
  for (const chain of [63, 65]) expect(await damaged(beside(chain), pass)).toBe('wrong')
})

test('a range is checked from any entry on, and finds changes only in it', async () => {
  const no = async (id: string) =>
    (await database.asSchemaOwner<{ no: bigint }>('select entry_no as no from entry where id = $1', [id]))[0]!
      .no
  const [from, to] = [(await no(old.entry)) - 1n, (await no(old.entry)) + 2n]
  expect(await checkRange(database, from, to)).toEqual([])
  expect(await checkRange(database, 1n, to)).toEqual([])
  expect(await checkRange(database, 1n, to, 2n)).toEqual([])
  const changed = (part: Written) => damageSql(`update entry set note = 'gift' where id = :entry`, part)
  for (const step of [2n, undefined]) {
    const kinds = (part: Written) =>
      damaged(changed(part), async ({ tx }) => (await checkRange(tx, from, to, step)).map(({ kind }) => kind))
    expect(await kinds(old)).toEqual(['content_changed'])
    expect(await kinds(recent)).toEqual([])
  }
})

test('a checkpoint with a wrong total or hash is not trusted', async () => {
  const ahead = `set local session_replication_role = replica;
    update ledger_check_run set checkpoint = jsonb_set(checkpoint, '{chains,0,length}', '99') where checkpoint is not null`
  expect(await damaged(ahead, hourlyFindings)).not.toEqual([])
  expect(await damaged(ahead, pass)).toBe('wrong')
})

test('a chunk reads one snapshot, with a plan for its own range', async () => {
  const settings = ['transaction_isolation', 'plan_cache_mode', 'enable_nestloop']
  const shown = await database.transaction(async (tx) => {
    await inOneSnapshot(tx)
    const text = `select ${settings.map((name) => `current_setting('${name}') as ${name}`).join()}`
    return (await tx.query({ text })).rows
  })
  expect(shown).toEqual([
    {
      transaction_isolation: 'repeatable read',
      plan_cache_mode: 'force_custom_plan',
      enable_nestloop: 'off',
    },
  ])
})

test('each hourly check continues from the previous one; a finding makes the next ones read everything', async () => {
  await runHourlyChecks(database, checkers)
  const before = (await lastCheck.one(database)).started_at
  database.clock.advance(3_600_000)
  recent = await write()
  expect(await runHourlyChecks(database, checkers)).toEqual([])
  expect(await lastCheck.one(database)).toMatchObject({ mode: 'incremental', since: before })
  const set = (note: string) =>
    database.asSuperuser(
      `begin; set local session_replication_role = replica; update entry set note = '${note}' where id = '${old.entry}'; commit`,
    )
  await set('gift')
  database.clock.advance(3_600_000)
  expect(await runHourlyChecks(database, checkers)).toEqual([]) // an old entry: found by the chunks
  expect((await verifyChunks(database, checkers, SMALL)).map(({ kind }) => kind)).toContain('content_changed')
  expect(await lastCheck.one(database)).toMatchObject({ mode: 'full', since: null })
  expect(await verifyNextChunk(database, checkers, SMALL)).toBe('idle') // hourly checks read everything until it is fixed
  expect(await runHourlyChecks(database, checkers)).not.toEqual([])
  await set('')
  expect(await runHourlyChecks(database, checkers)).toEqual([])
  expect(await lastCheck.one(database)).toMatchObject({ mode: 'full' })
  await runHourlyChecks(database, checkers)
  expect(await lastCheck.one(database)).toMatchObject({ mode: 'incremental' })
})

test('an hourly check whose checkpoint cannot be read checks everything', async () => {
  await runLedgerChecks(database, checkers)
  await database.asSuperuser(
    `begin; set local session_replication_role = replica;
     update ledger_check_run set checkpoint = jsonb_set(checkpoint, '{chains}', '{"no": "one"}')
     where run_no = (select max(run_no) from ledger_check_run); commit`,
  )
  expect(await runHourlyChecks(database, checkers)).toEqual([])
  expect(await lastCheck.one(database)).toMatchObject({ mode: 'full', finding_count: 0 })
  await runHourlyChecks(database, checkers)
  expect(await lastCheck.one(database)).toMatchObject({ mode: 'incremental' })
})

test('chunks resume where a killed worker stopped, one worker at a time, and once a day', async () => {
  await runLedgerChecks(database, checkers)
  const position = async () =>
    (
      await database.asSchemaOwner<{ read_to: string; chunks: number }>(
        'select read_to::text, chunks from ledger_pass',
      )
    )[0]
  for (let i = 0; i < 3; i += 1) expect(await verifyNextChunk(database, checkers, SMALL)).toBe('read')
  const stoppedAt = await position()
  expect(stoppedAt).toEqual({ read_to: '12', chunks: 3 })

  // A worker in the middle of a chunk waits for our lock; others are told that it is busy; then it is killed.
  await superuser.query('begin; lock table ledger_pass_total in access exclusive mode')
  const killed = verifyNextChunk(database, checkers, SMALL).catch((error: Error) => error.message)
  let pid: number | undefined
  while (pid === undefined) {
    await sleep(20)
    const waiting = await database.asSchemaOwner<{ pid: number }>(
      `select pid from pg_locks where relation = 'ledger_pass_total'::regclass and not granted`,
    )
    pid = waiting[0]?.pid
  }
  expect(await verifyNextChunk(database, checkers, SMALL)).toBe('busy')
  await database.asSuperuser(`select pg_terminate_backend(${pid})`)
  expect(await killed).toMatch(/terminat/)
  await superuser.query('rollback')
  expect(await position()).toEqual(stoppedAt)

  const before = (await wholeRuns()).length
  expect(await pass(database)).toBe('done')
  expect(await position()).toBeUndefined()
  expect(await wholeRuns()).toHaveLength(before + 1)
  // Its totals were read long after it started, so no hourly check may continue from it.
  expect(
    await database.asSchemaOwner(
      `select from ledger_check_run where mode = 'chunked' and checkpoint is not null`,
    ),
  ).toEqual([])
  expect(await verifyNextChunk(database, checkers, SMALL)).toBe('idle')
  database.clock.advance(23 * 3_600_000 - 1)
  expect(await verifyNextChunk(database, checkers, SMALL)).toBe('idle')
  database.clock.advance(1)
  expect(await verifyNextChunk(database, checkers, SMALL)).toBe('read')
  // Includes entries written while it reads, and after a check in between.
  await write()
  await runHourlyChecks(database, checkers)
  const reached: number[] = []
  for (let outcome = 'read'; outcome !== 'done'; outcome = await verifyNextChunk(database, checkers, SMALL)) {
    expect(outcome).toBe('read')
    reached.push(Number((await position())!.read_to))
    if (reached.length === 1) await write() // after the checkpoint: read after the bound
  }
  const [{ last_no }] = (await database.asSchemaOwner<{ last_no: string }>(
    'select max(last_entry_no) as last_no from chain',
  )) as [{ last_no: string }]
  const steps = [...reached, Number(last_no)].map((to, i) => to - (reached[i - 1] ?? 0))
  expect(Math.max(...steps)).toBeLessThanOrEqual(4) // the last one too
})
