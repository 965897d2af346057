// A member's deposits and withdrawals, for those who may read them, and the statement, which is everybody's.
import { useCanAccess } from 'react-admin'
import { Amount } from '../components/Amount.tsx'
import { GoTo } from '../components/GoTo.tsx'
import { Heading } from '../components/headings.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { useEndpointPages } from '../shell/endpoint-hooks.ts'
import { MemberInvoices } from './MemberInvoices.tsx'
import { MemberStatement } from './MemberStatement.tsx'
import type { TabProps } from './tab-props.ts'

export function MemberMoney({ member }: TabProps) {
  const { _id: member_id } = member
  const { canAccess = false } = useCanAccess({ resource: 'deposits', action: 'list' })
  return (
    <>
      {canAccess && <Deposits member_id={member_id} />}
      {canAccess && <Withdrawals member_id={member_id} />}
      {canAccess && <MemberInvoices member={member} />}
      <MemberStatement member_id={member_id} />
    </>
  )
}

function Deposits({ member_id }: { member_id: string }) {
  const deposits = useEndpointPages('GET backoffice/deposits', { query: { member_id } })
  return (
    <section>
      <Heading text="member.deposits" />
      <RecordTable
        {...deposits}
        label="member.deposits"
        empty="member.nothing"
        columns={[
          { label: 'deposits.created_at', time: 'created_at' },
          {
            label: 'money.reference',
            render: ({ _id, reference }) => <GoTo to={`/deposits/${_id}/show`}>{reference}</GoTo>,
            whole: true,
          },
          { label: 'money.amount', amount: 'amount' },
          { label: 'deposits.received', render: ({ received }) => <Amount wire={received} />, end: true },
          { label: 'money.status', status: 'status', texts: 'deposits.statuses' },
        ]}
      />
    </section>
  )
}

function Withdrawals({ member_id }: { member_id: string }) {
  const withdrawals = useEndpointPages('GET backoffice/withdrawals', { query: { member_id } })
  return (
    <section>
      <Heading text="member.withdrawals" />
      <RecordTable
        {...withdrawals}
        label="member.withdrawals"
        empty="member.nothing"
        columns={[
          { label: 'withdrawals.requested_at', time: 'requested_at' },
          {
            label: 'money.reference',
            render: ({ _id, reference }) => <GoTo to={`/withdrawals/${_id}/show`}>{reference}</GoTo>,
            whole: true,
          },
          { label: 'money.amount', amount: 'amount' },
          { label: 'money.status', status: 'status', texts: 'withdrawals.statuses' },
        ]}
      />
    </section>
  )
}
