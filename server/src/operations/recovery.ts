// Restores a backup into an empty data folder: verifies it against its manifest, replays the WAL, checks the ledger
// (backup.test.ts).
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chown, cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { x as extract } from 'tar'
import { openDatabase } from '../platform/database/database.ts'
import { type Identity, identityForServer } from '../platform/database/embedded.binaries.ts'
import { startEmbedded } from '../platform/database/embedded.ts'
import { checkLedger, type Finding } from '../ledger/ledger.ts'
import { type Base, listBases, quoted, walOf } from './archive.ts'
import { COPIED } from './base-backup.ts'

const RECOVERY_POLL_MS = 100
const RECOVERED_WITHIN_MS = 3_600_000
const TRUSTING = 'local all all trust\n'

interface RestoreResult {
  readonly base: Base
  readonly findings: readonly Finding[]
  /** Time of the last restored ledger entry. */
  readonly last_entry_at: Date | null
}

/**
 * Point-in-time recovery to `to`, or to the latest. Rejects if no backup is old enough, a file differs from the manifest,
 * or the WAL ends earlier.
 */
export async function restore(from: string, data_dir: string, to?: Date): Promise<RestoreResult> {
  const base = (await listBases(from)).findLast(({ taken_at }) => to === undefined || taken_at < to)
  if (base === undefined)
    throw new Error(`no whole copy in ${from}${to ? ` is older than ${to.toISOString()}` : ''}`)
  await mkdir(data_dir, { recursive: true })
  if ((await readdir(data_dir)).length > 0) throw new Error(`${data_dir} is not empty: name a new folder`)
  const cluster = join(resolve(data_dir), 'postgres')
  await mkdir(cluster, { mode: 0o700 })
  await extract({ file: join(base.folder, COPIED.archive), cwd: cluster, strict: true })
  await compare(cluster, join(base.folder, COPIED.manifest))
  await cp(join(base.folder, 'files'), join(data_dir, 'files'), { recursive: true }).catch(ignoreMissing)

  const known_by = await readFile(join(cluster, 'pg_hba.conf'), 'utf8')
  await writeFile(join(cluster, 'pg_hba.conf'), TRUSTING)
  await writeFile(join(cluster, 'recovery.signal'), '')
  const identity = await identityForServer()
  if (identity) await handOver(cluster, identity)
  await replay(data_dir, walOf(from), to)
  await writeFile(join(cluster, 'pg_hba.conf'), known_by)
  return { base, ...(await inspect(data_dir)) }
}

/** Recovers, sets the owner's new password of postgres.json, and stops the server. */
async function replay(data_dir: string, wal: string, to: Date | undefined): Promise<void> {
  const password = randomBytes(24).toString('base64url')
  const state = { password, socket_dir: join(data_dir, 'none'), owner_pid: process.pid, litter: [] }
  await writeFile(join(data_dir, 'postgres.json'), JSON.stringify(state), { mode: 0o600 })
  const settings = {
    restore_command: `cp ${quoted(wal)}/%f %p`,
    recovery_target_action: 'promote',
    ...(to && { recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00') }),
  }
  const server = await startEmbedded({ data_dir, settings })
  const client = new Client({ connectionString: server.url })
  try {
    await client.connect()
    const deadline = Date.now() + RECOVERED_WITHIN_MS
    while ((await client.query<{ still: boolean }>('select pg_is_in_recovery() as still')).rows[0]!.still) {
      if (Date.now() > deadline) throw new Error('the log was not replayed within an hour')
      await sleep(RECOVERY_POLL_MS)
    }
    await client.query(`alter role current_user password '${password}'`)
  } finally {
    await client.end()
    await server.stop()
  }
}

async function inspect(data_dir: string): Promise<Pick<RestoreResult, 'findings' | 'last_entry_at'>> {
  const server = await startEmbedded({ data_dir })
  try {
    const database = await openDatabase({ url: server.url, pool_size: 2 })
    try {
      const findings = await checkLedger(database)
      const { rows } = await database.query<{ at: Date | null }>({
        text: 'select max(created_at) as at from entry',
      })
      return { findings, last_entry_at: rows[0]!.at }
    } finally {
      await database.close()
    }
  } finally {
    await server.stop()
  }
}

interface Manifest {
  readonly Files: readonly { readonly Path: string; readonly Size: number; readonly Checksum: string }[]
}

async function compare(cluster: string, manifest: string): Promise<void> {
  const { Files: files } = JSON.parse(await readFile(manifest, 'utf8')) as Manifest
  for (const { Path, Size, Checksum } of files) {
    const path = join(cluster, Path)
    const { size } = await stat(path).catch(() => ({ size: -1 }))
    if (size !== Size || (await sha256Of(path)) !== Checksum)
      throw new Error(`the backup is damaged: ${Path} is not what was copied`)
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

async function handOver(folder: string, identity: Identity): Promise<void> {
  await chown(folder, identity.uid, identity.gid)
  for (const entry of await readdir(folder, { recursive: true }))
    await chown(join(folder, entry), identity.uid, identity.gid)
}

const ignoreMissing = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error
}
