// What a query answers; before that its outline, or that there is no network, or why it failed, with a button to retry.
import { Trans, useLingui } from '@lingui/react/macro'
import type { FetchStatus } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from '@fairturn/ui/Card.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { BlockFailure } from './BlockFailure.tsx'
import { ApiFailure } from '@fairturn/ui/failure.ts'

/** The parts of a query that are looked at. */
export interface QueryState<Data> {
  data: Data | undefined
  error: unknown
  refetch: () => unknown
  isFetching: boolean
  fetchStatus: FetchStatus
}

interface QueryResultProps<Data> {
  query: QueryState<Data>
  /** In the size of what is coming, so that nothing shifts; texts are the classes of one skeleton each. */
  outline: ReactNode | readonly string[]
  /** What stands there where the server knows no such thing, by its refusals. */
  unknown?: { codes: readonly string[]; shown: ReactNode }
  /** Within a card: a failure needs none of its own. */
  bare?: boolean
  children: (data: Data) => ReactNode
}

export function QueryResult<Data>(props: QueryResultProps<Data>) {
  const { query, outline, unknown, bare = false, children } = props
  const { data, error, isFetching, fetchStatus } = query
  if (data !== undefined) return children(data)
  if (error instanceof ApiFailure && unknown?.codes.includes(error.code)) return <Card>{unknown.shown}</Card>
  if (error) {
    const failure = <BlockFailure error={error} onRetry={() => query.refetch()} busy={isFetching} />
    return bare ? failure : <Card>{failure}</Card>
  }
  return (
    <Loading fetchStatus={fetchStatus}>
      {Array.isArray(outline)
        ? outline.map((look: string) => (
            <Skeleton key={look} className={look.includes('rounded') ? look : `${look} rounded-card`} />
          ))
        : (outline as ReactNode)}
    </Loading>
  )
}

interface BelowProps {
  /** Content above the result, whose height depends on its responses. */
  queries: readonly Pick<QueryState<unknown>, 'data' | 'error' | 'fetchStatus'>[]
  children: ReactNode
}

/** Not seen before it has its place, so that it never moves; it is there, and asks for its own answers meanwhile. */
export function Below({ queries, children }: BelowProps) {
  const waits = queries.some(
    ({ data, error, fetchStatus }) => data === undefined && !error && fetchStatus === 'fetching',
  )
  return <div className={waits ? 'invisible' : undefined}>{children}</div>
}

/** Stands where something is still to come: its outline, or the word that there is no network to fetch it by. */
function Loading({ fetchStatus, children }: { fetchStatus: FetchStatus; children: ReactNode }) {
  const { t } = useLingui()
  if (fetchStatus !== 'paused') return <div aria-busy>{children}</div>
  return (
    <EmptyState
      icon="warning"
      title={t`No connection`}
      body={<Trans>This loads as soon as you are back online.</Trans>}
    />
  )
}
