// The product as deployed, on its own PostgreSQL: web, links and worker processes that are restarted whenever they end, and
// the faults that can be injected.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { connectionOptions } from '../server/src/platform/database/database.ts'
import { isAlive } from '../server/src/platform/database/embedded.state.ts'
import { type Embedded, startEmbedded } from '../server/src/platform/database/embedded.ts'
import {
  APP_ROLE,
  ensureAppLogin,
  keptAppPassword,
  withLogin,
} from '../server/src/platform/database/login.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { freePort } from './free-port.ts'
import { memoryFolder } from './memory-folder.ts'
import { send } from './requests.ts'

export type ProcessRole = 'web' | 'links' | 'worker'
/** Targets of SIGKILL: one of our processes, a single connection's backend, or all of PostgreSQL. */
export const KILLS = ['web', 'worker', 'links', 'backend', 'postmaster'] as const
export type Kill = (typeof KILLS)[number]

export const SECRET = 'the secret of a drill, known to everybody'
const MOVED_CLOCK = new URL('moved-clock.ts', import.meta.url).href
const POLL_MS = 20
/** Delay before restarting a process that ended because its database is down. */
const RESTART_MS = 100
const PROBE_TIMEOUT_MS = 1_000
const GIVE_UP_MS = 150_000

/** PostgreSQL with asynchronous commit: the WAL is written when a buffer is full or after ten seconds. */
export const FORGETFUL: Readonly<Record<string, string>> = {
  synchronous_commit: 'off',
  wal_writer_delay: '10s',
  wal_writer_flush_after: '1GB',
  wal_buffers: '256MB',
}

export interface Running {
  readonly part: ProcessRole
  readonly port: number
  /** In addition to those of every process. */
  readonly variables: Readonly<Record<string, string>>
  child?: ChildProcess
}

export interface Cluster {
  readonly dataDir: string
  /** Port of PostgreSQL itself. */
  readonly port: number
  readonly settings: Readonly<Record<string, string>>
  /** The processes' login, by port because the socket's folder changes on restart; through the proxy, if there is one. */
  readonly url: string
  /** The superuser's, likewise: the drills' own view of the database. */
  readonly superuserUrl: string
  server: Embedded
  readonly running: Running[]
  /** Clock skew of every process; PostgreSQL keeps the machine's clock. */
  ahead_ms: number
  over: boolean
}

export interface ClusterOptions {
  readonly parts: readonly ProcessRole[]
  readonly settings?: Readonly<Record<string, string>>
  /** Existing folder for PostgreSQL's data, which the drill removes; default a temporary one. */
  readonly dataDir?: string
  /** Environment of every process, e.g. for a small pool. */
  readonly variables?: Readonly<Record<string, string>>
  /** Initial clock skew. */
  readonly ahead_ms?: number
  /** Opens a TCP proxy in front of PostgreSQL; returns the port that everybody uses instead. */
  readonly between?: (port: number) => Promise<number>
}

/** Starts PostgreSQL, migrates it and starts the processes; resolves when all that listen respond. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(await memoryFolder(), 'fairturn-faults-')))
  const port = await freePort()
  const settings = options.settings ?? {}
  const server = await startEmbedded({ dataDir, port, settings })
  const through = (await options.between?.(port)) ?? port
  const schemaOwnerUrl = byPort(server.url, through)
  const cluster: Cluster = {
    dataDir,
    port,
    settings,
    url: withLogin(schemaOwnerUrl, APP_ROLE, keptAppPassword(dataDir)),
    superuserUrl: byPort(server.superuserUrl, through),
    server,
    running: [],
    ahead_ms: options.ahead_ms ?? 0,
    over: false,
  }
  try {
    await migrate({ url: schemaOwnerUrl })
    await ensureAppLogin(schemaOwnerUrl, keptAppPassword(dataDir))
    for (const part of options.parts) await startPart(cluster, part, options.variables)
    for (const each of cluster.running) await answers(each)
    return cluster
  } catch (error) {
    await closeCluster(cluster)
    throw error
  }
}

/** Starts one more supervised process. */
export async function startPart(
  cluster: Cluster,
  part: ProcessRole,
  variables: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const each: Running = { part, port: await freePort(), variables }
  cluster.running.push(each)
  keepRunning(cluster, each)
  return each
}

