import { Box, Typography } from '@mui/material'
import { useListContext, useTranslate } from 'react-admin'
import { useRowKeys, useSearchKeys } from './keys.ts'

/** Registers a list's keyboard shortcuts and lists them below it: `keys` are those of its buttons. */
export function KeysLine({
  opens,
  searches,
  keys,
}: {
  /** Its rows lead to a page. */
  opens: boolean
  /** It has a search box of its own. */
  searches: boolean
  keys: Readonly<Record<string, string>>
}) {
  useRowKeys(opens)
  useSearchKeys()
  const translate = useTranslate()
  const { data = [] } = useListContext()
  const own =
    opens && data.length > 0
      ? { j: translate('app.next'), k: translate('app.previous'), Enter: translate('app.opens') }
      : {}
  const shown = { ...keys, ...own }
  if (Object.keys(shown).length === 0) return null
  return (
    <Box sx={{ p: 1.5 }}>
      <KeyHints keys={{ ...shown, '/': translate(searches ? 'app.searches_list' : 'app.searches_all') }} />
    </Box>
  )
}

/** As in the middle of a sentence: VAT and CSV stay as they are. */
const inSentence = (text: string): string =>
  /^\p{Lu}{2}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)

/** Lists a record's shortcuts that have an effect for this operator; renders nothing without any. */
export function KeyHints({ keys }: { keys: Readonly<Record<string, string>> }) {
  const translate = useTranslate()
  const hints = Object.entries(keys).map(([key, does]) => `${key} ${inSentence(does)}`)
  return hints.length === 0 ? null : (
    <Typography variant="caption" color="text.secondary">
      {translate('app.hear', { keys: hints.join(', ') })}
    </Typography>
  )
}
