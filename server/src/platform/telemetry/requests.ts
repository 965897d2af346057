// Every request: counted, traced, and at level `info` logged by route, never by address, query or body
// (telemetry.test.ts).
import type { Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countRequest } from './metrics.ts'
import { endRequest, traceRequest } from './traces.ts'

const SPAN = Symbol('span')
const REFUSED = Symbol('refused')
type Traced = FastifyRequest & { [SPAN]?: Span | undefined; [REFUSED]?: string }

/** Unknown paths share one label: otherwise a scanner would create a time series for each (cardinality). */
const NO_ROUTE = 'none'

/** The contract's code of a refusal is logged, so that guessing and forbidden calls are visible. */
export function recordRefusal(request: Traced, code: string): void {
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
    const tookMs = reply.elapsedTime
    countRequest(method, route, status, tookMs / 1000)
    if (request[SPAN] !== undefined) endRequest(request[SPAN], method, route, status)
    const code = request[REFUSED] === undefined ? {} : { code: request[REFUSED] }
    request.log.info({ method, route, status, ...code, tookMs: Math.round(tookMs) }, 'answered')
    done()
  })
}
