// The folder of the bank's connection: what lies there credits members without anybody's word, so no process of ours may be
// able to put anything there. Each checks it at its start (bank-connection.test.ts).
import { constants } from 'node:fs'
import { access, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'

/** In such a folder only a file's owner replaces it, as in /tmp. */
const STICKY = 0o1000

/**
 * Throws if the folder lies among the process's own data, or the process could write to it: also by its owner's rights or
 * through a folder above it. For root only a read-only mount counts.
 */
export async function requireReadOnly(dir: string, ownDirs: readonly string[]): Promise<void> {
  const folder = await realpath(dir).catch(() => {
    throw unusable(dir, 'does not exist, or cannot be read')
  })
  if (!(await stat(folder)).isDirectory()) throw unusable(dir, 'is not a folder')
  for (const own of ownDirs) {
    const data = await realpath(own).catch(() => resolve(own))
    if (isWithin(folder, data) || isWithin(data, folder))
      throw unusable(dir, `lies among the data of this process (${own})`)
  }
  if (await isOnReadOnlyMount(folder)) return
  if (process.geteuid?.() === 0)
    throw unusable(dir, 'is not mounted read-only, and this process runs as root')
  for (let at = folder; ; at = dirname(at)) {
    const { uid, mode } = await stat(at)
    const owned = uid === process.geteuid?.()
    const isSticky = (mode & STICKY) !== 0 && at !== folder
    if (owned || (!isSticky && (await mayWrite(at))))
      throw unusable(dir, `can be written to by this process (${at})`)
    if (at === dirname(at)) return
  }
}

const unusable = (dir: string, why: string): Error => new Error(`BANK_FEED_DIR ${dir} ${why}`)
const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)

export const mayWrite = (path: string): Promise<boolean> =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  )

/** By the mount with the longest path above it, as Linux lists them (proc_pid_mountinfo(5)). */
async function isOnReadOnlyMount(folder: string): Promise<boolean> {
  const table = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '')
  let found: { point: string; readOnly: boolean } | undefined
  for (const line of table.split('\n')) {
    const fields = line.split(' ')
    const point = fields[4]?.replaceAll(/\\(\d{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    )
    if (point === undefined || !isWithin(folder, point)) continue
    // A later mount on the same point covers the earlier one.
    if (found === undefined || point.length >= found.point.length)
      found = { point, readOnly: fields[5]!.split(',').includes('ro') }
  }
  return found?.readOnly ?? false
}
