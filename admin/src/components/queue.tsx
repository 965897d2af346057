import type { QueueName } from '@fairturn/contract/backoffice/dashboard'
import { may, type StaffRole } from '@fairturn/contract/backoffice/roles'
// Working through a queue: age and due date of an item, number of waiting items, and navigation between them.
import { Box, Chip } from '@mui/material'
import {
  useDataProvider,
  useGetIdentity,
  useGetList,
  useNotify,
  useRedirect,
  useTranslate,
} from 'react-admin'
import type { DataOf } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { formatTime } from './format.ts'
import { KeyHints } from './KeysLine.tsx'
import { usePanel } from './panel.ts'

const POLL_MS = 60_000
const MINUTE_MS = 60_000

type Count = DataOf<'GET backoffice/queues'>['orders']

/** The list that a queue is worked in. */
const LIST_OF: Readonly<Record<QueueName, string>> = {
  campaigns: 'campaigns',
  orders: 'orders',
  objections: 'objections',
  reports: 'reports',
  conversations: 'conversations',
  approvals: 'approvals',
  withdrawals: 'withdrawals',
  payouts: 'withdrawals',
  refunds: 'refunds',
  payout_batches: 'payout-batches',
  bank_statements: 'bank-statements',
  bank_lines: 'bank-lines',
  card_events: 'card-events',
}

const filtered = (list: string, filter: Record<string, string>): string =>
  `/${list}?filter=${encodeURIComponent(JSON.stringify(filter))}`

/** Exactly what waits in each queue, whatever the list showed last. */
export const QUEUE_AT: Readonly<Record<QueueName, string>> = {
  campaigns: filtered('campaigns', { status: 'review' }),
  orders: filtered('orders', {}),
  objections: filtered('objections', { state: 'open' }),
  reports: filtered('reports', { state: 'open' }),
  conversations: filtered('conversations', { state: 'waiting' }),
  approvals: filtered('approvals', { status: 'open' }),
  withdrawals: filtered('withdrawals', { status: 'requested' }),
  payouts: filtered('withdrawals', { status: 'approved', undrawn: 'true' }),
  refunds: filtered('refunds', { status: 'approved', undrawn: 'true' }),
  payout_batches: filtered('payout-batches', { state: 'to_send' }),
  bank_statements: filtered('bank-statements', { status: 'unconfirmed' }),
  bank_lines: filtered('bank-lines', { state: 'to_review' }),
  card_events: filtered('card-events', { state: 'needs_review' }),
}

interface QueueCounts {
  queues: Partial<Record<QueueName, Count>>
  /** What this operator may decide of a list, in all its queues together; undefined until loaded or where it has none. */
  countsOf: (...lists: readonly string[]) => Count['own'] | undefined
  /** Where the first queue of a list that has something for this operator is worked. */
  workAt: (list: string) => string | undefined
  count: () => void
}

/** What waits in each queue that this operator can see, and what they may decide of it. */
export function useCounts(): QueueCounts {
  const { identity } = useGetIdentity()
  const reads = may.read_reviews.some((role: StaffRole) => role === identity?.['role'])
  const readsConversations = may.read_conversations.some((role: StaffRole) => role === identity?.['role'])
  const readsMoney = may.read_money.some((role: StaffRole) => role === identity?.['role'])
  const polled = { pollMs: POLL_MS, silent: true }
  const reviews = useEndpointQuery('GET backoffice/queues', {}, { ...polled, enabled: reads })
  const money = useEndpointQuery('GET backoffice/money-queues', {}, { ...polled, enabled: readsMoney })
  const support = useEndpointQuery(
    'GET backoffice/conversation-queue',
    {},
    { ...polled, enabled: readsConversations },
  )
  const open = { query: { status: 'open' } } as const
  const approvals = useEndpointQuery('GET backoffice/approvals', open, polled)
  const queues: QueueCounts['queues'] = {
    ...reviews.data,
    ...support.data,
    ...money.data,
    ...(approvals.data && {
      approvals: {
        waiting: approvals.data.open,
        overdue: 0,
        due_by: null,
        own: ownApprovals(approvals.data),
      },
    }),
  }
  return {
    queues,
    countsOf: (...lists) => {
      const counts = Object.entries(queues)
        .filter(([queue]) => lists.includes(LIST_OF[queue as QueueName]))
        .map(([, counted]) => counted.own)
      if (counts.length === 0) return undefined
      return {
        waiting: counts.reduce((sum, { waiting }) => sum + waiting, 0),
        overdue: counts.reduce((sum, { overdue }) => sum + overdue, 0),
        due_by:
          counts
            .flatMap(({ due_by }) => due_by ?? [])
            .toSorted()
            .at(0) ?? null,
      }
    },
    workAt: (list) => {
      const [first] = Object.entries(queues).flatMap(([queue, { own }]) =>
        LIST_OF[queue as QueueName] === list && own.waiting > 0 ? [queue as QueueName] : [],
      )
      return first && QUEUE_AT[first]
    },
    count: () => {
      if (reads) reviews.refresh()
      if (readsConversations) support.refresh()
      if (readsMoney) money.refresh()
      approvals.refresh()
    },
  }
}

