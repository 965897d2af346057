import { Typography } from '@mui/material'
import { useListContext, useTranslate } from 'react-admin'
import { useRowKeys } from './keys.ts'

/** Below a list: the keys it hears, and hearing them. */
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

/** On a record: only the keys that do something for who sees it; nothing where there is none. */
export function KeyHints({ keys }: { keys: Readonly<Record<string, string>> }) {
  const translate = useTranslate()
  const hints = Object.entries(keys).map(([key, does]) => `${key} ${does.toLowerCase()}`)
  return hints.length === 0 ? null : (
    <Typography variant="caption" color="text.secondary">
      {translate('app.hear', { keys: hints.join(', ') })}
    </Typography>
  )
}
