// A proxy in front of the demo, for faults that a browser cannot simulate: an unreachable server, an expired token, a
// new version.
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostVariables, OWN_HOSTS, startServer } from './product.ts'

export interface ProxyServer {
  readonly origin: string
  /** While set, every connection is closed without a response. */
  down: boolean
  /** Access tokens that are refused as expired. */
  readonly expired: Set<string>
  /** If set, replaces the name of the app's entry in the service worker, as if another version had been built. */
  entry: string | undefined
  /** Origin of the server behind it, which is always reachable. */
  readonly behind: string
  /** Paths requested, in order, without preflights. */
  readonly requested: string[]
  close(): Promise<void>
}

interface FrontOptions {
  /** Origin of a running server. */
  readonly origin: string
  /** Data folder with the loaded demo, which no server uses. */
  readonly preparedDir: string
}

/**
 * In front of the running server or, if the API has a separate host, of another one configured with this proxy as its
 * host, because the API accepts no other origin.
 */
export async function startFront({ origin, preparedDir }: FrontOptions): Promise<ProxyServer> {
  const front = { down: false, expired: new Set<string>(), entry: undefined, requested: [] } as Omit<
    ProxyServer,
    'origin' | 'behind' | 'close'
  >
  let behind = origin
  const proxy = createServer((incoming, answer) => {
    const path = incoming.url ?? '/'
    if (incoming.method !== 'OPTIONS') front.requested.push(path)
    const token = incoming.headers.authorization?.replace('Bearer ', '')
    if (front.down) incoming.socket.destroy()
    else if (token !== undefined && front.expired.has(token)) sayExpired(incoming, answer)
    else if (path.startsWith('/service-worker.js') && front.entry !== undefined)
      void otherVersion(behind + path, front.entry, answer)
    else passOn(behind, incoming, answer)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const port = String((proxy.address() as AddressInfo).port)
  const server = OWN_HOSTS.includes('api') ? await startServer(hostVariables(port), preparedDir) : undefined
  if (server !== undefined) behind = server.origin
  return Object.assign(front, {
    origin: `http://localhost:${port}`,
    behind,
    async close() {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
      await server?.stop()
    },
  })
}

function passOn(behind: string, incoming: IncomingMessage, answer: ServerResponse): void {
  const { method, headers } = incoming
  const onwards = request(behind + incoming.url, { ...(method && { method }), headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(answer)
  })
  onwards.on('error', () => answer.destroy())
  answer.on('close', () => onwards.destroy())
  incoming.pipe(onwards)
}

function sayExpired({ headers }: IncomingMessage, answer: ServerResponse): void {
  answer.writeHead(401, {
    'content-type': 'application/json; charset=utf-8',
    'access-control-allow-origin': headers.origin ?? '*',
  })
  answer.end(JSON.stringify({ message: 'Token is Expired', code: 'token_is_expired', request_id: 'front' }))
}

async function otherVersion(url: string, entry: string, answer: ServerResponse): Promise<void> {
  const code = await (await fetch(url)).text()
  answer.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
  answer.end(code.replace(/entry:(["'`])\/assets\/[^"'`]+\1/, `entry:$1${entry}$1`))
}
