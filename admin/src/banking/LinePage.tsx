import type { ListedLine } from '@fairturn/contract/backoffice/banking'
import { Alert, Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { useGetIdentity, useTranslate } from 'react-admin'
import { Amount } from '../components/Amount.tsx'
import { formatDay, formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { Heading, RecordHead } from '../components/headings.tsx'
import { useKeys } from '../components/keys.ts'
import { useNameOf } from '../components/Name.tsx'
import { PropertyTable } from '../components/PropertyTable.tsx'
import { QueueLine, useQueue } from '../components/queue.tsx'
import { RecordPage } from '../components/RecordPage.tsx'
import { Status } from '../components/Status.tsx'
import type { DataOf } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { useMay } from '../shell/may.ts'
import { ProposalAlert } from '../staff/ProposalAlert.tsx'
import { AccountFindings } from './AccountFindings.tsx'
import { Announced } from './Announced.tsx'
import { CALL_OF, type LineAction } from './line-dialog.tsx'
import { isBookedFee, isKeptBy, SHORT_RETURN, shownStatus, signedAmount } from './line.ts'
import { LineActionDialog } from './LineActions.tsx'
import { LineDuty } from './LineDuty.tsx'
import { LineDue } from './LineList.tsx'
import { linesOf } from './StatementList.tsx'
import { SuggestedPayouts } from './SuggestedPayouts.tsx'
import { Suggestions, useSuggestions } from './Suggestions.tsx'

type Line = DataOf<'GET backoffice/bank-lines/:line_id'>
const KEY_OF: Readonly<Record<LineAction, string>> = {
  assign: 'a',
  book: 'b',
  confirm: 'c',
  payout: 'y',
  resolve: 'r',
  refund: 'f',
}

export const LinePage = () => (
  <RecordPage title={<Name />} has="proposal">
    {(line: Line) => <Details key={line._id} line={line} />}
  </RecordPage>
)

/** A line has no name of its own, so the page is titled by kind. */
function Name() {
  return useTranslate()('resources.bank-lines.name', { smart_count: 1 })
}

/** A debit that may be a payout with the bank's fee in it. */
const PAYABLE = new Set(['payout_differs', 'unknown_debit'])

/** It names a payout that another line has paid. */
const isFeeOfPayout = ({ finding, may_be_charge }: Line): boolean =>
  may_be_charge && finding === 'payout_differs'

/** What is booked already is only checked. */
const textOfAction = (action: LineAction, line: Line): string =>
  action === 'resolve' && isBookedFee(line)
    ? 'bank_lines.check'
    : action === 'book' && line.finding === SHORT_RETURN
      ? 'bank_lines.book_kept'
      : `bank_lines.${action}`

/** The actions allowed in the line's state. */
const actionsOf = (line: Line, username: string | undefined): readonly LineAction[] => {
  const { state, finding, proposal, your_import, your_confirmation } = line
  // Somebody has proposed something; another decides on that first.
  if (proposal !== null) return []
  if (state === 'unconfirmed') return ['confirm']
  const broughtIn = your_import || your_confirmation
  // Whoever brought it in does not explain it too.
  const resolving: readonly LineAction[] = broughtIn ? [] : ['resolve']
  // It is booked.
  if (isBookedFee(line)) return resolving
  const bookable: readonly LineAction[] = line.may_be_charge ? ['book'] : []
  if (isKeptBy(line, username)) return []
  if (state === 'unmatched')
    // A named payer paid somebody; a bank names none with its interest.
    return [
      ...(line.counterparty.name === null
        ? [...bookable, 'assign' as const]
        : ['assign' as const, ...bookable]),
      ...(broughtIn ? [] : (['refund'] as const)),
    ]
  // Also one that was only marked as resolved: its payout still waits.
  const payable: readonly LineAction[] =
    line.direction === 'debit' && PAYABLE.has(finding ?? '') && !isFeeOfPayout(line) ? ['payout'] : []
  if (state === 'resolved') return [...payable, ...bookable]
  return state === 'differs' || state === 'unexplained' ? [...payable, ...bookable, ...resolving] : []
}

/** What the line is, and what it waits for. */
function LineHead({ line, waitsForMe }: { line: Line; waitsForMe: boolean }) {
  const translate = useTranslate()
  return (
    <>
      <RecordHead title={<Amount wire={signedAmount(line)} />}>
        <Status texts="bank_lines.statuses" value={shownStatus(line)} />
        <LineDue line={line} />
        <Typography color="text.secondary">
          {line.finding && translate(`bank_lines.findings.${line.finding}`, { _: line.finding })}
        </Typography>
      </RecordHead>
      <AccountFindings line={line} />
      {line.proposal && (
        <ProposalAlert id={line.proposal._id}>
          {translate(`bank_lines.proposals.${line.proposal.kind}`, {
            who: line.proposal.proposed_by,
            when: formatTime(line.proposal.proposed_at),
          })}
        </ProposalAlert>
      )}
      {isBookedFee(line) && (
        <Alert severity="info">
          {translate(waitsForMe ? 'bank_lines.booked_waits' : 'bank_lines.booked_waits_for_others')}
        </Alert>
      )}
    </>
  )
}

function Details({ line }: { line: Line }) {
  const translate = useTranslate()
  const [open, setOpen] = useState<LineAction>()
  const may = useMay()
  const { identity } = useGetIdentity()
  const actions = actionsOf(line, identity?.fullName).filter((action) => may(CALL_OF[action]))
  // As in the list: what is proposed waits for its approver.
  const queue = useQueue('bank-lines', { state: 'to_review' }, line._id, {
    sort: { field: 'booking_day', order: 'DESC' },
    forMe: (one: ListedLine) => one.for_you,
    name: 'bank_lines',
  })
  const suggestions = useSuggestions(line)
  useKeys({
    j: queue.next,
    k: queue.previous,
    ...Object.fromEntries(actions.map((action) => [KEY_OF[action], () => setOpen(action)])),
  })
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 880, mt: 1 }}>
      <LineHead line={line} waitsForMe={actions.length > 0} />
      <LineDuty line={line} />
      <Suggestions line={line} suggestions={suggestions} onProposed={queue.goOn} />
      <SuggestedPayouts line={line} onProposed={queue.goOn} />
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {actions.map((action, i) => (
          <Button
            key={action}
            variant={i === 0 && suggestions.list.length === 0 ? 'contained' : 'outlined'}
            onClick={() => setOpen(action)}
          >
            {translate(textOfAction(action, line))}
          </Button>
        ))}
      </Box>
      <QueueLine
        position={queue.position}
        keys={{
          ...suggestions.keys,
          ...Object.fromEntries(
            actions.map((action) => [KEY_OF[action], translate(textOfAction(action, line))]),
          ),
        }}
      />
      <Properties line={line} />
      <Heading text="bank_lines.matched_to" />
      <MatchedTo line={line} />
      {open && (
        <LineActionDialog
          line={line}
          suggestions={suggestions.list}
          action={open}
          onDecided={queue.goOn}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Box>
  )
}

function Properties({ line }: { line: Line }) {
  const translate = useTranslate()
  const nameOf = useNameOf()
  return (
    <PropertyTable
      values={{
        'bank_lines.statement': <GoTo to={linesOf(line.statement_id)}>{nameOf(line.statement_id)}</GoTo>,
        'bank_lines.booking_day': formatDay(line.booking_day),
        'bank_lines.fee': line.fee && <Amount wire={`-${line.fee}`} />,
        'bank_lines.value_day': line.value_day && formatDay(line.value_day),
        'bank_lines.counterparty': line.counterparty.name,
        'bank_lines.payer_differs': line.payer_differs === true && translate('money.yes'),
        'bank_lines.account': line.counterparty.account,
        'bank_lines.account_unread': line.account_unread && translate('money.yes'),
        'bank_lines.remittance': line.remittance,
        'bank_lines.end_to_end_id': line.end_to_end_id,
        'bank_lines.bank_reference': line.bank_reference,
        'bank_lines.batch_id': line.batch_id,
        'bank_lines.return_reason': line.return_reason,
        'bank_lines.reversal': line.reversal && translate('money.yes'),
        'bank_lines.decided_at': line.decided_at && formatTime(line.decided_at),
        'bank_lines.kept_by': line.state === 'unmatched' && line.confirmed_by,
        'bank_lines.proposed_by': line.proposed_by,
        'bank_lines.resolved_by': line.resolved_by,
        'bank_lines.resolution': line.resolution,
      }}
    />
  )
}

function MatchedTo({ line: { deposit_id, withdrawal_id, refund_id, payment_file: file } }: { line: Line }) {
  const translate = useTranslate()
  const nameOf = useNameOf()
  // A row of the list, shown until the line is loaded, has none.
  if (file)
    return (
      <GoTo to={`/payout-batches/${file._id}/show`}>
        {translate('bank_lines.to_file', { reference: file.reference })}
      </GoTo>
    )
  if (deposit_id === null && withdrawal_id === null && refund_id === null)
    return <Typography color="text.secondary">{translate('bank_lines.nothing')}</Typography>
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {deposit_id !== null && <ToDeposit id={deposit_id} />}
      {withdrawal_id !== null && <ToWithdrawal id={withdrawal_id} />}
      {refund_id !== null && (
        <GoTo to="/refunds">{translate('bank_lines.to_refund', { reference: nameOf(refund_id) })}</GoTo>
      )}
    </Box>
  )
}

