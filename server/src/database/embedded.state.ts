import { readFileSync } from 'node:fs'
import { chmod, chown, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const USER = 'fairturn'
const STOP_TIMEOUT_MS = 30_000
const STOP_POLL_MS = 20

/** Stored in data_dir/postgres.json, readable by its owner only. */
export interface State {
  password: string
  socket_dir: string
  port?: number
  owner_pid: number
  /** Temporary folders to remove once the server has stopped. */
  litter: string[]
}

export async function removeIncompleteState(state: State): Promise<void> {
  for (const folder of state.litter) await rm(folder, { recursive: true, force: true })
}

export function urlOf({ port, ...state }: State): string {
  const query = new URLSearchParams({
    host: state.socket_dir,
    ...(port === undefined ? {} : { port: String(port) }),
  })
  return `postgresql://${USER}:${state.password}@localhost/${USER}?${query.toString()}`
}

export async function readState(file: string): Promise<State | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as State)
}

export async function writeState(file: string, state: State): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
  await chmod(`${file}.new`, 0o600)
  await rename(`${file}.new`, file)
}

/** The process id in postmaster.pid when the cluster's server runs under it. */
export async function runningServer(cluster: string): Promise<number | undefined> {
  const pid = Number((await readPidFile(cluster)).split('\n')[0])
  return pid > 0 && isAlive(pid) && (await worksIn(pid, cluster)) ? pid : undefined
}

/**
 * Keeps a stale pid file from blocking the next start because its number is now another program's, or a
 * zombie's. PostgreSQL accepts a file that names the parent of the one starting (CreateLockFile in its
 * miscinit.c), so the number becomes ours. The rest stays: by it PostgreSQL finds the shared memory of the
 * crashed server, and refuses while anybody uses it. That is why the file is never removed here.
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

/** The living processes of a cluster, orphans of a killed server included; none but on Linux. */
export async function processesOf(cluster: string): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => pid > 0 && isAlive(pid))
  const theirs = await Promise.all(pids.map((pid) => worksIn(pid, cluster)))
  return pids.filter((_, i) => theirs[i])
}

const readPidFile = (cluster: string) => readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')

// Another program may have the number by now; ours has its cluster's folder as working directory.
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  try {
    const [its, ours] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)])
    return its.dev === ours.dev && its.ino === ours.ino
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false
    // Even root may not read it in most containers; any PostgreSQL is then taken for ours.
    return /^\d+ \(postgres\) /.test(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))
  }
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
export async function stopServer(pid: number, state: State): Promise<void> {
  const deadline = Date.now() + STOP_TIMEOUT_MS
  if (isAlive(pid)) process.kill(pid, 'SIGINT')
  while (isAlive(pid)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) did not stop`)
    await sleep(STOP_POLL_MS)
  }
  await removeIncompleteState(state)
}

/** Whether a process of that number runs; a zombie does not. */
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
