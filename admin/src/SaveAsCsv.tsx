// The export of the list, with its filters and order.
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import { Button } from '@mui/material'
import { useListContext, useTranslate } from 'react-admin'
import { addressOf } from './api.ts'
import { sortOf } from './data-provider.ts'

export function SaveAsCsv({ path }: { path: string }) {
  const { filterValues, sort } = useListContext()
  const translate = useTranslate()
  return (
    <Button
      size="small"
      startIcon={<DownloadIcon />}
      component="a"
      href={addressOf(path, { ...filterValues, sort: sortOf(sort) })}
      download
    >
      {translate('app.csv')}
    </Button>
  )
}
