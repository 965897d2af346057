// An operator's actions on a bank line: assign it, propose to send it back, or resolve it. The server
// decides once, whatever is pressed twice.
import { FormControlLabel, MenuItem, Radio, RadioGroup, TextField, Typography } from '@mui/material'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNotify, useRefresh, useTranslate } from 'react-admin'
import { ActDialog } from '../ActionDialog.tsx'
import { call } from '../api.ts'
import { useSayFailure } from '../failures.ts'
import { takeFocus, textOf } from '../forms.ts'
import { useMoney } from '../Amount.tsx'
import type { LineInDetail } from './line.ts'

interface LineActionProps {
  line: LineInDetail
  onClose: () => void
}
type Kind = 'deposit' | 'member'
interface FoundRecord {
  id: string
  label: string
  able: boolean
}

const PAUSE_MS = 300
const SHOWN = 8

export function AssignDialog({ line, onClose }: LineActionProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const [kind, setKind] = useState<Kind>('deposit')
  async function assign(form: FormData) {
    const chosen = textOf(form, 'chosen')
    const reason = textOf(form, 'reason')
    await call('POST backoffice/bank-lines/:line_id/assign', {
      params: { line_id: line._id },
      body: kind === 'deposit' ? { deposit_id: chosen, reason } : { member_id: chosen, reason },
    })
    notify('bank_lines.assigned', { type: 'success' })
    refresh()
  }
  return (
    <ActDialog
      title={translate('bank_lines.assign')}
      why={translate('bank_lines.assign_why')}
      with_reason
      act={assign}
      onClose={onClose}
    >
      <TextField
        select
        label={translate('bank_lines.matched_to')}
        value={kind}
        onChange={({ target }) => setKind(target.value as Kind)}
        margin="dense"
      >
        <MenuItem value="deposit">{translate('bank_lines.to_a_deposit')}</MenuItem>
        <MenuItem value="member">{translate('bank_lines.to_a_member')}</MenuItem>
      </TextField>
      <Choice key={kind} kind={kind} />
    </ActDialog>
  )
}

/** Searching for a deposit or a member, and choosing one of what is found. */
function Choice({ kind }: { kind: Kind }) {
  const translate = useTranslate()
  const money = useMoney()
  const say = useSayFailure()
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<readonly FoundRecord[]>()
  const look = useEffectEvent((wanted: string, isLate: () => boolean) => {
    if (wanted === '') return
    find(kind, wanted, money, translate).then((list) => isLate() || setFound(list), say)
  })
  useEffect(() => {
    let late = false
    const asked = setTimeout(() => look(search.trim(), () => late), PAUSE_MS)
    return () => {
      late = true
      clearTimeout(asked)
    }
  }, [search])
  return (
    <>
      <TextField
        label={translate(`bank_lines.find_${kind}`)}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        inputRef={takeFocus}
        margin="dense"
      />
      {found?.length === 0 && (
        <Typography color="text.secondary">{translate('money.nothing_here')}</Typography>
      )}
      <RadioGroup name="chosen" aria-label={translate('bank_lines.matched_to')}>
        {found?.map(({ id, label, able }) => (
          <FormControlLabel
            key={id}
            value={id}
            label={label}
            disabled={!able}
            control={<Radio size="small" slotProps={{ input: { required: true } }} />}
          />
        ))}
      </RadioGroup>
    </>
  )
}

async function find(
  kind: Kind,
  search: string,
  money: (wire: string | null) => string,
  translate: (key: string) => string,
): Promise<FoundRecord[]> {
  if (kind === 'member') {
    const { list } = await call('GET backoffice/members', { query: { search } })
    return list.slice(0, SHOWN).map(({ _id, username, phone, closed_at }) => ({
      id: _id,
      label: `${username} · ${phone}`,
      able: closed_at === null,
    }))
  }
  const { list } = await call('GET backoffice/deposits', { query: { search, method: 'bank_transfer' } })
  return list.slice(0, SHOWN).map(({ _id, reference, username, amount, status }) => ({
    id: _id,
    label: `${reference} · ${username} · ${money(amount)} · ${translate(`deposits.statuses.${status}`)}`,
    able: status === 'awaiting' || status === 'expired',
  }))
}

export function RefundDialog({ line, onClose }: LineActionProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const { name, account } = line.counterparty
  async function propose(form: FormData) {
    await call('POST backoffice/bank-lines/:line_id/refund', {
      params: { line_id: line._id },
      body: {
        holder: textOf(form, 'holder'),
        account: textOf(form, 'account'),
        reason: textOf(form, 'reason'),
      },
    })
    notify('bank_lines.proposed', { type: 'success' })
    refresh()
  }
  return (
    <ActDialog
      title={translate('bank_lines.refund')}
      why={translate('bank_lines.refund_why')}
      with_reason
      act={propose}
      onClose={onClose}
    >
      <TextField
        name="holder"
        label={translate('bank_lines.holder')}
        defaultValue={name ?? ''}
        required
        margin="dense"
        slotProps={{ htmlInput: { maxLength: 70 } }}
      />
      <TextField
        name="account"
        label={translate('bank_lines.refund_account')}
        defaultValue={account ?? ''}
        required
        margin="dense"
        // Money goes back only to the account that sent it.
        slotProps={{ htmlInput: { maxLength: 40, readOnly: account !== null } }}
      />
    </ActDialog>
  )
}

export function ResolveDialog({ line, onClose }: LineActionProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  async function resolve(form: FormData) {
    await call('POST backoffice/bank-lines/:line_id/resolve', {
      params: { line_id: line._id },
      body: { reason: textOf(form, 'reason') },
    })
    notify('bank_lines.resolved', { type: 'success' })
    refresh()
  }
  return (
    <ActDialog
      title={translate('bank_lines.resolve')}
      why={translate('bank_lines.resolve_why')}
      with_reason
      act={resolve}
      onClose={onClose}
    />
  )
}
