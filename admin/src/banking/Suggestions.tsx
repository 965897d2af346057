// Deposits that an unmatched payment is probably for. One click proposes it to the second person, who decides.
import { Alert, Box, Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useMoney } from '../components/Amount.tsx'
import { formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { pressShortcut, useKeys } from '../components/keys.ts'
import type { DataOf } from '../shell/api.ts'
import { useEndpointMutation, useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { useMay } from '../shell/may.ts'
import { useOwnSide } from '../staff/SideNote.tsx'

type Line = DataOf<'GET backoffice/bank-lines/:line_id'>
const KEY = 'p'

interface Props {
  line: Line
  suggestions: SuggestionsOf
  /** With what was done. */
  onProposed: (done: string) => Promise<void>
}
type SuggestionsOf = ReturnType<typeof useSuggestions>

/** What is suggested for a line, whether this operator may propose it, and the key for that. */
export function useSuggestions(line: Line) {
  const translate = useTranslate()
  const { side } = useOwnSide()
  const mayCall = useMay()
  const shown = line.state === 'unmatched' && line.proposal === null
  const { data } = useEndpointQuery(
    'GET backoffice/bank-lines/:line_id/suggestions',
    { params: { line_id: line._id } },
    { enabled: shown, silent: true },
  )
  const list = (shown && data?.list) || []
  const may = mayCall('POST backoffice/bank-lines/:line_id/assign')
  // Of several, one has to be chosen.
  const hasKey = may && list.length === 1
  useKeys(hasKey ? { [KEY]: () => pressShortcut(KEY) } : {})
  const keys: Readonly<Record<string, string>> = hasKey
    ? { [KEY]: translate('bank_lines.propose_suggestion') }
    : {}
  return { list, may, otherSide: side === 'out', hasKey, keys }
}

export function Suggestions({ line, suggestions, onProposed }: Props) {
  const translate = useTranslate()
  const money = useMoney()
  const { list, may, otherSide, hasKey } = suggestions
  const params = { line_id: line._id }
  const { start, busy } = useEndpointMutation('POST backoffice/bank-lines/:line_id/assign', {
    leaves: true,
    onDone: () => onProposed(translate('bank_lines.proposed')),
  })
  return list.map(({ deposit_id, reference, written, member, amount, created_at }) => (
    <Alert
      key={deposit_id}
      severity="info"
      action={
        may && (
          <Button
            aria-keyshortcuts={hasKey ? KEY : undefined}
            variant="contained"
            size="small"
            disabled={busy}
            onClick={() =>
              start({
                params,
                body: {
                  deposit_id,
                  reason: translate('bank_lines.suggestion_reason', {
                    reference,
                    written,
                    username: member.username,
                  }),
                },
              })
            }
          >
            {translate('bank_lines.propose_suggestion')}
          </Button>
        )
      }
    >
      <Box sx={{ fontWeight: 600 }}>
        {translate('bank_lines.suggestion')} <GoTo to={`/deposits/${deposit_id}/show`}>{reference}</GoTo>
        {' · '}
        <GoTo to={`/members/${member._id}/show`}>{member.username}</GoTo>
      </Box>
      {translate('bank_lines.suggestion_why', {
        written,
        amount: money(amount),
        when: formatTime(created_at),
      })}
      {otherSide && ` ${translate('bank_lines.suggestion_side')}`}
    </Alert>
  ))
}
