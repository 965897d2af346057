// Caching and refetching of server state, the same in both apps.
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './failure.ts'
import { isOnline } from './transport.ts'

const MAX_ATTEMPTS = 3

/** Creates a query cache: data is fresh for 30 s; transient failures are retried, refusals never. */
export function createQueryClient(): QueryClient {
  // `onlineManager` only listens to changes: without this, a page opened offline would not notice the network's
  // return.
  onlineManager.setOnline(isOnline())
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Tried once even offline, because a service worker may have the response; then paused until online.
        networkMode: 'offlineFirst',
        gcTime: 10 * 60_000,
        retry: (failures, error) =>
          failures + 1 < MAX_ATTEMPTS && error instanceof ApiFailure && error.kind !== 'refused',
        retryDelay: (failures) => Math.min(8000, 700 * 2 ** failures),
      },
      // A mutation reports its outcome at once instead of being paused while offline.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
