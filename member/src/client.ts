// The one client and query cache of this page.
import { createClient, type Early } from '@fairturn/ui/client.ts'
import { createQueryClient } from '@fairturn/ui/query.ts'
import { navigate } from 'wouter/use-browser-location'
import { chosenLocale } from './locale.ts'
import { loginFrom } from './paths.ts'
import { session } from './session.ts'

export const queries = createQueryClient()

/** To the sign-in, and back to this very place after it. Nothing of the member stays in memory. */
export function leaveToLogin({ back = true } = {}): void {
  queries.clear()
  navigate(loginFrom(back ? location.pathname + location.search : '/'), { replace: true })
}

const early = (globalThis as { early?: Early }).early

export const { call, upload, openEvents } = createClient({
  session,
  base: document.querySelector<HTMLMetaElement>('meta[name=api-base]')?.content || '/api/',
  locale: chosenLocale,
  onSignedOut: leaveToLogin,
  early,
  locks: navigator.locks,
  channel: typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('fairturn-session'),
})
