// The handbook's install, backup and restore on a PostgreSQL that nobody prepared: Debian's 15, where it is installed, with a
// schema owner that has the attributes the handbook names and no other. The packaged one is what every other test runs on.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../../testing/free-port.ts'
import { memoryFolder } from '../../../testing/memory-folder.ts'
import { fingerprintOf } from '../platform/credentials/deployment-secret.ts'
import { identityForServer } from '../platform/database/embedded.binaries.ts'

const BIN = '/usr/lib/postgresql/15/bin'
const ROOT = join(import.meta.dirname, '../../..')
const HANDBOOK = join(ROOT, 'docs/operations.md')
const OWN = 'x'.repeat(40)
const STRAY = 'y'.repeat(40)
const OTHER_SECRET =
  /The secret of this deployment has the fingerprint \w{16}, but SECRET has \w{16}\. Set SECRET to/
const run = promisify(execFile)

describe.runIf(existsSync(BIN))(`PostgreSQL 15 of ${BIN} (NOT RUN where it is not installed)`, () => {
  let root: string
  let port: number
  let server: ReturnType<typeof spawn>
  let env: Record<string, string>
  const at = (user: string, database = 'fairturn') =>
    `postgres://${user}:secret@127.0.0.1:${port}/${database}`

  beforeAll(async () => {
    root = await mkdtemp(join(await memoryFolder(), 'fairturn-ordinary-'))
    await chmod(root, 0o711)
    const identity = await identityForServer()
    const own = async (folder: string) => {
      await mkdir(folder, { recursive: true })
      if (identity) await chown(folder, identity.uid, identity.gid)
    }
    const [data, wal] = [join(root, 'data'), join(root, 'backups/wal')]
    await own(data)
    await own(wal)
    const password = join(root, 'password')
    await writeFile(password, 'secret', { mode: 0o644 })
    const asServer = { ...identity, cwd: '/' }
    await run(
      join(BIN, 'initdb'),
      [
        '-D',
        data,
        '-U',
        'postgres',
        '--auth=scram-sha-256',
        `--pwfile=${password}`,
        '-E',
        'UTF8',
        '--locale=C.UTF-8',
      ],
      asServer,
    )
    port = await freePort()
    server = spawn(
      join(BIN, 'postgres'),
      [
        ['-D', data, '-p', String(port), '-k', '', '-c', 'archive_mode=on', '-c', 'archive_timeout=60s'],
        ['-c', `archive_command=cp %p ${wal}/%f`],
      ].flat(),
      { ...asServer, stdio: 'ignore' },
    )
    await vi.waitFor(() => ask(at('postgres', 'postgres'), 'select 1'), 30_000)
    // As the handbook says, and nothing else.
    const [, role, database] =
      /`(create role fairturn [^`]*)`, then `(create database [^`]*)`/.exec(
        await readFile(HANDBOOK, 'utf8'),
      ) ?? []
    await ask(at('postgres', 'postgres'), role!.replace('…', 'secret'))
    await ask(at('postgres', 'postgres'), database!)
    env = {
      PATH: process.env['PATH']!,
      DATA_DIR: join(root, 'data of processes'),
      LOG_LEVEL: 'error',
      SECRET: OWN,
    }
  }, 120_000)
  afterAll(async () => {
    server.kill('SIGINT')
    await once(server, 'exit')
    await rm(root, { recursive: true, force: true })
  })

  const command = (name: string, args: string[], variables: Record<string, string>) =>
    run(process.execPath, [`server/src/${name}.command.ts`, ...args], {
      cwd: ROOT,
      env: { ...env, ...variables },
    })

  test('is migrated by the schema owner, who is no superuser, and a process starts with its own login alone', async () => {
    const [attributes] = await ask(
      at('postgres'),
      `select rolsuper, rolcreaterole, rolreplication, rolcreatedb, rolbypassrls from pg_roles where rolname = 'fairturn'`,
    )
    expect(attributes).toEqual({
      rolsuper: false,
      rolcreaterole: true,
      rolreplication: true,
      rolcreatedb: false,
      rolbypassrls: false,
    })
    const logins = { DATABASE_URL: at('fairturn'), DATABASE_APP_URL: at('fairturn_app') }
    const before = startProcess({ DATABASE_APP_URL: at('fairturn_app') })
    expect((await before.ended)[0]).toBe(1)
    // Which needs no secret, and leaves none behind that a process would take for the deployment's.
    const untouched = join(root, 'untouched')
    const { stdout } = await command('operations/migrate', [], { ...logins, SECRET: '', DATA_DIR: untouched })
    expect(stdout).toContain('The database is migrated')
    expect(existsSync(untouched)).toBe(false)
    await command('operations/migrate', [], logins)
    const unknown = { DATABASE_URL: at('fairturn'), BACKUP_DIR: join(root, 'backups'), SECRET: '' }
    await expect(command('operations/backup', [], unknown)).rejects.toMatchObject({
      stderr: expect.stringContaining('start one first, or set SECRET'),
    })

    const unmigrated = startProcess({ DATABASE_APP_URL: at('fairturn_app', 'postgres') })
    expect((await unmigrated.ended)[0]).toBe(1)
    expect(unmigrated.printed()).toContain('The database is not migrated')

    const started = startProcess({ DATABASE_APP_URL: at('fairturn_app') })
    await expect.poll(() => started.printed(), { timeout: 60_000 }).toContain('Fairturn is ready')
    expect((await fetch(`http://127.0.0.1:${started.port}/readyz`)).status).toBe(200)
    started.child.kill('SIGTERM')
    expect((await started.ended)[0]).toBe(0)
  }, 120_000)

  test.each(['fairturn', 'postgres'])('no process starts as %s', async (user) => {
    const started = startProcess({ DATABASE_APP_URL: at(user) })
    expect((await started.ended)[0]).toBe(1)
    expect(started.printed()).toContain('DATABASE_APP_URL')
  })

  test('no process, backup or command runs with the secret of another deployment', async () => {
    const processOf = { DATABASE_APP_URL: at('fairturn_app'), SECRET: STRAY }
    const started = startProcess(processOf)
    expect((await started.ended)[0]).toBe(1)
    expect(started.printed()).toMatch(OTHER_SECRET)
    const without = startProcess({ ...processOf, SECRET: '', DATA_DIR: join(root, 'of no process') })
    expect((await without.ended)[0]).toBe(1)
    expect(without.printed()).toMatch(
      /SECRET is not set, and there is no .*of no process\/secret\. Set SECRET/,
    )
    expect(existsSync(join(root, 'of no process/secret'))).toBe(false)

    const backup = { DATABASE_URL: at('fairturn'), BACKUP_DIR: join(root, 'backups'), SECRET: STRAY }
    for (const [name, args, variables] of [
      ['operations/backup', [], backup],
      ['operations/rotate-keys', [], processOf],
      ['ledger/check', [], processOf],
      ['members/invite', [], processOf],
      ['staff/first-owner', ['jane.doe', 'out'], processOf],
      ['staff/disable-operator', ['jane.doe'], processOf],
    ] as const)
      await expect(command(name, [...args], variables)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(OTHER_SECRET),
      })
    expect(existsSync(join(root, 'backups/base'))).toBe(false)
    const { stdout } = await command('staff/first-owner', ['jane.doe', 'out'], { ...processOf, SECRET: '' })
    expect(stdout).toContain('jane.doe sets up')
  }, 60_000)

  test('is backed up, restored into the same version, checked, and what was restored starts', async () => {
    const backups = join(root, 'backups')
    // It needs no secret either: the database has the fingerprint.
    const backup = { DATABASE_URL: at('fairturn'), BACKUP_DIR: backups, SECRET: '' }
    await command('operations/backup', ['--keep', '2'], backup)
    await ask(at('postgres'), 'select pg_switch_wal()')
    const restored = join(root, 'restored')
    const { stdout } = await command('operations/restore', [backups, restored], {
      DATABASE_APP_URL: at('fairturn_app'),
    })
    expect(stdout).toContain('by PostgreSQL 15')
    expect(stdout).toContain(`Start it with the SECRET of fingerprint ${fingerprintOf(OWN)}:`)
    expect(stdout).toContain('The ledger is consistent.')
    const [recorded] = await ask(at('postgres'), 'select count(*)::int as count from backup_restored')
    expect(recorded).toEqual({ count: 1 })
    expect(await readFile(join(restored, 'postgres/pg_hba.conf'), 'utf8')).not.toMatch(/trust/)

    // The live database is still in the environment; the restored one is checked all the same, and named.
    const checked = await command('ledger/check', ['--restored', restored], { DATABASE_URL: at('fairturn') })
    expect(checked.stdout).toContain(`Checking the database in ${restored}.`)
    expect(checked.stdout).toContain('The ledger is consistent.')
    const live = await command('ledger/check', [], { DATABASE_APP_URL: at('fairturn_app') })
    expect(live.stdout).toContain(`Checking the database postgres://127.0.0.1:${port}/fairturn.`)

    const without = startProcess({ DATA_DIR: restored, DEMO: 'false', SECRET: '' })
    expect((await without.ended)[0]).toBe(1)
    expect(without.printed()).toMatch(/SECRET is not set, and there is no .*restored\/secret/)
    const started = startProcess({ DATA_DIR: restored, DEMO: 'false' })
    await expect.poll(() => started.printed(), { timeout: 60_000 }).toContain('Fairturn is ready')
    started.child.kill('SIGTERM')
    expect((await started.ended)[0]).toBe(0)
  }, 180_000)

  test.each<[string, Record<string, string>, RegExp, string[]?]>([
    [
      'operations/migrate',
      { DATABASE_URL: 'postgres', DATABASE_APP_URL: 'fairturn_app' },
      /is a superuser.*set DATABASE_URL/s,
    ],
    [
      'operations/migrate',
      { DATABASE_URL: 'fairturn', DATABASE_APP_URL: 'fairturn' },
      /logs in as fairturn.*DATABASE_APP_URL|DATABASE_APP_URL logs in as fairturn/,
    ],
    [
      'operations/migrate',
      { DATABASE_URL: 'fairturn_app', DATABASE_APP_URL: 'fairturn_app' },
      /permission denied.*\n.*schema owner/,
    ],
    [
      'operations/backup',
      { DATABASE_URL: 'fairturn_app', BACKUP_DIR: '/tmp' },
      /replication.*\n.*schema owner/,
    ],
    [
      'operations/backup',
      { DATABASE_URL: 'nobody', BACKUP_DIR: '/tmp' },
      /authentication failed.*\nCorrect the password in DATABASE_APP_URL/,
    ],
    ['operations/backup', { BACKUP_DIR: '/tmp' }, /There is no database in .*: set DATABASE_URL/],
    ['ledger/check', {}, /There is no database in .*DATABASE_APP_URL/],
    [
      'members/invite',
      {},
      /There is no database in .*DATABASE_APP_URL/,
      ['--uses', '2', '--days', '14', '--note', 'x'],
    ],
  ])('%s with %j says what to do, in sentences', async (name, users, sentence, args = []) => {
    const empty = await mkdtemp(join(root, 'empty-'))
    const variables = Object.fromEntries(
      Object.entries(users).map(([key, value]) => [key, key === 'BACKUP_DIR' ? value : at(value)]),
    )
    const refused = command(name, args, { DATA_DIR: empty, ...variables })
    await expect(refused).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(sentence),
    })
    await expect(refused).rejects.toMatchObject({
      stderr: expect.not.stringMatching(/^ +at |node:internal/m),
    })
    expect(existsSync(join(empty, 'postgres'))).toBe(false)
  })

  test('migrating says that processes can log in of the migrated database alone', async () => {
    const logins = { DATABASE_URL: at('fairturn'), DATABASE_APP_URL: at('fairturn_app', 'postgres') }
    await expect(command('operations/migrate', [], logins)).rejects.toMatchObject({
      stderr: expect.stringContaining('name one database in both'),
    })
  })

  test('a copy whose log is archived elsewhere is no success, and is not restored', async () => {
    const elsewhere = join(root, 'elsewhere')
    const copied = command('operations/backup', [], { DATABASE_URL: at('fairturn'), BACKUP_DIR: elsewhere })
    await expect(copied).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('PostgreSQL does not archive its log to'),
    })
    const restored = join(root, 'restored from elsewhere')
    await expect(command('operations/restore', [elsewhere, restored], {})).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('let PostgreSQL archive its WAL there'),
    })
    expect(existsSync(restored)).toBe(false)
  })

  test('a log that the restoring user may not read, or that ends too early, is named', async () => {
    const backups = join(root, 'backups')
    const far = ['--to', '2100-01-01T00:00:00Z']
    await expect(
      command('operations/restore', [backups, join(root, 'too far'), ...far], {}),
    ).rejects.toMatchObject({
      stderr: expect.stringMatching(/could not be replayed, as far as 2100.*recovery ended before/),
    })
    const [first] = (await readdir(join(backups, 'wal'))).toSorted()
    const closed = join(backups, 'wal', first!)
    if ((await identityForServer()) !== undefined) await chown(closed, 0, 0)
    await chmod(closed, 0o000)
    await expect(command('operations/restore', [backups, join(root, 'closed')], {})).rejects.toMatchObject({
      stderr: expect.stringContaining(`cannot read ${closed}: restore as`),
    })
    expect(existsSync(join(root, 'closed'))).toBe(false)
  }, 60_000)

  test('a version that is not installed is named before anything is copied', async () => {
    const nothing = join(root, 'nothing')
    const refused = command('operations/restore', [join(root, 'backups'), nothing], { POSTGRES_BIN: root })
    await expect(refused).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/PostgreSQL 15, and POSTGRES_BIN=.* has none.*apt install postgresql-15/),
    })
    expect(existsSync(nothing)).toBe(false)
  })

  test('the secret is rotated: both are taken until npm run keys:rotate, then the new one alone', async () => {
    const url = { DATABASE_APP_URL: at('fairturn_app') }
    const both = { SECRET: STRAY, SECRET_PREVIOUS: OWN }
    const started = startProcess({ ...url, ...both })
    await expect.poll(() => started.printed(), { timeout: 60_000 }).toContain('Fairturn is ready')
    started.child.kill('SIGTERM')
    expect((await started.ended)[0]).toBe(0)

    const backups = join(root, 'backups of a rotation')
    const copied = command('operations/backup', [], {
      DATABASE_URL: at('fairturn'),
      BACKUP_DIR: backups,
      ...both,
    })
    await expect(copied).rejects.toMatchObject({ stderr: expect.stringContaining('does not archive') })
    const [base] = await readdir(join(backups, 'base'))
    expect(await readFile(join(backups, 'base', base!, 'secret.fingerprint'), 'utf8')).toBe(
      `${fingerprintOf(STRAY)}\n${fingerprintOf(OWN)}\n`,
    )

    const { stdout } = await command('operations/rotate-keys', [], { ...url, ...both })
    expect(stdout).toContain('SECRET_PREVIOUS can go')
    await command('ledger/check', [], { ...url, SECRET: STRAY })
    const old = startProcess(url)
    expect((await old.ended)[0]).toBe(1)
    expect(old.printed()).toMatch(OTHER_SECRET)
  }, 120_000)

  test('the script of the image makes the same schema owner, and no command line has the password', async () => {
    await ask(at('postgres'), 'alter role fairturn rename to fairturn_of_the_handbook')
    const folder = join(root, 'image')
    await mkdir(folder)
    const said = join(folder, 'command lines')
    await writeFile(
      join(folder, 'psql'),
      `#!/bin/sh\necho "$@" >> '${said}'\nexec ${join(BIN, 'psql')} "$@"\n`,
      { mode: 0o755 },
    )
    const password = `it's "of" $the owner`
    await run('sh', [join(ROOT, 'deploy/schema-owner.sh')], {
      env: {
        PATH: `${folder}:${process.env['PATH']}`,
        PGHOST: '127.0.0.1',
        PGPORT: String(port),
        PGPASSWORD: 'secret',
        PGDATA: folder,
        POSTGRES_USER: 'postgres',
        SCHEMA_OWNER_PASSWORD: password,
      },
    })
    const [owner] = await ask(
      at('fairturn').replace('secret', encodeURIComponent(password)),
      `select rolsuper, rolcreaterole, rolreplication, rolcreatedb, pg_get_userbyid(datdba) as of
       from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
    )
    expect(owner).toEqual({
      rolsuper: false,
      rolcreaterole: true,
      rolreplication: true,
      rolcreatedb: false,
      of: 'fairturn',
    })
    expect(await readFile(said, 'utf8')).toContain('--dbname postgres')
    expect(await readFile(said, 'utf8')).not.toContain('the owner')
  })

  function startProcess(variables: Record<string, string>) {
    const listen = 20_000 + (Math.trunc(performance.now()) % 20_000)
    const child = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: ROOT,
      env: { ...env, ROLES: 'links,worker', PORT: String(listen), ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
    return {
      child,
      port: listen,
      printed: () => text,
      ended: once(child, 'exit') as Promise<[number | null]>,
    }
  }
})

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
