// Deposits that an unmatched payment is probably for. One click proposes it to the second person, who decides.
import { Alert, Box, Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useMoney } from '../components/Amount.tsx'
import { formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import type { DataOf } from '../shell/api.ts'
import { useEndpointMutation, useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { useOwnSide } from '../staff/SideNote.tsx'

type Line = DataOf<'GET backoffice/bank-lines/:line_id'>

export function Suggestions({ line, proposes }: { line: Line; proposes: boolean }) {
  const translate = useTranslate()
  const money = useMoney()
  const { side } = useOwnSide()
  const params = { line_id: line._id }
  const shown = line.state === 'unmatched' && line.proposal === null
  const { data } = useEndpointQuery(
    'GET backoffice/bank-lines/:line_id/suggestions',
    { params },
    { enabled: shown, silent: true },
  )
  const { start, busy } = useEndpointMutation('POST backoffice/bank-lines/:line_id/assign', {
    done: 'bank_lines.proposed',
  })
  if (!shown) return null
  return data?.list.map(({ deposit_id, reference, written, member, amount, created_at }) => (
    <Alert
      key={deposit_id}
      severity="info"
      action={
        proposes &&
        side !== 'out' && (
          <Button
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
      {proposes && side === 'out' && ` ${translate('bank_lines.suggestion_side')}`}
    </Alert>
  ))
}
