// What the service worker caches, and what it never does. Answers with money or about a member are never
// cached: a stale balance shown as current would be wrong, and the next person at this device could read it
// (keeping.test.ts).

/** Files of the app that are fetched when wanted, such as the languages; the rest is kept when the worker is installed. */
export const ON_DEMAND_CACHE = 'fairturn-wanted'
/** Uploaded and changing pictures, at most so many. */
export const PICTURE_CACHE = 'fairturn-pictures'
export const PICTURES_KEPT = 60
/** Public answers of the API: the same for everybody, in one language. */
export const PUBLIC_CACHE = 'fairturn-public'

/** The page without settings, which the server gives for this alone (server/src/http/app-files.ts). */
export const SHELL = '/shell.html'

/** Texts that may be an hour old: stale-while-revalidate. */
const TEXTS = new Set([
  'popup',
  'company-profile',
  'development-cooperation',
  'foundation-rules',
  'ordering-rules',
])
/** What one acts upon, such as a level's fee: network first, cached only without a network. */
const TERMS = new Set(['settings', 'level'])

/** The caching strategy of a GET of the API, which is at `base`; null: the worker does not touch it. */
export function cachePolicyOf(url: URL, base: URL): 'text' | 'terms' | null {
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return null
  const name = url.pathname.slice(base.pathname.length)
  if (TEXTS.has(name)) return 'text'
  return TERMS.has(name) ? 'terms' : null
}

/** Other parts of the product at this origin, and files: opening one of these never ends in the app's shell. */
const NOT_SCREENS = /^\/(api|r|files|assets|media|popup|icons|admin|docs|\.well-known)(\/|$)|\.\w+$/

/** Where the page's service worker is, told where the API is when that is not where it always is. */
export const workerAt = (api_base: string): string =>
  api_base === '/api/' ? '/service-worker.js' : `/service-worker.js?${new URLSearchParams({ api: api_base })}`

/** The base that a worker at this address was given. */
export const apiOf = (worker: URL): URL => new URL(worker.searchParams.get('api') ?? '/api/', worker)

export const isScreen = (pathname: string): boolean => !NOT_SCREENS.test(pathname)

/** A file's name without its hash: the same file in another version. */
export const stemOf = (pathname: string): string => pathname.replace(/-[\w-]{8}(\.\w+)$/, '$1')
