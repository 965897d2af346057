// How server state is cached and refetched, the same in both apps.
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { isOnline } from './transport.ts'
import { ApiFailure } from './failure.ts'

const MAX_ATTEMPTS = 3

/** A query cache: data is fresh for 30 s; transient failures are retried, refusals never. */
export function createQueryClient(): QueryClient {
  // It only hears of changes: a page opened offline would not notice the network's return.
  onlineManager.setOnline(isOnline())
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Tried once even offline, for a service worker may have the answer; then it waits for the network.
        networkMode: 'offlineFirst',
        gcTime: 10 * 60_000,
        retry: (failures, error) =>
          failures + 1 < MAX_ATTEMPTS && error instanceof ApiFailure && error.kind !== 'refused',
        retryDelay: (failures) => Math.min(8000, 700 * 2 ** failures),
      },
      // A write reports its outcome at once; it does not wait for the network unseen.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
