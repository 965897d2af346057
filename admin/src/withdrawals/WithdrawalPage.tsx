import { IDENTITY_EVIDENCE, type IdentityEvidence, REFUSAL_REASONS } from '@fairturn/contract/withdrawals'
import { Alert, Box, Button } from '@mui/material'
import { useState } from 'react'
import { CheckboxGroupInput, RadioButtonGroupInput, required, useCanAccess, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { shownStatus, signedAmount } from '../banking/line.ts'
import { ActionDialog, type ReasonValues } from '../components/ActionDialog.tsx'
import { Amount } from '../components/Amount.tsx'
import { formatDay, formatTime } from '../components/format.ts'
import { choicesOf } from '../components/forms.ts'
import { GoTo } from '../components/GoTo.tsx'
import { Heading, RecordHead } from '../components/headings.tsx'
import { useKeys } from '../components/keys.ts'
import { Name } from '../components/Name.tsx'
import { PropertyTable } from '../components/PropertyTable.tsx'
import { Age, Due, QueueLine, useQueue } from '../components/queue.tsx'
import { RecordPage } from '../components/RecordPage.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { Status } from '../components/Status.tsx'
import type { DataOf } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { useMay } from '../shell/may.ts'
import { ProposalAlert } from '../staff/ProposalAlert.tsx'
import { RiskNotes } from './RiskNotes.tsx'
import { dueOf, isApprovable } from './WithdrawalList.tsx'

type Withdrawal = DataOf<'GET backoffice/withdrawals/:withdrawal_id'>
type Decision = 'approve' | 'refuse'

export const WithdrawalPage = () => (
  <RecordPage has="approvals">
    {(withdrawal: Withdrawal) => <Details key={withdrawal._id} withdrawal={withdrawal} />}
  </RecordPage>
)

/** The decisions allowed in its state; the server also checks whether a payment file prevents them. */
function decisionsOf({ status, to, proposal, batch_id, your_duty }: Withdrawal): readonly Decision[] {
  if (to === 'card') return []
  if (status === 'requested')
    return proposal === null && your_duty !== 'brought_in' ? ['approve', 'refuse'] : ['refuse']
  return status === 'approved' && batch_id === null ? ['refuse'] : []
}

function Details({ withdrawal }: { withdrawal: Withdrawal }) {
  const translate = useTranslate()
  const [open, setOpen] = useState<Decision>()
  const { canAccess } = useCanAccess({ resource: 'withdrawals', action: 'edit' })
  const decisions = canAccess ? decisionsOf(withdrawal) : []
  const queue = useQueue('withdrawals', { status: 'requested' }, withdrawal._id, {
    forMe: isApprovable,
    name: 'withdrawals',
  })
  useKeys({
    j: queue.next,
    k: queue.previous,
    ...(decisions.includes('approve') && { a: () => setOpen('approve') }),
    ...(decisions.includes('refuse') && { r: () => setOpen('refuse') }),
  })
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 880, mt: 1 }}>
      <RecordHead title={<Amount wire={withdrawal.amount} />}>
        <Status texts="withdrawals.statuses" value={withdrawal.status} />
        {withdrawal.status === 'requested' && <Due waiting={dueOf(withdrawal.requested_at)} />}
        <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>
          {decisions.map((decision) => (
            <Button
              key={decision}
              variant={decision === 'approve' ? 'contained' : 'outlined'}
              color={decision === 'refuse' ? 'error' : 'primary'}
              onClick={() => setOpen(decision)}
            >
              {translate(`withdrawals.${decision}`)}
            </Button>
          ))}
        </Box>
      </RecordHead>
      <QueueLine
        position={queue.position}
        keys={{
          ...(decisions.includes('approve') && { a: translate('withdrawals.approve') }),
          ...(decisions.includes('refuse') && { r: translate('withdrawals.refuse') }),
        }}
      />
      <Duty withdrawal={withdrawal} />
      {withdrawal.to === 'card' && <Alert severity="info">{translate('withdrawals.to_card_why')}</Alert>}
      <People withdrawal={withdrawal} />
      <Properties withdrawal={withdrawal} />
      <LinesOf withdrawal={withdrawal} />
      {withdrawal.status === 'requested' && <RiskNotes withdrawal={withdrawal} />}
      {open && (
        <Decide
          withdrawal={withdrawal}
          decision={open}
          onDecided={queue.goOn}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Box>
  )
}

