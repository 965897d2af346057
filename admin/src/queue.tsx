// Working a queue: how long something waits and when it is due, how many wait, and going from one to the
// next.
import { Box, Chip } from '@mui/material'
import { may, type StaffRole } from '@fairturn/contract/backoffice/roles'
import {
  useDataProvider,
  useGetIdentity,
  useGetList,
  useNotify,
  useRedirect,
  useTranslate,
} from 'react-admin'
import type { DataOf } from './api.ts'
import { useEndpointQuery } from './endpoint-hooks.ts'
import { KeyHints } from './KeysLine.tsx'
import { formatTime } from './format.ts'

const POLL_MS = 60_000
const MINUTE_MS = 60_000

export type Counts = DataOf<'GET backoffice/queues'> & { approvals: { waiting: number; overdue: number } }

/** How many wait in each queue this operator may see; none while that is not known. */
export function useCounts(): { counts: Partial<Counts>; count: () => void } {
  const { identity } = useGetIdentity()
  const reads = may.read_reviews.some((role: StaffRole) => role === identity?.['role'])
  const polled = { poll_ms: POLL_MS, silent: true }
  const queues = useEndpointQuery('GET backoffice/queues', {}, { ...polled, enabled: reads })
  const open = { query: { status: 'open' } } as const
  const approvals = useEndpointQuery('GET backoffice/approvals', open, polled)
  return {
    counts: {
      ...queues.data,
      ...(approvals.data && { approvals: { waiting: approvals.data.waiting, overdue: 0 } }),
    },
    count: () => {
      if (reads) queues.refresh()
      approvals.refresh()
    },
  }
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
  return <span title={formatTime(since)}>{span(-untilMs(since))}</span>
}

/** Until when it should be decided, and a mark where that is over. */
export function Due({ waiting: { due_by, overdue } }: { waiting: QueueItem }) {
  const translate = useTranslate()
  const span = useSpan()
  const left_ms = untilMs(due_by)
  return (
    <Box component="span" title={formatTime(due_by)} sx={{ whiteSpace: 'nowrap' }}>
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

/** Where in its queue something stands, and the way to the next of it; the queue is what the filter leaves of a list. */
export function useQueue(resource: string, filter: object, id: string) {
  const redirect = useRedirect()
  const notify = useNotify()
  const { count } = useCounts()
  const dataProvider = useDataProvider()
  const params = {
    filter,
    sort: { field: 'id', order: 'ASC' as const },
    pagination: { page: 1, perPage: 50 },
  }
  const { data = [] } = useGetList<{ id: string }>(resource, params)
  const ids = data.map((one) => one.id)
  const at = ids.indexOf(id)
  const open = (to: string | undefined) => {
    if (to !== undefined) redirect('show', resource, to)
  }
  async function goOn(): Promise<void> {
    count()
    // The list at hand may still hold what was decided just before this.
    const left = await dataProvider.getList<{ id: string }>(resource, params)
    const waiting = new Set(left.data.map((one) => one.id))
    const next = [...ids.slice(at + 1), ...ids, ...waiting].find(
      (other) => other !== id && waiting.has(other),
    )
    if (next !== undefined) return open(next)
    notify('queue.empty', { type: 'info' })
    redirect('list', resource)
  }
  return {
    place: at === -1 ? null : { at: at + 1, all: ids.length },
    /** From what is not in the queue, to the first of it. */
    next: () => open(at === -1 ? ids[0] : ids[at + 1]),
    previous: () => open(at === -1 ? ids[0] : ids[at - 1]),
    /** It is decided: on to the next, or to the list where nothing waits any more. */
    goOn,
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
