import { PAYMENT_FORMATS } from '@fairturn/contract/backoffice/withdrawals'
import { nextExecutionDay } from '@fairturn/contract/banking-days'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
// Creates a payment file from approved withdrawals and refunds. The server refuses those that are already in
// one.
import { Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import {
  CheckboxGroupInput,
  FormDataConsumer,
  required,
  SelectInput,
  useRedirect,
  useTranslate,
} from 'react-admin'
import { ActionDialog } from '../components/ActionDialog.tsx'
import { useMoney } from '../components/Amount.tsx'
import { DateInput } from '../components/DateInput.tsx'
import { call } from '../shell/api.ts'
import { useEndpointQuery, useReadQuery } from '../shell/endpoint-hooks.ts'
import { useFailureText } from '../shell/failures.ts'

interface ReadyPayment {
  id: string
  kind: 'withdrawal' | 'refund'
  label: string
  payout: string
  /** The caller's own part in this payment, which bars them from including it. */
  duty: 'approved' | 'brought_in' | null
}

const MAX_PAYMENTS = 500
const DAY_MS = 86_400_000

/** All approved payments that are not in a file, up to the limit of a file. */
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
        label: `${username} · ${payee?.holder}, ${payee?.account}`,
        payout,
        duty,
      })
    cursor = page.cursor
  }
  for (let cursor: string | null | undefined; cursor !== null && ready.length < MAX_PAYMENTS;) {
    const query = { status: 'approved', undrawn, ...(cursor && { cursor }) } as const
    const page = await call('GET backoffice/refunds', { query })
    for (const { _id: id, reference, holder, amount, your_duty: duty } of page.list)
      ready.push({ id, kind: 'refund', label: `${reference} · ${holder}`, payout: amount, duty })
    cursor = page.cursor
  }
  return ready.slice(0, MAX_PAYMENTS)
}

const tomorrow = (): string => new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)

interface Values {
  ids: string[]
  format: (typeof PAYMENT_FORMATS)[number]
  execution_day: string
}

/** Keeps the reason why some are disabled readable. */
const READABLE = { '& .MuiFormControlLabel-label.Mui-disabled': { color: 'text.secondary' } }

export function CreateFileDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const redirect = useRedirect()
  const money = useMoney()
  const { data: settings } = useEndpointQuery('GET settings', {}, { fixed: true, silent: true })
  const { data: ready } = useReadQuery(['ready payments'], allReady)
  const cache = useQueryClient()
  const textOf = useFailureText()
  if (ready === undefined || settings === undefined) return null
  const mine = ready.filter(({ duty }) => duty === null)
  const chosenOf = (ids: readonly string[] = []) => mine.filter(({ id }) => ids.includes(id))
  const total = (ids?: readonly string[]) =>
    money(formatMoney(chosenOf(ids).reduce((sum, { payout }) => sum + parseMoney(payout), 0n)))
  return (
    <ActionDialog<'POST backoffice/payout-batches', Values>
      endpoint="POST backoffice/payout-batches"
      input={({ ids, ...body }) => {
        const idsOf = (kind: ReadyPayment['kind']) =>
          chosenOf(ids).flatMap((one) => (one.kind === kind ? one.id : []))
        return { body: { ...body, withdrawal_ids: idsOf('withdrawal'), refund_ids: idsOf('refund') } }
      }}
      defaultValues={{
        ids: mine.map(({ id }) => id),
        format: PAYMENT_FORMATS[0],
        execution_day: nextExecutionDay(tomorrow(), settings.currency.value),
      }}
      title={translate('batches.create')}
      of={null}
      why={translate(ready.length === 0 ? 'batches.nothing_ready' : 'batches.create_why')}
      disabled={mine.length === 0}
      wide
      filled={mine.length > 0}
      done="batches.file_created"
      leaves
      // What is no longer ready is not offered again: its error is at the list of them.
      fieldsOf={(failure) => {
        if (failure.code !== 'payout_is_not_ready') return undefined
        void cache.invalidateQueries({ queryKey: ['ready payments'] })
        return { ids: textOf(failure) }
      }}
      onDone={({ _id }) => redirect('show', 'payout-batches', _id)}
      onClose={onClose}
    >
      {ready.length > 0 && (
        <>
          <PaymentsInput ready={ready} />
          <SelectInput
            source="format"
            label="batches.format"
            choices={PAYMENT_FORMATS.map((id) => ({ id, name: id }))}
            translateChoice={false}
            validate={required()}
            helperText={false}
          />
          <DateInput source="execution_day" label="batches.execution_day" required />
          <FormDataConsumer<Values>>
            {({ formData: { ids } }) => (
              <Typography>
                {translate('batches.chosen', { count: chosenOf(ids).length, total: total(ids) })}
              </Typography>
            )}
          </FormDataConsumer>
        </>
      )}
    </ActionDialog>
  )
}

function PaymentsInput({ ready }: { ready: readonly ReadyPayment[] }) {
  const translate = useTranslate()
  const money = useMoney()
  return (
    <CheckboxGroupInput
      source="ids"
      label="batches.items"
      row={false}
      choices={ready.map(({ id, kind, label, payout, duty }) => ({
        id,
        disabled: duty !== null,
        name: [
          kind === 'refund' && translate('batches.refund'),
          label,
          money(payout),
          duty && translate(`batches.not_yours_why.${duty}`),
        ]
          .filter(Boolean)
          .join(' · '),
      }))}
      translateChoice={false}
      validate={required()}
      helperText={false}
      sx={READABLE}
    />
  )
}
