// Rolling deployment under load: two processes behind a proxy are replaced one after the other, and no request may fail.
// The control kills one, and failures must be seen. Started by main.ts, as deployed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '../server/src/platform/database/embedded.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import type { ProcessRole } from '../testing/cluster.ts'
import { openProxy, type Proxy } from '../testing/reverse-proxy.ts'
import { type Drill, judge, type Print, seconds } from './verdict.ts'
import { freePort } from '../testing/free-port.ts'

const ROOT = join(import.meta.dirname, '..')
const CALLERS = 16
/** Pause between a caller's requests: without it they leave no processor time to starting processes. */
const PAUSE_MS = 20
/** More than the proxy needs to notice, also on a busy machine. */
const DELAY_MS = 3000

interface RestartInput {
  readonly role: 'web' | 'links'
  /** How often both are replaced. */
  readonly times: number
}

interface Outcome {
  readonly answered: number
  /** Failed requests and how they failed. */
  readonly refused: readonly string[]
  /** Processes that did not shut down on SIGTERM. */
  readonly ends: readonly string[]
  /** The control: failed requests when one process is killed instead. */
  readonly refused_by_killed: readonly string[]
}

export async function drillDeploy({ role, times }: RestartInput, print: Print): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'fairturn-deploy-'))
  await chmod(folder, 0o711)
  const server = await startEmbedded({ data_dir: folder })
  const children: ChildProcess[] = []
  const proxy = await openProxy()
  try {
    await migrate({ url: server.url })
    const start = async () => {
      const port = await freePort()
      children.push(startProcess({ role, port, url: server.url, data_dir: join(folder, 'data') }))
      proxy.add(port)
      await proxy.ready(port)
    }
    await Promise.all([start(), start()])
    const endOldest = (signal: 'SIGTERM' | 'SIGKILL') => endProcess(children.shift()!, signal)
    const paths = role === 'web' ? ['/api/settings', '/api/level', '/healthz'] : ['/b.js', '/r/nothing0']
    const load = underLoad(proxy, paths)
    const ends: string[] = []
    for (let time = 1; time <= times * 2; time += 1) {
      await start()
      ends.push(...(await endOldest('SIGTERM')))
      print(`replaced ${time} of ${times * 2}`)
    }
    const outcome = await load.stop()
    const control = underLoad(proxy, paths)
    await endOldest('SIGKILL')
    await sleep(DELAY_MS)
    return { ...outcome, ends, refused_by_killed: (await control.stop()).refused }
  } finally {
    for (const child of children) child.kill('SIGKILL')
    proxy.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface ProcessInput {
  readonly role: ProcessRole
  /** Port; a worker answers only its readiness probe. */
  readonly port: number
  readonly url: string
  readonly data_dir: string
  /** Root of the code: another version's, or this one's. */
  readonly root?: string
  readonly variables?: Readonly<Record<string, string>>
}

/** Starts one process as deployed, with main.ts. */
export function startProcess({
  role,
  port,
  url,
  data_dir,
  root = ROOT,
  variables,
}: ProcessInput): ChildProcess {
  return spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ROLES: role,
      [role === 'worker' ? 'METRICS_PORT' : 'PORT']: String(port),
      DATABASE_URL: url,
      DATABASE_POOL: '10',
      DATA_DIR: data_dir,
      SHUTDOWN_DELAY_MS: String(DELAY_MS),
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
  const asked_ms = performance.now()
  child.kill(signal)
  const [code, ended_by] = (await ended) as [number | null, string | null]
  return code === 0
    ? []
    : [`a process ended with ${ended_by ?? code} after ${seconds(performance.now() - asked_ms)}`]
}

function underLoad(proxy: Proxy, paths: readonly string[]) {
  const ending = new AbortController()
  let answered = 0
  const refused: string[] = []
  async function call(caller: number): Promise<void> {
    for (let i = caller; !ending.signal.aborted; i += 1) {
      const path = paths[i % paths.length]!
      const problem = await fetch(`http://127.0.0.1:${proxy.port}${path}`).then(
        async (response) => {
          await response.arrayBuffer()
          return response.status >= 500 ? String(response.status) : undefined
        },
        (error: unknown) => String(error),
      )
      if (problem === undefined) answered += 1
      else refused.push(`${path}: ${problem}`)
      await sleep(PAUSE_MS)
    }
  }
  const calls = Array.from({ length: CALLERS }, (_, caller) => call(caller))
  return {
    async stop() {
      ending.abort()
      await Promise.all(calls)
      return { answered, refused }
    },
  }
}

export const deploy: Drill = {
  name: 'deploy',
  shows: 'two processes behind a proxy are replaced under load, and no request is refused',
  async run({ times = 3 }, print) {
    const outcome = await drillDeploy({ role: 'web', times }, print)
    const { refused_by_killed } = outcome
    for (const line of outcome.refused.slice(0, 5)) print(`! ${line}`)
    return judge({
      faults: [...outcome.refused, ...outcome.ends],
      unshown: refused_by_killed.length === 0 ? ['the control, a killed process, refused nothing'] : [],
      reached: `${outcome.answered} requests answered, ${outcome.refused.length} refused while ${times * 2} processes were replaced; the control refused ${refused_by_killed.length}`,
      sizes: { requests: outcome.answered, replaced: times * 2 },
    })
  },
}
