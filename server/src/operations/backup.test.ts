// The machine is lost, and acknowledged data is restored: up to the end of the archived log, or to an instant.
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryFolder } from '../../../testing/memory-folder.ts'
import { RUN_ALL } from '../../../testing/run-all.ts'
import { migrateCluster } from '../../test/database.ts'
import { fundedAccount, transfer } from '../../test/ledger.ts'
import { saveAddress } from '../banking/banking.ts'
import { post } from '../ledger/ledger.ts'
import { registerMember } from '../members/members.ts'
import { selectFirstDay } from '../overview/overview.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { type Embedded, startEmbedded } from '../platform/database/embedded.ts'
import { ensureAppLogin, keptAppPassword } from '../platform/database/login.ts'
import { openFiles } from '../platform/files/files.ts'
import { closeAccount, closedAccountsKeeper, rememberClosed } from '../privacy/privacy.ts'
import { archiveSettings, listBases, newBase, prune, walOf } from './archive.ts'
import { copyCluster } from './base-backup.ts'
import { readDeployment, recordRestore, writeDeployment } from './deployment.ts'
import { restore } from './recovery.ts'

let root: string
let backups: string
let server: Embedded
let database: Database
const ADDRESS = {
  name: 'Leaves',
  street: '7 Ngõ Rất Riêng',
  city: 'Hà Nội',
  postal_code: '',
  region: '',
  country: 'VN',
}
/** Ids of acknowledged entries in order, remembered outside the database. */
const acknowledged: string[] = []

beforeAll(async () => {
  root = await mkdtemp(join(await memoryFolder(), 'fairturn-backup-'))
  // As root, the server runs as another user, who must be able to enter it.
  await chmod(root, 0o711)
  backups = join(root, "back'ups %f")
  const settings = { ...(await archiveSettings(backups)), shared_buffers: '32MB' }
  server = await startEmbedded({ dataDir: join(root, 'lost'), settings })
  const cluster = await migrateCluster(server, join(root, 'lost'))
  database = await openDatabase({ url: cluster.appUrl, poolSize: 4 })
}, 60_000)
afterAll(async () => {
  await database.close()
  await server.stop()
  await rm(root, { recursive: true, force: true })
})

async function work(times: number): Promise<void> {
  const from = await fundedAccount(database, 1_000_000n)
  const to = await fundedAccount(database, 0n)
  for (let i = 0; i < times; i++) {
    const entry = transfer(from, to, 1n)
    await post(database, [entry])
    acknowledged.push(entry.id)
  }
}

/** Waits until every movement so far is archived: its WAL segment is closed and copied. */
async function logIsKept(): Promise<void> {
  const { rows } = await database.query<{ name: string }>({
    text: `select pg_walfile_name(pg_current_wal_lsn()) as name`,
  })
  const schemaOwner = await openSchemaOwner()
  await schemaOwner.query('select pg_switch_wal()')
  await schemaOwner.end()
  await expect
    .poll(async () => (await readdir(walOf(backups))).includes(rows[0]!.name), { timeout: 20_000 })
    .toBe(true)
}

/** Of the server, and after everything so far. */
async function now(): Promise<Date> {
  const schemaOwner = await openSchemaOwner()
  const { rows } = await schemaOwner.query<{ now: Date }>('select clock_timestamp() as now')
  await schemaOwner.end()
  return new Date(rows[0]!.now.getTime() + 1)
}

async function openSchemaOwner() {
  const { Client } = await import('pg')
  const client = new Client({ connectionString: server.superuserUrl })
  await client.connect()
  return client
}

async function entriesIn(dataDir: string): Promise<Set<string>> {
  const restored = await startEmbedded({ dataDir, settings: { shared_buffers: '32MB' } })
  const url = await ensureAppLogin(restored.url, keptAppPassword(dataDir))
  const reading = await openDatabase({ url, poolSize: 2 })
  const { rows } = await reading.query<{ id: string }>({ text: 'select id from entry' })
  await reading.close()
  await restored.stop()
  return new Set(rows.map(({ id }) => id))
}

