// The list under a history: loading, failed, empty, or its rows page after page.
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from '@fairturn/ui/Card.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { Loading } from '../orders/Loading.tsx'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { More } from '../shell/More.tsx'

interface HistoryListProps<Item> {
  query: Pick<
    UseInfiniteQueryResult,
    | 'error'
    | 'refetch'
    | 'isFetching'
    | 'fetchStatus'
    | 'hasNextPage'
    | 'isFetchingNextPage'
    | 'isFetchNextPageError'
    | 'fetchNextPage'
  >
  /** Undefined until the first page is there. */
  list: readonly Item[] | undefined
  /** Rows as list items. */
  renderRow: (item: Item) => ReactNode
  empty: ReactNode
}

export function HistoryList<Item>({ query, list, renderRow, empty }: HistoryListProps<Item>) {
  if (query.error && !list) {
    return (
      <Card>
        <BlockFailure error={query.error} onRetry={query.refetch} busy={query.isFetching} />
      </Card>
    )
  }
  if (!list) {
    return (
      <Loading fetchStatus={query.fetchStatus}>
        <Outline />
      </Loading>
    )
  }
  return (
    <>
      <Card as={list.length > 0 ? 'ul' : 'div'}>{list.length > 0 ? list.map(renderRow) : empty}</Card>
      {query.hasNextPage && (
        <More
          busy={query.isFetchingNextPage}
          // After a failure only a press asks again, not scrolling.
          byItself={!query.isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
        />
      )}
    </>
  )
}

function Outline() {
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-surface">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex min-h-17 items-center gap-3 px-3.5">
          <span className="grid flex-1 gap-1.5">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-4 w-24" />
          </span>
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  )
}
