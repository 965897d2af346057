// One deposit, with the line of the bank that brought it; refused with a reason where its money is not taken.
import { Box, Button, Typography } from '@mui/material'
import type { AdminDeposit } from '@fairturn/contract/backoffice/deposits'
import { useState } from 'react'
import { useCanAccess, useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import { ActDialog } from '../ActionDialog.tsx'
import { call } from '../api.ts'
import { textOf } from '../forms.ts'
import { RecordPage } from '../RecordPage.tsx'
import { when } from '../words.ts'
import { Amount } from '../Amount.tsx'
import { Arrived, DepositStatus } from './DepositList.tsx'
import { Facts, GoTo } from '../parts.tsx'

export const DepositPage = () => (
  <RecordPage>
    <Shown />
  </RecordPage>
)

/** The line that is its evidence, if that is one. */
const lineOf = (evidence: string | null) => /^bank line ([0-9a-f-]{36}) /.exec(evidence ?? '')?.[1]

function Shown() {
  const translate = useTranslate()
  const deposit = useRecordContext<AdminDeposit & { id: string }>()
  if (deposit === undefined) return null
  const line = lineOf(deposit.evidence)
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 880, mt: 1 }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h5" component="h1">
          <Amount wire={deposit.amount} />
        </Typography>
        <DepositStatus status={deposit.status} />
      </Box>
      <Facts
        rows={[
          [translate('money.member'), deposit.username],
          [translate('money.member_id'), deposit.member_id],
          [translate('money.reference'), deposit.reference],
          [translate('deposits.method'), translate(`deposits.methods.${deposit.method}`)],
          [translate('deposits.received'), deposit.received && <Arrived key="arrived" deposit={deposit} />],
          [translate('deposits.created_at'), when(deposit.created_at)],
          [translate('deposits.expires_at'), deposit.status === 'awaiting' && when(deposit.expires_at)],
          [translate('deposits.settled_at'), deposit.settled_at && when(deposit.settled_at)],
          [
            translate('deposits.evidence'),
            line === undefined ? (
              deposit.evidence
            ) : (
              <GoTo key="line" to={`/bank-lines/${line}/show`}>
                {translate('deposits.open_line')}
              </GoTo>
            ),
          ],
          [translate('app.reason'), deposit.reason],
        ]}
      />
      <Refuse deposit={deposit} />
    </Box>
  )
}

function Refuse({ deposit: { _id, status } }: { deposit: AdminDeposit }) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const [open, setOpen] = useState(false)
  const { canAccess } = useCanAccess({ resource: 'deposits', action: 'edit' })
  if (!canAccess || (status !== 'awaiting' && status !== 'expired')) return null
  async function refuse(form: FormData) {
    await call('POST backoffice/deposits/:deposit_id/refuse', {
      params: { deposit_id: _id },
      body: { reason: textOf(form, 'reason') },
    })
    notify('deposits.refused', { type: 'success' })
    refresh()
  }
  return (
    <Box>
      <Button variant="outlined" color="error" onClick={() => setOpen(true)}>
        {translate('deposits.refuse')}
      </Button>
      {open && (
        <ActDialog
          title={translate('deposits.refuse')}
          why={translate('deposits.refuse_why')}
          with_reason
          act={refuse}
          onClose={() => setOpen(false)}
        />
      )}
    </Box>
  )
}
