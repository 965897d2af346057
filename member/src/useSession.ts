// The session as React sees it: a screen that reads it is drawn again when it changes.
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { User } from '@fairturn/contract/members'
import type { Settings } from '@fairturn/contract/content'
import { session } from './session.ts'
import type { Locale } from '@fairturn/contract/locales'
import { chosenLocale } from './locale.ts'
import { settingsQuery } from './queries.ts'

/** The same when a screen rendered at build is taken over. */
const useStored = <Value>(read: () => Value): Value => useSyncExternalStore(session.subscribe, read, read)

export function useSignedIn(): boolean {
  return useStored(() => session.accessToken() !== null)
}

/** The member as last heard of, for what does not change by the minute: name and picture. Money comes from `viewerQuery`. */
export function useUser(): User | null {
  return useStored(session.user)
}

export function useLocale(): Locale {
  return useStored(chosenLocale)
}

/** The settings; undefined only where the page came without them and nobody has answered yet. */
export function useSettings(): Settings | undefined {
  return useQuery(settingsQuery).data
}
