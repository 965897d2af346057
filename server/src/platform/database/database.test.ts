// The database layer on a real PostgreSQL: privileges, types, transactions, LISTEN and jobs.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { queryOnce, withDatabase } from '../../../../testing/citus-databases.ts'
import { type TestDatabase, createTestDatabase } from '../../../test/database.ts'
import { defineJob, enqueue, handle, runWorker } from '../queue/queue.ts'
import { isUnavailable, openDatabase, withOption } from './database.ts'
import { migrate, MIGRATIONS_FOLDER } from './migrate.ts'
import { statement } from './statement.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const whoAmI = statement(
  `-- test_who_am_i
  select current_user::text as role`,
  { columns: { role: 'text' } },
)
const noted = defineJob({ name: 'noted', payload: z.object({ text: z.string() }) })

// ASVS V13.2.2
test('every connection logs in as the processes’ own role', async () => {
  expect(await whoAmI.one(database)).toEqual({ role: 'fairturn_app' })
})

test('options of the URL are set', async () => {
  const url = withOption(withOption(database.url, '-c work_mem=7MB'), '-c role=none -c lock_timeout=8s')
  const configured = await openDatabase({ url, poolSize: 1 })
  try {
    expect(await whoAmI.one(configured)).toEqual({ role: 'fairturn_app' })
    const text = `select current_setting('work_mem') as memory, current_setting('lock_timeout') as wait`
    expect((await configured.query({ text })).rows).toEqual([{ memory: '7MB', wait: '8s' }])
  } finally {
    await configured.close()
  }
})

test('bigint is returned as bigint, also in arrays; a date stays a date', async () => {
  const { rows } = await database.query({
    text: `select 9007199254740993 as big, array[1, null, 2]::bigint[] as many, date '2026-11-21' as day, now() as at`,
  })
  expect(rows[0]).toMatchObject({ big: 9007199254740993n, many: [1n, null, 2n], day: '2026-11-21' })
  expect(rows[0]?.['at']).toBeInstanceOf(Date)
})

test('a timestamp keeps its milliseconds, whatever digits, time zone and year it was written with', async () => {
  const written = [
    '2026-11-25 10:57:00.1',
    '2026-11-25 10:57:00.123999',
    '2026-02-28 23:59:59+07',
    '0044-03-15 12:00:00Z',
  ]
  const { rows } = await database.query<{ at: Date; ms: string }>({
    text: `select at, floor(extract(epoch from at) * 1000)::text as ms
      from unnest($1::timestamptz[]) with ordinality as t(at, no) order by no`,
    values: [written],
  })
  expect(rows.map(({ at }) => String(at.getTime()))).toEqual(rows.map(({ ms }) => ms))
  expect(rows[1]!.at.toISOString()).toBe('2026-11-25T10:57:00.123Z')
})

// ASVS V2.3.3
test('a transaction has one timestamp and rolls back if its work throws', async () => {
  const attempt = database.transaction(async (tx) => {
    expect(tx.now).toEqual(database.clock.now())
    await tx.query({ text: `insert into link_count values (gen_random_uuid(), 'rolled-back', 1)` })
    throw new Error('no')
  })
  await expect(attempt).rejects.toThrow('no')
  const { rows } = await database.query({ text: `select from link_count where verdict = 'rolled-back'` })
  expect(rows).toHaveLength(0)
})

// ASVS V16.5.3
test('a swallowed error does not count as a commit', async () => {
  const attempt = database.transaction(async (tx) => {
    await tx.query({ text: 'select 1 / 0' }).catch(() => undefined)
  })
  await expect(attempt).rejects.toThrow('rolled back')
})

test('a query after the end of its transaction is refused', async () => {
  const tx = await database.transaction(async (open) => open)
  expect(() => tx.query({ text: 'select 1' })).toThrow('too late')
})

test('concurrent queries of a transaction run in order; after a failed one none takes effect, and its connection is reusable', async () => {
  const note = (count: number) => ({
    text: `insert into link_count values (gen_random_uuid(), 'at-once', ${count})`,
  })
  const last = { text: `update link_count set count = count * 10 where verdict = 'at-once' returning count` }
  const attempt = database.transaction((tx) =>
    Promise.all([tx.query(note(1)), tx.query({ text: 'select 1 / 0' }), tx.query(last)]),
  )
  await expect(attempt).rejects.toThrow('division by zero')
  const unawaited = database.transaction(async (tx) => {
    void tx.query(note(2))
    await tx.query({ text: 'select 1 / 0' })
  })
  await expect(unawaited).rejects.toThrow('division by zero')
  const [, updated] = await database.transaction((tx) => Promise.all([tx.query(note(3)), tx.query(last)]))
  expect(updated.rows).toEqual([{ count: 30 }])
})