function ToDeposit({ id }: { id: string }) {
  const translate = useTranslate()
  const params = { deposit_id: id }
  const { data: deposit } = useEndpointQuery('GET backoffice/deposits/:deposit_id', { params })
  if (deposit === undefined) return null
  return (
    <div>
      <GoTo to={`/deposits/${id}/show`}>
        {translate('bank_lines.to_deposit', { reference: deposit.reference })}
      </GoTo>
      {' · '}
      <GoTo to={`/members/${deposit.member_id}/show`}>{deposit.username}</GoTo>
      {` · ${translate(`deposits.statuses.${deposit.status}`)} · `}
      <Announced deposit={deposit} />
    </div>
  )
}

function ToWithdrawal({ id }: { id: string }) {
  const translate = useTranslate()
  const params = { withdrawal_id: id }
  const { data: withdrawal } = useEndpointQuery('GET backoffice/withdrawals/:withdrawal_id', { params })
  if (withdrawal === undefined) return null
  return (
    <div>
      <GoTo to={`/withdrawals/${id}/show`}>
        {translate('bank_lines.to_withdrawal', { reference: withdrawal.reference })}
      </GoTo>
      {' · '}
      <GoTo to={`/members/${withdrawal.member_id}/show`}>{withdrawal.username}</GoTo>
      {` · ${translate(`withdrawals.statuses.${withdrawal.status}`)} · `}
      <Amount wire={withdrawal.payout} />
    </div>
  )
}
