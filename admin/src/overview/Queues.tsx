// What waits, as what this operator can decide now, what waits for others, and in one line the queues that are empty.
import type { QueueName } from '@fairturn/contract/backoffice/dashboard'
import { may, type Side, type StaffRole } from '@fairturn/contract/backoffice/roles'
import { Box, Chip, Link as TextLink, Paper, Typography } from '@mui/material'
import { useGetIdentity, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { formatTime } from '../components/format.ts'
import { useCounts, useDueText, useSpan } from '../components/queue.tsx'
import type { DataOf } from '../shell/api.ts'

type Dashboard = DataOf<'GET backoffice/dashboard'>
type Queue = Dashboard['queues'][number]

const filtered = (list: string, filter: Record<string, string>) =>
  `/${list}?filter=${encodeURIComponent(JSON.stringify(filter))}`

interface Work {
  readonly list: string
  /** Who decides what waits there. */
  readonly roles: readonly StaffRole[]
  /** The side that does; absent where both do. */
  readonly side?: Side
}

const WORK: Readonly<Record<QueueName, Work>> = {
  campaigns: { list: filtered('campaigns', { status: 'review' }), roles: may.review_campaigns },
  orders: { list: '/orders', roles: may.review_orders },
  objections: { list: filtered('objections', { state: 'open' }), roles: may.review_orders },
  approvals: { list: '/approvals', roles: may.decide_proposals },
  withdrawals: { list: filtered('withdrawals', { status: 'requested' }), roles: may.move_money, side: 'out' },
  payouts: {
    list: filtered('withdrawals', { status: 'approved', undrawn: 'true' }),
    roles: may.move_money,
    side: 'out',
  },
  refunds: {
    list: filtered('refunds', { status: 'approved', undrawn: 'true' }),
    roles: may.move_money,
    side: 'out',
  },
  payout_batches: {
    list: filtered('payout-batches', { state: 'to_send' }),
    roles: may.move_money,
    side: 'out',
  },
  bank_statements: {
    list: filtered('bank-statements', { status: 'unconfirmed' }),
    roles: may.move_money,
    side: 'in',
  },
  bank_lines: { list: '/bank-lines', roles: may.move_money, side: 'in' },
  card_events: { list: '/card-events', roles: may.move_money, side: 'in' },
}

/** What is due first comes first. */
const byUrgency = (one: Queue, other: Queue) => String(one.due_by).localeCompare(String(other.due_by))

export function Queues({ queues, at }: Pick<Dashboard, 'queues' | 'at'>) {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  const { queues: own } = useCounts()
  const role = identity?.['role'] as StaffRole | undefined
  const side = identity?.['side'] as Side | null | undefined
  const isMine = ({ queue }: Queue) => {
    const work = WORK[queue]
    if (role === undefined || !work.roles.includes(role)) return false
    // A proposal of one's own waits for somebody else.
    if (queue === 'approvals') return (own.approvals?.waiting ?? 0) > 0
    return work.side === undefined || work.side === side
  }
  const waiting = queues.filter((queue) => queue.waiting > 0).toSorted(byUrgency)
  const mine = waiting.filter(isMine)
  const others = waiting.filter((queue) => !isMine(queue))
  const empty = queues.filter((queue) => queue.waiting === 0)
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {mine.length === 0 ? (
        <Typography color="text.secondary">{translate('dashboard.nothing_to_do')}</Typography>
      ) : (
        <Cards queues={mine} at={at} />
      )}
      {others.length > 0 && (
        <>
          <Typography variant="h6" component="h2" sx={{ fontSize: 13, fontWeight: 700 }}>
            {translate('dashboard.for_others')}
          </Typography>
          <Cards queues={others} at={at} quiet />
        </>
      )}
      {empty.length > 0 && (
        <Box sx={{ fontSize: 13, color: 'text.secondary', display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <span>{translate('dashboard.empty')}</span>
          {empty.map(({ queue }) => (
            <TextLink key={queue} component={Link} to={WORK[queue].list} color="inherit">
              {translate(`dashboard.queues.${queue}`)}
            </TextLink>
          ))}
        </Box>
      )}
    </Box>
  )
}

function Cards({ queues, at, quiet = false }: { queues: readonly Queue[]; at: string; quiet?: boolean }) {
  return (
    <Box
      component="ul"
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(auto-fill, minmax(190px, 1fr))',
        listStyle: 'none',
        p: 0,
        m: 0,
      }}
    >
      {queues.map((queue) => (
        <Card key={queue.queue} queue={queue} at={at} quiet={quiet} />
      ))}
    </Box>
  )
}

function Card({
  queue: { queue, waiting, oldest_at, due_by, overdue },
  at,
  quiet,
}: {
  queue: Queue
  at: string
  quiet: boolean
}) {
  const translate = useTranslate()
  const span = useSpan()
  const dueText = useDueText()
  const due = due_by === null ? undefined : dueText(due_by)
  return (
    <Paper component="li" variant="outlined" sx={quiet ? { bgcolor: 'transparent' } : {}}>
      <Box
        component={Link}
        to={WORK[queue].list}
        sx={{
          display: 'block',
          p: 1.5,
          height: 1,
          color: 'text.primary',
          textDecoration: 'none',
          borderRadius: 'inherit',
          '&:hover, &:focus-visible': { bgcolor: 'action.hover' },
        }}
      >
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{translate(`dashboard.queues.${queue}`)}</Box>
        <Box
          sx={{
            fontSize: quiet ? 18 : 26,
            fontWeight: 700,
            fontVariantNumeric: 'tabular-nums',
            lineHeight: 1.25,
          }}
        >
          {waiting}
        </Box>
        <Box
          sx={{
            fontSize: 12,
            color: 'text.secondary',
            display: 'flex',
            gap: 1,
            alignItems: 'center',
            minHeight: 24,
            flexWrap: 'wrap',
          }}
        >
          {due?.overdue === true && (
            <Chip size="small" color="error" variant="outlined" label={due.text} title={formatTime(due_by)} />
          )}
          {due?.overdue === false && <span title={formatTime(due_by)}>{due.text}</span>}
          {overdue > 0 && overdue < waiting && translate('dashboard.overdue', { count: overdue })}
          {oldest_at !== null && waiting > 1 && (
            <span title={formatTime(oldest_at)}>
              {translate('dashboard.oldest', { span: span(Date.parse(at) - Date.parse(oldest_at)) })}
            </span>
          )}
        </Box>
      </Box>
    </Paper>
  )
}