test('a base backup taken under load and the log since restore every acknowledged movement, or those up to an instant', async () => {
  await work(20)
  const base = await newBase(backups, new Date())
  await writeDeployment(base, await readDeployment(server.url))
  const copying = copyCluster(server.url, base)
  await work(60)
  await copying
  expect((await listBases(backups)).map(({ folder }) => folder)).toEqual([base])

  await work(20)
  const before = acknowledged.length
  const instant = await now()
  await work(20)
  await logIsKept()

  const latest = join(root, 'latest')
  expect(await restore(backups, latest)).toMatchObject({ findings: [] })
  const all = await entriesIn(latest)
  expect(acknowledged.filter((id) => !all.has(id))).toEqual([])

  const then = join(root, 'then')
  expect(await restore(backups, then, { to: instant })).toMatchObject({ findings: [] })
  const some = await entriesIn(then)
  expect(acknowledged.slice(0, before).filter((id) => !some.has(id))).toEqual([])
  expect(acknowledged.slice(before).filter((id) => some.has(id))).toEqual([])
  expect((await stat(join(then, 'postgres/pg_hba.conf'))).size).toBeGreaterThan(100)
  expect(await readFile(join(then, 'postgres/pg_hba.conf'), 'utf8')).not.toMatch(/^local.*trust$/m)
}, 120_000)

test('who closed their account after an instant is closed and erased again in what is restored to it', async () => {
  const data = { backupDir: backups, dataDir: join(root, 'data') }
  const files = await openFiles({ ...data, bucket: undefined })
  const register = (username: string, phone: string) =>
    database.transaction((tx) =>
      registerMember(tx, { username, phone, passwordHash: '$argon2id$x', invite_code: null, locale: 'en' }),
    )
  const leaving = await register('Leaves Unmistakably', '+84911230077')
  const early = await register('Left before the list', '+84911230078')
  const staying = await register('stays', '+84911230079')
  await database.transaction((tx) => saveAddress(tx, leaving.id, ADDRESS))
  await logIsKept()
  const instant = await now()
  await work(1)
  const closed_at: Date[] = []
  for (const { id: member_id } of [leaving, early]) {
    const closed = await closeAccount(database, { member_id, files })
    closed_at.push(closed.closed_at)
  }
  await rememberClosed(data, { member_id: leaving.id, closed_at: closed_at[0]! })
  // The process that closed the other one was killed before it wrote: the worker does.
  await closedAccountsKeeper(data).run(database, {})
  await logIsKept()

  const dataDir = join(root, 'before closing')
  expect(await restore(backups, dataDir, { to: instant })).toMatchObject({
    findings: [],
    closedAgain: { closed: 2, with_money: [] },
  })
  const restored = await startEmbedded({ dataDir, settings: { shared_buffers: '32MB' } })
  const { Client } = await import('pg')
  const client = new Client({ connectionString: restored.superuserUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{
      id: string
      username: string
      phone: string | null
      closed_at: Date | null
    }>(
      'select id, username, phone, closed_at from member where id = any ($1) order by array_position($1, id)',
      [[leaving.id, early.id, staying.id]],
    )
    expect(rows).toMatchObject([
      { username: '', phone: null, closed_at: closed_at[0] },
      { username: '', phone: null, closed_at: closed_at[1] },
      { username: 'stays', phone: '+84911230079', closed_at: null },
    ])
    expect((await client.query('select from member_address')).rowCount).toBe(0)
  } finally {
    await client.end()
    await restored.stop()
  }
  expect(await readdir(join(backups, 'closed-accounts'))).toEqual([leaving.id, early.id].toSorted())
}, 120_000)

test('a damaged backup, one that is too recent and a folder that is not empty are refused', async () => {
  await expect(restore(backups, join(root, 'early'), { to: new Date('2020-01-01') })).rejects.toThrow(
    'no whole copy',
  )
  await expect(restore(backups, join(root, 'latest'))).rejects.toThrow('is not empty')
  const [base] = await listBases(backups)
  const archive = await open(join(base!.folder, 'base.tar.gz'), 'r+')
  const { size } = await archive.stat()
  await archive.write(Buffer.from('damaged'), 0, 7, Math.floor(size / 2))
  await archive.close()
  await expect(restore(backups, join(root, 'damaged'))).rejects.toThrow(/damaged|zlib|TAR/i)
}, 60_000)

test.runIf(RUN_ALL)(
  'older backups are deleted, and of the log only what no kept backup needs',
  async () => {
    // A segment needs some content to be closed.
    await work(1)
    await logIsKept()
    const base = await newBase(backups, new Date(Date.now() + 1000))
    await writeDeployment(base, await readDeployment(server.url))
    await copyCluster(server.url, base)
    const logs = async () => (await readdir(walOf(backups))).filter((name) => /^[0-9A-F]{24}$/.test(name))
    const before = await logs()
    expect(await prune(backups, 2)).toBe(0)
    expect(await logs()).toEqual(before)
    expect(await prune(backups, 1)).toBe(1)
    expect((await logs()).length).toBeLessThan(before.length)
    const dataDir = join(root, 'pruned')
    expect(await restore(backups, dataDir)).toMatchObject({ findings: [] })
    const all = await entriesIn(dataDir)
    expect(acknowledged.filter((id) => !all.has(id))).toEqual([])
  },
  60_000,
)

test('a cluster without a log archive is not backed up', async () => {
  const alone = await startEmbedded({ dataDir: join(root, 'alone'), settings: { shared_buffers: '32MB' } })
  await expect(copyCluster(alone.url, join(root, 'nowhere'))).rejects.toThrow('BACKUP_DIR')
  await alone.stop()
}, 60_000)

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../../..')
/** Runs `npm run backup` in another process. */
const backupCommand = (backupDir: string, ...options: string[]) =>
  run(process.execPath, ['server/src/operations/backup.command.ts', ...options], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: server.url,
      DATA_DIR: join(root, 'data'),
      SECRET: 'a secret of this test that is long enough',
      BACKUP_DIR: backupDir,
    },
  })
