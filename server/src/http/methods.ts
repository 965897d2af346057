// Answers 405 with Allow where an address of the API exists, but not for this method.
import type { FastifyInstance } from 'fastify'
import { refuse } from './refusal.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Notes which methods each address below /api/ takes from now on; the returned function refuses the others. */
export function watchMethods(fastify: FastifyInstance): () => void {
  const taken = new Map<string, Set<string>>()
  let watching = true
  fastify.addHook('onRoute', ({ url, method }) => {
    if (!watching || !url.startsWith('/api/') || url.includes('*')) return
    const address = url.replace(/\/$/, '')
    const methods = taken.get(address) ?? new Set()
    taken.set(address, methods)
    for (const each of [method].flat()) methods.add(each)
  })
  return function refuseOthers() {
    watching = false
    for (const [url, methods] of taken) {
      const allow = [...methods].join(', ')
      fastify.route({
        method: METHODS.filter((method) => !methods.has(method)),
        url,
        // Before any body is read: it cannot matter.
        onRequest: async (_request, reply) => {
          reply.header('allow', allow)
          throw refuse('method_is_not_allowed')
        },
        handler: () => undefined,
      })
    }
  }
}
