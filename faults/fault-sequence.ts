// The faults of the money drills in sequence on one deployment under one load of a bank: cut connections, kills, a power
// cut, a failover. Then the invariants, whose control is the seeded bugs. The individual drills are longer and have their
// own controls.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kill, startServer, strike, withSuperuser } from '../testing/cluster.ts'
import { openDisk } from '../testing/disk.ts'
import { FOLLOWED, removeStandby, type Standby } from '../testing/standby.ts'
import { type TcpProxy, openProxy } from '../testing/tcp-proxy.ts'
import { cutConnections } from './cut-answers.ts'
import { failOver } from './failover.ts'
import { cutPower, DISK_MB } from './power-cut.ts'
import { seedBugs } from './seeded.ts'
import { PARTS } from './transient-fault.ts'
import { type Outcome, runTrial } from './trial.ts'

const KILLS: readonly Kill[] = ['backend', 'web', 'postmaster']

interface FaultSequenceOutcome extends Outcome {
  /** Why there was no power cut; undefined: there was one. */
  readonly noPowerCut: string | undefined
}

export async function drillFaultSequence({ members }: { members: number }): Promise<FaultSequenceOutcome> {
  const opened = await openDisk(DISK_MB)
  const [disk, noPowerCut] = typeof opened === 'string' ? [undefined, opened] : [opened, undefined]
  const filesDir = await mkdtemp(join(tmpdir(), 'fairturn-files-'))
  const proxies: TcpProxy[] = []
  const standbys: Standby[] = []
  const unseen: string[] = []
  const behindDoor = async (port: number) => {
    const proxy = await openProxy(port)
    proxies.push(proxy)
    return proxy.port
  }
  try {
    const outcome = await runTrial({
      cluster: {
        parts: PARTS,
        settings: FOLLOWED,
        between: behindDoor,
        ...(disk && { dataDir: join(disk.folder, 'data'), variables: { DATA_DIR: filesDir } }),
      },
      members,
      async during(scene) {
        const { cluster, world } = scene
        await disk?.sync()
        world.ports.web = await Promise.all(world.ports.web.map(behindDoor))
        await scene.more(members * 4)
        await cutConnections(scene, proxies)
        await scene.writesAgain()
        for (const kill of KILLS) {
          await strike(cluster, kill)
          await scene.writesAgain()
          await scene.more(members)
        }
        if (disk !== undefined) {
          await cutPower(cluster, disk)
          await startServer(cluster)
          await scene.writesAgain()
        }
        await failOver(scene, proxies[0]!, { standbys, synchronous: true })
        await scene.more(members * 4)
      },
      async after({ cluster }, record) {
        unseen.push(
          ...(await withSuperuser(cluster.superuserUrl, (superuser) => seedBugs(superuser, record))),
        )
      },
    })
    return { ...outcome, noPowerCut, unshown: [...outcome.unshown, ...unseen] }
  } finally {
    for (const standby of standbys) await removeStandby(standby)
    for (const proxy of proxies) proxy.close()
    await disk?.remove()
    await rm(filesDir, { recursive: true, force: true })
  }
}
