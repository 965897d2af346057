import type { SubjectKind, Thread } from '@fairturn/contract/support'
// Queries of the support screens. Everything is under `keys.conversations`, so that one live event invalidates all of it.
import { queryOptions } from '@tanstack/react-query'
import { call, queries } from '../shell/client.ts'
import { pagesQuery } from '../shell/pages-query.ts'
import { keys } from '../shell/queries.ts'

/** Live events announce answers; polling is the fallback. */
const POLL_MS = 30_000
/** Nobody announces anything to a stranger; the call is limited to 120 an hour. */
const STRANGERS_POLL_MS = 60_000

export const conversationsQuery = pagesQuery([...keys.conversations, 'list'], (query, signal) =>
  call('GET conversations', { query, signal }),
)

export const conversationQuery = (conversation_id: string) =>
  queryOptions({
    queryKey: [...keys.conversations, 'one', conversation_id],
    queryFn: async ({ signal }) =>
      (await call('GET conversations/:conversation_id', { params: { conversation_id }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.status === 'open' ? POLL_MS : false),
  })

export interface SubjectRef {
  kind: SubjectKind
  _id: string
}

/** What a conversation can be about: the member's latest, or this one only. */
export const subjectsQuery = (only: SubjectRef | null) =>
  queryOptions({
    queryKey: [...keys.conversations, 'subjects', only],
    queryFn: async ({ signal }) => {
      const query = only ? { kind: only.kind, subject_id: only._id } : {}
      return (await call('GET conversation-subjects', { query, signal })).data.list
    },
  })

/** Shows what a call answered at once, and refetches what it may have changed besides. */
export function showThread(thread: Thread): void {
  const { queryKey } = conversationQuery(thread._id)
  queries.setQueryData(queryKey, thread)
  void queries.invalidateQueries({
    queryKey: keys.conversations,
    predicate: (query) => query.queryKey[1] !== 'one',
  })
}

/** A stranger's conversation, by the token of the mailed link, which is in no URL and in no storage. */
export const strangersQuery = (token: string) =>
  queryOptions({
    queryKey: ['strangers-conversation', token],
    queryFn: async ({ signal }) => (await call('POST support/read', { body: { token }, signal })).data,
    refetchInterval: ({ state }) => (state.data ? STRANGERS_POLL_MS : false),
  })
