import { performance } from 'node:perf_hooks'
// kill -9 under the load of a bank: a web process, the worker, the link service, a single backend, all of PostgreSQL, in
// turn. Nothing acknowledged may be lost or executed twice, and everything must write again within ten seconds.
import { setTimeout as sleep } from 'node:timers/promises'
import { FORGETFUL, KILLS, type Kill, strike } from '../testing/cluster.ts'
import { type Outcome, runTrial } from './trial.ts'
import { type Drill, type Options, type Print, judge, judgeTimes, printAll, seconds } from './verdict.ts'

const CALM_MS = 1_000
const MEMBERS = 12
const CONTROL_PATIENCE_MS = 10_000
const LOST = 'every acknowledged operation is stored'
const CONTROL_KILLS: readonly Kill[] = ['postmaster', 'postmaster']

export interface KillOutcome extends Outcome {
  readonly recoveriesMs: readonly number[]
}

export async function drillKills(
  options: {
    kills: readonly Kill[]
    members: number
    calmMs?: number
    durable?: boolean
  },
  print: Print,
): Promise<KillOutcome> {
  const { kills, members, calmMs = CALM_MS, durable = true } = options
  const recoveriesMs: number[] = []
  const outcome = await runTrial({
    cluster: { parts: ['web', 'web', 'links', 'worker'], settings: durable ? {} : FORGETFUL },
    members,
    ...(durable ? {} : { patience_ms: CONTROL_PATIENCE_MS }),
    async during({ cluster, world, writesAgain, more }) {
      world.stats.killed = true
      // So that there is something to lose.
      await more(members * 4)
      for (const kill of kills) {
        const beganMs = performance.now()
        await strike(cluster, kill)
        await writesAgain()
        const tookMs = performance.now() - beganMs
        recoveriesMs.push(tookMs)
        print(`kill -9 ${kill}: everything writes again after ${seconds(tookMs)}`)
        await sleep(calmMs)
        // A busy machine acknowledges little meanwhile, and too few operations show nothing.
        await more(members * 2)
      }
    },
  })
  return { ...outcome, recoveriesMs }
}

export const kill: Drill = {
  name: 'kill',
  shows: 'kill -9 of any process loses nothing acknowledged, and nothing takes effect twice',
  async run(options: Options, print: Print) {
    const count = options.kills ?? 20
    const kills = Array.from({ length: count }, (_, i) => KILLS[i % KILLS.length]!)
    const outcome = await drillKills({ kills, members: options.members ?? MEMBERS }, print)
    const { operations, unknown, recoveriesMs } = outcome
    const times = judgeTimes(recoveriesMs)
    const faults = [...outcome.faults, ...times.faults]
    const unshown = [...outcome.unshown, ...times.unshown]
    if (unknown === 0) unshown.push('nobody noticed anything: nothing was hit')
    if (!KILLS.every((each) => kills.includes(each))) unshown.push('not everything was killed')
    if (faults.length === 0) {
      print('Control: a PostgreSQL that answers before it has written')
      const control = await drillKills({ kills: CONTROL_KILLS, members: MEMBERS, durable: false }, print)
      const lost = control.faults.filter((fault) => fault.startsWith(LOST)).length
      print(`${lost} or more acknowledgements were lost`)
      if (lost === 0) unshown.push('the control lost nothing, so this drill could not have seen a loss')
    }
    printAll(print, [...faults, ...unshown])
    const longest = seconds(Math.max(0, ...recoveriesMs))
    const reached = `${count} kills, ${operations} operations, ${unknown} answers lost and settled by the same key, longest recovery ${longest}`
    return judge({ faults, unshown, reached, sizes: { kills: count, operations } })
  },
}
