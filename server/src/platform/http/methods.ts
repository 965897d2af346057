// Answers 405 with Allow if a path of the API exists but not for this method.
import type { FastifyInstance } from 'fastify'
import { refuse } from './refusal.ts'

interface Address {
  readonly pattern: RegExp
  readonly methods: Set<string>
}

/** Watches all routes below /api/ registered from now on. Refuses before a body is read. */
export function watchMethods(fastify: FastifyInstance): void {
  const addresses = new Map<string, Address>()
  fastify.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/') || url.includes('*')) return
    const path = url.replace(/\/$/, '')
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}/?$`)
    const { methods } = addresses.get(path) ?? { methods: new Set() }
    for (const each of [method].flat()) methods.add(each)
    addresses.set(path, { pattern, methods })
  })
  fastify.addHook('onRequest', async ({ url, routeOptions }, reply) => {
    if (!url.startsWith('/api/') || routeOptions.url?.startsWith('/api/')) return
    const [path = ''] = url.split('?', 1)
    const allowed = [...addresses.values()].filter(({ pattern }) => pattern.test(path))
    if (allowed.length === 0) return
    reply.header('allow', [...new Set(allowed.flatMap(({ methods }) => Array.from(methods)))].join(', '))
    throw refuse('method_is_not_allowed')
  })
}
