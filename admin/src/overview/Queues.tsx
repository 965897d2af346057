// What waits, as what this operator can decide now, what waits for others, and in one line the queues that are empty.
import { Box, Chip, Link as TextLink, Paper, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { formatTime } from '../components/format.ts'
import { QUEUE_AT, useDueText, useSpan } from '../components/queue.tsx'
import type { DataOf } from '../shell/api.ts'

type Dashboard = DataOf<'GET backoffice/dashboard'>
type Queue = Omit<Dashboard['queues'][number], 'own' | 'others_due_by'>

/** What is due first comes first. */
const byUrgency = (one: Queue, other: Queue) => String(one.due_by).localeCompare(String(other.due_by))

export function Queues({ queues, at }: Pick<Dashboard, 'queues' | 'at'>) {
  const translate = useTranslate()
  // The age is that of the oldest of all; it is shown only where all of them are the operator's own.
  const mine = queues
    .filter(({ own }) => own.waiting > 0)
    .map(({ own: { waiting, overdue, due_by }, ...of }): Queue => ({
      queue: of.queue,
      waiting,
      overdue,
      due_by,
      oldest_at: waiting === of.waiting ? of.oldest_at : null,
    }))
    .toSorted(byUrgency)
  const others = queues
    .filter(({ waiting, own }) => waiting > own.waiting)
    .map(otherPart)
    .toSorted(byUrgency)
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
            <TextLink key={queue} component={Link} to={QUEUE_AT[queue]} color="inherit">
              {translate(`dashboard.queues.${queue}`)}
            </TextLink>
          ))}
        </Box>
      )}
    </Box>
  )
}

/** What of a queue waits for others. */
const otherPart = ({ own, others_due_by, ...queue }: Dashboard['queues'][number]): Queue => ({
  ...queue,
  waiting: queue.waiting - own.waiting,
  overdue: queue.overdue - own.overdue,
  due_by: others_due_by,
  // The age of the oldest is that of all of them.
  ...(own.waiting > 0 && { oldest_at: null }),
})

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
        to={QUEUE_AT[queue]}
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
