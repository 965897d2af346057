import { LATE_OUTCOMES } from '@fairturn/contract/backoffice/withdrawals'
import { Alert, Box } from '@mui/material'
import { useCanAccess, useTranslate } from 'react-admin'
import { Import } from '../banking/StatementList.tsx'
import { ActionButton } from '../components/ActionDialog.tsx'
import { Amount } from '../components/Amount.tsx'
import { formatDay, formatTime, useKeyText } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { Heading, RecordHead } from '../components/headings.tsx'
import { KeyHints } from '../components/KeysLine.tsx'
import { Name } from '../components/Name.tsx'
import { PropertyTable } from '../components/PropertyTable.tsx'
import { RecordPage } from '../components/RecordPage.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { Status } from '../components/Status.tsx'
import type { DataOf } from '../shell/api.ts'
import { ProposalAlert } from '../staff/ProposalAlert.tsx'
import { Report } from './BatchList.tsx'

type Batch = DataOf<'GET backoffice/payout-batches/:batch_id'>
type Step = 'export' | 'send' | 'drop'

const STEPS: Readonly<Record<Batch['state'], readonly Step[]>> = {
  created: ['export', 'drop'],
  exported: ['send', 'export'],
  sent: ['export'],
  reconciled: ['export'],
  dropped: [],
}
/** Once the day of execution has passed, no file leaves any more. */
const LATE_STEPS: typeof STEPS = { ...STEPS, created: ['drop'], exported: [] }
/** What cannot be taken back by another press has none. */
const KEY_OF: Readonly<Partial<Record<Step, string>>> = { export: 'e', send: 's' }
const DONE = { send: 'batches.sent', drop: 'batches.dropped' } as const

export const BatchPage = () => (
  <RecordPage
    has="items"
    tools={
      <>
        <Import aside />
        <Report />
      </>
    }
  >
    {(batch: Batch) => <Details key={batch._id} batch={batch} />}
  </RecordPage>
)

function Details({ batch }: { batch: Batch }) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'payout-batches', action: 'edit' })
  const { not_yours } = batch
  const steps = canAccess
    ? (batch.late ? LATE_STEPS : STEPS)[batch.state].filter(
        (step) => step === 'drop' || not_yours.length === 0,
      )
    : []
  const decides = canAccess && batch.proposal_id === null
  const outcomes = LATE_OUTCOMES.filter((outcome) =>
    outcome === 'not_executed' ? batch.state === 'sent' : batch.late && batch.state === 'exported',
  )
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 1000, mt: 1 }}>
      <RecordHead
        title={
          <>
            {batch.reference} · <Amount wire={batch.total} />
          </>
        }
      >
        <Status texts="batches.statuses" value={batch.state} />
      </RecordHead>
      {not_yours.length > 0 && (
        <Alert severity="info">
          {translate('batches.not_yours')}
          {not_yours.map(({ reference, why }) => (
            <div key={reference}>{`${reference}: ${translate(`batches.not_yours_why.${why}`)}`}</div>
          ))}
        </Alert>
      )}
      {batch.late && batch.proposal_id === null && (
        <Alert severity="warning">
          {translate(batch.state === 'created' ? 'batches.late_created' : 'batches.late_exported')}
        </Alert>
      )}
      {batch.proposal_id !== null && (
        <ProposalAlert id={batch.proposal_id}>{translate('batches.late_proposed')}</ProposalAlert>
      )}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {decides &&
          not_yours.length === 0 &&
          outcomes.map((outcome) => <LateButton key={outcome} batch={batch} outcome={outcome} />)}
        {steps.map((step, i) => (
          <StepButton key={step} batch={batch} step={step} main={i === 0} />
        ))}
      </Box>
      <KeyHints
        keys={Object.fromEntries(
          steps.flatMap((step) => {
            const key = KEY_OF[step]
            return key === undefined ? [] : [[key, stepText(translate, batch, step)]]
          }),
        )}
      />
      <Properties batch={batch} />
      <Heading text="batches.steps" />
      <Steps steps={batch.steps} />
      <Heading text="batches.items" />
      <Items items={batch.items} />
    </Box>
  )
}

