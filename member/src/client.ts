// The one client and query cache of this page.
import { createClient, type PreloadedResponses } from '@fairturn/ui/client.ts'
import { createQueryClient } from '@fairturn/ui/query.ts'
import { navigate } from 'wouter/use-browser-location'
import { chosenLocale } from './locale.ts'
import { loginFrom, paths } from './paths.ts'
import { session } from './session.ts'

export const queries = createQueryClient()

/** Public data may stay when a member leaves; everything else is removed. */
const PUBLIC_KEYS = new Set<unknown>(['settings', 'page', 'popup', 'levels', 'awards', 'transparency'])

/** Nothing of the previous member stays in memory. */
export function deleteMemberAnswers(): void {
  void queries.cancelQueries({ predicate: ({ queryKey }) => !PUBLIC_KEYS.has(queryKey[0]) })
  queries.removeQueries({ predicate: ({ queryKey }) => !PUBLIC_KEYS.has(queryKey[0]) })
}

/** To the sign-in, which shows the reason, and back to this screen after it. */
function leaveToLogin(): void {
  deleteMemberAnswers()
  navigate(loginFrom(location.pathname + location.search), { replace: true, state: { session_over: true } })
}

/** The sign-in says why it was a security lock that ended the session. */
function notifyLock(lock: object): void {
  if (location.pathname !== paths.login) return
  navigate(location.pathname + location.search, { replace: true, state: { session_over: true, lock } })
}

const preloaded = (globalThis as { preloaded?: PreloadedResponses }).preloaded

/** Where the API is: on this origin, or as the page says. */
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
