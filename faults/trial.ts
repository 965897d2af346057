// A trial: the deployment under the load of a bank, a fault injected meanwhile, and the checks afterwards. Shared by every
// drill of this folder.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { depositCalls } from '@fairturn/contract/deposits'
import { newId } from '@fairturn/contract/ids'
import { openLink } from '../server/src/tracking/tracking.ts'
import {
  type Cluster,
  type ClusterOptions,
  asSuperuser,
  closeCluster,
  openCluster,
  portsOf,
} from '../testing/cluster.ts'
import { send, newKey, tryOnce } from '../testing/requests.ts'
import { movedMoney } from './invariants.ts'
import { settleAndCheck, startLoad } from './load.ts'
import { type Record, openRecords } from './records.ts'
import { type World, endWorld, headersOf, makeWorld } from './world.ts'

const GIVE_UP_MS = 60_000
const PROBE_TIMEOUT_MS = 1_000
const POLL_MS = 20
/** Minimum number of operations for a trial to show anything. */
const MIN_OPERATIONS = 50

export interface Scene {
  readonly cluster: Cluster
  readonly world: World
  /** Number of operations acknowledged so far. */
  readonly total: () => number
  /** Milliseconds until every web process writes again, and every link process serves a page. */
  readonly writesAgain: () => Promise<number>
  /** Resolves when that many more operations were acknowledged, or after `within_ms`. */
  readonly more: (operations: number, withinMs?: number) => Promise<void>
}

export interface Outcome {
  readonly operations: number
  /** Requests without a result, settled by a retry with the same key. */
  readonly unknown: number
  /** Faults, one sentence each. */
  readonly faults: readonly string[]
  /** Why nothing was shown, one sentence each. */
  readonly unshown: readonly string[]
}

export interface Trial {
  readonly cluster: ClusterOptions
  readonly members: number
  /** Timeout for the worker to complete what was promised; for a control, which loses some of it, it can be short. */
  readonly patience_ms?: number
  readonly during: (scene: Scene) => Promise<void>
  /** Inspects the ledger before everything is removed. */
  readonly after?: (scene: Scene, record: Record) => Promise<void>
}

export async function runTrial(trial: Trial): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'fairturn-records-'))
  const path = join(folder, 'acknowledged.jsonl')
  const records = openRecords(path)
  const cluster = await openCluster(trial.cluster)
  try {
    const world = await makeWorld(cluster, records, trial.members)
    const code = await openProbeLink(world)
    // So that a control loses acknowledgements, and not the members themselves.
    await asSuperuser(cluster.superuserUrl, 'checkpoint')
    const scene: Scene = {
      cluster,
      world,
      total: records.total,
      writesAgain: () => writesAgain(world, code),
      more: async (operations, withinMs = GIVE_UP_MS) => {
        const options = records.total() + operations
        const untilMs = performance.now() + withinMs
        while (records.total() < options && performance.now() < untilMs) await sleep(POLL_MS)
      },
    }
    const load = startLoad(world)
    const broke = await trial.during(scene).catch((error: unknown) => error as Error)
    if (broke !== undefined) world.stats.hopeless = true
    await load.stop()
    if (broke !== undefined) {
      await endWorld(world)
      const faults = [`it did not come back: ${broke.message}`]
      return { operations: records.total(), unknown: world.stats.unknown, faults, unshown: [] }
    }
    const { faults, record } = await settleAndCheck(world, path, trial.patience_ms)
    await trial.after?.(scene, record)
    await endWorld(world)
    const operations = movedMoney(record).length
    return {
      operations,
      unknown: world.stats.unknown,
      faults,
      unshown: operations < MIN_OPERATIONS ? [`only ${operations} operations were acknowledged`] : [],
    }
  } finally {
    records.close()
    await closeCluster(cluster)
    await rm(folder, { recursive: true, force: true })
  }
}

/** A link without an order, for probing whether link processes write. */
export function openProbeLink({ database }: World): Promise<string> {
  const now = new Date()
  const page = {
    brand: 'Nhà Gốm',
    tagline: { en: 'Pottery' },
    creative: '/p.webp',
    landing_url: 'https://shop.example.com/',
  }
  const [order_id, campaign_id, carrier_id, placer_id] = [newId(now), newId(now), newId(now), newId(now)]
  const ends_at = new Date(now.getTime() + 900 * 86_400_000)
  return database.transaction((tx) =>
    openLink(tx, { order_id, campaign_id, carrier_id, placer_id, target: 1_000_000, ends_at, page }),
  )
}

async function writesAgain(world: World, code: string): Promise<number> {
  const beganMs = performance.now()
  // Of each process directly, bypassing proxies.
  const writes = portsOf(world.cluster, 'web').map((port) => () => announces(world, port))
  const pages = portsOf(world.cluster, 'links').map((port) => () => answersPage(port, code))
  for (const write of [...writes, ...pages])
    while (!(await write())) {
      if (performance.now() - beganMs > GIVE_UP_MS) throw new Error('nothing is written any more')
      await sleep(POLL_MS)
    }
  return performance.now() - beganMs
}

/** Whether this web process can write (probe). */
async function announces(world: World, port: number): Promise<boolean> {
  const { members, records } = world
  const person = members.at(-1)!
  const key = newKey()
  const body = { user_id: person._id, amount: '10.00', method: 'bank_transfer' as const }
  const headers = await headersOf(world, person)
  const answer = await tryOnce(port, depositCalls.deposit, { body, key, headers })
  if (answer?.status !== 200) return false
  records.acknowledge({ operation: 'deposit announced', thing: answer.data._id, key, effects: [] })
  return true
}

async function answersPage(port: number, code: string): Promise<boolean> {
  return (await send({ port, path: `/r/${code}`, timeoutMs: PROBE_TIMEOUT_MS }))?.status === 200
}
