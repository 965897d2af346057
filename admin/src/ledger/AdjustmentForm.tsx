// Adjustments, refunds outside the rules and payout accounts, always as a proposal that another person
// approves. The address says which.
import { Alert, Box, Button, MenuItem, Paper, Tab, Tabs, TextField, Typography } from '@mui/material'
import { type AdjustmentKind, ADJUSTMENTS } from '@fairturn/contract/backoffice/ledger'
import { REFUND_SUBJECTS } from '@fairturn/contract/backoffice/manual-adjustments'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Title, useCanAccess, useTranslate } from 'react-admin'
import { Link, useSearchParams } from 'react-router-dom'
import { call } from '../api.ts'
import { useNotifyFailure } from '../failures.ts'
import { textOf } from '../forms.ts'

const ACTS = ['adjustment', 'refund', 'payout_account'] as const
const KINDS = Object.keys(ADJUSTMENTS) as [AdjustmentKind, ...AdjustmentKind[]]
const NO_OWNER = new Set(['cash', 'revenue'])

export function AdjustmentForm() {
  const translate = useTranslate()
  const [chosen, choose] = useSearchParams()
  const { canAccess } = useCanAccess({ resource: 'adjustments', action: 'create' })
  const act = ACTS.find((one) => one === chosen.get('act')) ?? 'adjustment'
  return (
    <Box sx={{ display: 'grid', gap: 2, py: 2, maxWidth: 640 }}>
      <Title title={translate('resources.adjustments.name', { smart_count: 2 })} />
      <Tabs value={act} onChange={(_, to: string) => choose({ act: to })}>
        {ACTS.map((one) => (
          <Tab key={one} value={one} label={translate(`adjustments.acts.${one}`)} />
        ))}
      </Tabs>
      {canAccess === false && <Alert severity="info">{translate('adjustments.not_yours')}</Alert>}
      {canAccess && act === 'adjustment' && <Adjustment />}
      {canAccess && act === 'refund' && <Refund member_id={chosen.get('member_id') ?? ''} />}
      {canAccess && act === 'payout_account' && <PayoutAccount member_id={chosen.get('member_id') ?? ''} />}
    </Box>
  )
}

