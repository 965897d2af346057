// Backups: base backups by time, and the write-ahead log (WAL) archived since. WAL that a kept backup needs is never
// deleted (backup.test.ts).
import { spawnSync } from 'node:child_process'
import { chown, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { identityForServer } from '../platform/database/embedded.binaries.ts'
import { COPIED } from './base-backup.ts'

export const walOf = (folder: string): string => join(resolve(folder), 'wal')
const basesOf = (folder: string): string => join(resolve(folder), 'base')

/** Name of a backup: `2026-11-21T10-00-00Z`. */
const TAKEN = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

export interface Base {
  readonly folder: string
  readonly taken_at: Date
}

/**
 * Settings that archive the WAL below `folder`, at most a minute late. Throws if the server's user cannot write there:
 * the WAL would pile up until the disk is full.
 */
export async function archiveSettings(folder: string): Promise<Record<string, string>> {
  const wal = walOf(folder)
  await mkdir(wal, { recursive: true })
  const identity = await identityForServer()
  if (identity) await chown(wal, identity.uid, identity.gid)
  const { status } = spawnSync('test', ['-w', wal], { ...identity })
  if (status !== 0)
    throw new Error(`PostgreSQL's user cannot write to ${wal}: open the folders above it to all (chmod a+x)`)
  const to = quoted(wal)
  return {
    archive_mode: 'on',
    // Renamed once complete and synced to disk. An existing file is identical, sent again after a crash.
    archive_command: `test -f ${to}/%f || { cp %p ${to}/.%f && sync ${to}/.%f && mv ${to}/.%f ${to}/%f; }`,
    archive_timeout: '60s',
  }
}

/** Quoted for a shell and for a PostgreSQL setting, where % begins a placeholder. */
export const quoted = (path: string): string => `'${path.replaceAll(`'`, `'\\''`).replaceAll('%', '%%')}'`

/** Creates the folder of a backup taken now. */
export async function newBase(folder: string, now: Date): Promise<string> {
  const name = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  const base = join(basesOf(folder), name)
  await mkdir(base, { recursive: true, mode: 0o700 })
  return base
}

/** All complete backups, oldest first. */
export async function listBases(folder: string): Promise<Base[]> {
  const names = await readdir(basesOf(folder)).catch(() => [])
  const bases: Base[] = []
  for (const name of names.filter((entry) => TAKEN.test(entry)).toSorted()) {
    const base = join(basesOf(folder), name)
    const whole = (await readdir(base)).includes(COPIED.manifest)
    const taken_at = new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3Z'))
    if (whole) bases.push({ folder: base, taken_at })
  }
  return bases
}

/** Retention: keeps the newest `keep` backups and the WAL they need. Returns how many backups were deleted. */
export async function prune(folder: string, keep: number): Promise<number> {
  const bases = await listBases(folder)
  const gone = bases.slice(0, Math.max(0, bases.length - keep))
  for (const base of gone) await rm(base.folder, { recursive: true })
  const oldest = bases[gone.length]
  if (oldest === undefined || gone.length === 0) return 0
  const first = await firstLogOf(oldest)
  for (const name of await listLog(folder))
    // A name begins with its timeline, and an older timeline may lead to a newer one: only names of the same or older
    // timelines compare.
    if (/^[0-9A-F]{24}/.test(name) && name.slice(0, 24) < first) await rm(join(walOf(folder), name))
  return gone.length
}

/** Whether the folder has the WAL with which a backup begins. */
export async function isArchived(folder: string, base: string): Promise<{ found: boolean; wal: string }> {
  const first = await firstLogOf({ folder: base })
  return { found: (await listLog(folder)).includes(first), wal: walOf(folder) }
}

/**
 * Throws an Error that says what to do if the WAL of a backup cannot be replayed from here: its first file is not archived,
 * or the user of the restoring server may not read one.
 */
export async function requireWalOf(folder: string, base: Base): Promise<void> {
  const wal = walOf(folder)
  const identity = await identityForServer()
  const first = await firstLogOf(base)
  const program = `test -x "$1" || { echo "$1"; exit 1; }
    for file in "$1"/*; do test ! -f "$file" -o -r "$file" || { echo "$file"; exit 1; }; done`
  if (!(await listLog(folder)).includes(first))
    throw new Error(
      `${wal} lacks ${first}, and without the log since it was taken the copy ${base.folder} is of no use: ` +
        'let PostgreSQL archive its WAL there (archive_command; docs/operations.md, Backup and restore), or copy it there.',
    )
  const { status, stdout } = spawnSync('sh', ['-c', program, 'sh', wal], {
    ...identity,
    cwd: '/',
    encoding: 'utf8',
  })
  if (status !== 0)
    throw new Error(
      `PostgreSQL's user (${identity === undefined ? userInfo().username : `user id ${identity.uid}`}) cannot read ${stdout.trim()}: ` +
        'restore as root or as the user whose PostgreSQL archived it, or let this one read it (chmod g+rX, adduser).',
    )
}

/** Empty if PostgreSQL is external and archives its WAL elsewhere. */
async function listLog(folder: string): Promise<string[]> {
  try {
    return await readdir(walOf(folder))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

interface Manifest {
  readonly 'WAL-Ranges': readonly { readonly Timeline: number; readonly 'Start-LSN': string }[]
}

const LOG_FILE_BITS = 24n // 16 MiB, PostgreSQL's default

async function firstLogOf({ folder }: Pick<Base, 'folder'>): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, COPIED.manifest), 'utf8')) as Manifest
  const [range] = manifest['WAL-Ranges']
  if (range === undefined) throw new Error(`${folder} says nothing of its log`)
  const [high, low] = range['Start-LSN'].split('/').map((half) => BigInt(`0x${half}`)) as [bigint, bigint]
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  return hex(BigInt(range.Timeline)) + hex(high) + hex(low >> LOG_FILE_BITS)
}
