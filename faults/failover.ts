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
  readonly recoveriesMs: readonly number[]
}

export async function drillFailovers(
  options: { times: number; members: number; synchronous?: boolean },
  print: Print,
): Promise<FailoverOutcome> {
  const { times, members, synchronous = true } = options
  const recoveriesMs: number[] = []
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
          const tookMs = await failOver(scene, proxy!, { standbys, synchronous })
          recoveriesMs.push(tookMs)
          print(`failover ${time}: everything writes again after ${seconds(tookMs)}`)
        }
        await scene.more(members)
      },
    })
    return { ...outcome, recoveriesMs }
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
  const pair = await follow(scene.cluster, standbys, { synchronous, eachWayMs: EACH_WAY_MS })
  await scene.more(scene.world.members.length * 2)
  return await takeOver(scene, proxy, pair)
}

interface Pair {
  /** The current primary. */
  readonly current: { readonly dataDir: string }
  readonly standby: Standby
  readonly link: TcpProxy
}

/** Adds a standby of the current primary, behind a link. */
export async function follow(
  cluster: Cluster,
  standbys: Standby[],
  { synchronous, eachWayMs }: { synchronous: boolean; eachWayMs: number },
): Promise<Pair> {
  const current = standbys.at(-1) ?? cluster
  const link = await openProxy(current.port, eachWayMs)
  const standby = await makeStandby({
    url: cluster.superuserUrl,
    dataDir: current.dataDir,
    through: link.port,
  })
  standbys.push(standby)
  if (synchronous) await waitForStandby(cluster.superuserUrl, true)
  return { current, standby, link }
}

/** Kills the primary for good; returns milliseconds until everything can write to its standby. */
export async function takeOver(
  { cluster, writesAgain }: Scene,
  proxy: TcpProxy,
  { current, standby, link }: Pair,
): Promise<number> {
  const beganMs = performance.now()
  await killServer(current)
  link.close()
  await endOrphans(join(current.dataDir, 'postgres'))
  await promote(byPort(cluster.superuserUrl, standby.port))
  proxy.target = standby.port
  proxy.cutAll()
  await writesAgain()
  return performance.now() - beganMs
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
    const { operations, unknown, recoveriesMs } = outcome
    const late = judgeTimes(recoveriesMs)
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
    const longest = seconds(Math.max(0, ...recoveriesMs))
    const reached = `${times} failovers, ${operations} operations, ${unknown} answers lost and settled, longest recovery ${longest}`
    return judge({ faults, unshown, reached, sizes: { failovers: times, operations } })
  },
}
