// Drawing approved withdrawals and refunds into one payment file. What stands in one already is refused by the server.
import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  FormControlLabel,
  MenuItem,
  TextField,
  Typography,
} from '@mui/material'
import { PAYMENT_FORMATS } from '@fairturn/contract/backoffice/withdrawals'
import { formatMoney, parseMoney } from '@fairturn/contract/money'
import { useState } from 'react'
import { useRedirect, useTranslate } from 'react-admin'
import { call } from '../api.ts'
import { useEndpointMutation, useReadQuery } from '../endpoint-hooks.ts'
import { useMoney } from '../Amount.tsx'

interface ReadyPayment {
  id: string
  kind: 'withdrawal' | 'refund'
  label: string
  payout: string
  /** What the caller has done for it, and so leaves to a colleague. */
  duty: 'approved' | 'brought_in' | null
}

const MAX_PAYMENTS = 500
const DAY_MS = 86_400_000

/** Every approved payment that stands in no file, as many as one file takes. */
async function allReady(): Promise<ReadyPayment[]> {
  const ready: ReadyPayment[] = []
  const undrawn = 'true'
  for (let cursor: string | null | undefined; cursor !== null && ready.length < MAX_PAYMENTS;) {
    const query = {
      status: 'approved',
      undrawn,
      sort: 'requested_at.asc',
      ...(cursor && { cursor }),
    } as const
    const page = await call('GET backoffice/withdrawals', { query })
    for (const { _id: id, username, payee, payout, your_duty: duty } of page.list)
      ready.push({
        id,
        kind: 'withdrawal',
        label: `${username} · ${payee.holder}, ${payee.account}`,
        payout,
        duty,
      })
    cursor = page.cursor
  }
  for (let cursor: string | null | undefined; cursor !== null && ready.length < MAX_PAYMENTS;) {
    const query = { status: 'approved', undrawn, ...(cursor && { cursor }) } as const
    const page = await call('GET backoffice/refunds', { query })
    for (const { _id: id, reference, holder, amount } of page.list)
      ready.push({ id, kind: 'refund', label: `${reference} · ${holder}`, payout: amount, duty: null })
    cursor = page.cursor
  }
  return ready.slice(0, MAX_PAYMENTS)
}

/** The next day on which banks work, weekends left out. */
function nextBankDay(now: number): string {
  let day = now + DAY_MS
  while ([0, 6].includes(new Date(day).getUTCDay())) day += DAY_MS
  return new Date(day).toISOString().slice(0, 10)
}

export function DrawDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const redirect = useRedirect()
  const money = useMoney()
  const { data: ready } = useReadQuery(['ready payments'], allReady)
  const [left_out, leaveOut] = useState<ReadonlySet<string>>(new Set())
  const [format, setFormat] = useState<(typeof PAYMENT_FORMATS)[number]>(PAYMENT_FORMATS[0])
  const [execution_day, setDay] = useState(() => nextBankDay(Date.now()))
  const { start, busy } = useEndpointMutation('POST backoffice/payout-batches', {
    done: 'batches.drawn',
    leaves: true,
    onDone: ({ _id }) => redirect('show', 'payout-batches', _id),
  })
  const chosen = (ready ?? []).filter(({ id, duty }) => duty === null && !left_out.has(id))
  const total = formatMoney(chosen.reduce((sum, { payout }) => sum + parseMoney(payout), 0n))
  const toggle = (id: string) =>
    leaveOut((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  const idsOf = (kind: ReadyPayment['kind']) => chosen.filter((one) => one.kind === kind).map(({ id }) => id)
  const draw = () =>
    start({
      body: { withdrawal_ids: idsOf('withdrawal'), refund_ids: idsOf('refund'), format, execution_day },
    })
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="draw-title">
      <DialogTitle id="draw-title">{translate('batches.draw')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        <DialogContentText>{translate('batches.draw_why')}</DialogContentText>
        {ready?.length === 0 && <Typography>{translate('batches.nothing_ready')}</Typography>}
        {ready?.map(({ id, kind, label, payout, duty }) => (
          <FormControlLabel
            key={id}
            disabled={duty !== null}
            // Why it is disabled must be readable.
            sx={{ '& .MuiFormControlLabel-label.Mui-disabled': { color: 'text.secondary' } }}
            control={
              <Checkbox
                size="small"
                checked={duty === null && !left_out.has(id)}
                onChange={() => toggle(id)}
              />
            }
            label={[
              kind === 'refund' && translate('batches.refund'),
              label,
              money(payout),
              duty && translate(`batches.not_yours_why.${duty}`),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        ))}
        <TextField
          select
          label={translate('batches.format')}
          value={format}
          onChange={({ target }) => setFormat(target.value as typeof format)}
          margin="dense"
        >
          {PAYMENT_FORMATS.map((one) => (
            <MenuItem key={one} value={one}>
              {one}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          type="date"
          label={translate('batches.execution_day')}
          value={execution_day}
          onChange={({ target }) => setDay(target.value)}
          margin="dense"
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <Typography>{translate('batches.chosen', { count: chosen.length, total: money(total) })}</Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button
          variant="contained"
          disabled={busy || chosen.length === 0 || execution_day === ''}
          onClick={draw}
        >
          {translate('batches.draw')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
