// One bank line: its data, its match and why, and an operator's actions.
import { Alert, Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { useCanAccess, useGetOne, useRecordContext, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { DataOf } from '../api.ts'
import { useKeys } from '../keys.ts'
import { KeyHints } from '../KeysLine.tsx'
import { RecordPage } from '../RecordPage.tsx'
import { dayOf, when } from '../words.ts'
import { Amount, useMoney } from '../Amount.tsx'
import { ConfirmLineDialog, LineDuty } from './HoldActs.tsx'
import { AssignDialog, RefundDialog, ResolveDialog } from './LineActs.tsx'
import { LineState, signedAmount } from './LineList.tsx'
import { Facts, GoTo } from '../parts.tsx'
import { useQueue } from '../use-queue.ts'
import type { LineInDetail } from './line.ts'

type Deposit = DataOf<'GET backoffice/deposits/:deposit_id'> & { id: string }
type Withdrawal = DataOf<'GET backoffice/withdrawals/:withdrawal_id'> & { id: string }
const KEY_OF = { assign: 'a', confirm: 'c', resolve: 'r', refund: 'f' } as const
type Act = keyof typeof KEY_OF

export const LinePage = () => (
  <RecordPage title={<Name />}>
    <Shown />
  </RecordPage>
)

/** A line has no name of its own. */
function Name() {
  return useTranslate()('resources.bank-lines.name', { smart_count: 1 })
}

function Shown() {
  // The framework shows what it has from the list until the whole is there.
  const line = useRecordContext<LineInDetail>()
  return line === undefined || !('proposal' in line) ? null : <Sheet key={line._id} line={line} />
}

/** What may be done about a line in its state. */
const actsOf = (line: LineInDetail): readonly Act[] => {
  const { state, finding, proposal, your_import, your_confirmation } = line
  if (state === 'held') return finding === 'more_than_announced' && !your_import ? ['confirm'] : []
  if (state === 'unmatched') {
    if (your_import) return []
    return proposal === null && !your_confirmation ? ['assign', 'refund'] : ['assign']
  }
  return state === 'differs' || state === 'unexplained' ? ['resolve'] : []
}

function Sheet({ line }: { line: LineInDetail }) {
  const translate = useTranslate()
  const [asking, ask] = useState<Act>()
  const { canAccess } = useCanAccess({ resource: 'bank-lines', action: 'edit' })
  const acts = canAccess ? actsOf(line) : []
  const go = useQueue('bank-lines', { state: line.state }, line._id)
  useKeys({
    j: () => go(1),
    k: () => go(-1),
    ...Object.fromEntries(acts.map((act) => [KEY_OF[act], () => ask(act)])),
  })
  const close = () => ask(undefined)
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 880, mt: 1 }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h5" component="h1">
          <Amount wire={signedAmount(line)} />
        </Typography>
        <LineState state={line.state} />
        <Typography color="text.secondary">
          {line.finding && translate(`bank_lines.findings.${line.finding}`, { _: line.finding })}
        </Typography>
      </Box>
      {line.proposal && (
        <Alert
          severity="info"
          action={
            <Button component={Link} to={`/approvals/${line.proposal._id}/show`} size="small">
              {translate('bank_lines.open_proposal')}
            </Button>
          }
        >
          {translate('bank_lines.proposal', {
            who: line.proposal.proposed_by,
            when: when(line.proposal.proposed_at),
          })}
        </Alert>
      )}
      <LineDuty line={line} />
      <Says line={line} />
      <Typography variant="h6" component="h2">
        {translate('bank_lines.matched_to')}
      </Typography>
      <MatchedTo line={line} />
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {acts.map((act, i) => (
          <Button key={act} variant={i === 0 ? 'contained' : 'outlined'} onClick={() => ask(act)}>
            {translate(`bank_lines.${act}`)}
          </Button>
        ))}
      </Box>
      <KeyHints
        keys={{
          ...Object.fromEntries(acts.map((act) => [KEY_OF[act], translate(`bank_lines.${act}`)])),
          j: translate('app.next'),
          k: translate('app.previous'),
        }}
      />
      {asking === 'confirm' && <ConfirmLineDialog line={line} onClose={close} />}
      {asking === 'assign' && <AssignDialog line={line} onClose={close} />}
      {asking === 'refund' && <RefundDialog line={line} onClose={close} />}
      {asking === 'resolve' && <ResolveDialog line={line} onClose={close} />}
    </Box>
  )
}

function Says({ line }: { line: LineInDetail }) {
  const translate = useTranslate()
  return (
    <Facts
      rows={[
        [translate('bank_lines.booking_day'), dayOf(line.booking_day)],
        [translate('bank_lines.value_day'), line.value_day && dayOf(line.value_day)],
        [translate('bank_lines.counterparty'), line.counterparty.name],
        [translate('bank_lines.account'), line.counterparty.account],
        [translate('bank_lines.remittance'), line.remittance],
        [translate('bank_lines.end_to_end_id'), line.end_to_end_id],
        [translate('bank_lines.bank_reference'), line.bank_reference],
        [translate('bank_lines.batch_id'), line.batch_id],
        [translate('bank_lines.return_reason'), line.return_reason],
        [translate('bank_lines.reversal'), line.reversal && translate('money.yes')],
        [translate('bank_lines.decided_at'), line.decided_at && when(line.decided_at)],
        [translate('bank_lines.resolved_by'), line.resolved_by],
        [translate('bank_lines.resolution'), line.resolution],
      ]}
    />
  )
}

function MatchedTo({ line: { deposit_id, withdrawal_id, refund_id } }: { line: LineInDetail }) {
  const translate = useTranslate()
  if (deposit_id === null && withdrawal_id === null && refund_id === null)
    return <Typography color="text.secondary">{translate('bank_lines.nothing')}</Typography>
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {deposit_id !== null && <ToDeposit id={deposit_id} />}
      {withdrawal_id !== null && <ToWithdrawal id={withdrawal_id} />}
      {refund_id !== null && <GoTo to="/refunds">{translate('bank_lines.to_refund')}</GoTo>}
    </Box>
  )
}

function ToDeposit({ id }: { id: string }) {
  const translate = useTranslate()
  const money = useMoney()
  const { data: deposit } = useGetOne<Deposit>('deposits', { id })
  if (deposit === undefined) return null
  return (
    <div>
      <GoTo to={`/deposits/${id}/show`}>
        {translate('bank_lines.to_deposit', { reference: deposit.reference })}
      </GoTo>
      {` · ${deposit.username} · ${translate(`deposits.statuses.${deposit.status}`)} · `}
      {translate('bank_lines.announced', {
        announced: money(deposit.amount),
        received: money(deposit.received),
      })}
    </div>
  )
}

function ToWithdrawal({ id }: { id: string }) {
  const translate = useTranslate()
  const { data: withdrawal } = useGetOne<Withdrawal>('withdrawals', { id })
  if (withdrawal === undefined) return null
  return (
    <div>
      <GoTo to={`/withdrawals/${id}/show`}>
        {translate('bank_lines.to_withdrawal', { reference: withdrawal.reference })}
      </GoTo>
      {` · ${withdrawal.username} · ${translate(`withdrawals.statuses.${withdrawal.status}`)} · `}
      <Amount wire={withdrawal.payout} />
    </div>
  )
}
