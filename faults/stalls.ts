import { join } from 'node:path'
// Stalls and exhausted connection pools: a web process, a single backend or all of PostgreSQL is suspended (SIGSTOP), or every
// writer waits for one lock. Afterwards everything writes again, and nothing was executed twice.
import { setTimeout as sleep } from 'node:timers/promises'
import { processesOf } from '../server/src/platform/database/embedded.state.ts'
import { type Cluster, busyBackend, withSuperuser } from '../testing/cluster.ts'
import { PARTS, type TransientOutcome, transientFault, recovery } from './transient-fault.ts'
import { type Scene, runTrial } from './trial.ts'
import type { Print } from './verdict.ts'

const STALLED_MS = 5_000
/** Longer than callers' timeout, so that they retry elsewhere and the suspended process resumes with their first request. */
const LONGER_THAN_PATIENCE_MS = 17_000
const CONTROL_MS = 3_000
const PEERS = ['web', 'backend', 'postmaster'] as const
type Peer = (typeof PEERS)[number]

async function pidsOf(cluster: Cluster, peer: Peer): Promise<number[]> {
  if (peer === 'web') return [cluster.running.find(({ part }) => part === 'web')!.child!.pid!]
  if (peer === 'backend') return [await busyBackend(cluster.superuserUrl)]
  return await processesOf(join(cluster.dataDir, 'postgres'))
}

/** Suspended while `meanwhile` runs. */
async function suspended<T>(cluster: Cluster, peer: Peer, meanwhile: () => Promise<T>): Promise<T> {
  const pids = await pidsOf(cluster, peer)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    return await meanwhile()
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
}

/** Every connection ends up waiting for a lock that is not released while `meanwhile` runs. */
async function exhausted<T>(cluster: Cluster, meanwhile: () => Promise<T>): Promise<T> {
  return await withSuperuser(cluster.superuserUrl, async (superuser) => {
    await superuser.query('begin')
    await superuser.query('lock table idempotency in access exclusive mode')
    try {
      return await meanwhile()
    } finally {
      await superuser.query('rollback')
    }
  })
}

type Stall = (scene: Scene, meanwhile: () => Promise<void>) => Promise<void>

async function drillStalls(
  options: { times: number; members: number },
  print: Print,
  stalls: readonly (readonly [string, Stall])[],
  variables: Readonly<Record<string, string>> = {},
): Promise<TransientOutcome> {
  const recoveriesMs: number[] = []
  const outcome = await runTrial({
    cluster: { parts: PARTS, variables },
    members: options.members,
    async during(scene) {
      for (let time = 0; time < options.times; time += 1) {
        const [what, stall] = stalls[time % stalls.length]!
        await scene.more(options.members * 2)
        await stall(scene, () => sleep(what.startsWith('web') ? LONGER_THAN_PATIENCE_MS : STALLED_MS))
        recoveriesMs.push(await recovery(scene, print, what))
      }
      await scene.more(options.members)
    },
  })
  return { ...outcome, recoveriesMs }
}

/** Checks that the recovery probe detects the stall while it lasts: nothing can be written then. */
async function seenBy(members: number, stall: Stall): Promise<string[]> {
  const seen: string[] = []
  await runTrial({
    cluster: { parts: PARTS },
    members,
    async during(scene) {
      await stall(scene, async () => {
        const writes = scene.writesAgain().then(
          () => true,
          () => false,
        )
        const wrote = await Promise.race([writes, sleep(CONTROL_MS).then(() => false)])
        if (!wrote) seen.push(`nothing was written for ${CONTROL_MS / 1000} s`)
      })
      await scene.writesAgain()
    },
  })
  return seen
}

const suspending =
  (peer: Peer): Stall =>
  ({ cluster }, meanwhile) =>
    suspended(cluster, peer, meanwhile)

const exhausting: Stall = ({ cluster }, meanwhile) => exhausted(cluster, meanwhile)

export const drillSuspended = (
  options: { times: number; members: number },
  print: Print,
): Promise<TransientOutcome> =>
  drillStalls(
    options,
    print,
    PEERS.map((peer) => [`${peer} suspended`, suspending(peer)]),
  )

export const suspendedPeers = transientFault({
  name: 'suspended',
  shows: 'a process that is suspended and resumes does nothing twice',
  times: 3,
  inject: drillSuspended,
  control: {
    what: 'while it lasts, the probe must see that nothing is written',
    run: (members) => seenBy(members, suspending('postmaster')),
  },
})

export const exhaustedPool = transientFault({
  name: 'pool',
  shows: 'with an exhausted connection pool nothing is lost, and everything resumes afterwards',
  times: 2,
  inject: (options, print) =>
    drillStalls(options, print, [['every connection taken', exhausting]], { DATABASE_POOL: '3' }),
  control: {
    what: 'while it lasts, the probe must see that nothing is written',
    run: (members) => seenBy(members, exhausting),
  },
})
