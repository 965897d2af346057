import { REFUND_STATES } from '@fairturn/contract/backoffice/banking'
import { Name } from '../components/Name.tsx'
import { RecordList } from '../components/RecordList.tsx'
import { Status } from '../components/Status.tsx'
import type { DataOf } from '../shell/api.ts'

type Refund = DataOf<'GET backoffice/refunds'>['list'][number] & { id: string }

/** Links to the bank line that received the money. */
const lineOf = (_id: unknown, _resource: string, refund: object) =>
  `/bank-lines/${(refund as Refund).line_id}/show`

export function RefundList() {
  return (
    <RecordList<Refund>
      sort={{ field: 'approved_at', order: 'DESC' }}
      tabs={{
        source: 'status',
        values: REFUND_STATES,
        texts: 'refunds.statuses',
        waiting: { approved: 'refunds' },
      }}
      rowClick={lineOf}
      columns={[
        { label: 'refunds.approved_at', time: 'approved_at', sort: true },
        { label: 'money.amount', amount: 'amount', sort: true, total: true },
        { label: 'money.reference', source: 'reference' },
        { label: 'refunds.holder', render: ({ holder, account }) => `${holder}, ${account}` },
        { label: 'refunds.line', render: ({ line_id }) => <Name id={line_id} bare /> },
        { label: 'app.reason', source: 'reason' },
        {
          label: 'money.status',
          render: ({ status, settled_reason }) => (
            <>
              <Status texts="refunds.statuses" value={status} /> {settled_reason}
            </>
          ),
        },
        { label: 'refunds.settled', time: 'settled_at' },
        {
          label: 'refunds.batch',
          render: ({ batch_id }) => batch_id && <Name id={batch_id} bare />,
        },
      ]}
    />
  )
}
