// Clock skew of four hundred days, ahead and behind, in every process except PostgreSQL. Sessions, quotes and campaigns
// expire by the wrong clock; the money must be right nevertheless, also after the clock is corrected.
import { violations } from './load.ts'
import type { Record } from './records.ts'
import { PARTS, type TransientOutcome, transientFault, recovery } from './transient-fault.ts'
import { type Scene, runTrial } from './trial.ts'
import type { Print } from './verdict.ts'

const DAY_MS = 86_400_000
const JUMPS = [400, -400, 0] as const

/** Restarts every process with this clock, as after setting a machine's clock. */
async function setClocks({ cluster, world }: Scene, days: number): Promise<void> {
  world.stats.sessions_end = true
  cluster.ahead_ms = days * DAY_MS
  for (const { child } of cluster.running) {
    const gone = new Promise((resolve) => child!.once('exit', resolve))
    child!.kill('SIGKILL')
    await gone
  }
}

export async function drillClock(
  options: { times: number; members: number },
  print: Print,
): Promise<TransientOutcome & { seen: readonly string[] }> {
  const recoveriesMs: number[] = []
  const seen: string[] = []
  const outcome = await runTrial({
    cluster: { parts: PARTS },
    members: options.members,
    async during(scene) {
      for (let time = 0; time < options.times; time += 1)
        for (const days of JUMPS) {
          await scene.more(options.members * 4)
          await setClocks(scene, days)
          recoveriesMs.push(await recovery(scene, print, `clock ${days} days ahead`))
        }
      await scene.more(options.members * 4)
    },
    async after({ cluster }, record) {
      const found = await violations(cluster, toldOtherwise(record))
      seen.push(...found.map(({ invariant, detail }) => `${invariant}: ${detail}`))
    },
  })
  return { ...outcome, recoveriesMs, seen }
}

/** The control: one deposit is recorded with one cent more. */
function toldOtherwise({ acknowledged, refused }: Record): Record {
  const at = acknowledged.findIndex(({ operation }) => operation === 'deposit imported')
  const done = acknowledged[at]!
  const effects = done.effects.map((each) => ({ ...each, amount_minor: each.amount_minor + 1n }))
  return { acknowledged: acknowledged.with(at, { ...done, effects }), refused }
}

let seen: readonly string[] = []

export const clock = transientFault({
  name: 'clock',
  shows: 'a clock that is wrong by 400 days causes no wrong movement of money',
  times: 1,
  async inject(options, print) {
    const outcome = await drillClock(options, print)
    seen = outcome.seen
    return outcome
  },
  control: {
    what: 'the same ledger compared with a record in which one deposit is one cent higher',
    run: async () => seen,
  },
})
