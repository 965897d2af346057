import { proposalOf, type SettingName } from '@fairturn/contract/backoffice/settings'
// Changes one setting: its field with limits, a reason, and the outcome: changed, proposed, or refused and
// why.
import { Alert } from '@mui/material'
import { useCanAccess, useTranslate } from 'react-admin'
import { ActionButton, type ReasonValues } from '../components/ActionDialog.tsx'
import { useMoney } from '../components/Amount.tsx'
import type { DataOf } from '../shell/api.ts'
import { Refused, useRefusalText } from './Refused.tsx'
import { SettingInput, type SettingValues, valueOf, valuesOf } from './setting-fields.tsx'
import { noticeOf } from './VersionHistory.tsx'

export type Settings = DataOf<'GET backoffice/settings'>

/** Refusals about the value that name no field; all others concern the change. */
const OF_THE_VALUE = new Set([
  'bonus_and_discount_exceed_the_service_fee',
  'minimum_withdrawal_is_too_high',
  'withdrawal_fee_is_too_high',
  'link_host_is_not_configured',
  'vat_rate_is_missing',
  'vat_number_is_invalid',
  'vat_currency_is_missing',
  'nothing_would_change',
])

interface ChangeSettingProps {
  name: SettingName
  settings: Settings
}

export const needsApproval = (name: SettingName): boolean => proposalOf(name) !== undefined

/** The button; hidden without permission, and once the setting can no longer change. */
export function ChangeSetting({ name, settings }: ChangeSettingProps) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'settings', action: 'edit' })
  const why = useBounds(name, settings)
  const refusalOf = useRefusalText()
  if (!canAccess || (name === 'currency' && settings.bounds.currency_is_fixed)) return null
  const title = translate(needsApproval(name) ? 'settings.propose' : 'settings.change')
  return (
    <ActionButton<'POST backoffice/settings/:name', ReasonValues & SettingValues>
      endpoint="POST backoffice/settings/:name"
      input={({ reason, ...values }) => ({
        params: { name },
        body: { value: valueOf(name, values), reason, expected: settings.versions[name] ?? 0 },
      })}
      title={title}
      of={translate(`settings.names.${name}`)}
      why={why}
      withReason
      defaultValues={valuesOf(name, settings.values[name])}
      done={noticeOf('settings.changed')}
      fieldsOf={(failure) => (OF_THE_VALUE.has(failure.code) ? { value: refusalOf(failure) } : undefined)}
      renderRefusal={(failure) => <Refused failure={failure} />}
      button={{ size: 'small', 'aria-label': `${title}: ${translate(`settings.names.${name}`)}` }}
    >
      {needsApproval(name) && <Alert severity="info">{translate('settings.takes_two')}</Alert>}
      <SettingInput name={name} />
    </ActionButton>
  )
}

const hostsOf = (name: SettingName, bounds: Settings['bounds']): string[] =>
  name === 'link_deposit' ? bounds.deposit_link_hosts : bounds.support_link_hosts

/** What a setting means and its current bounds. */
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
