// Restores a backup into an empty data folder: verifies it against its manifest, replays the WAL, closes again what was
// closed since, checks the ledger (backup.test.ts).
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chown, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { x as extract } from 'tar'
import { checkLedger, type Finding } from '../ledger/ledger.ts'
import { openDatabase } from '../platform/database/database.ts'
import {
  type Identity,
  identityForServer,
  installedBinaries,
} from '../platform/database/embedded.binaries.ts'
import type { State } from '../platform/database/embedded.state.ts'
import { startEmbedded } from '../platform/database/embedded.ts'
import { APP_ROLE, ensureAppLogin, keptAppPassword } from '../platform/database/login.ts'
import { openFiles } from '../platform/files/files.ts'
import { closeAgain, type ClosedAgain, closedAccountsIn, listClosed } from '../privacy/privacy.ts'
import { type Base, listBases, quoted, requireWalOf, walOf } from './archive.ts'
import { COPIED } from './base-backup.ts'
import { type Deployment, deploymentOf } from './deployment.ts'

const RECOVERED_WITHIN_MS = 3_600_000
const TRUSTING = 'local all all trust\n'

interface RestoreResult {
  readonly base: Base
  readonly made: Deployment
  /** The folder with the programs that start it; undefined: the packaged ones. */
  readonly bin: string | undefined
  readonly findings: readonly Finding[]
  /** Time of the last restored ledger entry. */
  readonly lastEntryAt: Date | null
  /** Accounts that had been closed since, which are closed and erased again. */
  readonly closedAgain: ClosedAgain
}

export interface RestoreInput {
  readonly to?: Date | undefined
  /** The folder with the programs of that major version (POSTGRES_BIN). */
  readonly postgresBin?: string | undefined
  /** Folders that list closed accounts, beside the one in `from`. */
  readonly closedAccounts?: readonly string[]
}

/**
 * Point-in-time recovery to `to`, or to the latest, by the same major version of PostgreSQL. Rejects, before anything is
 * copied, if no backup is old enough or that version is not there; and if a file differs from the manifest or the WAL ends
 * earlier. What is restored can be started as it is: with settings of its own, passwords and no trust in anybody.
 */
export async function restore(
  from: string,
  dataDir: string,
  { to, postgresBin, closedAccounts = [] }: RestoreInput = {},
): Promise<RestoreResult> {
  const base = (await listBases(from)).findLast(({ taken_at }) => to === undefined || taken_at < to)
  if (base === undefined)
    throw new Error(`no whole copy in ${from}${to ? ` is older than ${to.toISOString()}` : ''}`)
  const made = await deploymentOf(base.folder)
  const bin = await installedBinaries(made.major, postgresBin)
  await requireWalOf(from, base)
  await mkdir(dataDir, { recursive: true })
  if ((await readdir(dataDir)).length > 0) throw new Error(`${dataDir} is not empty: name a new folder`)
  const cluster = join(resolve(dataDir), 'postgres')
  await mkdir(cluster, { mode: 0o700 })
  await extract({ file: join(base.folder, COPIED.archive), cwd: cluster, strict: true })
  await compare(cluster, join(base.folder, COPIED.manifest))
  await cp(join(base.folder, 'files'), join(dataDir, 'files'), { recursive: true }).catch(ignoreMissing)

  const identity = await identityForServer()
  const writeIn = async (name: string, text: string) => {
    await writeFile(join(cluster, name), text, { mode: 0o600 })
    if (identity) await chown(join(cluster, name), identity.uid, identity.gid)
  }
  await writeIn('postgresql.conf', SETTINGS)
  // ALTER SYSTEM of the source: its archive, its port, its primary.
  await writeIn('postgresql.auto.conf', '')
  await writeIn('pg_ident.conf', '')
  await writeIn('pg_hba.conf', TRUSTING)
  await rm(join(cluster, 'standby.signal'), { force: true })
  await writeIn('recovery.signal', '')
  if (identity) await handOver(cluster, identity)
  await replay({ dataDir, wal: walOf(from), to, postgresBin, made })
  await writeIn('pg_hba.conf', BY_PASSWORD)
  const folders = [closedAccountsIn(from), ...closedAccounts]
  const closed = (await Promise.all(folders.map(listClosed))).flat()
  return { base, made, bin, ...(await finish(dataDir, postgresBin, closed)) }
}

