// The folder of the bank's connection: what lies there credits members without anybody's word, so this process must not be
// able to put anything there. Checked at the start, and for each file (bank-connection.test.ts).
import { constants } from 'node:fs'
import { access, open, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { MAX_FILE_BYTES } from './bank-xml.ts'

/** A file that is still being written is younger. */
const MIN_AGE_MS = 60_000
/** In such a folder only a file's owner replaces it, as in /tmp. */
const STICKY = 0o1000

/**
 * Throws if the folder lies among the process's own data, or the process could write to it: also by its owner's rights or
 * through a folder above it. For root only a read-only mount counts.
 */
export async function requireReadOnly(dir: string, own_dirs: readonly string[]): Promise<void> {
  const folder = await realpath(dir)
  if (!(await stat(folder)).isDirectory()) throw unusable(dir, 'is not a folder')
  for (const own of own_dirs) {
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
    const is_sticky = (mode & STICKY) !== 0 && at !== folder
    if (owned || (!is_sticky && (await mayWrite(at))))
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
  let found: { point: string; read_only: boolean } | undefined
  for (const line of table.split('\n')) {
    const fields = line.split(' ')
    const point = fields[4]?.replaceAll(/\\(\d{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    )
    if (point === undefined || !isWithin(folder, point)) continue
    // A later mount on the same point covers the earlier one.
    if (found === undefined || point.length >= found.point.length)
      found = { point, read_only: fields[5]!.split(',').includes('ro') }
  }
  return found?.read_only ?? false
}

export type FolderFile =
  | { readonly name: string; readonly bytes: Buffer }
  | { readonly name: string; readonly refusal: 'is_a_link' | 'is_writable' | 'bank_file_is_too_large' }

/** Files known by these marks have been read and have not changed since; the caller keeps them. */
export type KnownFiles = Map<string, string>

/**
 * The folder's files that are not known yet: not younger than a minute, no links of either kind, not writable. `now` is the
 * file system's time.
 */
export async function* readFolder(
  dir: string,
  {
    known,
    now = Date.now(),
    canWrite = mayWrite,
  }: { known: KnownFiles; now?: number; canWrite?: typeof mayWrite },
): AsyncGenerator<FolderFile> {
  for (const entry of (await readdir(dir, { withFileTypes: true })).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const { name } = entry
    if (entry.isDirectory()) continue
    if (!entry.isFile()) {
      if (known.get(name) !== 'link') yield { name, refusal: 'is_a_link' }
      known.set(name, 'link')
      continue
    }
    const found = await readOne(join(dir, name), known.get(name), { now, canWrite })
    if (found === undefined) continue
    if ('refusal' in found) yield { name, refusal: found.refusal }
    else yield { name, bytes: found.bytes }
    known.set(name, found.mark)
  }
}

async function readOne(
  path: string,
  known: string | undefined,
  { now, canWrite }: { now: number; canWrite: typeof mayWrite },
): Promise<
  | ({ mark: string } & (
      | { bytes: Buffer }
      | { refusal: 'is_a_link' | 'is_writable' | 'bank_file_is_too_large' }
    ))
  | undefined
> {
  // Not following links, and not waiting for a pipe: what was listed may have been replaced.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ELOOP' || error.code === 'ENOENT') return undefined
      throw error
    },
  )
  if (file === undefined) return undefined
  try {
    const before = await file.stat()
    const mark = `${before.ino} ${before.size} ${before.mtimeMs} ${before.ctimeMs}`
    if (mark === known || Math.max(before.mtimeMs, before.ctimeMs) > now - MIN_AGE_MS) return undefined
    if (!before.isFile() || before.nlink !== 1) return { mark, refusal: 'is_a_link' }
    if (await canWrite(path)) return { mark, refusal: 'is_writable' }
    if (before.size > MAX_FILE_BYTES) return { mark, refusal: 'bank_file_is_too_large' }
    const bytes = await file.readFile()
    const after = await file.stat()
    const changed =
      after.mtimeMs !== before.mtimeMs || after.ctimeMs !== before.ctimeMs || bytes.length !== before.size
    return changed ? undefined : { mark, bytes }
  } finally {
    await file.close()
  }
}
