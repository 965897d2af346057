// Disk full under PostgreSQL, for some seconds of a bank's load. What cannot be written must not be acknowledged, and
// everything must continue once there is space again.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processesOf } from '../server/src/platform/database/embedded.state.ts'
import { type Cluster, FORGETFUL, asSuperuser, startServer } from '../testing/cluster.ts'
import { type Disk, openDisk } from '../testing/disk.ts'
import {
  CONTROL_PATIENCE_MS,
  PARTS,
  type TransientOutcome,
  type Settings,
  lossesIn,
  transientFault,
} from './transient-fault.ts'
import { runTrial } from './trial.ts'
import { type Print, seconds } from './verdict.ts'

const DISK_MB = 400
const FULL_MS = 6_000
const POLL_MS = 50
const BALLAST = 'ballast'
/** So small that no old WAL segment can be recycled. */
const LITTLE_LOG: Settings = { max_wal_size: '64MB', min_wal_size: '32MB', wal_recycle: 'off' }

export async function drillFullDisk(
  options: { times: number; members: number; settings?: Settings },
  print: Print,
): Promise<TransientOutcome | string> {
  const disk = await openDisk(DISK_MB)
  if (typeof disk === 'string') return disk
  const elsewhere = await mkdtemp(join(tmpdir(), 'fairturn-files-'))
  const { members, times, settings } = options
  const recoveriesMs: number[] = []
  let noticed = 0
  try {
    const outcome = await runTrial({
      cluster: {
        parts: PARTS,
        dataDir: join(disk.folder, 'data'),
        variables: { DATA_DIR: elsewhere },
        settings: { ...LITTLE_LOG, ...settings },
      },
      members,
      ...(settings && { patience_ms: CONTROL_PATIENCE_MS }),
      async during(scene) {
        for (let time = 1; time <= times; time += 1) {
          await scene.more(members * 2)
          const before = scene.world.stats.silent
          await fillFor(scene.cluster, disk, FULL_MS)
          noticed += scene.world.stats.silent - before
          const roomMs = performance.now()
          await startIfEnded(scene.cluster)
          await scene.writesAgain()
          const tookMs = performance.now() - roomMs
          recoveriesMs.push(tookMs)
          print(`disk full ${time}: with room again, everything writes after ${seconds(tookMs)}`)
        }
        await scene.more(members)
      },
    })
    const unshown = noticed === 0 ? ['nobody noticed that the disk was full'] : []
    return { ...outcome, recoveriesMs, unshown: [...outcome.unshown, ...unshown] }
  } finally {
    await disk.remove()
    await rm(elsewhere, { recursive: true, force: true })
  }
}

/** Keeps the disk full for that long. Forces a WAL switch at once, so that not only tables run out of space. */
async function fillFor({ superuserUrl }: Cluster, disk: Disk, durationMs: number): Promise<void> {
  await disk.fill(BALLAST)
  await asSuperuser(superuserUrl, 'select pg_switch_wal()').catch(() => undefined)
  await sleep(durationMs)
  await rm(join(disk.folder, BALLAST))
}

/** A server that could not write its WAL exits; restarts it as a supervisor would. */
async function startIfEnded(cluster: Cluster): Promise<void> {
  for (;;) {
    const answers = await asSuperuser(cluster.superuserUrl, 'select').then(
      () => true,
      () => false,
    )
    if (answers) return
    if ((await processesOf(join(cluster.dataDir, 'postgres'))).length === 0) return await startServer(cluster)
    await sleep(POLL_MS)
  }
}

export const fullDisk = transientFault({
  name: 'full-disk',
  shows: 'with a full disk nothing is acknowledged that is not written',
  times: 2,
  inject: drillFullDisk,
  control: {
    what: 'a PostgreSQL that answers before it has written',
    async run(members, print) {
      return lossesIn(await drillFullDisk({ times: 2, members, settings: FORGETFUL }, print))
    },
  },
})