const SETTINGS = `# Written by npm run restore: a backup has no settings of its source, which may lie elsewhere (Debian: /etc/postgresql).
listen_addresses = 'localhost'
max_connections = 200
shared_buffers = 256MB
password_encryption = 'scram-sha-256'
`
const BY_PASSWORD = ['local', 'host']
  .flatMap((type) => ['all', 'replication'].map((database) => ({ type, database })))
  .flatMap(({ type, database }) =>
    (type === 'local' ? [''] : ['127.0.0.1/32', '::1/128']).map(
      (address) => `${type} ${database} all ${address} scram-sha-256\n`,
    ),
  )
  .join('')

interface Replay {
  readonly dataDir: string
  readonly wal: string
  readonly to: Date | undefined
  readonly postgresBin: string | undefined
  readonly made: Deployment
}

/** Recovers, sets new passwords, which postgres.json and database-app-password keep, and stops the server. */
async function replay({ dataDir, wal, to, postgresBin, made }: Replay): Promise<void> {
  const { superuser, owner, database } = made
  const passwords = { password: randomPassword(), superuser_password: randomPassword() }
  const state: State = {
    superuser,
    owner,
    database,
    ...passwords,
    socket_dir: join(dataDir, 'none'),
    owner_pid: process.pid,
    litter: [],
  }
  await writeFile(join(dataDir, 'postgres.json'), JSON.stringify(state), { mode: 0o600 })
  const settings = {
    restore_command: `cp ${quoted(wal)}/%f %p`,
    recovery_target_action: 'promote',
    // With it, settings lower than the source's would stop the recovery.
    hot_standby: 'off',
    ...(to && { recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00') }),
  }
  const readyTimeoutMs = RECOVERED_WITHIN_MS
  const server = await startEmbedded({ dataDir, settings, postgresBin, readyTimeoutMs }).catch(
    (error: unknown) => {
      const until = to === undefined ? '' : `, as far as ${to.toISOString()} (an earlier --to may be reached)`
      throw new Error(
        `The log in ${wal} could not be replayed${until}. Name a new folder when you try again. PostgreSQL says: ${fatalOf(error)}`,
        { cause: error },
      )
    },
  )
  const client = new Client({ connectionString: server.superuserUrl })
  try {
    await client.connect()
    const alter = (role: string, password: string) =>
      client.query(
        `alter role ${client.escapeIdentifier(role)} login password ${client.escapeLiteral(password)}`,
      )
    await alter(superuser, passwords.superuser_password)
    if (owner !== superuser) await alter(owner, passwords.password)
    await alter(APP_ROLE, keptAppPassword(dataDir))
  } finally {
    await client.end()
    await server.stop()
  }
}

/** What ended the server, of all that it printed; not what it answered to connections. */
function fatalOf(error: unknown): string {
  const text = String(error)
  const problems = [...text.matchAll(/(?:FATAL|PANIC): +(?! |the database system is )(.*)/g)].map(
    ([, sentence]) => sentence!,
  )
  return problems[0] ?? text
}

const randomPassword = () => randomBytes(24).toString('base64url')

/** Before anything else starts: erases again who had closed their account, then checks the ledger. */
async function finish(
  dataDir: string,
  postgresBin: string | undefined,
  closed: Parameters<typeof closeAgain>[2],
): Promise<Pick<RestoreResult, 'closedAgain' | 'findings' | 'lastEntryAt'>> {
  const server = await startEmbedded({ dataDir, postgresBin })
  try {
    const url = await ensureAppLogin(server.url, keptAppPassword(dataDir))
    const database = await openDatabase({ url, poolSize: 2 })
    try {
      const files = await openFiles({ dataDir, bucket: undefined })
      const closedAgain = await closeAgain(database, files, closed)
      const findings = await checkLedger(database)
      const { rows } = await database.query<{ at: Date | null }>({
        text: 'select max(created_at) as at from entry',
      })
      return { closedAgain, findings, lastEntryAt: rows[0]!.at }
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
