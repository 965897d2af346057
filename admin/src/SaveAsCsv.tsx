// The export of the list, with its filters and order.
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import { Button } from '@mui/material'
import { useListContext, useTranslate } from 'react-admin'
import { addressOf } from './api.ts'
import { sortOf } from './data-provider.ts'

export function SaveAsCsv({ path }: { path: string }) {
  const { filterValues, sort } = useListContext()
  return <CsvButton path={path} query={{ ...filterValues, sort: sortOf(sort) }} />
}

/** Of a table that is no list: it has neither filters nor an order of its own. */
export function CsvButton({ path, query }: { path: string; query?: object }) {
  const translate = useTranslate()
  return (
    <Button
      size="small"
      startIcon={<DownloadIcon />}
      component="a"
      href={addressOf(path, query)}
      download
      sx={{ justifySelf: 'start' }}
    >
      {translate('app.csv')}
    </Button>
  )
}
