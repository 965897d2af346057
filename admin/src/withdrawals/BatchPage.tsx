// One payment file: what stands in it and what became of each, and its next step. Each step happens once, whatever is pressed.
import {
  Alert,
  Box,
  Button,
  Paper,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useState } from 'react'
import { useCanAccess, useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import { ActDialog } from '../ActionDialog.tsx'
import { call, type DataOf } from '../api.ts'
import { RecordPage } from '../RecordPage.tsx'
import { dayOf, when } from '../words.ts'
import { Amount } from '../Amount.tsx'
import { BatchState, Report } from './BatchList.tsx'
import { Facts, GoTo } from '../parts.tsx'
import { Import } from '../banking/StatementList.tsx'

type Batch = DataOf<'GET backoffice/payout-batches/:batch_id'> & { id: string }
type Act = 'export' | 'send' | 'drop'

const ACTS: Readonly<Record<Batch['state'], readonly Act[]>> = {
  drawn: ['export', 'drop'],
  exported: ['send', 'export'],
  sent: ['export'],
  reconciled: ['export'],
  dropped: [],
}
const DONE = { export: 'batches.exported', send: 'batches.sent', drop: 'batches.dropped' } as const

export const BatchPage = () => (
  <RecordPage
    tools={
      <>
        <Import aside />
        <Report />
      </>
    }
  >
    <Shown />
  </RecordPage>
)

function Shown() {
  // The framework shows what it has from the list until the whole is there.
  const batch = useRecordContext<Batch>()
  return batch === undefined || !('items' in batch) ? null : <Sheet key={batch._id} batch={batch} />
}

function Sheet({ batch }: { batch: Batch }) {
  const translate = useTranslate()
  const [asking, ask] = useState<Act>()
  const { canAccess } = useCanAccess({ resource: 'payout-batches', action: 'edit' })
  const { not_yours } = batch
  const acts = canAccess ? ACTS[batch.state].filter((act) => act === 'drop' || not_yours.length === 0) : []
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 1000, mt: 1 }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h5" component="h1">
          {batch.reference} · <Amount wire={batch.total} />
        </Typography>
        <BatchState state={batch.state} />
      </Box>
      {not_yours.length > 0 && (
        <Alert severity="info">
          {translate('batches.not_yours')}
          {not_yours.map(({ reference, why }) => (
            <div key={reference}>{`${reference}: ${translate(`batches.not_yours_why.${why}`)}`}</div>
          ))}
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {acts.map((act, i) => (
          <Button
            key={act}
            variant={
              i === 0 && act !== 'export'
                ? 'contained'
                : batch.state === 'drawn' && i === 0
                  ? 'contained'
                  : 'outlined'
            }
            color={act === 'drop' ? 'error' : 'primary'}
            onClick={() => ask(act)}
          >
            {translate(
              act === 'export' && batch.state !== 'drawn' ? 'batches.export_again' : `batches.${act}`,
            )}
          </Button>
        ))}
      </Box>
      <Facts
        rows={[
          [translate('batches.format'), batch.format],
          [translate('batches.execution_day'), dayOf(batch.execution_day)],
          [translate('batches.payments'), batch.payments],
          [translate('batches.drawn_at'), when(batch.drawn_at)],
          [translate('batches.exported_at'), batch.exported_at && when(batch.exported_at)],
          [translate('batches.file_hash'), batch.file_hash],
          [translate('batches.sent_at'), batch.sent_at && when(batch.sent_at)],
          [translate('batches.closed_at'), batch.closed_at && when(batch.closed_at)],
        ]}
      />
      <Typography variant="h6" component="h2">
        {translate('batches.items')}
      </Typography>
      <Items items={batch.items} />
      {asking && <Decide batch={batch} act={asking} onClose={() => ask(undefined)} />}
    </Box>
  )
}

function Decide({ batch: { _id }, act, onClose }: { batch: Batch; act: Act; onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  async function decide() {
    const params = { batch_id: _id }
    if (act === 'export') {
      save(await call('POST backoffice/payout-batches/:batch_id/export', { params }))
    } else if (act === 'send') await call('POST backoffice/payout-batches/:batch_id/send', { params })
    else await call('POST backoffice/payout-batches/:batch_id/drop', { params })
    notify(DONE[act], { type: 'success' })
    refresh()
  }
  return (
    <ActDialog
      title={translate(`batches.${act}`)}
      why={translate(`batches.${act}_why`)}
      act={decide}
      onClose={onClose}
    />
  )
}

/** Saves the file as the server wrote it, byte for byte in UTF-8. */
function save({ name, text }: { name: string; text: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/xml' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}

function Items({ items }: { items: Batch['items'] }) {
  const translate = useTranslate()
  const statusOf = (item: Batch['items'][number]) =>
    translate(`${item.refund_id === null ? 'withdrawals' : 'refunds'}.statuses.${item.status}`)
  return (
    <TableContainer component={Paper} variant="outlined">
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{translate('batches.item_no')}</TableCell>
            <TableCell>{translate('batches.item')}</TableCell>
            <TableCell>{translate('withdrawals.payee')}</TableCell>
            <TableCell align="right">{translate('money.amount')}</TableCell>
            <TableCell>{translate('money.status')}</TableCell>
            <TableCell>{translate('batches.bank_says')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {items.map((item) => (
            <TableRow key={item.item_no}>
              <TableCell>{item.item_no}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>
                <GoTo
                  to={item.withdrawal_id === null ? '/refunds' : `/withdrawals/${item.withdrawal_id}/show`}
                >
                  {item.reference}
                </GoTo>
              </TableCell>
              <TableCell>
                {item.holder},{' '}
                <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
                  {item.account}
                </Box>
              </TableCell>
              <TableCell align="right">
                <Amount wire={item.amount} />
              </TableCell>
              <TableCell>{statusOf(item)}</TableCell>
              <TableCell>
                {item.bank_status && translate(`batches.bank_statuses.${item.bank_status}`)}
                {item.bank_reason && ` (${item.bank_reason})`}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
