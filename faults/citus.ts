// Drill of visits on a Citus cluster: the tables are distributed under load, a worker is killed and restarted, and a node
// is added and gets its share of the shards. Visitors of links on other workers must not notice the kill, and nothing
// acknowledged may be lost.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { APP_ROLE, withLogin } from '../server/src/platform/database/login.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { distributeVisits } from '../server/src/tracking/distribute.command.ts'
import { maintainVisits } from '../server/src/tracking/tracking.ts'
import { CITUS_URL, queryOnce } from '../testing/citus-databases.ts'
import {
  type CitusNode,
  type CitusServers,
  citusPrograms,
  createWorker,
  killNode,
  startCitus,
  startNode,
  stopCitus,
} from '../testing/citus-servers.ts'
import { FORGETFUL } from '../testing/cluster.ts'
import { memoryFolder } from '../testing/memory-folder.ts'
import {
  type Outcome,
  type Scene,
  answers,
  endProcesses,
  fill,
  linksOf,
  lookAtVisits,
} from './links-drill.ts'
import { type Drill, type Options, type Print, judge, judgeTimes, printAll, seconds } from './verdict.ts'
import { type Visitors, startVisitors } from './visitors.ts'

const DEFAULT_KILLS = 6
const CONTROL_KILLS = 3
const SHARDS = 8
const CALM_MS = 2_000
const DOWN_MS = 3_000
/** Visitors per worker's links. */
const VISITORS = 12
/** Citus recovers prepared transactions every ten seconds (citus-servers.ts). */
const SETTLED_WITHIN_MS = 60_000
const MOVED_WITHIN_MS = 300_000
const POLL_MS = 200

interface CitusScene extends Scene {
  readonly servers: CitusServers
}

/** Visitors of the links on one worker. */
interface Group {
  readonly worker: CitusNode
  readonly code: string
  readonly visitors: Visitors
}

interface Distributed {
  readonly visitors: Visitors
  readonly tookMs: number
  /** During the outage: pages served, and visitors who were asked to retry. */
  readonly pages: number
  readonly troubled: number
}

interface Reached extends Outcome {
  readonly distributed: Distributed
  /** Duration of moving shards to the new node; undefined in the control. */
  readonly movedMs?: number
}

interface CitusDrill {
  readonly kills: number
  readonly durable: boolean
  readonly print: Print
}

