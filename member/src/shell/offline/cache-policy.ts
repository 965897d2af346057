// What the service worker caches. Responses with money or about a member are never cached: a stale balance
// shown as current would be wrong, and the next person at this device could read it (keeping.test.ts).

/**
 * Files of the app that are fetched on demand, such as languages; all others are precached when the worker is
 * installed.
 */
export const ON_DEMAND_CACHE = 'fairturn-wanted'
/** Uploaded and changing images; limited to MAX_CACHED_PICTURES. */
export const PICTURE_CACHE = 'fairturn-pictures'
export const MAX_CACHED_PICTURES = 60
/** Public API responses, which vary only by language. */
export const PUBLIC_CACHE = 'fairturn-public'

/**
 * The page without settings, which the server serves only to the service worker
 * (server/src/platform/http/app-files.ts).
 */
export const SHELL = '/shell.html'

/** Texts that may be an hour old: stale-while-revalidate. */
const TEXTS = new Set([
  'popup',
  'company-profile',
  'development-cooperation',
  'foundation-rules',
  'ordering-rules',
])
/** Data that decisions are based on, such as a level's fee: network first, cache only when offline. */
const TERMS = new Set(['settings', 'level'])

/** The caching strategy for a GET to the API, which is at `base`; null: the worker does not handle it. */
export function cachePolicyOf(url: URL, base: URL): 'text' | 'terms' | null {
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return null
  const name = url.pathname.slice(base.pathname.length)
  if (TEXTS.has(name)) return 'text'
  return TERMS.has(name) ? 'terms' : null
}

/** Other parts of the product on this origin, and files: navigating to these must not return the app's shell. */
const NOT_SCREENS = /^\/(api|r|files|assets|media|popup|icons|admin|docs|\.well-known)(\/|$)|\.\w+$/

/** URL of the service worker; passes the API base as a parameter if it is not the default. */
export const workerAt = (apiBase: string): string =>
  apiBase === '/api/' ? '/service-worker.js' : `/service-worker.js?${new URLSearchParams({ api: apiBase })}`

/** The API base passed to the worker at this URL. */
export const apiOf = (worker: URL): URL => new URL(worker.searchParams.get('api') ?? '/api/', worker)

export const isScreen = (pathname: string): boolean => !NOT_SCREENS.test(pathname)

/** A file's name without its content hash: equal for the same file of another version. */
export const stemOf = (pathname: string): string => pathname.replace(/-[\w-]{8}(\.\w+)$/, '$1')