/** The caller's own part in this withdrawal, which bars them from deciding about it. */
function Duty({ withdrawal: { your_duty } }: { withdrawal: Withdrawal }) {
  const translate = useTranslate()
  if (your_duty === null) return null
  return <Alert severity="info">{translate(`withdrawals.duties.${your_duty}`)}</Alert>
}

/** Whether a second operator must approve, and who proposed it. */
function People({ withdrawal: { status, needs_two, takes_two, proposal } }: { withdrawal: Withdrawal }) {
  const translate = useTranslate()
  if (proposal !== null)
    return (
      <ProposalAlert id={proposal._id} primary>
        {translate('withdrawals.waits_for', { who: proposal.proposed_by })}
      </ProposalAlert>
    )
  if (status !== 'requested' || !needs_two) return null
  return (
    <Alert severity="info">
      {translate('withdrawals.needs_two')} {takes_two && translate(`withdrawals.takes_two.${takes_two}`)}
    </Alert>
  )
}

function Properties({ withdrawal }: { withdrawal: Withdrawal }) {
  const translate = useTranslate()
  const { payee, approvals, batch_id } = withdrawal
  return (
    <PropertyTable
      values={{
        'money.member': <Name id={withdrawal.member_id} />,
        'withdrawals.holder': payee?.holder,
        'withdrawals.account': payee
          ? [payee.bank_name, payee.account].filter(Boolean).join(', ')
          : translate('withdrawals.to_card'),
        'withdrawals.fee': withdrawal.fee !== '0.00' && <Amount wire={withdrawal.fee} />,
        'withdrawals.payout': <Amount wire={withdrawal.payout} />,
        'money.reference': withdrawal.reference,
        'withdrawals.requested_at': (
          <>
            {formatTime(withdrawal.requested_at)}
            {withdrawal.status === 'requested' && (
              <>
                {' '}
                (<Age since={withdrawal.requested_at} />)
              </>
            )}
          </>
        ),
        'withdrawals.approved_by':
          approvals.length > 0 &&
          approvals.map(({ username, at, reason }) => (
            <div key={username}>
              {translate('withdrawals.approval', { who: username, when: formatTime(at) })}
              {reason !== null && `: ${reason}`}
            </div>
          )),
        'withdrawals.batch': batch_id && <Name id={batch_id} />,
        'withdrawals.sent_at': withdrawal.sent_at && formatTime(withdrawal.sent_at),
        'withdrawals.settled_at': withdrawal.settled_at && formatTime(withdrawal.settled_at),
        'app.reason': withdrawal.refused_for
          ? translate(`withdrawals.refusal_reasons.${withdrawal.refused_for}`)
          : withdrawal.reason,
        'withdrawals.to_send':
          withdrawal.to_send.length > 0 &&
          withdrawal.to_send.map((each) => translate(`withdrawals.evidence.${each}`)).join(', '),
      }}
    />
  )
}

