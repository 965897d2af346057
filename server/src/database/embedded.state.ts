// What is remembered of an embedded server between starts, and whether it still runs. It must never start one.
import { readFileSync } from 'node:fs'
import { chmod, readFile, readlink, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const USER = 'fairturn'
const STOP_TIMEOUT_MS = 30_000
const STOP_POLL_MS = 20

/** Kept in data_dir/postgres.json, readable by its owner only. */
export interface State {
  password: string
  socket_dir: string
  port?: number
  owner_pid: number
  /** Temporary folders to remove once the server has stopped. */
  litter: string[]
}

export async function sweep(state: State): Promise<void> {
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

/** The process id in postmaster.pid when that process is a PostgreSQL; a file left by a crash is taken away. */
export async function runningServer(cluster: string): Promise<number | undefined> {
  const file = join(cluster, 'postmaster.pid')
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  if (isAlive(pid) && (await worksIn(pid, cluster))) return pid
  await rm(file, { force: true })
  return undefined
}

// After a reboot another program may have the number, even another PostgreSQL; ours works in its cluster's folder.
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  return folder !== undefined && folder === (await realpath(cluster))
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
export async function stopServer(pid: number, state: State): Promise<void> {
  const deadline = Date.now() + STOP_TIMEOUT_MS
  if (isAlive(pid)) process.kill(pid, 'SIGINT')
  while (isAlive(pid)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) did not stop`)
    await sleep(STOP_POLL_MS)
  }
  await sweep(state)
}

/** Whether a process of that number runs; one that only waits to be collected by its parent does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
