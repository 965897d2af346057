// Which payout a debit that nobody has explained may be, and whether what is above it may be the bank's fee, in words; one click
// proposes it to the other side.
import { Alert, Box, Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useMoney } from '../components/Amount.tsx'
import { GoTo } from '../components/GoTo.tsx'
import type { DataOf } from '../shell/api.ts'
import { useEndpointMutation, useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { useMay } from '../shell/may.ts'

type Line = DataOf<'GET backoffice/bank-lines/:line_id'>

interface Props {
  line: Line
  /** With what was done. */
  onProposed: (done: string) => Promise<void>
}

export function SuggestedPayouts({ line, onProposed }: Props) {
  const translate = useTranslate()
  const money = useMoney()
  const may = useMay()('POST backoffice/bank-lines/:line_id/payout')
  const params = { line_id: line._id }
  const waits = line.state === 'unexplained' || line.state === 'resolved'
  const { data } = useEndpointQuery(
    'GET backoffice/bank-lines/:line_id/payouts',
    { params },
    { enabled: waits && line.direction === 'debit' && line.proposal === null, silent: true },
  )
  const { start, busy } = useEndpointMutation('POST backoffice/bank-lines/:line_id/payout', {
    leaves: true,
    onDone: () => onProposed(translate('bank_lines.proposed')),
  })
  return (data?.list ?? []).map(({ reference, because, verdict, ...sums }) => {
    const words = {
      reference,
      payout: money(sums.payout),
      rest: money(sums.rest),
      highest: money(sums.highest_fee),
    }
    const isPossible = verdict === 'fee' || verdict === 'exact'
    return (
      <Alert
        key={reference}
        severity={isPossible ? 'info' : 'warning'}
        action={
          may &&
          isPossible && (
            <Button
              variant="contained"
              size="small"
              disabled={busy}
              onClick={() =>
                start({ params, body: { reference, reason: translate('bank_lines.payout_reason', words) } })
              }
            >
              {translate('bank_lines.propose_suggestion')}
            </Button>
          )
        }
      >
        <Box sx={{ fontWeight: 600 }}>{translate(`bank_lines.payout_suggested.${verdict}`, words)}</Box>
        {translate(`bank_lines.payout_because.${because}`)}{' '}
        {line.withdrawal_id !== null && (
          <GoTo to={`/withdrawals/${line.withdrawal_id}/show`}>{reference}</GoTo>
        )}
      </Alert>
    )
  })
}
