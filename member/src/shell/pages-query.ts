import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'

interface Page {
  cursor: string | null
}

/** An infinite query; `ask` fetches the page at the cursor, or the first one without a cursor. */
export const pagesQuery = <P extends Page>(
  queryKey: QueryKey,
  ask: (from: { cursor?: string }, signal: AbortSignal) => Promise<{ data: P }>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ signal, pageParam }) =>
      (await ask(pageParam === '' ? {} : { cursor: pageParam }, signal)).data,
    initialPageParam: '',
    getNextPageParam: (page) => page.cursor,
  })
