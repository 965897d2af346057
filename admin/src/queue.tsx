// Working a queue: how long something waits and when it is due, how many wait, and going from one to the
// next.
import { Box, Chip } from '@mui/material'
import { useEffect, useEffectEvent } from 'react'
import { useDataProvider, useGetList, useGetOne, useNotify, useRedirect, useTranslate } from 'react-admin'
import type { DataOf } from './api.ts'
import { KeyHints } from './KeysLine.tsx'
import { when } from './words.ts'

const COUNTED_EVERY_MS = 60_000
const MINUTE_MS = 60_000
/** What of a list waits, by its resource. */
const WAITING = {
  campaigns: { status: 'review' },
  orders: {},
  objections: { state: 'open' },
} as const
type Queue = keyof typeof WAITING

export type Counts = DataOf<'GET backoffice/queues'> & { approvals: { waiting: number; overdue: number } }

/** How many wait in each queue this operator may see; none while that is not known. */
export function useCounts(): { counts: Partial<Counts>; count: () => void } {
  const { data, refetch } = useGetOne<Partial<Counts> & { id: string }>(
    'queues',
    { id: 'now' },
    { refetchInterval: COUNTED_EVERY_MS, retry: false },
  )
  return { counts: data ?? {}, count: () => void refetch() }
}

/** A span of time in its largest unit, rounded down: 3 d, 5 h, 12 min. */
export function useSpan(): (ms: number) => string {
  const translate = useTranslate()
  return (ms) => {
    const minutes = Math.max(0, Math.floor(ms / MINUTE_MS))
    if (minutes < 60) return translate('queue.minutes', { count: minutes })
    const hours = Math.floor(minutes / 60)
    return hours < 48
      ? translate('queue.hours', { count: hours })
      : translate('queue.days', { count: Math.floor(hours / 24) })
  }
}

/** From now; negative for what is past. */
const untilMs = (at: string): number => Date.parse(at) - Date.now()

interface QueueItem {
  readonly since: string
  readonly due_by: string
  readonly overdue: boolean
}

/** Since when; the exact instant as a hint. */
export function Age({ since }: { since: string }) {
  const span = useSpan()
  return <span title={when(since)}>{span(-untilMs(since))}</span>
}

/** Until when it should be decided, and a mark where that is over. */
export function Due({ waiting: { due_by, overdue } }: { waiting: QueueItem }) {
  const translate = useTranslate()
  const span = useSpan()
  const left_ms = untilMs(due_by)
  return (
    <Box component="span" title={when(due_by)} sx={{ whiteSpace: 'nowrap' }}>
      {overdue ? (
        <Chip
          size="small"
          color="error"
          variant="outlined"
          label={translate('queue.overdue_by', { span: span(-left_ms) })}
        />
      ) : (
        translate('queue.due_in', { span: span(left_ms) })
      )}
    </Box>
  )
}

/** Where in its queue something stands, and the way to the next of it. */
export function useQueue(queue: Queue, id: string) {
  const redirect = useRedirect()
  const notify = useNotify()
  const { count } = useCounts()
  const dataProvider = useDataProvider()
  const asked = {
    filter: WAITING[queue],
    sort: { field: 'id', order: 'ASC' as const },
    pagination: { page: 1, perPage: 50 },
  }
  const { data = [], refetch } = useGetList<{ id: string }>(queue, asked)
  const ids = data.map((one) => one.id)
  const at = ids.indexOf(id)
  const open = (to: string | undefined) => {
    if (to !== undefined) redirect('show', queue, to)
  }
  // What others have decided meanwhile is no longer to be gone to.
  const recount = useEffectEvent((_now: string) => {
    count()
    void refetch()
  })
  useEffect(() => recount(id), [id])
  async function goOn(): Promise<void> {
    // The list at hand may still hold what was decided just before this.
    const left = await dataProvider.getList<{ id: string }>(queue, asked)
    const waiting = new Set(left.data.map((one) => one.id))
    const next = [...ids.slice(at + 1), ...ids, ...waiting].find(
      (other) => other !== id && waiting.has(other),
    )
    if (next !== undefined) return open(next)
    notify('queue.empty', { type: 'info' })
    redirect('list', queue)
  }
  return {
    place: at === -1 ? null : { at: at + 1, all: ids.length },
    next: () => open(at === -1 ? ids[0] : ids[at + 1]),
    previous: () => open(at === -1 ? undefined : ids[at - 1]),
    /** It is decided: on to the next, or to the list where nothing waits any more. */
    decided: () => void goOn(),
  }
}

/** Where in its queue this is, and the keys: those of what the operator may do (`keys`), and to the next and the previous. */
export function QueueLine({
  place,
  keys,
}: {
  place: { at: number; all: number } | null
  keys: Readonly<Record<string, string>>
}) {
  const translate = useTranslate()
  return (
    <Box sx={{ color: 'text.secondary', fontSize: 12, display: 'flex', gap: 2, flexWrap: 'wrap' }}>
      {place && <span>{translate('queue.place', { ...place })}</span>}
      <KeyHints keys={{ ...keys, j: translate('app.next'), k: translate('app.previous') }} />
    </Box>
  )
}
