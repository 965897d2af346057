import { createHash } from 'node:crypto'
// Migrates a database, forward only, as the schema owner: server/migrations has one file a module as of 1.0.0, then
// NNNN-module-what.sql.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LOCALES } from '@fairturn/contract/locales'
import { Logger, runMigrations } from 'graphile-worker'
import { Client, DatabaseError } from 'pg'
import Postgrator from 'postgrator'
import { APP_ROLE } from './login.ts'
import type { Queryable } from './statement.ts'

export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../migrations')
/** What the processes' login may do; applied after every migration. */
const RIGHTS = join(import.meta.dirname, 'rights.sql')
const FILE_NAME = /^(\d{4})-([a-z0-9-]+)\.sql$/
const ADVISORY_LOCK = 7_318_824_101
/**
 * Below PostgreSQL's `deadlock_timeout` of 1 s: the migration gives up before a transaction of a running process is
 * aborted for it.
 */
const LOCK_TIMEOUT_MS = 500
const MAX_ATTEMPTS = 120
/** A migration of such statements alone is outside a transaction, as they must be: its tables are read and written meanwhile. */
const BUILDS_INDEXES = /^(?:create|drop) index concurrently /m
const INDEX_STATEMENT = /^(?:--[^\n]*\n)*(?:create index|drop index) concurrently /
const RETRY_MS = 500
const UNDEFINED_TABLE = '42P01'
const quiet = new Logger(() => () => undefined)

// Postgrator knows files as `1.do.name.sql`; ours are named like everything else here.
class Migrations extends Postgrator {
  declare migrations: Postgrator.Migration[]
  /** The file that is being applied. */
  current = ''

  constructor(client: Client) {
    super({
      driver: 'pg',
      schemaTable: 'schema_version',
      // One by one: several in one query are one transaction.
      execQuery: async (sql) => {
        const statements = statementsOf(sql)
        for (const each of statements.slice(0, -1)) await client.query(each)
        return await client.query(statements.at(-1)!)
      },
    })
    this.on('migration-started', ({ filename }) => (this.current = filename))
  }

  /** Applies what is pending up to a version. */
  async apply(version: number): Promise<void> {
    await this.migrate(String(version)).catch((error: unknown) => {
      throw new Error(`the migration ${this.current} failed: ${String(error)}`, { cause: error })
    })
  }

  override async getMigrations(): Promise<Postgrator.Migration[]> {
    const files = (await readdir(MIGRATIONS_FOLDER)).filter((file) => file.endsWith('.sql')).toSorted()
    this.migrations = await Promise.all(files.map((file) => readMigration(file)))
    const versions = new Set(this.migrations.map((migration) => migration.version))
    if (versions.size !== files.length) throw new Error(`two migrations have one number: ${files.join(', ')}`)
    return this.migrations
  }
}

async function readMigration(file: string): Promise<Postgrator.Migration> {
  const [, version, name] = FILE_NAME.exec(file) ?? []
  if (version === undefined || name === undefined) throw new Error(`${file} is not named NNNN-name.sql`)
  const sql = await readFile(join(MIGRATIONS_FOLDER, file), 'utf8')
  const md5 = createHash('md5').update(sql).digest('hex')
  return { version: Number(version), action: 'do', filename: file, name, md5, getSql: () => sql }
}

function statementsOf(sql: string): string[] {
  if (!BUILDS_INDEXES.test(sql)) return [sql]
  const statements = sql.split(/(?<=;)\n/).filter((each) => each.trim() !== '')
  const other = statements.find((each) => !INDEX_STATEMENT.test(each))
  if (other !== undefined)
    throw new Error(`not a statement about one index, in a migration of indexes: ${other}`)
  return statements
}

/**
 * Applies all pending migrations and adds new languages under an advisory lock: those up to a migration that builds indexes
 * concurrently in one transaction, then that one, then the others; retries on lock conflicts with running processes. The URL must be the schema owner's. Refuses a migration that was changed after it was
 * applied or is numbered below an applied one, a database from which a newer version has removed something this version
 * needs, and one of before 1.0.0.
 */
export async function migrate({ url }: { url: string }): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'fairturn migrate' })
  await client.connect()
  try {
    await takeTurn(client)
    await refuseEarlier(client)
    await runMigrations({ connectionString: url, logger: quiet }) // each of its migrations is a separate transaction
    const migrations = new Migrations(client)
    const known = await migrations.getMigrations()
    await refuseSkipped(client, known)
    await refuseNewer(client, known)
    const applied = new Set(await appliedTo(client))
    for (const { version, getSql } of known) {
      if (applied.has(version) || !BUILDS_INDEXES.test(getSql())) continue
      const before = known.findLast((each) => each.version < version)!.version
      if (!applied.has(before)) await inTransaction(client, () => migrations.apply(before))
      await migrations.apply(version)
    }
    await inTransaction(client, async () => {
      await migrations.apply(known.at(-1)!.version)
      await client.query('insert into locale select unnest($1::text[]) on conflict do nothing', [LOCALES])
      await grantQueue(client)
      await client.query(await readFile(RIGHTS, 'utf8'))
    })
  } finally {
    await client.end() // releases the lock, and rolls back what was not committed
  }
}

