// Single processes of the product as deployed, with the processes' login, started by main.ts and stopped by SIGTERM.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ProcessRole } from './cluster.ts'

const ROOT = join(import.meta.dirname, '..')
/** More than a proxy needs to notice, also on a busy machine. */
export const SHUTDOWN_DELAY_MS = 3000

interface ProcessInput {
  readonly role: ProcessRole
  /** Port; a worker answers only its readiness probe. */
  readonly port: number
  /** The processes' login. */
  readonly url: string
  readonly dataDir: string
  /** Root of the code: another version's, or this one's. */
  readonly root?: string
  readonly variables?: Readonly<Record<string, string>>
}

/** Starts one process as deployed, with main.ts. */
export function startProcess({
  role,
  port,
  url,
  dataDir,
  root = ROOT,
  variables,
}: ProcessInput): ChildProcess {
  return spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ROLES: role,
      [role === 'worker' ? 'METRICS_PORT' : 'PORT']: String(port),
      DATABASE_APP_URL: url,
      DATABASE_POOL: '10',
      DATA_DIR: dataDir,
      SHUTDOWN_DELAY_MS: String(SHUTDOWN_DELAY_MS),
      RATE_LIMIT_FACTOR: '100000',
      DEMO: 'false',
      LOG_LEVEL: 'silent',
      ...variables,
    },
    stdio: process.env['DRILL_LOG'] === 'all' ? ['ignore', 'inherit', 'inherit'] : 'ignore',
  })
}

/** Stops a process; returns its exit status if that was not a graceful shutdown. */
export async function endProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<string[]> {
  const ended = once(child, 'exit')
  const askedMs = performance.now()
  child.kill(signal)
  const [code, ended_by] = (await ended) as [number | null, string | null]
  return code === 0
    ? []
    : [`a process ended with ${ended_by ?? code} after ${Math.round(performance.now() - askedMs)} ms`]
}
