import type { Proposal } from '@fairturn/contract/backoffice/approvals'
// Whom and what a proposal about money is about, by name and with a link: the content has ids only.
import { Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import { AccountFindings } from '../banking/AccountFindings.tsx'
import { Amount } from '../components/Amount.tsx'
import { formatDay, formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { Name, Names } from '../components/Name.tsx'
import { PropertyTable } from '../components/PropertyTable.tsx'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { RiskNotes } from '../withdrawals/RiskNotes.tsx'
import { conversationOf } from './kind.ts'

export function ProposalSubjects({ proposal: { content, member_id } }: { proposal: Proposal }) {
  const { line_id, deposit_id, withdrawal_id } = content
  const conversation = conversationOf({ content })
  if (conversation !== undefined) return <Name id={conversation._id} unknown="names.kinds.conversations" />
  if (typeof withdrawal_id === 'string') return <OfWithdrawal withdrawal_id={withdrawal_id} />
  if (typeof line_id !== 'string') return null
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <OfLine line_id={line_id} />
      {typeof deposit_id === 'string' ? (
        <OfDeposit deposit_id={deposit_id} />
      ) : (
        member_id !== null && <Name id={member_id} />
      )}
    </Box>
  )
}

function OfLine({ line_id }: { line_id: string }) {
  const translate = useTranslate()
  const params = { line_id }
  const { data: line } = useEndpointQuery('GET backoffice/bank-lines/:line_id', { params }, { silent: true })
  if (line === undefined) return null
  return (
    <>
      <GoTo to={`/bank-lines/${line_id}/show`}>
        {translate('resources.bank-lines.name', { smart_count: 1 })}
      </GoTo>
      <PropertyTable
        values={{
          'money.amount': <Amount wire={line.direction === 'debit' ? `-${line.amount}` : line.amount} />,
          'bank_lines.booking_day': formatDay(line.booking_day),
          'bank_lines.counterparty': line.counterparty.name,
          'bank_lines.account': line.counterparty.account,
          'bank_lines.remittance': line.remittance,
        }}
      />
      <AccountFindings line={line} />
    </>
  )
}

/** What whoever decides alone sees on its page: whom it goes to, and what is known around it. */
function OfWithdrawal({ withdrawal_id }: { withdrawal_id: string }) {
  const translate = useTranslate()
  const { data: withdrawal } = useEndpointQuery(
    'GET backoffice/withdrawals/:withdrawal_id',
    { params: { withdrawal_id } },
    { silent: true },
  )
  if (withdrawal === undefined) return null
  const { payee, reference, fee, payout, requested_at, status, names } = withdrawal
  return (
    <Names of={names}>
      <GoTo to={`/withdrawals/${withdrawal_id}/show`}>
        {translate('bank_lines.to_withdrawal', { reference })}
      </GoTo>
      <PropertyTable
        values={{
          'withdrawals.holder': payee?.holder,
          'withdrawals.account': payee && [payee.bank_name, payee.account].filter(Boolean).join(', '),
          'withdrawals.fee': fee !== '0.00' && <Amount wire={fee} />,
          'withdrawals.payout': <Amount wire={payout} />,
          'withdrawals.requested_at': formatTime(requested_at),
        }}
      />
      {status === 'requested' && <RiskNotes withdrawal={withdrawal} />}
    </Names>
  )
}

function OfDeposit({ deposit_id }: { deposit_id: string }) {
  const translate = useTranslate()
  const params = { deposit_id }
  const { data } = useEndpointQuery('GET backoffice/deposits/:deposit_id', { params }, { silent: true })
  if (data === undefined) return null
  return (
    <div>
      <GoTo to={`/deposits/${deposit_id}/show`}>
        {translate('bank_lines.to_deposit', { reference: data.reference })}
      </GoTo>
      {` · ${data.username} · `}
      <Amount wire={data.amount} />
    </div>
  )
}
