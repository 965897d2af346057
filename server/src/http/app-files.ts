// Serves a built app: hashed files cached for ever, the shell for every screen's address, 404 for all else.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sendRefusal } from './server.ts'
import { refuse } from './refusal.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'

/** CSP sources of the inline scripts in the built shell; the build writes them beside it. */
export function scriptHashes(dist: string): string[] {
  const file = join(dist, 'csp.json')
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { script_hashes: string[] }).script_hashes
    : []
}

interface AppFiles {
  /** Where the app was built. */
  dist: string
  /** Completes the shell for this moment, or for offline use: without what may have changed by then. */
  fill: (shell: string, when: 'now' | 'any time') => Promise<string>
}

/** Revalidated at each visit: an old worker would go on serving the old app. */
const WORKER = /\/service-worker\.js(\.br|\.gz)?$/

function cacheControlOf(path: string): string {
  if (path.includes('/assets/')) return FOR_EVER
  return WORKER.test(path) ? 'no-cache' : 'public, max-age=600'
}

/** Mounts the built app. */
export async function appFiles(fastify: FastifyInstance, { dist, fill }: AppFiles): Promise<void> {
  await fastify.register(fastifyStatic, {
    root: dist,
    decorateReply: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    wildcard: true,
    allowedPath: (path) => !path.endsWith('/csp.json') && !path.endsWith('/index.html'),
    setHeaders: (reply, path) => void reply.header('cache-control', cacheControlOf(path)),
  })
  const shell = existsSync(join(dist, 'index.html'))
    ? readFileSync(join(dist, 'index.html'), 'utf8')
    : undefined
  const sendShell = async (reply: FastifyReply, html: string, when: 'now' | 'any time' = 'now') =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(await fill(html, when))
  // A route of its own: the static plugin treats `/` as a folder, refused to clients without compression.
  if (shell !== undefined) {
    fastify.get('/', (_request, reply) => sendShell(reply, shell))
    // What the service worker stores for offline use.
    fastify.get('/shell.html', (_request, reply) => sendShell(reply, shell, 'any time'))
  }
  fastify.setNotFoundHandler((request, reply) => {
    const [pathname = ''] = request.url.split('?', 1)
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (shell === undefined || !wantsPage || /^\/(api|files|assets|r|\.well-known)(\/|$)/.test(pathname))
      return sendRefusal(refuse('route_is_unknown'), request, reply)
    return sendShell(reply, shell)
  })
}
