// The list as a file, with the filters that are set.
import { Button } from '@mui/material'
import { useListContext, useTranslate } from 'react-admin'
import { addressOf } from './api.ts'

export function SaveAsCsv({ path }: { path: string }) {
  const { filterValues } = useListContext()
  const translate = useTranslate()
  return (
    <Button size="small" component="a" href={addressOf(path, filterValues)} download>
      {translate('app.csv')}
    </Button>
  )
}
