import { BATCH_STATUSES, type AdminBatch } from '@fairturn/contract/backoffice/withdrawals'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Import } from '../banking/StatementList.tsx'
import { RecordList } from '../components/RecordList.tsx'
import { useMay } from '../shell/may.ts'
import { ReportDialog } from './ReportDialog.tsx'
import { CreateFile, useCreateFileKeys } from './WithdrawalList.tsx'

type Batch = AdminBatch & { id: string }

export function BatchList() {
  const createFileKeys = useCreateFileKeys()
  return (
    <RecordList<Batch>
      keys={createFileKeys}
      sort={{ field: 'created_at', order: 'DESC' }}
      actions={
        <>
          <Import aside />
          <Report />
          <CreateFile />
        </>
      }
      tabs={{
        source: 'state',
        values: ['to_send', ...BATCH_STATUSES],
        texts: 'batches.statuses',
        waiting: { to_send: 'payout_batches' },
      }}
      columns={[
        { label: 'batches.created_at', time: 'created_at', sort: true },
        { label: 'money.reference', source: 'reference' },
        { label: 'batches.payments', source: 'payments', end: true },
        { label: 'batches.total', amount: 'total', sort: true, total: true },
        { label: 'batches.execution_day', day: 'execution_day' },
        { label: 'batches.sent_at', time: 'sent_at' },
        { label: 'money.state', status: 'state', texts: 'batches.statuses' },
      ]}
    />
  )
}

export function Report() {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  // What the bank answers is brought by the side that brings its statements.
  if (!useMay()('POST backoffice/payout-reports')) return null
  return (
    <>
      <Button variant="outlined" size="small" onClick={() => setOpen(true)}>
        {translate('batches.report')}
      </Button>
      {open && <ReportDialog onClose={() => setOpen(false)} />}
    </>
  )
}
