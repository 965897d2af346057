// Rolling deployment under load: two processes behind a proxy are replaced one after the other, and no request may fail.
// The control kills one, and failures must be seen. Started by main.ts, as deployed.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '../server/src/platform/database/embedded.ts'
import { freePort } from '../testing/free-port.ts'
import { migrateAs } from '../testing/postgres.ts'
import { endProcess, SHUTDOWN_DELAY_MS, startProcess } from '../testing/processes.ts'
import { openProxy, type Proxy } from '../testing/reverse-proxy.ts'
import { type Drill, judge, type Print } from './verdict.ts'

const CALLERS = 16
/** Pause between a caller's requests: without it they leave no processor time to starting processes. */
const PAUSE_MS = 20

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
  readonly refusedByKilled: readonly string[]
}

export async function drillDeploy({ role, times }: RestartInput, print: Print): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'fairturn-deploy-'))
  await chmod(folder, 0o711)
  const server = await startEmbedded({ dataDir: folder })
  const children: ChildProcess[] = []
  const proxy = await openProxy()
  try {
    const { appUrl: url } = await migrateAs(server.url, server.superuserUrl, folder)
    const start = async () => {
      const port = await freePort()
      const child = startProcess({ role, port, url, dataDir: join(folder, 'data') })
      children.push(child)
      proxy.add(port)
      const ended = once(child, 'exit').then(([code]) => {
        throw new Error(`the process at port ${port} ended with ${code} before it was ready`)
      })
      ended.catch(() => undefined)
      await Promise.race([proxy.ready(port), ended])
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
    await sleep(SHUTDOWN_DELAY_MS)
    return { ...outcome, ends, refusedByKilled: (await control.stop()).refused }
  } finally {
    for (const child of children) child.kill('SIGKILL')
    proxy.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
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
    const { refusedByKilled } = outcome
    for (const line of outcome.refused.slice(0, 5)) print(`! ${line}`)
    return judge({
      faults: [...outcome.refused, ...outcome.ends],
      unshown: refusedByKilled.length === 0 ? ['the control, a killed process, refused nothing'] : [],
      reached: `${outcome.answered} requests answered, ${outcome.refused.length} refused while ${times * 2} processes were replaced; the control refused ${refusedByKilled.length}`,
      sizes: { requests: outcome.answered, replaced: times * 2 },
    })
  },
}
