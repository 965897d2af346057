// Serves a built app: hashed files cached forever, the shell for every screen's address, 404 for all else.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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

/** The HTML of a screen by language. */
type Screens = Readonly<Record<string, string>>

interface AppFiles {
  /** Where the app was built. */
  dist: string
  /** Completes the shell for this moment, or for offline use: without what may have changed by then. */
  fill: (shell: string, when: 'now' | 'any time', screens?: Screens) => Promise<string>
}

/** Revalidated at each visit: an old worker would continue serving the old app. */
const WORKER = /\/service-worker\.js(\.br|\.gz)?$/

function cacheControlOf(path: string): string {
  if (path.includes('/assets/')) return FOR_EVER
  return WORKER.test(path) ? 'no-cache' : 'public, max-age=600'
}

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
const MAX_PACKED = 20

/** Pages are the same until a setting changes. */
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

/** Mounts the built app. */
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
  // By path: what was rendered at build.
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
  // A separate route: the static plugin treats `/` as a folder, refused to clients without compression.
  if (shell !== undefined) {
    fastify.get('/', (request, reply) => sendShell(request, reply, shell))
    // What the service worker stores for offline use.
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
