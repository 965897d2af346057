// What the service worker keeps, and what it never does. An answer with money in it or about a member is never kept:
// a balance of yesterday shown as today's would be a lie, and the next person at this device could read it.

/** Files of the app that are fetched when wanted, such as the languages; the rest is kept when the worker is installed. */
export const WANTED_CACHE = 'fairturn-wanted'
/** Uploaded and changing pictures, at most so many. */
export const PICTURE_CACHE = 'fairturn-pictures'
export const PICTURES_KEPT = 60
/** Public answers of the API: the same for everybody, in one language. */
export const PUBLIC_CACHE = 'fairturn-public'

/** The page without settings, which the server gives for this alone (server/src/http/app-files.ts). */
export const SHELL = '/shell.html'

/** Words that may be an hour old: shown at once, and fetched anew for the next time. */
const TEXTS = new Set([
  'popup',
  'company-profile',
  'development-cooperation',
  'foundation-rules',
  'ordering-rules',
])
/** What one acts upon, such as a level's fee: from the network, and as last heard of only without one. */
const TERMS = new Set(['settings', 'level'])

/** How a GET below /api/ is kept; null: not at all, and the worker does not touch it. */
export function keepingOf(pathname: string): 'text' | 'terms' | null {
  const name = /^\/api\/([\w-]+)$/.exec(pathname)?.[1] ?? ''
  if (TEXTS.has(name)) return 'text'
  return TERMS.has(name) ? 'terms' : null
}

/** Other parts of the product at this origin, and files: opening one of these never ends in the app's shell. */
const NOT_SCREENS = /^\/(api|r|files|assets|media|popup|icons|admin|docs|\.well-known)(\/|$)|\.\w+$/

export const isScreen = (pathname: string): boolean => !NOT_SCREENS.test(pathname)

/** A file's name without its hash: the same file in another version. */
export const stemOf = (pathname: string): string => pathname.replace(/-[\w-]{8}(\.\w+)$/, '$1')
