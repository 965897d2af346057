// Load shedding: an API process handles a bounded number of calls at once and refuses the rest immediately, because a call
// queued behind thousands is answered after its caller's timeout (load-shedding.test.ts; bench/knee.ts).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from './refusal.ts'

/** Twice the concurrency at which throughput peaks; at a thousand calls per second the last one waits 0.5 s. */
export const MAX_IN_FLIGHT = 512

const COUNTED = Symbol('counted')
type Counted = FastifyRequest & { [COUNTED]?: boolean }

/**
 * Refuses `service_is_busy`, with Retry-After, while `max` calls are in flight. A call counts from the end of its body,
 * so that slow senders take no slot, until its response begins, so that slow readers and live streams take none either.
 */
export function shedLoad(fastify: FastifyInstance, max = MAX_IN_FLIGHT): void {
  let inFlight = 0
  fastify.addHook('preHandler', (request: Counted, _reply, done) => {
    if (!request.url.startsWith('/api/')) return done()
    if (inFlight >= max) return done(refuse('service_is_busy'))
    inFlight += 1
    request[COUNTED] = true
    done()
  })
  fastify.addHook('onSend', (request: Counted, _reply, payload, done) => {
    if (request[COUNTED]) {
      request[COUNTED] = false
      inFlight -= 1
    }
    done(null, payload)
  })
}
