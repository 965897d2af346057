// Payment files, from drawn to settled.
import { Button } from '@mui/material'
import { BATCH_STATES, type AdminBatch } from '@fairturn/contract/backoffice/withdrawals'
import { useState } from 'react'
import { useCanAccess, useTranslate } from 'react-admin'
import { RecordList } from '../RecordList.tsx'
import { dayOf, when } from '../words.ts'
import { Amount } from '../Amount.tsx'
import { StateChip, type Tone } from '../parts.tsx'
import { ReportDialog } from './ReportDialog.tsx'
import { Import } from '../banking/StatementList.tsx'
import { Draw } from './WithdrawalList.tsx'

type Batch = AdminBatch & { id: string }

const TONES: Partial<Record<Batch['state'], Tone>> = {
  drawn: 'warning',
  exported: 'warning',
  sent: 'primary',
}

export function BatchState({ state }: { state: Batch['state'] }) {
  const translate = useTranslate()
  return <StateChip label={translate(`batches.states.${state}`)} tone={TONES[state]} />
}

export function BatchList() {
  return (
    <RecordList<Batch>
      sort={{ field: 'drawn_at', order: 'DESC' }}
      actions={
        <>
          <Import aside />
          <Report />
          <Draw />
        </>
      }
      tabs={{ source: 'state', values: BATCH_STATES, texts: 'batches.states' }}
      columns={[
        { label: 'batches.drawn_at', render: ({ drawn_at }) => when(drawn_at), sort: 'drawn_at' },
        { label: 'money.reference', source: 'reference' },
        { label: 'batches.payments', source: 'payments', end: true },
        { label: 'batches.total', render: ({ total }) => <Amount wire={total} />, sort: 'total', end: true },
        { label: 'batches.execution_day', render: ({ execution_day }) => dayOf(execution_day) },
        { label: 'batches.sent_at', render: ({ sent_at }) => when(sent_at) },
        { label: 'money.state', render: ({ state }) => <BatchState state={state} /> },
      ]}
    />
  )
}

export function Report() {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const { canAccess } = useCanAccess({ resource: 'payout-batches', action: 'edit' })
  if (!canAccess) return null
  return (
    <>
      <Button variant="outlined" size="small" onClick={() => setOpen(true)}>
        {translate('batches.report')}
      </Button>
      {open && <ReportDialog onClose={() => setOpen(false)} />}
    </>
  )
}