/** What the bank booked for it: the payment, fees of their own, and what came back. */
function LinesOf({ withdrawal: { _id, sent_at } }: { withdrawal: Withdrawal }) {
  const translate = useTranslate()
  const may = useMay()
  const enabled = sent_at !== null && may('GET backoffice/bank-lines')
  const { data } = useEndpointQuery(
    'GET backoffice/bank-lines',
    { query: { withdrawal_id: _id } },
    { enabled },
  )
  if (data === undefined || data.list.length === 0) return null
  return (
    <>
      <Heading text="withdrawals.bank_lines" />
      <RecordTable
        rows={data.list}
        columns={[
          {
            label: 'bank_lines.booking_day',
            render: (line) => <GoTo to={`/bank-lines/${line._id}/show`}>{formatDay(line.booking_day)}</GoTo>,
            whole: true,
          },
          { label: 'money.amount', render: (line) => <Amount wire={signedAmount(line)} />, end: true },
          {
            label: 'money.state',
            render: (line) => <Status texts="bank_lines.statuses" value={shownStatus(line)} />,
          },
          {
            label: 'bank_lines.finding',
            render: ({ finding, fee }) => (
              <>
                {finding && translate(`bank_lines.findings.${finding}`, { _: finding })}
                {fee && (
                  <div>
                    {translate('bank_lines.fee')}: <Amount wire={fee} />
                  </div>
                )}
              </>
            ),
          },
        ]}
      />
    </>
  )
}

interface RefusalValues {
  reason: (typeof REFUSAL_REASONS)[number]
  to_send?: IdentityEvidence[]
}

/** The closed list of promise 5, and with a doubt about the identity what the member is asked to send. */
function RefusalInputs() {
  const { reason } = useWatch<Partial<RefusalValues>>()
  return (
    <>
      <RadioButtonGroupInput
        source="reason"
        label="app.reason"
        choices={choicesOf(REFUSAL_REASONS, 'withdrawals.refusal_reasons')}
        validate={required()}
        helperText={false}
        row={false}
      />
      {reason === 'identity_in_doubt' && (
        <CheckboxGroupInput
          source="to_send"
          label="withdrawals.to_send"
          choices={choicesOf(IDENTITY_EVIDENCE, 'withdrawals.evidence')}
          validate={required()}
          helperText={false}
          row={false}
        />
      )}
    </>
  )
}

interface DecideProps {
  withdrawal: Withdrawal
  decision: Decision
  /** Called for a decision from the queue, with what was done: opens the next one. */
  onDecided: (done: string) => Promise<void>
  onClose: () => void
}

function Decide({ withdrawal, decision, onDecided, onClose }: DecideProps) {
  const translate = useTranslate()
  const { _id: withdrawal_id, needs_two, status, proposal, reference, username } = withdrawal
  const waited = status === 'requested'
  const params = { withdrawal_id }
  const dialog = { title: translate(`withdrawals.${decision}`), of: `${reference} · ${username}` }
  if (decision === 'refuse')
    return (
      <ActionDialog
        endpoint="POST backoffice/withdrawals/:withdrawal_id/refuse"
        input={(body: RefusalValues) => ({ params, body })}
        {...dialog}
        ends
        why={
          <>
            {translate('withdrawals.refuse_why')}
            {proposal !== null && (
              <Alert severity="warning" sx={{ mt: 1 }}>
                {translate('withdrawals.refuse_proposed', {
                  who: proposal.proposed_by,
                  when: formatTime(proposal.proposed_at),
                })}
              </Alert>
            )}
          </>
        }
        leaves={waited}
        {...(waited
          ? { onDone: () => onDecided(translate('withdrawals.refused')) }
          : { done: 'withdrawals.refused' })}
        onClose={onClose}
      >
        <RefusalInputs />
      </ActionDialog>
    )
  return (
    <ActionDialog
      endpoint="POST backoffice/withdrawals/:withdrawal_id/approve"
      input={(body: Partial<ReasonValues>) => ({ params, body })}
      {...dialog}
      why={translate(`withdrawals.${needs_two ? 'needs_two' : 'approve_sure'}`)}
      withReason={needs_two}
      leaves
      onDone={({ proposal_id }) =>
        onDecided(translate(proposal_id === null ? 'withdrawals.approved' : 'withdrawals.proposed'))
      }
      onClose={onClose}
    />
  )
}
