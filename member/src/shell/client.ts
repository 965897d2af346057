// The API client and query cache of this page.
import { type Client, createClient, type PreloadedResponses } from '@fairturn/ui/client.ts'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import { createQueryClient } from '@fairturn/ui/query.ts'
import { navigate } from 'wouter/use-browser-location'
import { requestConfirmation } from './confirmations.ts'
import { chosenLocale } from './locale.ts'
import { loginFrom, paths } from './paths.ts'
import { session } from './session.ts'
import { askForTerms } from './terms-due.ts'

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
  navigate(loginFrom(location.pathname + location.search), { replace: true, state: { sessionOver: true } })
}

/** The sign-in explains that a security lock ended the session. */
function notifyLock(lock: object): void {
  if (location.pathname !== paths.login) return
  navigate(location.pathname + location.search, { replace: true, state: { sessionOver: true, lock } })
}

const preloaded = (globalThis as { preloaded?: PreloadedResponses }).preloaded

/** Base URL of the API: this origin, unless the page's `api-base` says otherwise. */
export const apiBase = document.querySelector<HTMLMetaElement>('meta[name=api-base]')?.content || '/api/'

const client = createClient({
  session,
  base: apiBase,
  locale: chosenLocale,
  onSignedOut: leaveToLogin,
  onLocked: notifyLock,
  preloaded,
  locks: navigator.locks,
  channel: typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('fairturn-session'),
})

export const { upload, sendForm, download, openEvents } = client

/**
 * Sends a call. If the server needs a confirmation first, the member is asked for it in the one dialog, and the call is
 * sent again unchanged, with the same idempotency key. A refusal that names a field takes its credential in the call
 * itself, and is the form's.
 */
export const call: Client['call'] = async (name, ...sent) => {
  try {
    return await client.call(name, ...sent)
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure
    if (failure.code === 'terms_must_be_agreed_first') askForTerms()
    if (failure.code !== 'confirmation_is_required') throw failure
    if (Object.keys(failure.fields).length > 0) throw failure
    const { total } = failure.details
    if (!(await requestConfirmation(typeof total === 'string' ? total : undefined))) throw failure
    return await client.call(name, ...sent)
  }
}
