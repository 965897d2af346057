import { Card } from '@fairturn/ui/Card.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
// Renders a query's result; before that its outline, an offline note, or the failure with a retry button.
import { Trans, useLingui } from '@lingui/react/macro'
import type { FetchStatus } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BlockFailure } from './BlockFailure.tsx'

/** The fields of a query result that are used here. */
export interface QueryState<Data> {
  data: Data | undefined
  error: unknown
  refetch: () => unknown
  isFetching: boolean
  fetchStatus: FetchStatus
}

interface QueryResultProps<Data> {
  query: QueryState<Data>
  /**
   * Placeholder in the size of the content, so that the layout does not shift; strings are the classes of one
   * skeleton each.
   */
  outline: ReactNode | readonly string[]
  /** What is shown if the server refuses with one of these codes, because the object does not exist. */
  unknown?: { codes: readonly string[]; shown: ReactNode }
  /** Inside a card: the failure is shown without its own card. */
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
  /** The queries of the content above, whose height depends on their results. */
  queries: readonly Pick<QueryState<unknown>, 'data' | 'error' | 'fetchStatus'>[]
  children: ReactNode
}

/**
 * Hidden until the content above has its final height, so that it never shifts; rendered nevertheless, so
 * that its own queries start.
 */
export function Below({ queries, children }: BelowProps) {
  const waits = queries.some(
    ({ data, error, fetchStatus }) => data === undefined && !error && fetchStatus === 'fetching',
  )
  return <div className={waits ? 'invisible' : undefined}>{children}</div>
}

/** The outline of content that is loading, or a note that the device is offline. */
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