const Properties = ({ batch }: { batch: Batch }) => (
  <PropertyTable
    values={{
      'batches.format': batch.format,
      'batches.execution_day': formatDay(batch.execution_day),
      'batches.payments': batch.payments,
      'batches.created_at': formatTime(batch.created_at),
      'batches.exported_at': batch.exported_at && formatTime(batch.exported_at),
      'batches.file_hash': batch.file_hash,
      'batches.sent_at': batch.sent_at && formatTime(batch.sent_at),
      'batches.closed_at': batch.closed_at && formatTime(batch.closed_at),
    }}
  />
)

function Steps({ steps }: { steps: Batch['steps'] }) {
  const actionText = useKeyText('audit.actions')
  return (
    <RecordTable
      rows={steps.map((step, at) => ({ _id: String(at), ...step }))}
      columns={[
        { label: 'audit.at', time: 'at' },
        { label: 'audit.action', render: ({ action }) => actionText(action) },
        { label: 'audit.actor', render: ({ by }) => by ?? '—' },
      ]}
    />
  )
}

interface StepProps {
  batch: Batch
  step: Step
  main: boolean
}

const isAgain = ({ state }: Batch, step: Step) => step === 'export' && state !== 'created'
const stepText = (translate: ReturnType<typeof useTranslate>, batch: Batch, step: Step) =>
  translate(isAgain(batch, step) ? 'batches.export_again' : `batches.${step}`)

function StepButton({ batch, step, main }: StepProps) {
  const translate = useTranslate()
  const params = { batch_id: batch._id }
  const again = isAgain(batch, step)
  const dialog = {
    button: {
      variant: main && !again ? ('contained' as const) : ('outlined' as const),
      color: step === 'drop' ? ('error' as const) : ('primary' as const),
      ...(again && { children: stepText(translate, batch, step) }),
    },
    shortcut: KEY_OF[step],
    title: translate(`batches.${step}`),
    of: batch.reference,
    why: translate(`batches.${step}_why`),
  }
  if (step === 'export')
    return (
      <ActionButton
        {...dialog}
        endpoint="POST backoffice/payout-batches/:batch_id/export"
        input={() => ({ params })}
        done="batches.exported"
        onDone={save}
      />
    )
  return (
    <ActionButton
      {...dialog}
      endpoint={`POST backoffice/payout-batches/:batch_id/${step}`}
      input={() => ({ params })}
      done={DONE[step]}
    />
  )
}

function LateButton({ batch, outcome }: { batch: Batch; outcome: (typeof LATE_OUTCOMES)[number] }) {
  const translate = useTranslate()
  return (
    <ActionButton
      button={{ variant: 'outlined', color: outcome === 'sent' ? 'primary' : 'error' }}
      title={translate(`batches.late_${outcome}`)}
      of={batch.reference}
      why={translate(`batches.late_${outcome}_why`)}
      withReason
      endpoint="POST backoffice/payout-batches/:batch_id/late"
      form={outcome}
      input={({ reason }) => ({ params: { batch_id: batch._id }, body: { outcome, reason } })}
      done="batches.late_proposed"
    />
  )
}

/** Saves the file exactly as the server wrote it, in UTF-8. */
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
    <RecordTable
      rows={items}
      columns={[
        { label: 'batches.item_no', source: 'item_no' },
        {
          label: 'batches.item',
          render: ({ withdrawal_id, reference }) => (
            <GoTo to={withdrawal_id === null ? '/refunds' : `/withdrawals/${withdrawal_id}/show`}>
              {reference}
            </GoTo>
          ),
          whole: true,
        },
        { label: 'money.member', render: ({ member_id }) => member_id && <Name id={member_id} bare /> },
        {
          label: 'withdrawals.payee',
          render: ({ holder, account, payer, payer_differs }) => (
            <>
              {holder},{' '}
              <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
                {account}
              </Box>
              {payer !== null && (
                <Box sx={{ color: payer_differs ? 'warning.main' : 'text.secondary' }}>
                  {translate(payer_differs ? 'batches.paid_by_other' : 'batches.paid_by', { payer })}
                </Box>
              )}
            </>
          ),
        },
        { label: 'money.amount', amount: 'amount' },
        { label: 'money.status', render: statusOf },
        {
          label: 'batches.bank_says',
          render: ({ bank_status, bank_reason }) =>
            [
              bank_status && translate(`batches.bank_statuses.${bank_status}`),
              bank_reason && `(${bank_reason})`,
            ]
              .filter(Boolean)
              .join(' '),
        },
      ]}
    />
  )
}