/** Stops everything and removes the data. */
export async function closeCluster(cluster: Cluster): Promise<void> {
  cluster.over = true
  for (const { child } of cluster.running) child?.kill('SIGKILL')
  await cluster.server.stop().catch(() => undefined)
  await rm(cluster.dataDir, { recursive: true, force: true })
}

export const byPort = (url: string, port: number): string => {
  const { username, password, pathname } = new URL(url)
  return `postgresql://${username}:${password}@127.0.0.1:${port}${pathname}`
}

/** Supervises a process: starts it, and restarts it whenever it ends. */
function keepRunning(cluster: Cluster, each: Running): void {
  each.child = spawn(process.execPath, ['--import', MOVED_CLOCK, join(import.meta.dirname, 'program.ts')], {
    stdio: ['ignore', 'ignore', process.env['DRILL_LOG'] === 'all' ? 'inherit' : 'ignore', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      ROLES: each.part,
      DATABASE_APP_URL: cluster.url,
      DATABASE_POOL: '10',
      DATA_DIR: cluster.dataDir,
      PORT: String(each.port),
      SECRET,
      TRUST_PROXY: '127.0.0.1',
      RATE_LIMIT_FACTOR: '1000000',
      SAFE_FETCH_ALLOW_LOOPBACK: 'true',
      LOG_LEVEL: process.env['DRILL_LOG'] === 'all' ? 'error' : 'silent',
      DRILL_CLOCK_AHEAD_MS: String(cluster.ahead_ms),
      ...each.variables,
    },
  })
  each.child.once('exit', () =>
    setTimeout(() => {
      if (!cluster.over) keepRunning(cluster, each)
    }, RESTART_MS),
  )
}

export const portsOf = (cluster: Cluster, part: ProcessRole): number[] =>
  cluster.running.filter((each) => each.part === part).map(({ port }) => port)

/** Resolves when this process responds at all; a worker does not listen and is assumed ready. */
export async function answers({ part, port }: Running): Promise<void> {
  if (part === 'worker') return
  const untilMs = performance.now() + GIVE_UP_MS
  const path = part === 'web' ? '/api/level' : '/r/AAAAAAAAAAAAAAAA'
  while ((await send({ port, path, timeoutMs: PROBE_TIMEOUT_MS })) === undefined) {
    if (performance.now() > untilMs) throw new Error(`${part} does not answer`)
    await sleep(POLL_MS)
  }
}

let struck = 0

/** Kills; PostgreSQL as a whole is restarted at once. */
export async function strike(cluster: Cluster, kill: Kill): Promise<void> {
  struck += 1
  if (kill === 'backend') return void process.kill(await busyBackend(cluster.superuserUrl), 'SIGKILL')
  if (kill === 'postmaster') {
    await killServer(cluster)
    await startServer(cluster)
    return
  }
  const candidates = cluster.running.filter(({ part }) => part === kill)
  const { child } = candidates[struck % candidates.length]!
  const gone = new Promise((resolve) => child!.once('exit', resolve))
  child!.kill('SIGKILL')
  await gone
}

export async function killServer(cluster: Pick<Cluster, 'dataDir'>): Promise<void> {
  const pid = await postmasterOf(cluster)
  process.kill(pid, 'SIGKILL')
  // Otherwise it would be considered running; the start waits for its remaining processes.
  while (isAlive(pid)) await sleep(POLL_MS)
}

/** Restarts PostgreSQL on the same data. */
export async function startServer(cluster: Cluster): Promise<void> {
  const { dataDir, port, settings } = cluster
  cluster.server = await startEmbedded({ dataDir, port, settings })
}

export async function postmasterOf({ dataDir }: Pick<Cluster, 'dataDir'>): Promise<number> {
  const pidFile = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
  return Number(pidFile.split('\n')[0])
}

/** PID of a backend that is writing, or of any of the application's. */
export async function busyBackend(url: string): Promise<number> {
  const [row] = await asSuperuser<{ pid: number }>(
    url,
    `select pid from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name = 'fairturn'
     order by state = 'active' and query ilike '%ledger_post%' desc, state = 'active' desc, state = 'idle in transaction' desc
     limit 1`,
  )
  return row!.pid
}

/** Runs one statement as the superuser. */
export async function asSuperuser<Row extends object>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return await withSuperuser(url, async (client) => (await client.query<Row>(text, values)).rows)
}

/** Opens a superuser's connection with the application's types, for the duration of `work`. */
export async function withSuperuser<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(connectionOptions(url))
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
