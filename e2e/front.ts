// A proxy in front of the demo, for faults that a browser cannot simulate: an unreachable server, an
// expired token, a new version.
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ProxyServer {
  readonly origin: string
  /** While set, every connection breaks before it is answered. */
  down: boolean
  /** Access tokens that are answered as expired. */
  readonly expired: Set<string>
  /** Set: what the app's entry is called in the service worker, as if another version had been built. */
  entry: string | undefined
  /** Paths asked for, in order. */
  readonly asked: string[]
  close(): Promise<void>
}

export async function startFront(behind: string): Promise<ProxyServer> {
  const front = { down: false, expired: new Set<string>(), entry: undefined, asked: [] } as Omit<
    ProxyServer,
    'origin' | 'close'
  >
  const server = createServer((asked, answer) => {
    const path = asked.url ?? '/'
    front.asked.push(path)
    const token = asked.headers.authorization?.replace('Bearer ', '')
    if (front.down) asked.socket.destroy()
    else if (token !== undefined && front.expired.has(token)) sayExpired(answer)
    else if (path === '/service-worker.js' && front.entry !== undefined)
      void otherVersion(behind + path, front.entry, answer)
    else passOn(behind, asked, answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(front, {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

function passOn(behind: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, headers } = asked
  const onwards = request(behind + asked.url, { ...(method && { method }), headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(answer)
  })
  onwards.on('error', () => answer.destroy())
  answer.on('close', () => onwards.destroy())
  asked.pipe(onwards)
}

function sayExpired(answer: ServerResponse): void {
  answer.writeHead(401, { 'content-type': 'application/json; charset=utf-8' })
  answer.end(JSON.stringify({ message: 'Token is Expired', code: 'token_is_expired', request_id: 'front' }))
}

async function otherVersion(url: string, entry: string, answer: ServerResponse): Promise<void> {
  const code = await (await fetch(url)).text()
  answer.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
  answer.end(code.replace(/entry:(["'`])\/assets\/[^"'`]+\1/, `entry:$1${entry}$1`))
}