const lastSeen = async () => (await selectFirstDay.one(database, { now: new Date() })).backup_at

test('npm run backup keeps as many copies as asked, and only a restore is recorded for the setup checklist', async () => {
  // Not a folder, so that nothing can be copied into it.
  const file = join(root, 'a file')
  await writeFile(file, '')
  await expect(backupCommand(file)).rejects.toMatchObject({ code: 1 })
  await expect(backupCommand(join(root, 'asked'), '--keep', '0')).rejects.toMatchObject({ code: 2 })

  // Of an account that a process without BACKUP_DIR closed.
  const member_id = '019a0000-0000-7000-8000-00000000c105'
  await rememberClosed(
    { dataDir: join(root, 'data'), backupDir: undefined },
    { member_id, closed_at: new Date() },
  )
  const { stdout } = await backupCommand(backups, '--keep', '2')
  expect(await readdir(join(backups, 'closed-accounts'))).toContain(member_id)
  const folders = (await listBases(backups)).map(({ folder }) => folder)
  expect(folders.length).toBe(2)
  expect(folders.some((folder) => stdout.includes(`Copied to ${folder}.`))).toBe(true)
  await backupCommand(backups, '--keep', '1')
  const [base, ...more] = await listBases(backups)
  expect(more).toEqual([])

  expect(await lastSeen()).toBe(null)
  const begun = Date.now()
  await recordRestore(database, base!.taken_at)
  expect((await lastSeen())!.getTime()).toBeGreaterThanOrEqual(begun)
}, 120_000)

test.runIf(RUN_ALL)(
  'npm run backup with a database that archives its log elsewhere says so, and removes no older backup',
  async () => {
    const elsewhere = join(root, 'without a log')
    const older = await newBase(elsewhere, new Date('2026-01-01'))
    await writeFile(join(older, 'backup_manifest'), '{}')
    await expect(backupCommand(elsewhere, '--keep', '1')).rejects.toMatchObject({
      stderr: expect.stringContaining('does not archive its log'),
    })
    expect((await listBases(elsewhere)).map(({ folder }) => folder)).toContain(older)
    expect(await readdir(elsewhere)).toEqual(['base'])
  },
  60_000,
)
