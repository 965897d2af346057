import { Alert, Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { DataOf } from '../shell/api.ts'

type Trial = DataOf<'POST backoffice/bank-mappings/trial'>

/** What a file has besides its lines, and why it is none. */
export function SkippedLines({ skipped, count }: { skipped: Trial['skipped']; count: number }) {
  const translate = useTranslate()
  if (count === 0) return null
  return (
    <Alert severity="warning">
      {translate('bank_mappings.skipped', { count })}
      <Box sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {skipped
          .map(({ why, text }) => `${translate(`bank_mappings.skipped_why.${why}`)}: ${text}`)
          .join('\n')}
      </Box>
    </Alert>
  )
}
