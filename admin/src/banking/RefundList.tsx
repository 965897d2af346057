import { REFUND_STATUSES } from '@fairturn/contract/backoffice/banking'
import { Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import { ActionButton } from '../components/ActionDialog.tsx'
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
        values: REFUND_STATUSES,
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
          render: ({ _id, status, settled_reason, batch_id, reference }) => (
            <>
              <Status texts="refunds.statuses" value={status} /> {settled_reason}
              {status === 'approved' && batch_id === null && <TakeBack refund={{ _id, reference }} />}
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

function TakeBack({ refund: { _id: refund_id, reference } }: { refund: Pick<Refund, '_id' | 'reference'> }) {
  const translate = useTranslate()
  return (
    // Stops clicks from reaching the row, which would open the line.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <Box onClick={(event) => event.stopPropagation()}>
      <ActionButton
        button={{ size: 'small', color: 'error' }}
        endpoint="POST backoffice/refunds/:refund_id/take-back"
        input={(body) => ({ params: { refund_id }, body })}
        title={translate('refunds.take_back')}
        of={reference}
        why={translate('refunds.take_back_why')}
        withReason
        done="bank_lines.proposed"
      />
    </Box>
  )
}
