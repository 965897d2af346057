// Power cuts under the load of a bank: the file system under PostgreSQL is shut down, unsynced data is lost, and PostgreSQL
// restarts on what is left. The controls: asynchronous commit, and fsync off.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { processesOf } from '../server/src/platform/database/embedded.state.ts'
import { type Cluster, FORGETFUL, postmasterOf, startServer } from '../testing/cluster.ts'
import { type Disk, openDisk } from '../testing/disk.ts'
import { type Outcome, runTrial } from './trial.ts'
import { type Drill, type Options, type Print, judge, judgeTimes, printAll, seconds } from './verdict.ts'

const CUTS = 5
const MEMBERS = 12
const CALM_MS = 1_500
export const DISK_MB = 4_096
const CONTROL_PATIENCE_MS = 10_000
const POLL_MS = 20
/** Settings under which a power cut must be seen to lose something. */
const CONTROLS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['synchronous_commit=off', FORGETFUL],
  ['fsync=off', { fsync: 'off', full_page_writes: 'on' }],
]

export interface CutOutcome extends Outcome {
  readonly recoveriesMs: readonly number[]
}

/** A string says why it could not be run. */
export async function drillPowerCuts(
  options: {
    cuts: number
    members: number
    settings?: Readonly<Record<string, string>>
  },
  print: Print,
): Promise<CutOutcome | string> {
  const disk = await openDisk(DISK_MB)
  if (typeof disk === 'string') return disk
  const elsewhere = await mkdtemp(join(tmpdir(), 'fairturn-files-'))
  const recoveriesMs: number[] = []
  const { settings } = options
  try {
    const outcome = await runTrial({
      cluster: {
        parts: ['web', 'web', 'links', 'worker'],
        dataDir: join(disk.folder, 'data'),
        variables: { DATA_DIR: elsewhere },
        ...(settings && { settings }),
      },
      members: options.members,
      ...(settings && { patience_ms: CONTROL_PATIENCE_MS }),
      async during({ cluster, writesAgain, more }) {
        await disk.sync()
        await more(options.members * 4)
        for (let cut = 1; cut <= options.cuts; cut += 1) {
          const beganMs = performance.now()
          await cutPower(cluster, disk)
          await startServer(cluster)
          await writesAgain()
          const tookMs = performance.now() - beganMs
          recoveriesMs.push(tookMs)
          print(`power cut ${cut}: everything writes again after ${seconds(tookMs)}`)
          await sleep(CALM_MS)
        }
      },
    })
    return { ...outcome, recoveriesMs }
  } finally {
    await disk.remove()
    await rm(elsewhere, { recursive: true, force: true })
  }
}

/** Every PostgreSQL process ends with its machine, and what is left is mounted again. */
export async function cutPower(cluster: Cluster, disk: Disk): Promise<void> {
  const folder = join(cluster.dataDir, 'postgres')
  const pid = await postmasterOf(cluster)
  await disk.cut()
  const pids = new Set([pid, ...(await processesOf(folder))])
  for (const each of pids)
    try {
      process.kill(each, 'SIGKILL')
    } catch {
      // It has exited.
    }
  while ((await processesOf(folder)).length > 0) await sleep(POLL_MS)
  await disk.restore()
}

export const powerCut: Drill = {
  name: 'power-cut',
  shows: 'a power cut loses nothing that was acknowledged',
  async run(options: Options, print: Print) {
    const cuts = options.cuts ?? CUTS
    const members = options.members ?? MEMBERS
    const outcome = await drillPowerCuts({ cuts, members }, print)
    if (typeof outcome === 'string') return { word: 'NOT RUN', reached: outcome }
    const { operations, unknown, recoveriesMs } = outcome
    const times = judgeTimes(recoveriesMs)
    const faults = [...outcome.faults, ...times.faults]
    const unshown = [...outcome.unshown, ...times.unshown]
    if (unknown === 0) unshown.push('nobody noticed anything: nothing was hit')
    for (const [name, settings] of faults.length === 0 ? CONTROLS : []) {
      print(`Control: ${name}`)
      const control = await drillPowerCuts({ cuts: 1, members, settings }, print)
      const found = typeof control === 'string' ? [] : control.faults.filter(isLoss)
      print(`seen: ${found.length} losses, e.g. ${found[0] ?? 'none'}`)
      if (found.length === 0) unshown.push(`${name} lost nothing, so this drill could not have seen a loss`)
    }
    printAll(print, [...faults, ...unshown])
    const longest = seconds(Math.max(0, ...recoveriesMs))
    const reached = `${cuts} power cuts, ${operations} operations, ${unknown} answers lost and settled, longest recovery ${longest}`
    return judge({ faults, unshown, reached, sizes: { cuts, operations } })
  },
}

/** An acknowledged operation that is missing, or an empty database. */
const isLoss = (fault: string): boolean =>
  fault.startsWith('every acknowledged operation is stored') || fault.startsWith('it did not come back')