/** The list of proposals counts only those that the operator may decide. */
const ownApprovals = ({ waiting, due_by }: DataOf<'GET backoffice/approvals'>) => ({
  waiting,
  overdue: 0,
  due_by,
})

/** A duration in its largest unit, rounded down: 3 d, 5 h, 12 min. */
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

/** From now; negative for the past. */
const untilMs = (at: string): number => Date.parse(at) - Date.now()

/** When something is due, in words: "due in 4 h", "overdue by 3 d". */
export function useDueText(): (due_by: string) => { text: string; short: string; overdue: boolean } {
  const translate = useTranslate()
  const span = useSpan()
  return (due_by) => {
    const leftMs = untilMs(due_by)
    const overdue = leftMs <= 0
    const left = span(Math.abs(leftMs))
    return {
      overdue,
      text: translate(overdue ? 'queue.overdue_by' : 'queue.is_due_in', { span: left }),
      short: overdue ? `−${left}` : left,
    }
  }
}

interface QueueItem {
  readonly since: string
  readonly due_by: string
  readonly overdue: boolean
}

/** Age, with the exact instant as a tooltip. */
export function Age({ since }: { since: string }) {
  const span = useSpan()
  return <span title={formatTime(since)}>{span(-untilMs(since))}</span>
}

/** Due date, marked if overdue. */
export function Due({ waiting: { due_by, overdue } }: { waiting: QueueItem }) {
  const translate = useTranslate()
  const span = useSpan()
  const leftMs = untilMs(due_by)
  return (
    <Box component="span" title={formatTime(due_by)} sx={{ whiteSpace: 'nowrap' }}>
      {overdue ? (
        <Chip
          size="small"
          color="error"
          variant="outlined"
          label={translate('queue.overdue_by', { span: span(-leftMs) })}
        />
      ) : (
        translate('queue.due_in', { span: span(leftMs) })
      )}
    </Box>
  )
}

/** Decided by this operator since the page was loaded: what waits for a second person is still listed. */
const decided = new Set<string>()

interface QueueOptions {
  /** Which of its items this operator can decide; the others are not counted and not gone to. */
  forMe?: (item: never) => boolean
  /** As its list is sorted. */
  sort?: { field: string; order: 'ASC' | 'DESC' }
  /** Where it may be longer than one page: its number is that of the tab and the menu. */
  name?: QueueName
}

const FIRST_PAGE = 50

/** Position of an item in its queue, and navigation; the queue is a list with the given filter. */
export function useQueue(
  resource: string,
  filter: object,
  id: string,
  { forMe = () => true, sort = { field: 'id', order: 'ASC' }, name }: QueueOptions = {},
) {
  const translate = useTranslate()
  const redirect = useRedirect()
  const notify = useNotify()
  const { count, queues } = useCounts()
  const dataProvider = useDataProvider()
  const params = {
    filter,
    sort,
    pagination: { page: 1, perPage: FIRST_PAGE },
  }
  const { data = [] } = useGetList<{ id: string }>(resource, params)
  const ids = data.filter((one) => forMe(one as never)).map((one) => one.id)
  const all = data.length < FIRST_PAGE ? ids.length : (name && queues[name]?.own.waiting) || ids.length
  const at = ids.indexOf(id)
  const panel = usePanel()
  const open = (to: string | undefined) => {
    if (to !== undefined) redirect('show', resource, to)
  }
  async function goOn(done: string): Promise<void> {
    count()
    decided.add(id)
    const say = (then?: string) => {
      const text = then === undefined ? done : `${done.replace(/\.$/, '')}. ${translate(then)}`
      notify(text, { type: 'success', messageArgs: { _: text } })
    }
    if (panel !== null) {
      say()
      return panel.onGone()
    }
    // Refetched: the cached list may still contain an item that was just decided.
    const left = await dataProvider.getList<{ id: string }>(resource, params)
    const waiting = new Set(
      left.data.filter((one) => !decided.has(one.id) && forMe(one as never)).map((one) => one.id),
    )
    const next = [...ids.slice(at + 1), ...ids, ...waiting].find((other) => waiting.has(other))
    say(next === undefined ? 'queue.empty' : 'queue.went_on')
    if (next !== undefined) return open(next)
    redirect('list', resource)
  }
  return {
    position: at === -1 || panel !== null ? null : { at: at + 1, all: Math.max(all, ids.length) },
    /** From an item outside the queue, opens the first one. */
    next: () => open(at === -1 ? ids[0] : ids[at + 1]),
    previous: () => open(at === -1 ? ids[0] : ids[at - 1]),
    /** After a decision: opens the next item, or the list if none is left, and says so after what was done. */
    goOn,
  }
}

/** Position in the queue, and its shortcuts: those of the allowed actions (`keys`), next and previous. */
export function QueueLine({
  position,
  keys,
}: {
  position: { at: number; all: number } | null
  keys: Readonly<Record<string, string>>
}) {
  const translate = useTranslate()
  if (usePanel() !== null) return null
  return (
    <Box sx={{ color: 'text.secondary', fontSize: 12, display: 'flex', gap: 2, flexWrap: 'wrap' }}>
      {position && <span>{translate('queue.position', { ...position })}</span>}
      <KeyHints keys={{ ...keys, j: translate('app.next'), k: translate('app.previous') }} />
    </Box>
  )
}
