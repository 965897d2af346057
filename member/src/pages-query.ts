import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'

interface Page {
  cursor: string | null
}

/** A list that comes page by page; `ask` fetches the page that begins at the cursor, the first without one. */
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
