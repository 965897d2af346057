import { Card } from '@fairturn/ui/Card.tsx'
import { date } from '@fairturn/ui/formats.ts'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { useLingui } from '@lingui/react/macro'
// The list of a history: loading, failed or empty state, or its rows grouped by day, with infinite scroll.
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { LoadMore } from '../LoadMore.tsx'
import { QueryResult } from '../QueryResult.tsx'

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
  /** Undefined until the first page is loaded. */
  list: readonly Item[] | undefined
  /**
   * The instant that determines an item's day in the device's time zone; null keeps the day of the previous
   * item. Without this function the list is not grouped by day.
   */
  instantOf?: (item: Item) => string | null
  /** Renders a list item. */
  renderRow: (item: Item) => ReactNode
  empty: ReactNode
}

export function HistoryList<Item>({ query, list, instantOf, renderRow, empty }: HistoryListProps<Item>) {
  return (
    <>
      <QueryResult query={{ ...query, data: list }} outline={<Outline />}>
        {(items) =>
          items.length === 0 ? (
            <Card>{empty}</Card>
          ) : (
            (instantOf ? byDay(items, instantOf) : [{ day: '', items }]).map((group) => (
              <div key={group.day} className="mt-5 first:mt-0">
                {group.day && <DayHeading day={group.day} />}
                <Card as="ul">{group.items.map(renderRow)}</Card>
              </div>
            ))
          )
        }
      </QueryResult>
      {query.hasNextPage && (
        <LoadMore
          busy={query.isFetchingNextPage}
          // After a failure, retry only on a press, not on scrolling.
          byItself={!query.isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
        />
      )}
    </>
  )
}

interface DayGroup<Item> {
  /** dd-MM-yyyy. */
  day: string
  items: Item[]
}

function byDay<Item>(list: readonly Item[], instantOf: (item: Item) => string | null): DayGroup<Item>[] {
  const groups = new Map<string, DayGroup<Item>>()
  let day = ''
  for (const item of list) {
    const at = instantOf(item)
    if (at !== null) day = date(at)
    const group = groups.get(day)
    if (group) group.items.push(item)
    else groups.set(day, { day, items: [item] })
  }
  return [...groups.values()]
}

const DAY_MS = 86_400_000

function DayHeading({ day }: { day: string }) {
  const { t } = useLingui()
  const [now] = useState(() => Date.now())
  const name = { [date(new Date(now))]: t`Today`, [date(new Date(now - DAY_MS))]: t`Yesterday` }[day]
  return (
    <h2 className="figures mb-2 flex items-baseline gap-2 text-small font-semibold text-quiet">
      {name && <span className="text-ink">{name}</span>}
      {day}
    </h2>
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
