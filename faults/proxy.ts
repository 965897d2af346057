// A reverse proxy as deployments have one: polls readiness, and balances requests over kept connections to
// the ready processes. It never retries, so that refusals are seen.
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const ASKED_EVERY_MS = 100

export interface Proxy {
  readonly port: number
  add(port: number): void
  /** Resolves once the process at that port has said that it is ready. */
  ready(port: number): Promise<void>
  /** How many requests were answered, and how many of these, by it or by a process, with 5xx. */
  answered: number
  refused: number
  close(): void
}

export async function openProxy(): Promise<Proxy> {
  const behind = new Map<number, boolean>()
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let turn = 0
  const ending = new AbortController()

  const server = createServer((stats, answered) => {
    const ready = [...behind].filter(([, is]) => is).map(([port]) => port)
    const port = ready[(turn += 1) % Math.max(ready.length, 1)]
    answered.once('finish', () => {
      proxy.answered += 1
      if (answered.statusCode >= 500) proxy.refused += 1
    })
    const refuse = () => {
      if (!answered.headersSent) answered.writeHead(502)
      answered.end()
    }
    if (port === undefined) return refuse()
    const passed = request(
      { host: '127.0.0.1', port, agent, method: stats.method, path: stats.url, headers: stats.headers },
      (answer) => {
        const { connection: _, ...headers } = answer.headers
        answered.writeHead(answer.statusCode!, headers)
        answer.pipe(answered)
        answer.on('error', refuse)
      },
    )
    passed.on('error', refuse)
    stats.pipe(passed)
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  async function askAll(): Promise<void> {
    while (!ending.signal.aborted) {
      for (const port of behind.keys()) {
        const signal = AbortSignal.timeout(1000)
        const is = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).then(
          ({ ok }) => ok,
          () => false,
        )
        behind.set(port, is)
      }
      await sleep(ASKED_EVERY_MS)
    }
  }
  void askAll()

  const proxy: Proxy = {
    port: (server.address() as AddressInfo).port,
    answered: 0,
    refused: 0,
    add: (port) => void behind.set(port, false),
    async ready(port) {
      while (behind.get(port) !== true) await sleep(ASKED_EVERY_MS)
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
