import type { QueueName } from '@fairturn/contract/backoffice/dashboard'
import { Box, Chip, Paper } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { useSpan } from '../components/queue.tsx'
import type { DataOf } from '../shell/api.ts'

type Dashboard = DataOf<'GET backoffice/dashboard'>

const filtered = (list: string, filter: Record<string, string>) =>
  `/${list}?filter=${encodeURIComponent(JSON.stringify(filter))}`

const LISTS: Readonly<Record<QueueName, string>> = {
  campaigns: filtered('campaigns', { status: 'review' }),
  orders: '/orders',
  objections: filtered('objections', { state: 'open' }),
  approvals: '/approvals',
  withdrawals: filtered('withdrawals', { status: 'requested' }),
  payouts: filtered('withdrawals', { status: 'approved' }),
  payout_batches: '/payout-batches',
  bank_statements: filtered('bank-statements', { status: 'unconfirmed' }),
  bank_lines: '/bank-lines',
  card_events: '/card-events',
}

export function Queues({ queues, at }: Pick<Dashboard, 'queues' | 'at'>) {
  const translate = useTranslate()
  const span = useSpan()
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
      {queues.map(({ queue, waiting, oldest_at, overdue }) => (
        <Paper key={queue} component="li" variant="outlined">
          <Box
            component={Link}
            to={LISTS[queue]}
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
            <Box sx={{ fontSize: 26, fontWeight: 700, fontVariantNumeric: 'tabular-nums', lineHeight: 1.25 }}>
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
              }}
            >
              {oldest_at === null
                ? translate('dashboard.nothing')
                : translate('dashboard.oldest', { span: span(Date.parse(at) - Date.parse(oldest_at)) })}
              {overdue > 0 && (
                <Chip
                  size="small"
                  color="error"
                  variant="outlined"
                  label={translate('dashboard.overdue', { count: overdue })}
                />
              )}
            </Box>
          </Box>
        </Paper>
      ))}
    </Box>
  )
}
