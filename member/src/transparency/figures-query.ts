import type { Figure } from '@fairturn/contract/transparency'
// Queries of the public figures; they need no sign-in.
import { queryOptions } from '@tanstack/react-query'
import { call } from '../shell/client.ts'

const MINUTE_MS = 60_000

export const figuresQuery = queryOptions({
  queryKey: ['transparency'],
  queryFn: async ({ signal }) => (await call('GET transparency', { signal })).data,
  staleTime: MINUTE_MS,
})

export const historyQuery = (figure: Figure) =>
  queryOptions({
    queryKey: ['transparency', figure],
    queryFn: async ({ signal }) =>
      (await call('GET transparency/history', { query: { figure }, signal })).data,
    staleTime: MINUTE_MS,
  })

export const awardEntryQuery = (entry_id: string) =>
  queryOptions({
    queryKey: ['transparency', 'award', entry_id],
    queryFn: async ({ signal }) =>
      (await call('GET awards/:entry_id', { params: { entry_id }, signal })).data,
    staleTime: Infinity,
  })