test('a server that does not answer is told from a faulty query', () => {
  const coded = (code: string) => isUnavailable(Object.assign(new Error('a fault'), { code }))
  const unavailable = ['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ETIMEDOUT', '08006', '53300', '57P01']
  expect(unavailable.filter((code) => !coded(code))).toEqual([])
  expect(['23505', '40P01', '57014', 'ERR_INVALID_ARG_TYPE'].filter(coded)).toEqual([])
  expect(isUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isUnavailable(new Error('division by zero'))).toBe(false)
})

test('a deadlocked transaction is retried', async () => {
  await database.query({
    text: `insert into link_count select gen_random_uuid(), 'lock-' || n, 0 from generate_series(1, 2) n`,
  })
  const both = Promise.withResolvers<void>()
  let firstLocks = 0
  const cross = (mine: string, other: string) =>
    database.transaction(async (tx) => {
      await tx.query({ text: 'update link_count set count = count + 1 where verdict = $1', values: [mine] })
      if (++firstLocks === 2) both.resolve()
      await both.promise
      await tx.query({ text: 'update link_count set count = count + 1 where verdict = $1', values: [other] })
    })
  await Promise.all([cross('lock-1', 'lock-2'), cross('lock-2', 'lock-1')])
  const { rows } = await database.query({ text: `select count from link_count where verdict like 'lock-%'` })
  expect(rows).toEqual([{ count: 2 }, { count: 2 }])
})

test('a statement for one row throws on zero or several', async () => {
  const series = statement(
    `-- test_series
    select n from generate_series(1, $last::int) n`,
    { params: { last: 'int4' }, columns: { n: 'int4' } },
  )
  await expect(series.one(database, { last: 0 })).rejects.toThrow('no row')
  await expect(series.one(database, { last: 2 })).rejects.toThrow('2 rows')
  expect(await series.maybe(database, { last: 0 })).toBeUndefined()
  const declare = (text: string) => () => statement(text)
  expect(declare('-- test_series\nselect 2')).toThrow('two statements')
  expect(declare('select 2')).toThrow('begins with its name')
  expect(declare(`-- ${'n'.repeat(64)}\nselect 2`)).toThrow('at most 63 characters')
})

test('LISTEN survives the loss of its connection and reports it', async () => {
  const heard: string[] = []
  const again = Promise.withResolvers<void>()
  const stop = await database.listen('test_channel', (payload) => heard.push(payload), again.resolve)
  await database.asSuperuser(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
  )
  await again.promise
  await database.query({ text: `select pg_notify('test_channel', 'hello')` })
  await expect.poll(() => heard).toEqual(['hello'])
  await stop()
})

test('migrating again, also concurrently, changes nothing', async () => {
  const before = await database.asSchemaOwner('select * from schema_version')
  await Promise.all([migrate({ url: database.schemaOwnerUrl }), migrate({ url: database.schemaOwnerUrl })])
  expect(await database.asSchemaOwner('select * from schema_version')).toEqual(before)
})

test('a migration backs off from a transaction with which it would deadlock, and succeeds after it', async () => {
  const atWork = new Client({ connectionString: database.superuserUrl })
  await atWork.connect()
  // Production's default, which is longer than a migration waits; the tests' is shorter.
  await atWork.query(`set deadlock_timeout = '1s'; begin; lock table locale in share mode`)
  const migrated = migrate({ url: database.schemaOwnerUrl })
  const waiting = `select from pg_stat_activity where application_name = 'fairturn migrate' and wait_event_type = 'Lock'`
  await expect.poll(() => database.asSchemaOwner(waiting)).toHaveLength(1)
  // The migration has read this table.
  await atWork.query('lock table schema_version in access exclusive mode; commit')
  await atWork.end()
  await migrated
})

test('a migration numbered below an applied one is refused', async () => {
  const skipped = await database.asSchemaOwner<{ version: string }>(
    `select version from schema_version where version < (select max(version) from schema_version) order by version desc limit 1`,
  )
  const row = `delete from schema_version v where version = ${skipped[0]!.version} returning to_jsonb(v)::text as deleted`
  const [{ deleted }] = (await database.asSchemaOwner<{ deleted: string }>(row)) as [{ deleted: string }]
  await expect(migrate({ url: database.schemaOwnerUrl })).rejects.toThrow('came after a higher number')
  await database.asSchemaOwner(
    'insert into schema_version select * from jsonb_populate_record(null::schema_version, $1)',
    [deleted],
  )
  await migrate({ url: database.schemaOwnerUrl })
})