/** With `durable` false (the control), servers acknowledge before writing, and no node is added. */
async function drillCitus(options: CitusDrill): Promise<Reached> {
  const bin = await citusPrograms(CITUS_URL!)
  const dataDir = await mkdtemp(join(await memoryFolder(), 'fairturn-faults-'))
  try {
    const servers = await startCitus(bin, dataDir, options.durable ? {} : FORGETFUL)
    const superuserUrl = servers.coordinator.url
    const url = withLogin(superuserUrl, APP_ROLE, 'trusted on loopback')
    const scene: CitusScene = {
      servers,
      dataDir,
      url,
      superuserUrl,
      processes: [],
      codes: [],
      over: false,
    }
    try {
      await prepare(scene)
      await fill(scene)
      const distributed = await distribute(scene, options.print)
      return await run(scene, distributed, options)
    } finally {
      endProcesses(scene)
      await stopCitus(servers)
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function prepare({ url, superuserUrl }: CitusScene): Promise<void> {
  await migrate({ url: superuserUrl })
  await queryOnce(superuserUrl, `alter role ${APP_ROLE} login`)
  const database = await openDatabase({ url, poolSize: 2 })
  await maintainVisits(database)
  await database.close()
}

/**
 * Distributes the tables while every link is visited, as docs/operations.md describes; resolves when all pages are served
 * again.
 */
async function distribute(scene: CitusScene, print: Print): Promise<Distributed> {
  const { superuserUrl: url, codes } = scene
  const processes = linksOf(scene)
  const visitors = startVisitors({ ports: processes.map(({ port }) => port), codes, count: VISITORS })
  try {
    await sleep(CALM_MS)
    const during = watch([visitors])
    const beganMs = performance.now()
    await distributeVisits(url, { apply: true, shards: SHARDS })
    for (const each of processes) for (const code of codes) await answers(scene, each, code)
    const tookMs = performance.now() - beganMs
    const { pages, troubled } = during()
    print(`distributed in ${seconds(tookMs)} under load: ${pages} pages meanwhile, ${troubled} told to retry`)
    await sleep(CALM_MS)
    return { visitors, tookMs, pages, troubled }
  } finally {
    await visitors.stop()
  }
}

async function run(
  scene: CitusScene,
  distributed: Distributed,
  { kills, durable, print }: CitusDrill,
): Promise<Reached> {
  const { servers } = scene
  const ports = linksOf(scene).map(({ port }) => port)
  const groups = await Promise.all(
    servers.workers.map(async (worker): Promise<Group> => {
      const codes = await codesOn(scene, worker)
      return { worker, code: codes[0]!, visitors: startVisitors({ ports, codes, count: VISITORS }) }
    }),
  )
  const all = groups.map(({ visitors }) => visitors)
  const faults: string[] = []
  const recoveriesMs: number[] = []
  let movedMs: number | undefined
  try {
    for (let i = 0; i < kills; i += 1) {
      await sleep(CALM_MS)
      // After the last worker, the coordinator.
      const own = groups[i % (groups.length + 1)]
      const others = groups.filter((group) => own !== undefined && group !== own)
      const [refused, noticed] = [watchGroups(own ? [own] : groups), watchGroups(others)]
      const tookMs = await killAndStart(scene, own ? [own] : groups, own?.worker ?? servers.coordinator)
      recoveriesMs.push(tookMs)
      const [down, up] = [refused().troubled, noticed()]
      const whose = own === undefined ? 'the coordinator: of all links' : 'a worker: of its own links'
      print(`kill -9 of ${whose} ${down} visitors refused, answered again ${seconds(tookMs)} after its start`)
      if (down === 0) faults.push('nobody was refused while a server was down')
      if (own === undefined) continue
      print(`  meanwhile of other links ${up.pages} pages, ${up.troubled} not`)
      if (up.troubled > 0) faults.push(`${up.troubled} visitors of another worker’s links noticed the kill`)
      if (up.pages === 0) faults.push('nobody visited another worker’s links while one was down')
    }
    if (durable) {
      const noticed = watch(all)
      movedMs = await grow(scene)
      const { pages, troubled } = noticed()
      print(
        `a worker was added and had its shards ${seconds(movedMs)} later: ${pages} pages, ${troubled} not`,
      )
      if (troubled > 0) faults.push(`${troubled} visitors noticed that shards moved`)
      await sleep(CALM_MS)
    }
  } finally {
    await Promise.all(all.map((visitors) => visitors.stop()))
  }
  const settledMs = await settled(servers)
  print(`the last transaction in doubt was settled ${seconds(settledMs)} after the last visitor`)
  const outcome = await lookAtVisits(scene, [distributed.visitors, ...all])
  return {
    ...outcome,
    distributed,
    recoveriesMs,
    ...(movedMs !== undefined && { movedMs }),
    faults: [...faults, ...outcome.faults],
  }
}

/**
 * Kills a server for a while; returns the recovery time in milliseconds, from its restart until every process serves
 * these pages again.
 */
async function killAndStart(scene: CitusScene, groups: readonly Group[], node: CitusNode): Promise<number> {
  await killNode(node)
  await sleep(DOWN_MS)
  const beganMs = performance.now()
  await startNode(scene.servers.bin, node)
  for (const each of linksOf(scene)) for (const { code } of groups) await answers(scene, each, code)
  return performance.now() - beganMs
}

const watchGroups = (groups: readonly Group[]) => watch(groups.map(({ visitors }) => visitors))

/** Responses to these visitors from now on. */
function watch(all: readonly Visitors[]): () => { pages: number; troubled: number } {
  const sum = (of: (visitors: Visitors) => number) => all.reduce((total, visitors) => total + of(visitors), 0)
  const now = () => ({
    pages: sum(({ pages }) => pages.size),
    troubled: sum((visitors) => visitors.troubled()),
  })
  const before = now()
  return () => {
    const { pages, troubled } = now()
    return { pages: pages - before.pages, troubled: troubled - before.troubled }
  }
}

/** Codes of links whose visits are on this worker. */
async function codesOn({ superuserUrl: url }: Scene, { port }: CitusNode): Promise<string[]> {
  const links = await queryOnce<{ code: string }>(
    url,
    `select code from link join pg_dist_placement on shardid = visit_shard(id) join pg_dist_node using (groupid)
     where nodeport = ${port}`,
  )
  return links.map(({ code }) => code)
}

/** Adds a worker as docs/operations.md describes, immediately after a kill; returns how long moving its shards took. */
async function grow({ servers, superuserUrl: url }: CitusScene): Promise<number> {
  const worker = await createWorker(servers)
  await queryOnce(url, `select citus_add_node('127.0.0.1', ${worker.port})`)
  await distributeVisits(url, { apply: true })
  const beganMs = performance.now()
  await queryOnce(url, 'select citus_rebalance_start()')
  for (;;) {
    const [task] = await queryOnce<{ state: string; retries: number | null; message: string | null }>(
      url,
      `select j.state::text, t.retry_count as retries, t.message from pg_dist_background_job j join pg_dist_background_task t using (job_id)
       order by job_id desc, retry_count desc nulls last limit 1`,
    )
    if (task?.state === 'finished') break
    if (task?.state === 'failed' || performance.now() - beganMs > MOVED_WITHIN_MS)
      throw new Error(`shards still move after ${seconds(MOVED_WITHIN_MS)}: ${JSON.stringify(task)}`)
    await sleep(POLL_MS)
  }
  const tookMs = performance.now() - beganMs
  const [row] = await queryOnce<{ shards: number }>(
    url,
    `select count(*)::int as shards from pg_dist_placement join pg_dist_node using (groupid) where nodeport = ${worker.port}`,
  )
  if (row!.shards === 0) throw new Error('the new worker was given no shard')
  return tookMs
}

/** Waits until Citus has resolved the prepared transactions of killed workers. */
async function settled({ workers }: CitusServers): Promise<number> {
  const beganMs = performance.now()
  for (const { url } of workers)
    while ((await queryOnce(url, 'select from pg_prepared_xacts')).length > 0) {
      if (performance.now() - beganMs > SETTLED_WITHIN_MS) throw new Error('transactions stay in doubt')
      await sleep(POLL_MS)
    }
  return performance.now() - beganMs
}

export const citus: Drill = {
  name: 'citus',
  shows: 'a killed Citus worker affects only its own links and loses nothing; moving shards is transparent',
  needs: {
    variable: 'CITUS_URL',
    otherwise: 'CITUS_URL names no Citus cluster whose programs are on this machine',
  },
  async run(options: Options, print: Print) {
    const kills = options.kills ?? DEFAULT_KILLS
    const outcome = await drillCitus({ kills, durable: true, print })
    const {
      answeredPages: pages,
      answeredContinues: continues,
      troubled,
      recoveriesMs,
      distributed,
    } = outcome
    const reached = `${kills} kills, ${pages} pages and ${continues} Continues answered, ${troubled} not; longest recovery ${seconds(Math.max(...recoveriesMs))}; shards moved in ${seconds(outcome.movedMs!)}; distributed under load in ${seconds(distributed.tookMs)}, ${distributed.pages} pages answered meanwhile, ${distributed.troubled} told to retry`
    const times = judgeTimes(recoveriesMs)
    const faults = [...outcome.faults, ...times.faults]
    const unshown = [...outcome.unshown, ...times.unshown]
    if (distributed.pages === 0) unshown.push('nobody visited while the tables were distributed')
    if (faults.length === 0) {
      print('Control: servers that answer before they have written')
      const control = await drillCitus({ kills: CONTROL_KILLS, durable: false, print })
      printAll(print, control.faults)
      if (!control.faults.some((fault) => /have no|never judged|not that of their verdicts/.test(fault)))
        unshown.push('the control lost nothing, so this drill could not have seen a loss')
    }
    printAll(print, [...faults, ...unshown])
    return judge({ faults, unshown, reached, sizes: { kills, pages, continues } })
  },
}
