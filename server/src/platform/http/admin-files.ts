// Serves the back office below /admin. Its CSP allows only its own scripts, and styles from its files or with the
// response's nonce.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isMemberHostAlone } from './hosts.ts'

const NONCE = /(<meta name="csp-nonce" content=")[^"]*(")/
const BEING_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<title>Back office</title><p>The back office is being built. This page comes back by itself.</p>
<p lang="vi">Trang quản trị đang được dựng. Trang này sẽ tự tải lại.</p></html>`

function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // No inline `style` attribute; styles set from script are not covered by the CSP.
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';')
}

/**
 * While it is being built (`.sources` is in its folder) the page answers 503 and reloads. With a separate host it is
 * served only there, since staff's cookies and passkeys belong to that host.
 */
export async function adminFiles(
  fastify: FastifyInstance,
  dist: string,
  config: Pick<Config, 'apiOrigin' | 'publicOrigin'>,
): Promise<void> {
  const assets = join(dist, 'assets')
  await mkdir(assets, { recursive: true })
  await fastify.register(fastifyStatic, {
    root: assets,
    prefix: '/admin/assets/',
    decorateReply: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    wildcard: true,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isMemberHostAlone(config, request))
      return reply.header('cache-control', 'no-store').redirect(config.apiOrigin + request.url, 302)
    const nonce = randomBytes(16).toString('base64')
    reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', policyWith(nonce))
      .type('text/html; charset=utf-8')
    if (!existsSync(join(dist, '.sources')))
      return reply.code(503).header('retry-after', '5').send(BEING_BUILT)
    const html = await readFile(join(dist, 'index.html'), 'utf8')
    return reply.send(html.replace(NONCE, (_, before: string, after: string) => before + nonce + after))
  }
  fastify.get('/admin', sendPage)
  fastify.get('/admin/*', sendPage)
}
