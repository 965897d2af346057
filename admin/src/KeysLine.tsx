// Below a list: the keys it hears, and hearing them.
import { Typography } from '@mui/material'
import { useListContext, useTranslate } from 'react-admin'
import { useRowKeys } from './keys.ts'

export function KeysLine() {
  useRowKeys()
  const translate = useTranslate()
  const { data } = useListContext()
  if (data === undefined || data.length === 0) return null
  return (
    <Typography variant="caption" color="text.secondary" sx={{ p: 1.5, display: 'block' }}>
      {translate('app.keys')}
    </Typography>
  )
}
