import type { AdminBroadcast } from '@fairturn/contract/backoffice/broadcasts'
import { Box, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { formatTime } from '../components/format.ts'
import { Status } from '../components/Status.tsx'
import { useReadShare } from './BroadcastList.tsx'

export function BroadcastProperties({ broadcast }: { broadcast: AdminBroadcast }) {
  const translate = useTranslate()
  const shareOf = useReadShare()
  const properties: [string, string][] = [
    ['broadcasts.created_at', `${formatTime(broadcast.created_at)} · ${broadcast.created_by.username}`],
    ['broadcasts.send_at', formatTime(broadcast.send_at)],
    ['broadcasts.recipients', String(broadcast.recipients)],
    ['broadcasts.read', shareOf(broadcast)],
  ]
  return (
    <Box sx={{ display: 'flex', gap: 2.5, alignItems: 'center', flexWrap: 'wrap' }}>
      <Status texts="broadcasts.statuses" value={broadcast.status} />
      {properties.map(([key, value]) => (
        <Typography key={key}>
          <Box component="span" sx={{ color: 'text.secondary', mr: 0.75 }}>
            {translate(key)}
          </Box>
          {value}
        </Typography>
      ))}
    </Box>
  )
}
