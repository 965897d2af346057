import type { Settings } from '@fairturn/contract/content'
import type { Locale } from '@fairturn/contract/locales'
import type { User } from '@fairturn/contract/members'
// The session as React state: components that read it re-render when it changes.
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { chosenLocale } from './locale.ts'
import { settingsQuery } from './queries.ts'
import { session } from './session.ts'

/** The server snapshot is the same, for the hydration of prerendered screens. */
const useStored = <Value>(read: () => Value): Value => useSyncExternalStore(session.subscribe, read, read)

export function useSignedIn(): boolean {
  return useStored(() => session.accessToken() !== null)
}

/** The member as last received, for what rarely changes: name and avatar. Money comes from `viewerQuery`. */
export function useUser(): User | null {
  return useStored(session.user)
}

export function useLocale(): Locale {
  return useStored(chosenLocale)
}

/** The settings; undefined only while none have been received, neither with the page nor from the API. */
export function useSettings(): Settings | undefined {
  return useQuery(settingsQuery).data
}
