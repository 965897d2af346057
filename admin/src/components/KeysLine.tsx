import { Typography } from '@mui/material'
import { useListContext, useTranslate } from 'react-admin'
import { useRowKeys } from './keys.ts'

/** Registers a list's keyboard shortcuts and lists them below it. */
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

/** Lists a record's shortcuts that have an effect for this operator; renders nothing without any. */
export function KeyHints({ keys }: { keys: Readonly<Record<string, string>> }) {
  const translate = useTranslate()
  const hints = Object.entries(keys).map(([key, does]) => `${key} ${does.toLowerCase()}`)
  return hints.length === 0 ? null : (
    <Typography variant="caption" color="text.secondary">
      {translate('app.hear', { keys: hints.join(', ') })}
    </Typography>
  )
}
