import type { Proposal } from '@fairturn/contract/backoffice/approvals'
// Whom and what a proposal about money is about, by name and with a link: the content has ids only.
import { Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Amount } from '../components/Amount.tsx'
import { formatDay } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { Name } from '../components/Name.tsx'
import { PropertyTable } from '../components/PropertyTable.tsx'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'

export function ProposalSubjects({ proposal: { content, member_id } }: { proposal: Proposal }) {
  const { line_id, deposit_id } = content
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
          'money.amount': <Amount wire={line.amount} />,
          'bank_lines.booking_day': formatDay(line.booking_day),
          'bank_lines.counterparty': line.counterparty.name,
          'bank_lines.account': line.counterparty.account,
          'bank_lines.remittance': line.remittance,
        }}
      />
    </>
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
