// Kills the link service, the worker and PostgreSQL under the load of many visitors, then checks that the database has
// every acknowledged page and Continue. Responses are recorded outside the database.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '@fairturn/contract/ids'
import { type Database, openDatabase } from '../server/src/platform/database/database.ts'
import { isAlive } from '../server/src/platform/database/embedded.state.ts'
import { type Embedded, startEmbedded } from '../server/src/platform/database/embedded.ts'
import { openLink } from '../server/src/tracking/tracking.ts'
import { asSuperuser, byPort } from '../testing/cluster.ts'
import { FORGETFUL } from '../testing/cluster.ts'
import { freePort } from '../testing/free-port.ts'
import { memoryFolder } from '../testing/memory-folder.ts'
import { migrateAs } from '../testing/postgres.ts'
import { seconds } from './verdict.ts'
import { lostVisits, wrongVerdicts } from './visit-checks.ts'
import { type Visitors, startVisitors } from './visitors.ts'

/** Targets of SIGKILL: one of our processes, a single connection's backend, or all of PostgreSQL. */
export const KILLS = ['links', 'backend', 'postmaster', 'worker'] as const
export type Kill = (typeof KILLS)[number]

const LINKS = 2
const ORDERS = 20
const RECOVERY_LIMIT_MS = 10_000
const GIVE_UP_MS = 30_000
const PROBE_TIMEOUT_MS = 1_000
const PROBE_PAUSE_MS = 20
/** Minimum number of pages for a run to show anything. */
const MIN_ANSWERS = 200

export interface Drill {
  readonly kills: readonly Kill[]
  /** Pause between two kills, after everything responds again. */
  readonly calmMs: number
  readonly visitors: number
  /** False: asynchronous commit. The control: pages must be found missing. */
  readonly durable?: boolean
  /** Maximum recovery time before it counts as a fault; 10 seconds by default. */
  readonly recovery_limit_ms?: number
  /** Progress output. */
  readonly print?: (line: string) => void
}

export interface Outcome {
  readonly answeredPages: number
  readonly answeredContinues: number
  /** Responses that asked to retry, and broken connections. */
  readonly troubled: number
  /** Recovery times in milliseconds, in the order of the kills. */
  readonly recoveriesMs: readonly number[]
  /** Faults, one sentence each; empty: nothing was lost. */
  readonly faults: readonly string[]
  /** Why nothing was shown, one sentence each. */
  readonly unshown: readonly string[]
}

interface Process {
  readonly name: string
  readonly port: number
  /** The running process; undefined before the first start. */
  child?: ChildProcess
}

/** The processes on a database, and the links visited. */
export interface Scene {
  readonly dataDir: string
  /** The processes' login, by port, because the socket's folder changes on restart. */
  readonly url: string
  readonly superuserUrl: string
  readonly processes: Process[]
  readonly codes: string[]
  over: boolean
}

interface OneServer extends Scene {
  readonly durable: boolean
  readonly port: number
  server: Embedded
}

/** Runs one drill on its own PostgreSQL. Everything it started has stopped when it resolves. */
export async function drillLinks(drill: Drill): Promise<Outcome> {
  const dataDir = await mkdtemp(join(await memoryFolder(), 'fairturn-faults-'))
  const scene = await openScene(dataDir, drill.durable ?? true)
  try {
    await fill(scene)
    return await run(scene, drill)
  } finally {
    endProcesses(scene)
    await scene.server.stop().catch(() => undefined)
    await rm(dataDir, { recursive: true, force: true })
  }
}

export function endProcesses(scene: Scene): void {
  scene.over = true
  for (const { child } of scene.processes) child?.kill('SIGKILL')
}

async function openScene(dataDir: string, durable: boolean): Promise<OneServer> {
  const port = await freePort()
  const server = await startServer({ dataDir, durable, port })
  const { appUrl } = await migrateAs(server.url, server.superuserUrl, dataDir)
  const url = byPort(appUrl, port)
  const superuserUrl = byPort(server.superuserUrl, port)
  return { dataDir, durable, port, url, superuserUrl, server, processes: [], codes: [], over: false }
}

/** Starts the processes and opens the links meanwhile; resolves when they respond. */
export async function fill(scene: Scene): Promise<void> {
  const { url, superuserUrl } = scene
  for (const name of [...Array.from({ length: LINKS }, (_, i) => `links ${i + 1}`), 'worker']) {
    const each: Process = { name, port: await freePort() }
    scene.processes.push(each)
    keepRunning(scene, each)
  }
  const database = await openDatabase({ url, poolSize: 2 })
  for (let i = 0; i < ORDERS; i += 1) scene.codes.push(await openOrderLink(database))
  // So that the control loses responses, and not the links themselves.
  await asSuperuser(superuserUrl, 'checkpoint')
  await database.close()
  for (const each of linksOf(scene)) await answers(scene, each)
}

const startServer = ({ dataDir, durable, port }: Pick<OneServer, 'dataDir' | 'durable' | 'port'>) =>
  startEmbedded({ dataDir, port, settings: durable ? {} : FORGETFUL })

function openOrderLink(database: Database): Promise<string> {
  const now = new Date()
  const page = {
    brand: 'Nhà Gốm',
    tagline: { en: 'Pottery' },
    creative: '/p.webp',
    landing_url: 'https://shop.example.com/',
  }
  const [order_id, campaign_id, carrier_id, placer_id] = [newId(now), newId(now), newId(now), newId(now)]
  const ends_at = new Date(now.getTime() + 86_400_000)
  return database.transaction((tx) =>
    openLink(tx, { order_id, campaign_id, carrier_id, placer_id, target: 1_000_000, ends_at, page }),
  )
}

