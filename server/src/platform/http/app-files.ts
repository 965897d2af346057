// Serves a built app: hashed files with immutable caching, the shell for every screen's path, 404 for anything else.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from './refusal.ts'
import { sendRefusal } from './server.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'

/** CSP hashes of the shell's inline scripts, written next to it by the build. */
export function scriptHashes(dist: string): string[] {
  const file = join(dist, 'csp.json')
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { scriptHashes: string[] }).scriptHashes
    : []
}

/** The HTML of a screen by language. */
type Screens = Readonly<Record<string, string>>

interface AppFiles {
  /** The build's output folder. */
  dist: string
  /** Fills in the shell for now, or for offline use: without anything that may be stale by then. */
  fill: (shell: string, when: 'now' | 'any time', screens?: Screens) => Promise<string>
}

/** Revalidated on each visit: a stale service worker would keep serving the old app. */
const WORKER = /\/service-worker\.js(\.br|\.gz)?$/

function cacheControlOf(path: string): string {
  if (path.includes('/assets/')) return FOR_EVER
  return WORKER.test(path) ? 'no-cache' : 'public, max-age=600'
}

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
const MAX_PACKED = 20

/** Cache of compressed pages: they are identical until a setting changes. */
function packer(): (page: string) => Promise<Buffer> {
  const known = new Map<string, Promise<Buffer>>()
  return (page) => {
    const before = known.get(page)
    if (before) return before
    if (known.size === MAX_PACKED) known.clear()
    const made = promisify(brotliCompress)(page, QUALITY)
    known.set(page, made)
    return made
  }
}

export async function appFiles(fastify: FastifyInstance, { dist, fill }: AppFiles): Promise<void> {
  await fastify.register(fastifyStatic, {
    root: dist,
    decorateReply: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    wildcard: true,
    allowedPath: (path) => !/\/(csp\.json|index\.html|screens\.json)$/.test(path),
    setHeaders: (reply, path) => void reply.header('cache-control', cacheControlOf(path)),
  })
  const shell = existsSync(join(dist, 'index.html'))
    ? readFileSync(join(dist, 'index.html'), 'utf8')
    : undefined
  const packed = packer()
  // By path: screens rendered at build time.
  const screens = existsSync(join(dist, 'screens.json'))
    ? new Map(
        Object.entries(
          JSON.parse(readFileSync(join(dist, 'screens.json'), 'utf8')) as Record<string, Screens>,
        ),
      )
    : undefined
  const sendShell = async (
    request: FastifyRequest,
    reply: FastifyReply,
    html: string,
    when: 'now' | 'any time' = 'now',
  ) => {
    const page = await fill(html, when, screens?.get(request.url.split('?', 1)[0]!))
    reply
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8')
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(page)
    return reply.header('content-encoding', 'br').send(await packed(page))
  }
  // A separate route: the static plugin treats `/` as a folder, and refuses it to clients without compression.
  if (shell !== undefined) {
    fastify.get('/', (request, reply) => sendShell(request, reply, shell))
    // Stored by the service worker for offline use.
    fastify.get('/shell.html', (request, reply) => sendShell(request, reply, shell, 'any time'))
  }
  fastify.setNotFoundHandler((request, reply) => {
    const [pathname = ''] = request.url.split('?', 1)
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (shell === undefined || !wantsPage || /^\/(api|files|assets|r|\.well-known)(\/|$)/.test(pathname))
      return sendRefusal(refuse('route_is_unknown'), request, reply)
    return sendShell(request, reply, shell)
  })
}
