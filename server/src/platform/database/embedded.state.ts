import { readFileSync } from 'node:fs'
import { chmod, chown, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The schema owner, and its database. It is no superuser. */
export const SCHEMA_OWNER = 'fairturn'
/** Starts, stops and repairs the cluster; its password leaves this folder only for tests and restores. */
export const SUPERUSER = 'postgres'
const STOP_TIMEOUT_MS = 30_000
const STOP_POLL_MS = 20

/** Stored in dataDir/postgres.json, readable only by its owner. */
export interface State {
  /** Of a restored cluster that was made elsewhere: its names; by default those of a cluster made here. */
  superuser?: string
  owner?: string
  database?: string
  /** The schema owner's. */
  password: string
  superuser_password: string
  socket_dir: string
  port?: number
  /** Who is to stop it when it leaves. */
  owner_pid: number
  /** Processes that use it, too: the first of them takes over from the owner. */
  guest_pids?: number[]
  /** Temporary folders to remove once the server has stopped. */
  litter: string[]
}

export async function removeIncompleteState(state: State): Promise<void> {
  for (const folder of state.litter) await rm(folder, { recursive: true, force: true })
}

/** The schema owner's URL of its database. */
export const schemaOwnerUrlOf = (state: State): string =>
  `postgresql://${nameOf(state.owner)}:${state.password}@localhost/${nameOf(state.database)}?${addressOf(state)}`

/** The superuser's URL of a database; by default of the one for administration. */
export const superuserUrlOf = (state: State, database = 'postgres'): string =>
  `postgresql://${nameOf(state.superuser, SUPERUSER)}:${state.superuser_password}@localhost/${encodeURIComponent(database)}?${addressOf(state)}`

export const nameOf = (name: string | undefined, otherwise = SCHEMA_OWNER): string =>
  encodeURIComponent(name ?? otherwise)

const addressOf = ({ socket_dir: host, port }: State): string =>
  new URLSearchParams({ host, ...(port !== undefined && { port: String(port) }) }).toString()

export async function readState(file: string): Promise<State | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as State)
}

export async function writeState(file: string, state: State): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
  await chmod(`${file}.new`, 0o600)
  await rename(`${file}.new`, file)
}

/** PID in postmaster.pid if the cluster's server is running. */
export async function runningServer(cluster: string): Promise<number | undefined> {
  const pid = Number((await readPidFile(cluster)).split('\n')[0])
  return pid > 0 && isAlive(pid) && (await worksIn(pid, cluster)) ? pid : undefined
}

/**
 * Keeps a stale pid file from blocking the next start when its PID now belongs to another program or a zombie. PostgreSQL
 * accepts a file that names the parent of the starting process (CreateLockFile in its miscinit.c), so our PID is written
 * to it. The other lines stay: they identify the crashed server's shared memory, which PostgreSQL refuses to reuse while
 * it is attached. That is why the file is never deleted here.
 */
export async function ignoreStalePidFile(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const [first, ...rest] = (await readPidFile(cluster)).split('\n')
  const pid = Number(first)
  if (!(pid > 0) || !exists(pid) || (await runningServer(cluster)) !== undefined) return
  const { uid, gid, mode } = await stat(file)
  await rm(`${file}.new`, { force: true })
  await writeFile(`${file}.new`, [process.pid, ...rest].join('\n'), { mode, flag: 'wx' })
  await chown(`${file}.new`, uid, gid)
  await rename(`${file}.new`, file)
}

/** Live processes of a cluster, including orphans of a killed server; Linux only, otherwise none. */
export async function processesOf(cluster: string): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => pid > 0 && isAlive(pid))
  const theirs = await Promise.all(pids.map((pid) => worksIn(pid, cluster)))
  return pids.filter((_, i) => theirs[i])
}

const readPidFile = (cluster: string) => readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')

// A PID may have been reused; our processes have the cluster's folder as working directory.
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  try {
    const [its, ours] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)])
    return its.dev === ours.dev && its.ino === ours.ino
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false
    // In most containers even root may not read it; then any PostgreSQL process is assumed to be ours.
    return /^\d+ \(postgres\) /.test(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))
  }
}

/** Fast shutdown: open transactions are rolled back, committed ones are on disk. */
export async function stopServer(pid: number, state: State): Promise<void> {
  const deadline = Date.now() + STOP_TIMEOUT_MS
  if (isAlive(pid)) process.kill(pid, 'SIGINT')
  while (isAlive(pid)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) did not stop`)
    await sleep(STOP_POLL_MS)
  }
  await removeIncompleteState(state)
}

/** Whether a process with this PID runs; a zombie does not count. */
export function isAlive(pid: number): boolean {
  if (!exists(pid)) return false
  try {
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false // it ended in between
  }
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
