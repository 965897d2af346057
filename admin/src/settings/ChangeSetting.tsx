// Changing one setting: its field with its limits, a reason, and the outcome: changed, proposed, or refused
// and why.
import { Alert, Button } from '@mui/material'
import { proposalOf, type SettingName } from '@fairturn/contract/backoffice/settings'
import { useState } from 'react'
import { useCanAccess, useNotify, useTranslate } from 'react-admin'
import { ActDialog } from '../ActionDialog.tsx'
import { call, type DataOf } from '../api.ts'
import { textOf } from '../forms.ts'
import { useMoney } from '../Amount.tsx'
import { Refused, useRefused } from '../versions/Refused.tsx'
import { SettingField, valueIn } from './fields.tsx'

export type Settings = DataOf<'GET backoffice/settings'>

interface ChangeSettingProps {
  name: SettingName
  settings: Settings
  onChanged: () => Promise<void>
}

export const takesTwo = (name: SettingName): boolean => proposalOf(name) !== undefined

/** The button; nothing for who may not, and nothing where it can change no more. */
export function ChangeSetting({ name, settings, onChanged }: ChangeSettingProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const [open, setOpen] = useState(false)
  const { refused, attempt, forget } = useRefused()
  const { canAccess } = useCanAccess({ resource: 'settings', action: 'edit' })
  const why = useBounds(name, settings)
  if (!canAccess || (name === 'currency' && settings.bounds.currency_is_fixed)) return null
  const title = translate(takesTwo(name) ? 'settings.propose' : 'settings.change')
  async function change(form: FormData) {
    const body = {
      value: valueIn(form, name),
      reason: textOf(form, 'reason'),
      expected: settings.versions[name] ?? 0,
    }
    const { proposal_id } = await attempt(() =>
      call('POST backoffice/settings/:name', { params: { name }, body }),
    )
    notify(proposal_id === null ? 'settings.changed' : 'approvals.proposed', { type: 'success' })
    await onChanged()
  }
  function close() {
    forget()
    setOpen(false)
  }
  return (
    <>
      <Button
        size="small"
        onClick={() => setOpen(true)}
        aria-label={`${title}: ${translate(`settings.names.${name}`)}`}
      >
        {title}
      </Button>
      {open && (
        <ActDialog title={title} why={why} with_reason act={change} onClose={close}>
          {takesTwo(name) && <Alert severity="info">{translate('settings.takes_two')}</Alert>}
          <SettingField name={name} value={settings.values[name]} />
          {refused && <Refused failure={refused} />}
        </ActDialog>
      )}
    </>
  )
}

const hostsOf = (name: SettingName, bounds: Settings['bounds']): string[] =>
  name === 'link_deposit' ? bounds.deposit_link_hosts : bounds.support_link_hosts

/** What a setting means and what bounds it, with the figures of now. */
export function useBounds(name: SettingName, { bounds }: Settings): string {
  const translate = useTranslate()
  const money = useMoney()
  const help = translate(`settings.help.${name}`)
  const bound = translate(`settings.bounds.${name}`, {
    _: '',
    lowest: bounds.lowest_service_fee,
    hosts: hostsOf(name, bounds).join(', ') || translate('settings.no_hosts'),
    highest: money(name === 'min_withdrawal' ? bounds.highest_min_withdrawal : bounds.highest_withdrawal_fee),
  })
  const fixed = name === 'currency' && bounds.currency_is_fixed ? translate('settings.currency_is_fixed') : ''
  return [help, bound, fixed].filter((part) => part !== '').join(' ')
}
