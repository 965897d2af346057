// Applies live events to the query cache while a member is signed in. Unknown events and reconnects cause a
// refetch.
import type { DataOf } from '@fairturn/ui/client.ts'
import { openEvents, queries } from './client.ts'
import { listenToEvents, type LiveEvent } from './live-stream.ts'
import { awardsQuery, keys } from './queries.ts'

type Award = DataOf<'GET list-product-reward'>['list'][number]

/** The length of the server's list. */
const MAX_AWARDS = 50

export function followLiveEvents(): () => void {
  return listenToEvents({
    open: openEvents,
    onEvent: apply,
    onReopened: () => void queries.invalidateQueries(),
  })
}

function apply({ kind, data }: LiveEvent): void {
  if (kind === 'order') refetch(keys.orders)
  else if (kind === 'campaign') refetch(keys.campaigns)
  else if (kind === 'conversation') refetch(keys.conversations)
  else if (kind === 'balance') refetch(keys.viewer, keys.levelRefund, keys.payments, keys.campaigns)
  // Payments and campaigns can change without a movement of money; a notification announces that.
  else if (kind === 'notification') refetch(keys.unread, keys.notifications, keys.payments, keys.campaigns)
  else if (kind === 'award') addAward(data)
}

function refetch(...changed: (readonly string[])[]): void {
  for (const queryKey of changed) void queries.invalidateQueries({ queryKey })
}

function addAward(data: Record<string, unknown>): void {
  if (!isAward(data)) return refetch(keys.awards)
  queries.setQueryData(awardsQuery.queryKey, (list) =>
    list === undefined || list.some(({ _id }) => _id === data._id)
      ? list
      : [data, ...list].slice(0, MAX_AWARDS),
  )
}

const isAward = (data: Record<string, unknown>): data is Award & Record<string, unknown> =>
  ['_id', 'at', 'recipient', 'amount', 'bonus', 'entry_id'].every((field) => typeof data[field] === 'string')