/** A form that proposes, and shows the way to what it proposed. */
function Proposing({
  why,
  propose,
  children,
}: {
  why: string
  propose: (form: FormData) => Promise<{ proposal_id: string }>
  children: ReactNode
}) {
  const translate = useTranslate()
  const say = useNotifyFailure()
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<string>()
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    setMade(undefined)
    try {
      const { proposal_id } = await propose(new FormData(form))
      setMade(proposal_id)
      form.reset()
    } catch (failure) {
      say(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Paper variant="outlined" sx={{ p: 2 }}>
      <Box component="form" sx={{ display: 'grid', gap: 2 }} onSubmit={(event) => void submit(event)}>
        <Typography color="text.secondary">{why}</Typography>
        {children}
        <TextField
          name="reason"
          label={translate('app.reason')}
          helperText={translate('adjustments.reason_help')}
          required
          multiline
          minRows={2}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
        <Button type="submit" variant="contained" disabled={busy} sx={{ justifySelf: 'start' }}>
          {translate('adjustments.propose')}
        </Button>
        {made !== undefined && (
          <Alert
            severity="success"
            action={
              <Button component={Link} to={`/approvals/${made}/show`} size="small">
                {translate('adjustments.open')}
              </Button>
            }
          >
            {translate('adjustments.proposed')}
          </Alert>
        )}
      </Box>
    </Paper>
  )
}

function AmountField() {
  const translate = useTranslate()
  return (
    <TextField
      name="amount"
      label={translate('entries.amount')}
      helperText={translate('adjustments.amount_help')}
      required
      slotProps={{ htmlInput: { inputMode: 'decimal', pattern: '[0-9]{1,12}[.,][0-9]{2}' } }}
    />
  )
}
const amountOf = (form: FormData) => textOf(form, 'amount').replace(',', '.')

function Adjustment() {
  const translate = useTranslate()
  const [kind, setKind] = useState<AdjustmentKind>('goodwill')
  async function propose(form: FormData) {
    const side = (name: 'from' | 'to') => {
      const of = textOf(form, name) as (typeof ADJUSTMENTS)[AdjustmentKind]['from'][number]
      return { kind: of, ...(!NO_OWNER.has(of) && { owner_id: textOf(form, `${name}_owner`).trim() }) }
    }
    return await call('POST backoffice/ledger/adjustments', {
      body: {
        adjustment: kind,
        from: side('from'),
        to: side('to'),
        amount: amountOf(form),
        refers_to: textOf(form, 'refers_to'),
        reason: textOf(form, 'reason'),
      },
    })
  }
  return (
    <Proposing why={translate('adjustments.why')} propose={propose}>
      <TextField
        select
        label={translate('adjustments.kind')}
        value={kind}
        onChange={({ target }) => setKind(target.value as AdjustmentKind)}
        helperText={translate(`adjustments.kinds_why.${kind}`)}
      >
        {KINDS.map((one) => (
          <MenuItem key={one} value={one}>
            {translate(`adjustments.kinds.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      <Side key={`${kind} from`} name="from" kinds={ADJUSTMENTS[kind].from} />
      <Side key={`${kind} to`} name="to" kinds={ADJUSTMENTS[kind].to} />
      <AmountField />
      <TextField
        name="refers_to"
        label={translate('entries.refers_to')}
        helperText={translate('adjustments.refers_to_help')}
        required
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
    </Proposing>
  )
}

function Side({ name, kinds }: { name: 'from' | 'to'; kinds: readonly string[] }) {
  const translate = useTranslate()
  const [kind, setKind] = useState(kinds[0] ?? '')
  return (
    <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap' }}>
      <TextField
        select
        name={name}
        fullWidth={false}
        label={translate(`adjustments.${name}`)}
        value={kind}
        onChange={({ target }) => setKind(target.value)}
        sx={{ minWidth: 220 }}
      >
        {kinds.map((one) => (
          <MenuItem key={one} value={one}>
            {translate(`accounts.kinds.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      {!NO_OWNER.has(kind) && (
        <TextField
          name={`${name}_owner`}
          fullWidth={false}
          label={translate(kind.startsWith('member') ? 'adjustments.member_id' : 'adjustments.campaign_id')}
          required
          sx={{ flex: 1, minWidth: 260 }}
        />
      )}
    </Box>
  )
}

const MemberField = ({ member_id }: { member_id: string }) => {
  const translate = useTranslate()
  return (
    <TextField
      name="member_id"
      label={translate('adjustments.member_id')}
      defaultValue={member_id}
      required
    />
  )
}

function Refund({ member_id }: { member_id: string }) {
  const translate = useTranslate()
  async function propose(form: FormData) {
    return await call('POST backoffice/members/:member_id/refund', {
      params: { member_id: textOf(form, 'member_id').trim() },
      body: {
        amount: amountOf(form),
        subject: textOf(form, 'subject') as (typeof REFUND_SUBJECTS)[number],
        refers_to: textOf(form, 'refers_to').trim(),
        reason: textOf(form, 'reason'),
      },
    })
  }
  return (
    <Proposing why={translate('adjustments.refund_why')} propose={propose}>
      <MemberField member_id={member_id} />
      <AmountField />
      <TextField select name="subject" label={translate('adjustments.subject')} defaultValue="order">
        {REFUND_SUBJECTS.map((one) => (
          <MenuItem key={one} value={one}>
            {translate(`adjustments.subjects.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField name="refers_to" label={translate('adjustments.subject_id')} required />
    </Proposing>
  )
}

function PayoutAccount({ member_id }: { member_id: string }) {
  const translate = useTranslate()
  async function propose(form: FormData) {
    const given = (name: 'iban' | 'bank_code' | 'account_number') => {
      const text = textOf(form, name).trim()
      return text === '' ? {} : { [name]: text }
    }
    return await call('POST backoffice/members/:member_id/payout-account', {
      params: { member_id: textOf(form, 'member_id').trim() },
      body: {
        holder: textOf(form, 'holder'),
        ...given('iban'),
        ...given('bank_code'),
        ...given('account_number'),
        reason: textOf(form, 'reason'),
      },
    })
  }
  return (
    <Proposing why={translate('adjustments.payout_account_why')} propose={propose}>
      <MemberField member_id={member_id} />
      <TextField name="holder" label={translate('adjustments.holder')} required />
      <TextField name="iban" label={translate('adjustments.iban')} />
      <Box sx={{ display: 'flex', gap: 1.5 }}>
        <TextField name="bank_code" label={translate('adjustments.bank_code')} />
        <TextField name="account_number" label={translate('adjustments.account_number')} />
      </Box>
    </Proposing>
  )
}
