// How server state is cached and asked for again, the same in both apps.
import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './failure.ts'

const TRIES = 3

/** A query cache: what is shown is fresh for 30 s; only what may have been bad luck is tried again, never a refusal. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
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
