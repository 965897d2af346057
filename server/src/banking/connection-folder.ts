// Reads the folder of the bank's connection: files that are complete, no links, and that this process could not have written
// (bank-connection.test.ts).
import { constants, type Stats } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mayWrite } from '../platform/read-only-folder.ts'
import { MAX_FILE_BYTES } from './bank-xml.ts'

/** A file that is still being written is younger. */
const MIN_AGE_MS = 60_000
/** Names under which transfer programs write before they rename: rsync, SFTP clients, WinSCP, browsers, editors. */
const UNFINISHED =
  /^\.|^~|~$|\.(?:tmp|temp|part|partial|filepart|crdownload|download|uploading|incomplete|writing|swp|lock|bak)$/i
/** A transfer that has not ended by then has failed: operators should see it. */
const STUCK_MS = 3_600_000

export type FolderFile =
  | { readonly name: string; readonly bytes: Buffer }
  | { readonly name: string; readonly refusal: FolderRefusal }

/** `is_unfinished`: has waited for an hour under a name that transfer programs give before they are done. */
type FolderRefusal = 'is_a_link' | 'is_writable' | 'is_unfinished' | 'bank_file_is_too_large'

/** Files known by these marks have been read and have not changed since; the caller keeps them. */
export type KnownFiles = Map<string, string>

/**
 * The folder's files that are not known yet: not younger than a minute, no links of either kind, not writable, and under no
 * name of an unfinished transfer. `now` is the file system's time.
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
    if (UNFINISHED.test(name)) {
      if (
        !name.startsWith('.') &&
        (await isStuck(join(dir, name), now)) &&
        known.get(name) !== 'unfinished'
      ) {
        known.set(name, 'unfinished')
        yield { name, refusal: 'is_unfinished' }
      }
      continue
    }
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

/** Not following links; false if it is gone, as after its renaming. */
async function isStuck(path: string, now: number): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  return found !== undefined && now - changedAt(found, now) > STUCK_MS
}

/**
 * When it was last written to. Transfer programs keep the bank's time of modification, which may be ahead of this machine's
 * clock; the time of change is this machine's own.
 */
const changedAt = ({ mtimeMs, ctimeMs }: Stats, now: number): number =>
  mtimeMs > now ? ctimeMs : Math.max(mtimeMs, ctimeMs)

async function readOne(
  path: string,
  known: string | undefined,
  { now, canWrite }: { now: number; canWrite: typeof mayWrite },
): Promise<
  ({ mark: string } & ({ bytes: Buffer } | { refusal: Exclude<FolderRefusal, 'is_unfinished'> })) | undefined
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
    if (mark === known || changedAt(before, now) > now - MIN_AGE_MS) return undefined
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
