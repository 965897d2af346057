// The embedded server in all the states in which a machine can leave it.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { freePort } from '../../../../testing/free-port.ts'
import { memoryFolder } from '../../../../testing/memory-folder.ts'
import { connectionOptions } from './database.ts'
import { isAlive } from './embedded.state.ts'
import { startEmbedded } from './embedded.ts'

/** A cluster that was created once and stopped: copying it takes a tenth of the time of creating one. */
let made: string
beforeAll(async () => {
  made = await mkdtemp(join(await memoryFolder(), 'fairturn-embedded-'))
  await (await startEmbedded({ dataDir: made })).stop()
})
afterAll(() => rm(made, { recursive: true, force: true }))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(await memoryFolder(), 'fairturn-embedded-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** `cp -a` keeps the owner: PostgreSQL may run as another user. */
const copyMadeCluster = (to: string) => promisify(execFile)('cp', ['-a', `${made}/.`, to])

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>({ text, rowMode: 'array' } as { text: string })).rows
  } finally {
    await client.end()
  }
}
const pidOf = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])

test('data survive a restart, and every durability setting is on', async () => {
  const first = await startEmbedded({ dataDir: folder })
  expect(
    await ask(
      first.url,
      `select current_setting('fsync'), current_setting('synchronous_commit'), current_setting('data_checksums')`,
    ),
  ).toEqual([['on', 'on', 'on']])
  await ask(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  await first.stop()
  const second = await startEmbedded({ dataDir: folder })
  expect(await ask(second.url, 'select answer from kept')).toEqual([[42]])
  await second.stop()
})

// ASVS V13.2.3
test('the password is random, required, and readable by its owner only', async () => {
  const server = await startEmbedded({ dataDir: folder, durable: false })
  const stateFile = join(folder, 'postgres.json')
  const { mode } = await stat(stateFile)
  expect(mode & 0o077).toBe(0)
  const { password } = JSON.parse(await readFile(stateFile, 'utf8')) as { password: string }
  expect(password.length).toBeGreaterThan(30)
  await expect(ask(server.url.replace(password, 'wrong'), 'select 1')).rejects.toThrow(
    'password authentication failed',
  )
  await server.stop()
})

test('a folder of before release 1.0.0 is refused in words that say what to do, and left as it is', async () => {
  const before = JSON.stringify({ password: 'x', socket_dir: '', owner_pid: 0, litter: [] })
  await writeFile(join(folder, 'postgres.json'), before)
  await expect(startEmbedded({ dataDir: folder })).rejects.toThrow(/before release 1\.0\.0.*empty DATA_DIR/)
  expect(await readFile(join(folder, 'postgres.json'), 'utf8')).toBe(before)
})

test('it works below a folder that only root may enter', async () => {
  const closed = join(folder, 'closed')
  await mkdir(closed, { mode: 0o700 })
  await chmod(closed, 0o700)
  const server = await startEmbedded({ dataDir: join(closed, 'data'), durable: false })
  expect(await ask(server.url, 'select 1')).toEqual([[1]])
  await server.stop()
})

test('two clusters run side by side', async () => {
  const dataDirs = ['one', 'two'].map((name) => join(folder, name))
  await Promise.all(dataDirs.map(copyMadeCluster))
  const servers = await Promise.all(dataDirs.map((dataDir) => startEmbedded({ dataDir, durable: false })))
  await Promise.all(servers.map((server, i) => ask(server.url, `create table mine as select ${i} as no`)))
  expect(await Promise.all(servers.map((server) => ask(server.url, 'select no from mine')))).toEqual([
    [[0]],
    [[1]],
  ])
  await Promise.all(servers.map((server) => server.stop()))
})

test('with a port it also listens on loopback', async () => {
  await copyMadeCluster(folder)
  const port = 20_000 + (process.pid % 20_000)
  const server = await startEmbedded({ dataDir: folder, durable: false, port })
  const { password } = JSON.parse(await readFile(join(folder, 'postgres.json'), 'utf8')) as {
    password: string
  }
  expect(await ask(`postgresql://fairturn:${password}@127.0.0.1:${port}/fairturn`, 'select 1')).toEqual([[1]])
  expect(await ask(server.url, 'select 1')).toEqual([[1]])
  await server.stop()
})

test('a peer that vanishes silently is detected within half a minute, by the program and by the server', async () => {
  await copyMadeCluster(folder)
  const port = await freePort()
  const server = await startEmbedded({ dataDir: folder, durable: false, port })
  await ask(server.url, 'create role fairturn_app')
  const url = new URL(server.url)
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  const client = new Client(
    connectionOptions(`postgresql://fairturn:${url.password}@127.0.0.1:${port}/fairturn`),
  )
  await client.connect()
  const { rows } = await client.query<{ seconds: number }>(
    `select current_setting('tcp_keepalives_idle')::int
       + current_setting('tcp_keepalives_interval')::int * current_setting('tcp_keepalives_count')::int as seconds`,
  )
  await client.end()
  await server.stop()
  expect(rows[0]!.seconds).toBe(25)
  expect(keepAlive.mock.calls).toEqual([[true, 10_000]])
  keepAlive.mockRestore()
})

test('a second start shares a running server, and leaves it running', async () => {
  await copyMadeCluster(folder)
  const starter = spawn(process.execPath, ['--input-type=module', '-e', STARTER, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(starter.stdout, 'data')
  const pid = await pidOf(folder)
  const guest = await startEmbedded({ dataDir: folder, durable: false })
  expect(await ask(guest.url, 'select 1')).toEqual([[1]])
  await guest.stop()
  expect(isAlive(pid)).toBe(true)
  starter.kill('SIGKILL')
  await once(starter, 'exit')
  expect(isAlive(pid)).toBe(true) // the server survives a killed program

  const heir = await startEmbedded({ dataDir: folder, durable: false })
  expect(await pidOf(folder)).toBe(pid)
  await heir.stop()
  expect(isAlive(pid)).toBe(false)
})

test('a start while the server is being stopped waits, and starts it again', async () => {
  await copyMadeCluster(folder)
  const first = await startEmbedded({ dataDir: folder, durable: false })
  const pid = await pidOf(folder)
  const [second] = await Promise.all([startEmbedded({ dataDir: folder, durable: false }), first.stop()])
  expect(await ask(second.url, 'select 1')).toEqual([[1]])
  // Of a program that was killed meanwhile, too.
  const next = await pidOf(folder)
  await writeFile(join(folder, 'postgres.lock'), '999999999')
  process.kill(next, 'SIGINT')
  const third = await startEmbedded({ dataDir: folder, durable: false })
  expect(await ask(third.url, 'select 1')).toEqual([[1]])
  expect(new Set([next, await pidOf(folder)]).size).toBe(2)
  await third.stop()
  expect([isAlive(pid), isAlive(next)]).toEqual([false, false])
  expect((await readdir(folder)).toSorted()).toEqual(['postgres', 'postgres.json'])
})

test.each([
  ['empty', ''],
  ['full of zeros', '\0\0\0\0'],
])('a lock file that a power cut left %s delays no start', async (_, left) => {
  await copyMadeCluster(folder)
  await writeFile(join(folder, 'postgres.lock'), left)
  const beganMs = performance.now()
  const server = await startEmbedded({ dataDir: folder, durable: false })
  expect(performance.now() - beganMs).toBeLessThan(60_000)
  await server.stop()
  expect((await readdir(folder)).toSorted()).toEqual(['postgres', 'postgres.json'])
})

test('a server that another process shares meanwhile goes on when its owner leaves; the last one stops it', async () => {
  await copyMadeCluster(folder)
  const owner = await startEmbedded({ dataDir: folder, durable: false })
  const pid = await pidOf(folder)
  const guest = spawn(process.execPath, ['--input-type=module', '-e', STARTER, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(guest.stdout, 'data')
  await owner.stop()
  expect(await ask(owner.url, 'select 1')).toEqual([[1]])
  guest.stdin.end()
  await once(guest, 'exit')
  expect(isAlive(pid)).toBe(false)
})

test('of starts at once of several processes all reach the same server', async () => {
  await copyMadeCluster(folder)
  const guests = [1, 2, 3].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', STARTER, folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  )
  await Promise.all(guests.map((guest) => once(guest.stdout, 'data')))
  const here = await startEmbedded({ dataDir: folder, durable: false })
  const pid = await pidOf(folder)
  for (const guest of guests) {
    expect(await ask(here.url, 'select 1')).toEqual([[1]])
    guest.stdin.end()
    await once(guest, 'exit')
  }
  await here.stop()
  expect(isAlive(pid)).toBe(false)
})

const STARTER = `
  const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))})
  const server = await startEmbedded({ dataDir: process.argv[1], durable: false })
  console.log('started')
  process.stdin.on('end', () => void server.stop().then(() => process.exit(0))).resume()
  setInterval(() => {}, 1000)`

test.each([
  ['nobody', (text: string) => text],
  ['another program', (text: string) => text.replace(/^\d+/, String(process.ppid))],
  ['this program', (text: string) => text.replace(/^\d+/, String(process.pid))],
])(
  'a postmaster.pid left by a crash whose pid now belongs to %s does not prevent a start',
  async (_, reuse) => {
    await copyMadeCluster(folder)
    const first = await startEmbedded({ dataDir: folder })
    await ask(first.url, 'create table kept as select 1 as answer')
    const pidFile = join(folder, 'postgres/postmaster.pid')
    await killPostmaster(folder)
    await writeFile(pidFile, reuse(await readFile(pidFile, 'utf8')))
    const second = await startEmbedded({ dataDir: folder })
    expect(await ask(second.url, 'select answer from kept')).toEqual([[1]])
    await second.stop()
  },
)

test.each([
  ['', (text: string) => text],
  [' and whose number another program has got', (text: string) => text.replace(/^\d+/, String(process.ppid))],
])('a start waits for a busy process that a killed server left%s; nothing is lost', async (_, reuse) => {
  await copyMadeCluster(folder)
  const first = await startEmbedded({ dataDir: folder })
  await ask(first.url, 'create table kept as select 1 as answer')
  const orphan = await busyConnection(first.url)
  await killPostmaster(folder)
  const pidFile = join(folder, 'postgres/postmaster.pid')
  await writeFile(pidFile, reuse(await readFile(pidFile, 'utf8')))
  let started = false
  const starting = startEmbedded({ dataDir: folder }).finally(() => (started = true))
  // Long enough for several attempts to start.
  await sleep(500)
  expect([started, isAlive(orphan.pid)]).toEqual([false, true])
  process.kill(orphan.pid, 'SIGCONT')
  const second = await starting
  expect(isAlive(orphan.pid)).toBe(false)
  await orphan.ended
  expect(await ask(second.url, 'select answer from kept')).toEqual([[1]])
  await ask(second.url, 'insert into kept values (2)')
  await second.stop()
})

test('a start that timed out on such a process names the pid to end, and changes nothing', async () => {
  await copyMadeCluster(folder)
  const first = await startEmbedded({ dataDir: folder })
  await ask(first.url, 'create table kept as select 1 as answer')
  const orphan = await busyConnection(first.url)
  await killPostmaster(folder)
  await expect(startEmbedded({ dataDir: folder, orphansTimeoutMs: 300 })).rejects.toThrow(
    new RegExp(`still work in .* after 0.3 s: end them \\(${orphan.pid}\\)`),
  )
  expect(isAlive(orphan.pid)).toBe(true)
  process.kill(orphan.pid, 'SIGKILL')
  await orphan.ended
  const second = await startEmbedded({ dataDir: folder })
  expect(await ask(second.url, 'select answer from kept')).toEqual([[1]])
  await second.stop()
})

async function killPostmaster(dataDir: string): Promise<void> {
  const pid = await pidOf(dataDir)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
}

/**
 * A backend in a transaction, stopped so that it does not notice its server's end until it is continued; `ended`
 * resolves when it has exited.
 */
async function busyConnection(url: string): Promise<{ pid: number; ended: Promise<unknown> }> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const ended = new Promise((done) => client.once('end', done))
  client.query(`do $$ begin update kept set answer = 0; perform pg_sleep(60); end $$`).catch(() => undefined)
  await expect
    .poll(() =>
      ask(url, `select state from pg_stat_activity where pid = ${rows[0]!.pid} and query like 'do %'`),
    )
    .toEqual([['active']])
  process.kill(rows[0]!.pid, 'SIGSTOP')
  return { pid: rows[0]!.pid, ended }
}

test('an interrupted first start leaves nothing that is mistaken for a cluster', async () => {
  await mkdir(join(folder, 'postgres.new'))
  await writeFile(join(folder, 'postgres.new/PG_VERSION'), '18')
  const server = await startEmbedded({ dataDir: folder, durable: false })
  expect(await ask(server.url, 'select 1')).toEqual([[1]])
  await server.stop()
  expect((await readdir(folder)).toSorted()).toEqual(['postgres', 'postgres.json'])
})

test('a wrong password is reported at once', async () => {
  const first = await startEmbedded({ dataDir: folder, durable: false })
  await first.stop()
  await rm(join(folder, 'postgres.json'))
  await expect(startEmbedded({ dataDir: folder, durable: false })).rejects.toThrow(
    'does not belong to the cluster',
  )
})