/** Supervises a process: starts it, and restarts it whenever it ends. */
function keepRunning(scene: Scene, each: Process): void {
  each.child = launch(scene, each)
  each.child.once('exit', () => {
    if (!scene.over) keepRunning(scene, each)
  })
}

/** The product's own program, as started in operation. */
function launch(scene: Scene, { name, port }: Process): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, '../server/src/main.ts')], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      ROLES: name.startsWith('links') ? 'links' : 'worker',
      DATABASE_APP_URL: scene.url,
      DATABASE_POOL: '8',
      DATA_DIR: scene.dataDir,
      PORT: String(port),
      SECRET: 'the secret of a drill, known to everybody',
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'silent',
    },
  })
}

export const linksOf = (scene: Scene) => scene.processes.filter(({ name }) => name.startsWith('links'))

async function run(scene: OneServer, drill: Drill): Promise<Outcome> {
  const print = drill.print ?? (() => undefined)
  const ports = linksOf(scene).map(({ port }) => port)
  const visitors = startVisitors({ ports, codes: scene.codes, count: drill.visitors })
  const faults: string[] = []
  const recoveriesMs: number[] = []
  try {
    await sleep(drill.calmMs)
    for (const kill of drill.kills) {
      const tookMs = await killAndRecover(scene, kill)
      recoveriesMs.push(tookMs)
      print(`kill -9 ${kill}: every link process answers after ${seconds(tookMs)}`)
      if (tookMs > (drill.recovery_limit_ms ?? RECOVERY_LIMIT_MS))
        faults.push(`${kill}: it took ${seconds(tookMs)} to recover`)
      await sleep(drill.calmMs)
    }
  } finally {
    await visitors.stop()
  }
  const outcome = await lookAtVisits(scene, [visitors])
  return { ...outcome, recoveriesMs, faults: [...faults, ...outcome.faults] }
}

/** Checks the visits of all these visitors, who have stopped. */
export async function lookAtVisits(
  { url }: Scene,
  groups: readonly Visitors[],
): Promise<Omit<Outcome, 'recoveriesMs'>> {
  const pages = new Set(groups.flatMap((visitors) => [...visitors.pages]))
  const continues = new Set(groups.flatMap((visitors) => [...visitors.continues]))
  const database = await openDatabase({ url, poolSize: 2 })
  const faults: string[] = []
  try {
    faults.push(...(await lostVisits(database, { pages, continues })), ...(await wrongVerdicts(database)))
  } finally {
    await database.close()
  }
  for (const { unexpected } of groups)
    faults.push(...[...unexpected].map(([status, count]) => `${count} answers of status ${status}`))
  const troubled = groups.reduce((sum, visitors) => sum + visitors.troubled(), 0)
  const unshown = [
    ...(pages.size < MIN_ANSWERS ? [`only ${pages.size} pages were answered`] : []),
    ...(continues.size === 0 ? ['no Continue was answered'] : []),
    ...(troubled === 0 ? ['no visitor noticed anything: nothing was hit'] : []),
  ]
  return { answeredPages: pages.size, answeredContinues: continues.size, troubled, faults, unshown }
}

/** Returns the recovery time in milliseconds until every link process serves pages again. */
async function killAndRecover(scene: OneServer, kill: Kill): Promise<number> {
  const beganMs = performance.now()
  await strike(scene, kill)
  for (const each of linksOf(scene)) await answers(scene, each)
  return performance.now() - beganMs
}

let struck = 0

async function strike(scene: OneServer, kill: Kill): Promise<void> {
  struck += 1
  if (kill === 'links' || kill === 'worker') {
    const candidates = scene.processes.filter(({ name }) => name.startsWith(kill))
    const { child } = candidates[struck % candidates.length]!
    const gone = new Promise((resolve) => child!.once('exit', resolve))
    child!.kill('SIGKILL')
    await gone
  } else if (kill === 'backend') {
    process.kill(await busyBackend(scene), 'SIGKILL')
  } else {
    const pidFile = await readFile(join(scene.dataDir, 'postgres/postmaster.pid'), 'utf8')
    const pid = Number(pidFile.split('\n')[0])
    process.kill(pid, 'SIGKILL')
    // Otherwise it would be considered running; the start waits for its remaining processes.
    while (isAlive(pid)) await sleep(PROBE_PAUSE_MS)
    scene.server = await startServer(scene)
  }
}

/** PID of a backend that is writing visits, or of any of the application's. */
async function busyBackend({ superuserUrl }: Scene): Promise<number> {
  const [backend] = await asSuperuser<{ pid: number }>(
    superuserUrl,
    `select pid from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name = 'fairturn'
       and usename = 'fairturn_app'
     order by state = 'active' and query like '%insert into visit%' desc, query like '%insert into visit%' desc
     limit 1`,
  )
  return backend!.pid
}

/** Resolves when this process serves the page of this link again. */
export async function answers({ codes }: Scene, { name, port }: Process, code = codes[0]): Promise<void> {
  const untilMs = performance.now() + GIVE_UP_MS
  for (;;) {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS)
    const status = await fetch(`http://127.0.0.1:${port}/r/${code}`, { signal }).then(
      async (response) => (await response.arrayBuffer(), response.status),
      () => 0,
    )
    if (status === 200) return
    if (performance.now() > untilMs) throw new Error(`${name} does not answer any more`)
    await sleep(PROBE_PAUSE_MS)
  }
}
