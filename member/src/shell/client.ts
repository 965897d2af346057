// The API client and query cache of this page.
import { createClient, type PreloadedResponses } from '@fairturn/ui/client.ts'
import { createQueryClient } from '@fairturn/ui/query.ts'
import { navigate } from 'wouter/use-browser-location'
import { chosenLocale } from './locale.ts'
import { loginFrom, paths } from './paths.ts'
import { session } from './session.ts'

export const queries = createQueryClient()

/** Public data may stay cached after sign-out; everything else is removed. */
const PUBLIC_KEYS = new Set<unknown>(['settings', 'page', 'popup', 'levels', 'awards', 'transparency'])

/** Removes everything that belongs to the previous member from the cache. */
export function clearMemberCache(): void {
  void queries.cancelQueries({ predicate: ({ queryKey }) => !PUBLIC_KEYS.has(queryKey[0]) })
  queries.removeQueries({ predicate: ({ queryKey }) => !PUBLIC_KEYS.has(queryKey[0]) })
}

/** Redirects to the sign-in, which shows the reason and returns to this screen afterwards. */
function leaveToLogin(): void {
  clearMemberCache()
  navigate(loginFrom(location.pathname + location.search), { replace: true, state: { session_over: true } })
}

/** The sign-in explains that a security lock ended the session. */
function notifyLock(lock: object): void {
  if (location.pathname !== paths.login) return
  navigate(location.pathname + location.search, { replace: true, state: { session_over: true, lock } })
}

const preloaded = (globalThis as { preloaded?: PreloadedResponses }).preloaded

/** Base URL of the API: this origin, unless the page's `api-base` says otherwise. */
export const apiBase = document.querySelector<HTMLMetaElement>('meta[name=api-base]')?.content || '/api/'

export const { call, upload, sendForm, download, openEvents } = createClient({
  session,
  base: apiBase,
  locale: chosenLocale,
  onSignedOut: leaveToLogin,
  onLocked: notifyLock,
  preloaded,
  locks: navigator.locks,
  channel: typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('fairturn-session'),
})
