// A file system in a file with simulated power cuts: what was not synced is lost. Linux only, as root, where loop devices
// can be mounted; elsewhere it says why not.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const MEGABYTE = 1024 * 1024
const SPARE = 24 * MEGABYTE
const BUSY_MS = 100
const BUSY_TRIES = 200
/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH (linux, fs/ext4/ext4.h): not even the journal is flushed. */
const SHUT_DOWN =
  'open(my $it, "<", $ARGV[0]) or die "$!"; my $how = pack("L", 2); ioctl($it, 0x8004587d, $how) or die "$!"'

const execute = promisify(execFile)
const run = (command: string, ...words: string[]) =>
  execute(command, words, { env: { PATH: `${process.env['PATH']}:/sbin:/usr/sbin` } })

export interface Disk {
  /** Mount point. */
  readonly folder: string
  /** Syncs everything written so far. */
  readonly sync: () => Promise<void>
  /** Cuts the power: nothing reaches the disk any more, and unsynced data is lost. */
  readonly cut: () => Promise<void>
  /** Restores the power; no process may still use the folder. */
  readonly restore: () => Promise<void>
  /** Fills every free block, with this file. */
  readonly fill: (name: string) => Promise<void>
  /** Unmounts and deletes it. */
  readonly remove: () => Promise<void>
}

/** A disk of that many megabytes, or why there is none. */
export async function openDisk(megabytes: number): Promise<Disk | string> {
  if (process.platform !== 'linux') return 'only Linux can shut a file system down'
  if (process.getuid?.() !== 0) return 'only root may mount a file system'
  const home = await mkdtemp(join(tmpdir(), 'fairturn-disk-'))
  const image = join(home, 'image')
  const folder = join(home, 'mounted')
  await mkdir(folder)
  const file = await open(image, 'w')
  await file.truncate(megabytes * MEGABYTE)
  await file.close()
  const mount = () => run('mount', '-o', 'loop', image, folder)
  try {
    await run('perl', '-e', '1')
    await run('mkfs.ext4', '-q', '-F', image)
    await mount()
  } catch (error) {
    await rm(home, { recursive: true, force: true })
    return `no file system could be made and mounted: ${(error as Error).message}`
  }
  return {
    folder,
    sync: async () => void (await run('sync', '-f', folder)),
    cut: async () => void (await run('perl', '-e', SHUT_DOWN, folder)),
    restore: async () => {
      await unmount(folder)
      await mount()
    },
    fill: async (name) => {
      const { bfree, bsize } = await statfs(folder)
      // A little less, for the metadata of such a file; the rest fills up as it is written.
      await run('fallocate', '-l', String(bfree * bsize - SPARE), join(folder, name))
      await writeFile(join(folder, name), Buffer.alloc(SPARE * 2), { flag: 'a' }).catch(expectFull)
    },
    remove: async () => {
      await unmount(folder)
      await rm(home, { recursive: true, force: true })
    },
  }
}

function expectFull(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOSPC') throw error
}

/** Unmounts as soon as no process uses it. */
async function unmount(folder: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    if (!(await readFile('/proc/mounts', 'utf8')).includes(` ${folder} `)) return
    try {
      await run('umount', folder)
      return
    } catch (error) {
      if (tries === BUSY_TRIES) throw error
      await sleep(BUSY_MS)
    }
  }
}
