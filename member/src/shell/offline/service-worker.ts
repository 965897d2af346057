// The service worker: opens the app offline and receives push messages when no page is open. Caches nothing
// about money or a member, and never replays a write: an action that was reported as not done must not happen
// later (keeping.test.ts, offline.e2e.ts).
import { addRoute, matchPrecache, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies'
import {
  apiOf,
  isScreen,
  cachePolicyOf,
  PICTURE_CACHE,
  MAX_CACHED_PICTURES,
  PUBLIC_CACHE,
  SHELL,
  stemOf,
  ON_DEMAND_CACHE,
} from './cache-policy.ts'
import { handlePush } from './push.ts'
import type { FetchEvent, WorkerScope } from './worker-scope.ts'

/** Filled in by the build (member/service-worker-build.ts). */
declare const FILES: {
  precache: { url: string; revision: string | null }[]
  on_demand: string[]
  entry: string
}

const files = FILES

/** Timeout after which a navigation falls back to the cached shell. */
const NETWORK_TIMEOUT_MS = 3000

const scope = globalThis as unknown as WorkerScope
const api = apiOf(new URL(scope.location.href))
const atHome = (url: URL) => url.origin === scope.location.origin

precache(files.precache)
addRoute({ directoryIndex: '', cleanURLs: false })

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && atHome(url) && isScreen(url.pathname),
  ({ event, request }) => openScreen(event as FetchEvent, request),
)
// The browser has requested a tracked link already while the worker was starting. Not answered from that response, it would be
// requested again, and the link would have two visits of one person.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && atHome(url) && /^\/r\//i.test(url.pathname),
  async ({ event, request }) => (await (event as FetchEvent).preloadResponse) ?? (await fetch(request)),
)
registerRoute(
  ({ url }) => atHome(url) && url.pathname.startsWith('/assets/'),
  // An API on another host adds `Vary: Origin`. A module request sends Origin, but the request that filled
  // the cache did not.
  new CacheFirst({ cacheName: ON_DEMAND_CACHE, matchOptions: { ignoreVary: true } }),
)

const pictures = { cacheName: PICTURE_CACHE, plugins: [{ cacheDidUpdate: limitImageCache }] }
registerRoute(
  ({ request, url }) => request.destination === 'image' && atHome(url) && url.pathname.startsWith('/files/'),
  new CacheFirst(pictures),
)
registerRoute(
  ({ request, url }) =>
    request.destination === 'image' && atHome(url) && /^\/(media|popup)\//.test(url.pathname),
  new StaleWhileRevalidate(pictures),
)

const answers = { cacheName: PUBLIC_CACHE, plugins: [{ cacheKeyWillBeUsed: nameOfAnswer }] }
registerRoute(({ url }) => cachePolicyOf(url, api) === 'text', new StaleWhileRevalidate(answers))
registerRoute(
  ({ url }) => cachePolicyOf(url, api) === 'terms',
  new NetworkFirst({ ...answers, networkTimeoutSeconds: NETWORK_TIMEOUT_MS / 1000 }),
)

scope.addEventListener('install', (event) => event.waitUntil(precacheUsedFiles()))
scope.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([dropOldVersions(), scope.registration.navigationPreload.enable(), scope.clients.claim()]),
  ),
)
scope.addEventListener('message', (event) => {
  const message = event.data as { type: 'SKIP_WAITING' | 'ENTRY' } | { type: 'LOADED'; files: string[] }
  if (message.type === 'SKIP_WAITING') void scope.skipWaiting()
  else if (message.type === 'ENTRY') event.ports[0]?.postMessage(files.entry)
  else if (message.type === 'LOADED') event.waitUntil(cacheFilesNamedLike(message.files))
})
handlePush(scope)

/** The page from the server, or the cached shell without settings if the server does not answer. */
async function openScreen(event: FetchEvent, request: Request): Promise<Response> {
  const answer = (async () => (await event.preloadResponse) ?? (await fetch(request)))().catch(
    () => undefined,
  )
  event.waitUntil(answer)
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS))
  const inTime = await Promise.race([answer, patience])
  if (inTime && inTime.status < 500) return inTime
  return (await matchPrecache(SHELL)) ?? (await answer) ?? Response.error()
}

/** Cache key: public responses vary only by language, which is sent in a header. */
async function nameOfAnswer({ request }: { request: Request }): Promise<string> {
  const name = new URL(request.url)
  name.searchParams.set('langcode', request.headers.get('langcode') ?? '')
  return name.href
}

async function limitImageCache(): Promise<void> {
  const cache = await caches.open(PICTURE_CACHE)
  const kept = await cache.keys()
  await Promise.all(kept.slice(0, -MAX_CACHED_PICTURES).map((oldest) => cache.delete(oldest)))
}

/** Precaches the on-demand files that the previous version had cached, above all the member’s language. */
async function precacheUsedFiles(): Promise<void> {
  const kept = await (await caches.open(ON_DEMAND_CACHE)).keys()
  await cacheFilesNamedLike(kept.map(({ url }) => new URL(url).pathname))
}

/**
 * Caches this version's on-demand files that have the same stems. A language's texts and the server's
 * messages share one.
 */
async function cacheFilesNamedLike(named: readonly string[]): Promise<void> {
  const stems = new Set(named.map(stemOf))
  const cache = await caches.open(ON_DEMAND_CACHE)
  for (const file of files.on_demand.filter((fileOf) => stems.has(stemOf(fileOf))))
    if (!(await cache.match(file))) await cache.add(file)
}

async function dropOldVersions(): Promise<void> {
  const cache = await caches.open(ON_DEMAND_CACHE)
  const old = (await cache.keys()).filter(({ url }) => !files.on_demand.includes(new URL(url).pathname))
  await Promise.all(old.map((file) => cache.delete(file)))
}
