import { separatorFor } from '@fairturn/contract/csv'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import { Button } from '@mui/material'
import { useLocale, useTranslate } from 'react-admin'
import { addressOf } from '../shell/api.ts'

/** `query` holds the list's filters and order; absent for a table that is not a list. */
export function CsvButton({ path, query }: { path: string; query?: Record<string, unknown> }) {
  const translate = useTranslate()
  return (
    <Button
      size="small"
      startIcon={<DownloadIcon />}
      component="a"
      href={addressOf(path, { ...query, separator: separatorFor(useLocale()) })}
      download
      sx={{ justifySelf: 'start' }}
    >
      {translate('app.csv')}
    </Button>
  )
}
