// Load shedding: an API process works on a bounded number of calls at once and refuses the rest immediately, because a call that
// waits behind thousands is answered after its caller has given up (load-shedding.test.ts; bench/knee.ts).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from './refusal.ts'

/** Twice the callers at which throughput peaks; at a thousand calls a second the last of them waits 0.5 s. */
export const MAX_IN_FLIGHT = 512

const COUNTED = Symbol('counted')
type Counted = FastifyRequest & { [COUNTED]?: boolean }

/**
 * Refuses `service_is_busy`, with Retry-After, while `max` calls are in flight: from when a call's body has been received, so that
 * slow senders hold no place, until its answer begins, so that neither slow readers nor live streams do.
 */
export function shedLoad(fastify: FastifyInstance, max = MAX_IN_FLIGHT): void {
  let in_flight = 0
  fastify.addHook('preHandler', (request: Counted, _reply, done) => {
    if (!request.url.startsWith('/api/')) return done()
    if (in_flight >= max) return done(refuse('service_is_busy'))
    in_flight += 1
    request[COUNTED] = true
    done()
  })
  fastify.addHook('onSend', (request: Counted, _reply, payload, done) => {
    if (request[COUNTED]) {
      request[COUNTED] = false
      in_flight -= 1
    }
    done(null, payload)
  })
}
