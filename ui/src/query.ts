// How server state is cached and asked for again, the same in both apps.
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { isOnline } from './client.ts'
import { ApiFailure } from './failure.ts'

const TRIES = 3

/** A query cache: what is shown is fresh for 30 s; only what may have been bad luck is tried again, never a refusal. */
export function createQueryClient(): QueryClient {
  // It only hears of changes: a page opened without a network would not notice that it came.
  onlineManager.setOnline(isOnline())
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Asked once even without a network, for a service worker may know the answer; then it waits for the network.
        networkMode: 'offlineFirst',
        gcTime: 10 * 60_000,
        retry: (failures, error) =>
          failures + 1 < TRIES && error instanceof ApiFailure && error.kind !== 'refused',
        retryDelay: (failures) => Math.min(8000, 700 * 2 ** failures),
      },
      // A write says at once whether it happened; waiting unseen for the network to come back would not.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
