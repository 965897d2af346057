// Every request of a server seen from outside: counted, traced, and at level `info` written down in one line. It must never name
// who asked or what for: a route, not an address; no query, no body.
import type { Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countRequest } from './metrics.ts'
import { endRequest, traceRequest } from './traces.ts'

const SPAN = Symbol('span')
const REFUSED = Symbol('refused')
type Traced = FastifyRequest & { [SPAN]?: Span | undefined; [REFUSED]?: string }

/** What goes to no route of ours is one: otherwise whoever guesses addresses would make a series of figures for each. */
const NO_ROUTE = 'none'

/** With which code of the contract the request was refused: its line says so, for guesses and forbidden calls are seen by their code. */
export function noteRefusal(request: Traced, code: string): void {
  request[REFUSED] = code
}

export function watchRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request: Traced, _reply, done) => {
    request[SPAN] = traceRequest(request.headers, done)
  })
  fastify.addHook('onResponse', (request: Traced, reply: FastifyReply, done) => {
    const route = request.routeOptions.url ?? NO_ROUTE
    const { method } = request
    const status = reply.statusCode
    const took_ms = reply.elapsedTime
    countRequest(method, route, status, took_ms / 1000)
    if (request[SPAN] !== undefined) endRequest(request[SPAN], method, route, status)
    const code = request[REFUSED] === undefined ? {} : { code: request[REFUSED] }
    request.log.info({ method, route, status, ...code, took_ms: Math.round(took_ms) }, 'answered')
    done()
  })
}
