// Liveness, readiness and metrics; metrics on a separate port. No data of members or money beyond sums.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Queryable } from '../database/database.ts'
import { metricsText } from './metrics.ts'

const DATABASE_MS = 1000

/** Of one process. */
export interface Readiness {
  /** It is shutting down: it still answers, but takes no new work. */
  closing: boolean
}

interface Probed {
  readonly database: Queryable
  readonly readiness: Readiness
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string
}

const ALIVE: Answer = { status: 200, type: 'application/json; charset=utf-8', body: '{"alive":true}' }

async function answerReady({ database, readiness }: Probed): Promise<Answer> {
  const reason = readiness.closing ? 'closing' : (await answers(database)) ? null : 'database'
  return {
    status: reason === null ? 200 : 503,
    type: ALIVE.type,
    body: JSON.stringify(reason === null ? { ready: true } : { ready: false, reason }),
  }
}

async function answers(database: Queryable): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), DATABASE_MS)
  })
  const answered = database.query({ text: 'select 1' }).then(
    () => true,
    () => false,
  )
  return await Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

/**
 * `GET /healthz` and `GET /readyz` (503 when the database does not answer within a second, or while shutting down).
 * While it shuts down, every answer closes its connection, so that clients reconnect elsewhere.
 */
export function probeRoutes(fastify: FastifyInstance, probed: Probed): void {
  for (const [url, answer] of [
    ['/healthz', async () => ALIVE],
    ['/readyz', () => answerReady(probed)],
  ] as const)
    fastify.get(url, { logLevel: 'warn' }, async (_request, reply) => {
      const { status, type, body } = await answer()
      return reply.code(status).header('cache-control', 'no-store').type(type).send(body)
    })
  fastify.addHook('onRequest', (_request, reply, done) => {
    if (probed.readiness.closing) reply.header('connection', 'close')
    done()
  })
}

/** The same and `GET /metrics` on a separate server: processes without HTTP have it too. `close` ends it. */
export async function openProbes(
  probed: Probed & { readonly port: number; readonly host: string },
): Promise<{ port: number; close: () => Promise<void> }> {
  const byPath: Readonly<Record<string, () => Promise<Answer>>> = {
    '/healthz': async () => ALIVE,
    '/readyz': () => answerReady(probed),
    '/metrics': async () => {
      const { type, text } = await metricsText()
      return { status: 200, type, body: text }
    },
  }
  const server = createServer((request, response) => {
    const answer = request.method === 'GET' ? byPath[request.url ?? ''] : undefined
    if (answer === undefined) {
      response.writeHead(404).end()
      return
    }
    answer().then(
      ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(probed.port, probed.host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
