import { join } from 'node:path'
// Failover under the load of a bank: the primary is killed for good and its synchronous standby, behind a link with 200 ms
// latency, is promoted. Nothing acknowledged may be lost. The control, an asynchronous standby, must lose something.
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { processesOf } from '../server/src/platform/database/embedded.state.ts'
import { byPort, type Cluster, killServer } from '../testing/cluster.ts'
import {
  FOLLOWED,
  makeStandby,
  promote,
  removeStandby,
  type Standby,
  waitForStandby,
} from '../testing/standby.ts'
import { type TcpProxy, openProxy } from '../testing/tcp-proxy.ts'
import { type Outcome, type Scene, runTrial } from './trial.ts'
import { type Drill, type Options, type Print, judge, judgeTimes, printAll, seconds } from './verdict.ts'

const TIMES = 3
const MEMBERS = 12
const EACH_WAY_MS = 100
const POLL_MS = 20
const CONTROL_PATIENCE_MS = 10_000
const LOST = 'every acknowledged operation is stored'

export interface FailoverOutcome extends Outcome {
  readonly recoveries_ms: readonly number[]
}

export async function drillFailovers(
  options: { times: number; members: number; synchronous?: boolean },
  print: Print,
): Promise<FailoverOutcome> {
  const { times, members, synchronous = true } = options
  const recoveries_ms: number[] = []
  const standbys: Standby[] = []
  let proxy: TcpProxy | undefined
  try {
    const outcome = await runTrial({
      cluster: {
        parts: ['web', 'web', 'links', 'worker'],
        settings: FOLLOWED,
        between: async (port) => {
          proxy = await openProxy(port)
          return proxy.port
        },
      },
      members,
      ...(synchronous ? {} : { patience_ms: CONTROL_PATIENCE_MS }),
      async during(scene) {
        for (let time = 1; time <= times; time += 1) {
          const took_ms = await failOver(scene, proxy!, { standbys, synchronous })
          recoveries_ms.push(took_ms)
          print(`failover ${time}: everything writes again after ${seconds(took_ms)}`)
        }
        await scene.more(members)
      },
    })
    return { ...outcome, recoveries_ms }
  } finally {
    for (const standby of standbys) await removeStandby(standby)
    proxy?.close()
  }
}

/** Returns the time to failover in milliseconds. */
export async function failOver(
  scene: Scene,
  proxy: TcpProxy,
  { standbys, synchronous }: { standbys: Standby[]; synchronous: boolean },
): Promise<number> {
  const pair = await follow(scene.cluster, standbys, { synchronous, each_way_ms: EACH_WAY_MS })
  await scene.more(scene.world.members.length * 2)
  return await takeOver(scene, proxy, pair)
}

interface Pair {
  /** The current primary. */
  readonly current: { readonly data_dir: string }
  readonly standby: Standby
  readonly link: TcpProxy
}

/** Adds a standby of the current primary, behind a link. */
export async function follow(
  cluster: Cluster,
  standbys: Standby[],
  { synchronous, each_way_ms }: { synchronous: boolean; each_way_ms: number },
): Promise<Pair> {
  const current = standbys.at(-1) ?? cluster
  const link = await openProxy(current.port, each_way_ms)
  const standby = await makeStandby({
    url: cluster.superuser_url,
    data_dir: current.data_dir,
    through: link.port,
  })
  standbys.push(standby)
  if (synchronous) await waitForStandby(cluster.superuser_url, true)
  return { current, standby, link }
}

/** Kills the primary for good; returns milliseconds until everything can write to its standby. */
export async function takeOver(
  { cluster, writesAgain }: Scene,
  proxy: TcpProxy,
  { current, standby, link }: Pair,
): Promise<number> {
  const began_ms = performance.now()
  await killServer(current)
  link.close()
  await endOrphans(join(current.data_dir, 'postgres'))
  await promote(byPort(cluster.superuser_url, standby.port))
  proxy.target = standby.port
  proxy.cutAll()
  await writesAgain()
  return performance.now() - began_ms
}

/** Remaining processes of the killed server would be gone with their machine. */
async function endOrphans(folder: string): Promise<void> {
  for (;;) {
    const left = await processesOf(folder)
    if (left.length === 0) return
    for (const pid of left)
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has exited.
      }
    await sleep(POLL_MS)
  }
}

export const failover: Drill = {
  name: 'failover',
  shows: 'a synchronous standby behind a link of 200 ms takes over without data loss',
  async run(options: Options, print: Print) {
    const times = options.times ?? TIMES
    const members = options.members ?? MEMBERS
    const outcome = await drillFailovers({ times, members }, print)
    const { operations, unknown, recoveries_ms } = outcome
    const late = judgeTimes(recoveries_ms)
    const faults = [...outcome.faults, ...late.faults]
    const unshown = [...outcome.unshown, ...late.unshown]
    if (unknown === 0) unshown.push('nobody noticed anything: nothing was hit')
    if (faults.length === 0) {
      print('Control: a standby that nobody waits for')
      const control = await drillFailovers({ times: TIMES, members, synchronous: false }, print)
      const lost = control.faults.filter((fault) => fault.startsWith(LOST)).length
      print(`${lost} or more acknowledgements were lost`)
      if (lost === 0) unshown.push('the control lost nothing, so this drill could not have seen a loss')
    }
    printAll(print, [...faults, ...unshown])
    const longest = seconds(Math.max(0, ...recoveries_ms))
    const reached = `${times} failovers, ${operations} operations, ${unknown} answers lost and settled, longest recovery ${longest}`
    return judge({ faults, unshown, reached, sizes: { failovers: times, operations } })
  },
}
