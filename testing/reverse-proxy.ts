// A reverse proxy as in deployments: polls readiness, and forwards each request to the next ready process (round robin),
// tracked links to the links processes. It never retries, so that failures are visible.
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessRole } from './cluster.ts'

const ASKED_EVERY_MS = 100
const READY_WITHIN_MS = 180_000

export interface Proxy {
  readonly port: number
  /** Number of requests forwarded to each process, by port. */
  readonly sent: ReadonlyMap<number, number>
  /** Failures of processes (5xx, 429 or a cut connection), with counts. */
  readonly refusals: ReadonlyMap<string, number>
  /** Adds a process for everything, for tracked links, or for everything else. */
  add(port: number, role?: ProcessRole): void
  /** Resolves once the process at that port is ready; rejects after three minutes. */
  ready(port: number): Promise<void>
  /** Number of responses, and how many of them were 5xx, from the proxy or a process. */
  answered: number
  refused: number
  close(): void
}

export async function openProxy(): Promise<Proxy> {
  const behind = new Map<number, { readonly role: ProcessRole | undefined; ready: boolean }>()
  const sent = new Map<number, number>()
  const refusals = new Map<string, number>()
  const note = (what: string) => refusals.set(what, (refusals.get(what) ?? 0) + 1)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const turns = { web: 0, links: 0 }
  const ending = new AbortController()

  const server = createServer((stats, answered) => {
    const part = /^\/(r\/|b\/|b\.js)/.test(stats.url ?? '') ? 'links' : 'web'
    const ready = [...behind].filter(([, each]) => each.ready && (each.role ?? part) === part)
    const [port] = ready[(turns[part] += 1) % Math.max(ready.length, 1)] ?? []
    answered.once('finish', () => {
      proxy.answered += 1
      if (answered.statusCode >= 500) proxy.refused += 1
    })
    const refuse = () => {
      if (!answered.headersSent) answered.writeHead(502)
      answered.end()
    }
    if (port === undefined) {
      note(`502, for none was ready, ${stats.method} ${stats.url?.split('?')[0]}`)
      return refuse()
    }
    sent.set(port, (sent.get(port) ?? 0) + 1)
    const passed = request(
      { host: '127.0.0.1', port, agent, method: stats.method, path: stats.url, headers: stats.headers },
      (answer) => {
        const { connection: _, ...headers } = answer.headers
        const status = answer.statusCode!
        if (status >= 500 || status === 429) note(`${status} ${stats.method} ${stats.url?.split('?')[0]}`)
        answered.writeHead(status, headers)
        answer.pipe(answered)
        answer.on('error', refuse)
      },
    )
    passed.on('error', (error) => {
      if (!answered.destroyed) note(`${error.message} ${stats.method} ${stats.url?.split('?')[0]}`)
      refuse()
    })
    answered.on('close', () => passed.destroy())
    stats.pipe(passed)
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  async function askAll(): Promise<void> {
    while (!ending.signal.aborted) {
      // Polled in parallel, so that a slow process does not delay noticing that another is stopping.
      await Promise.all(
        [...behind].map(async ([port, each]) => {
          const signal = AbortSignal.timeout(1000)
          each.ready = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).then(
            ({ ok }) => ok,
            () => false,
          )
        }),
      )
      await sleep(ASKED_EVERY_MS)
    }
  }
  void askAll()

  const proxy: Proxy = {
    port: (server.address() as AddressInfo).port,
    answered: 0,
    refused: 0,
    sent,
    refusals,
    add: (port, role) => void behind.set(port, { role, ready: false }),
    async ready(port) {
      const untilMs = performance.now() + READY_WITHIN_MS
      while (behind.get(port)?.ready !== true) {
        if (performance.now() > untilMs) throw new Error(`the process at port ${port} is never ready`)
        await sleep(ASKED_EVERY_MS)
      }
    },
    close() {
      ending.abort()
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
  return proxy
}