/**
 * One migration at a time. A program that waits in a query for the lock would hold a snapshot, which a concurrent build of an
 * index waits for.
 */
async function takeTurn(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      ADVISORY_LOCK,
    ])
    if (rows[0]!.taken) return
    await sleep(RETRY_MS)
  }
}

async function inTransaction(client: Client, act: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await act()
      await client.query('commit')
      return
    } catch (error) {
      if (!isLockConflict(error) || attempt === MAX_ATTEMPTS) throw error
      await client.query('rollback')
      await sleep(RETRY_MS)
    }
}

/** Before 1.0.0 migrations had the same numbers and other names; nothing converts what they made. */
async function refuseEarlier(client: Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('schema_version') is not null as found`,
  )
  if (!rows[0]!.found) return
  const applied = await client.query<{ version: string; name: string }>(
    'select version, name from schema_version',
  )
  const names = new Map(applied.rows.map(({ version, name }) => [Number(version), name]))
  for (const file of await readdir(MIGRATIONS_FOLDER)) {
    const [, version, name] = FILE_NAME.exec(file) ?? []
    const before = names.get(Number(version))
    if (before !== undefined && before !== name)
      throw new Error(
        `this database was made before release 1.0.0 (its migration ${version} is ${before}, not ${name}) and cannot be ` +
          'upgraded: name an empty one in DATABASE_URL, or an empty DATA_DIR; the program that made it can still read it',
      )
  }
}

/** A lock timeout or a deadlock, directly or as the cause. */
function isLockConflict(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === '55P03' || error.code === '40P01'
  return error instanceof Error && isLockConflict(error.cause)
}

/** Drops every table; for demo data whose loading was interrupted. The URL must be the schema owner's. */
export async function eraseDatabase({ url }: { url: string }): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'fairturn erase' })
  await client.connect()
  try {
    await client.query(
      'drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public',
    )
  } finally {
    await client.end()
  }
}

/** For a process, which may not migrate: throws if a migration of this version has not been applied. */
export async function requireMigrated(on: Queryable): Promise<void> {
  const { rows } = await on.query<{ known: boolean }>({
    text: `select to_regclass('public.schema_version') is not null as known`,
  })
  const applied = new Set(rows[0]!.known ? await appliedTo(on) : [])
  const files = await readdir(MIGRATIONS_FOLDER)
  const missing = files.filter(
    (file) => !applied.has(Number(FILE_NAME.exec(file)?.[1] ?? NaN)) && file.endsWith('.sql'),
  )
  if (missing.length > 0)
    throw new Error(
      `The database is not migrated (${missing[0]}): run npm run migrate as the schema owner first.`,
    )
}

async function appliedTo(on: Queryable): Promise<number[]> {
  try {
    const { rows } = await on.query<{ version: string }>({ text: 'select version from schema_version' })
    return rows.map((row) => Number(row.version))
  } catch (error) {
    if ((error as DatabaseError).code === UNDEFINED_TABLE) return []
    throw error
  }
}

async function refuseSkipped(client: Client, migrations: Postgrator.Migration[]): Promise<void> {
  const applied = new Set(await appliedTo(client))
  const skipped = migrations.filter(({ version }) => !applied.has(version) && version < Math.max(...applied))
  if (skipped.length > 0) {
    const names = skipped.map((migration) => migration.filename).join(', ')
    throw new Error(`${names} came after a higher number had been applied; give it the next number`)
  }
}

async function refuseNewer(client: Client, migrations: Postgrator.Migration[]): Promise<void> {
  if ((await appliedTo(client)).length === 0) return
  const { rows } = await client.query<{ migration: number }>('select migration from schema_floor')
  const floor = rows[0]!.migration
  if (!migrations.some(({ version }) => version === floor))
    throw new Error(`migration ${floor} took away what this version asks for; start a version that has it`)
}

// The queue's tables have row-level security without policies; the application needs their rows too.
async function grantQueue(client: Client): Promise<void> {
  await client.query(`
    grant usage on schema graphile_worker to ${APP_ROLE};
    grant select, insert, update, delete on all tables in schema graphile_worker to ${APP_ROLE};
    grant usage on all sequences in schema graphile_worker to ${APP_ROLE};
    grant execute on all functions in schema graphile_worker to ${APP_ROLE};
    do $$
    declare name text;
    begin
      for name in
        select c.relname from pg_class c
        where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
          and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = '${APP_ROLE}')
      loop
        execute format('create policy ${APP_ROLE} on graphile_worker.%I to ${APP_ROLE} using (true) with check (true)', name);
      end loop;
    end $$;`)
}