test('indexes of large tables are built while rows are written, also again after a build that was cut off', async () => {
  const own = await createTestDatabase()
  const file = '0115-platform-search-spellings-indexes.sql'
  const later = await own.asSchemaOwner('delete from schema_version where version >= 115 returning version')
  // Later ones are applied again, too: what they make is dropped here.
  expect(later.length).toBeGreaterThan(0)
  // What a build that was cut off leaves: an index that is maintained and never used.
  await own.asSuperuser(
    `update pg_index set indisvalid = false where indexrelid in ('member_searchable_words'::regclass, 'campaign_searchable_words'::regclass)`,
  )
  await own.asSchemaOwner('drop index bank_line_searchable_words')
  const atWork = new Client({ connectionString: own.superuserUrl })
  await atWork.connect()
  await atWork.query('begin; lock table member in row exclusive mode')
  const migrated = migrate({ url: own.schemaOwnerUrl })
  const waiting = `select from pg_stat_activity where application_name = 'fairturn migrate' and wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(() => own.asSchemaOwner(waiting)).toHaveLength(1)
  // The build waits for a transaction, and nobody for the build.
  await own.asSuperuser(
    `set lock_timeout = '200ms'; update member set username = username; update bank_line set status = status`,
  )
  await atWork.query('commit')
  await atWork.end()
  await migrated
  expect(
    await own.asSchemaOwner(
      `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where indisvalid
       and c.relname in ('member_searchable_words', 'bank_details_searchable_words', 'campaign_searchable_words', 'bank_line_searchable_words')`,
    ),
  ).toHaveLength(4)
  expect(await own.asSchemaOwner(`select from schema_version where version = 115`)).toHaveLength(1)
  expect(await readFile(join(MIGRATIONS_FOLDER, file), 'utf8')).toMatch(/^create index concurrently /m)
  await own.close()
})

test('a database of before 1.0.0 is refused in words that say what to do', async () => {
  await database.asSchemaOwner(`update schema_version set name = 'foundation' where version = 1`)
  await expect(migrate({ url: database.schemaOwnerUrl })).rejects.toThrow(
    /made before release 1\.0\.0.*an empty DATA_DIR/,
  )
  await database.asSchemaOwner(`update schema_version set name = 'platform' where version = 1`)
  await migrate({ url: database.schemaOwnerUrl })
})

test('a schema owner who is no superuser can migrate', async () => {
  const name = `owner_${randomUUID().replaceAll('-', '')}`
  // The role of this cluster's processes was made by its superuser; in its own cluster the schema owner makes it.
  await queryOnce(
    database.superuserUrl,
    `create role ${name} login createrole replication password '${name}'; grant fairturn_app to ${name} with admin option`,
  )
  await queryOnce(withDatabase(database.superuserUrl, 'postgres'), `create database ${name} owner ${name}`)
  const url = new URL(withDatabase(database.superuserUrl, name))
  url.username = url.password = name
  try {
    await migrate({ url: url.href })
    await migrate({ url: url.href })
    const [row] = await queryOnce<{ owned: boolean }>(
      url.href,
      `select bool_and(pg_get_userbyid(relowner) = current_user) as owned from pg_class where relnamespace = 'public'::regnamespace`,
    )
    expect(row).toEqual({ owned: true })
    await queryOnce(
      url.href,
      'select ledger_fold_totals(current_date); select erase_refund_proposals(now(), now())',
    )
  } finally {
    await queryOnce(withDatabase(database.superuserUrl, 'postgres'), `drop database ${name} with (force)`)
    await queryOnce(database.superuserUrl, `drop role ${name}`)
  }
})

test('a process whose version lacks the last breaking migration refuses to start; one that lacks others starts', async () => {
  await database.asSchemaOwner(`insert into schema_version (version, name) values (9998, 'adds-a-column')`)
  await migrate({ url: database.schemaOwnerUrl })
  await database.asSchemaOwner('update schema_floor set migration = 9999')
  await expect(migrate({ url: database.schemaOwnerUrl })).rejects.toThrow('migration 9999 took away')
  await database.asSchemaOwner('update schema_floor set migration = 1')
  await database.asSchemaOwner('delete from schema_version where version = 9998')
  await migrate({ url: database.schemaOwnerUrl })
})

test('a job exists only if its transaction commits, and runs when it is due by the clock', async () => {
  const texts: string[] = []
  const handler = handle(noted, async (_database, { text }) => void texts.push(text))
  await database.transaction((tx) => enqueue(tx, noted, { text: 'now' }))
  const later = new Date(database.clock.now().getTime() + 60_000)
  await database.transaction((tx) =>
    enqueue(tx, noted, { text: 'later' }, { run_at: later, job_key: 'later' }),
  )
  const lost = database.transaction(async (tx) => {
    await enqueue(tx, noted, { text: 'never' })
    throw new Error('no')
  })
  await expect(lost).rejects.toThrow('no')
  expect(await database.runDueJobs([handler])).toBe(1)
  database.clock.advance(60_000)
  expect(await database.runDueJobs([handler])).toBe(1)
  expect(texts).toEqual(['now', 'later'])
})

test('a worker runs jobs with the application’s role, retries after a failure, and stops', async () => {
  const done = Promise.withResolvers<string>()
  let tries = 0
  const worker = await runWorker({
    database,
    handlers: [
      handle(noted, async (_database, { text }) => {
        if (++tries === 1) throw new Error('the first try fails')
        done.resolve(text)
      }),
    ],
    schedules: [],
    log: () => undefined,
  })
  database.clock.set(new Date(0))
  await database.transaction((tx) => enqueue(tx, noted, { text: 'carried' }))
  await expect(done.promise).resolves.toBe('carried')
  await worker.stop()
})
