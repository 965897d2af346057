import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Filters } from '../shell/history/Filters.tsx'
import { HistoryList } from '../shell/history/HistoryList.tsx'
import type { Filter } from '../shell/history/useFilter.ts'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { type ExportedList, ExportMenu } from './ExportMenu.tsx'

interface PaymentHistoryProps<Item extends { _id: string }, State extends string> {
  title: string
  filter: Filter<State>
  /** With their labels; absent if the list has no states to filter by. */
  states?: readonly { value: State; label: string }[]
  query: Omit<UseInfiniteQueryResult, 'data'>
  list: readonly Item[] | undefined
  /** The instant that determines to which day an item belongs. */
  instantOf: (item: Item) => string | null
  renderRow: (item: Item, open: () => void) => ReactNode
  renderReceipt: (item: Item, onClose: () => void) => ReactNode
  /** Shown if there are no items, and if the filter matches none. */
  empty: ReactNode
  nothingFound: string
  file: ExportedList
}

export function PaymentHistory<Item extends { _id: string }, State extends string>(
  props: PaymentHistoryProps<Item, State>,
) {
  const {
    title,
    filter,
    states,
    query,
    list,
    instantOf,
    renderRow,
    renderReceipt,
    empty,
    nothingFound,
    file,
  } = props
  const { state, period, isSet, choose } = filter
  const [chosen, setChosen] = useState<Item | null>(null)
  // An open receipt follows live changes of its item; the chosen one is shown when the list no longer contains it.
  const opened = chosen && (list?.find(({ _id }) => _id === chosen._id) ?? chosen)
  return (
    <Page
      title={title}
      back={paths.individual}
      action={<ExportMenu list={list?.length ? { ...file, state } : undefined} statement period={period} />}
    >
      <Filters
        {...(states && { states, onState: (state: State | '') => choose({ state }) })}
        state={state}
        period={period}
        onPeriod={(period) => choose({ period })}
      />
      <HistoryList
        query={query}
        list={list}
        instantOf={instantOf}
        renderRow={(item) => renderRow(item, () => setChosen(item))}
        empty={isSet ? <EmptyState icon="clock" title={nothingFound} /> : empty}
      />
      {opened !== null && renderReceipt(opened, () => setChosen(null))}
    </Page>
  )
}
