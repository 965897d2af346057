// Well-known addresses: robots.txt (RFC 9309), security.txt (RFC 9116), and
// https://w3c.github.io/webappsec-change-password-url/.
import type { FastifyRequest } from 'fastify'
import type { Routes } from './app.ts'
import { isAdminHost } from './hosts.ts'
import { iconRoutes } from './icons.ts'
import { refuse } from './refusal.ts'

/** Order links stay open to link-preview crawlers; their pages say noindex. */
const ROBOTS = 'User-agent: *\nDisallow: /api/\nDisallow: /admin\n'
const ROBOTS_OF_ADMIN_HOST = 'User-agent: *\nDisallow: /\n'

export function wellKnownRoutes({ fastify, app }: Routes): void {
  const { config, database } = app
  const ofAdmin = (request: FastifyRequest) => isAdminHost(config, request)

  iconRoutes(fastify, ['/', '/admin/'])
  fastify.get('/robots.txt', (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(ofAdmin(request) ? ROBOTS_OF_ADMIN_HOST : ROBOTS),
  )
  fastify.get('/.well-known/change-password', (request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .redirect(ofAdmin(request) ? '/admin/' : '/individual/security', 302),
  )
  fastify.get('/.well-known/security.txt', (_request, reply) => {
    const { security, publicOrigin } = config
    // An expired security.txt must not be trusted, so none is served.
    if (security === undefined || security.expires <= database.clock.now()) throw refuse('route_is_unknown')
    const lines = [
      `Contact: ${security.contact}`,
      `Expires: ${security.expires.toISOString()}`,
      'Preferred-Languages: en, vi',
      ...(publicOrigin === undefined ? [] : [`Canonical: ${publicOrigin}/.well-known/security.txt`]),
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`${lines.join('\n')}\n`)
  })
}
