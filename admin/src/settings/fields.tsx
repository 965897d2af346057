// How each setting is formatted, typed and parsed. What cannot be parsed here is sent as typed: the server
// says what is wrong with it.
import { Box, MenuItem, TextField, type TextFieldProps } from '@mui/material'
import {
  type ReceiveAccount,
  type SettingName,
  SETTINGS,
  type SettingsOnWire,
} from '@fairturn/contract/backoffice/settings'
import { parseAmount } from '@fairturn/ui/formats.ts'
import { useTranslate } from 'react-admin'
import { textOf } from '../forms.ts'
import { useMoney } from '../Amount.tsx'

const ACCOUNT = [
  'holder',
  'bank',
  'account_number',
  'iban',
  'bic',
] as const satisfies (keyof ReceiveAccount)[]
const WHOLE_LINE = new Set<string>(['holder', 'bank', 'iban'])
const OPTIONAL = new Set<string>(['account_number', 'iban', 'bic'])

const decimal = (typed: string): number => Number(typed.trim().replace(',', '.'))
/** Capitals without spaces, as the wire wants an IBAN and a BIC. */
const squeezed = (typed: string): string => typed.replace(/\s/g, '').toUpperCase()

/** What stands in the form, as the call wants it. */
export function valueIn(form: FormData, name: SettingName): unknown {
  const typed = textOf(form, 'value').trim()
  switch (SETTINGS[name].field) {
    case 'link':
      return typed === '' ? null : typed
    case 'percent':
    case 'minutes':
      return decimal(typed)
    case 'amount': {
      const read = parseAmount(typed)
      return read.ok ? read.wire : typed
    }
    case 'days':
      return { from: decimal(textOf(form, 'from')), to: decimal(textOf(form, 'to')) }
    case 'account':
      return accountIn(form)
    default:
      return typed
  }
}

function accountIn(form: FormData): Record<string, string | null> | null {
  const typed = ACCOUNT.map((part) => {
    const text = textOf(form, part).trim()
    return [part, part === 'iban' || part === 'bic' ? squeezed(text) : text] as const
  })
  if (typed.every(([, text]) => text === '')) return null
  return Object.fromEntries(
    typed.map(([part, text]) => [part, text === '' && OPTIONAL.has(part) ? null : text]),
  )
}

/** Writes a value of a setting in words. */
export function useValueWords(): (name: SettingName, value: unknown) => string {
  const translate = useTranslate()
  const money = useMoney()
  return (name, value) => {
    if (value === null) return translate(`settings.none.${name}`, { _: '—' })
    switch (SETTINGS[name].field) {
      case 'percent':
        return `${value as number}\u00a0%`
      case 'minutes':
        return translate('settings.minutes', { smart_count: Number(value) })
      case 'amount':
        return money(value as string)
      case 'days': {
        const { from, to } = value as SettingsOnWire['withdrawal_bank_days']
        return translate('settings.days', { from, to })
      }
      case 'account': {
        const account = value as ReceiveAccount
        return ACCOUNT.flatMap((part) => account[part] ?? []).join(' · ')
      }
      default:
        return value as string
    }
  }
}

/** The facts a version of a setting says: each part of an account by its name, everything else in one line. */
export function useValueFacts(): (name: SettingName, value: unknown) => Record<string, string> {
  const translate = useTranslate()
  const wordsOf = useValueWords()
  return (name, value) => {
    if (SETTINGS[name].field !== 'account' || value === null)
      return { [translate(`settings.names.${name}`)]: wordsOf(name, value) }
    const account = value as ReceiveAccount
    return Object.fromEntries(
      ACCOUNT.map((part) => [translate(`settings.account.${part}`), account[part] ?? '']),
    )
  }
}

export function SettingField({ name, value }: { name: SettingName; value: unknown }) {
  const translate = useTranslate()
  const label = translate(`settings.names.${name}`)
  const field = {
    name: 'value',
    label,
    defaultValue: value as string | number | null,
    fullWidth: true,
    margin: 'dense',
  } as const
  const kind = SETTINGS[name].field
  if (kind === 'account') return <AccountFields account={value as ReceiveAccount | null} />
  if (kind === 'days') return <DayFields days={value as SettingsOnWire['withdrawal_bank_days']} />
  if (kind === 'currency')
    return (
      <TextField {...field} select required>
        {SETTINGS.currency.form.options.map((one) => (
          <MenuItem key={one} value={one}>
            {one}
          </MenuItem>
        ))}
      </TextField>
    )
  if (kind === 'zone') return <ZoneField {...field} />
  const unit = { percent: '%', minutes: 'min', amount: '' }
  return (
    <TextField
      {...field}
      required={kind !== 'link'}
      type={kind === 'link' ? 'url' : 'text'}
      slotProps={{
        htmlInput: { ...(kind in unit && { inputMode: 'decimal' }), maxLength: 500 },
        ...(kind in unit && { input: { endAdornment: unit[kind as keyof typeof unit] } }),
      }}
    />
  )
}

const ZoneField = (field: TextFieldProps) => (
  <>
    <TextField {...field} required slotProps={{ htmlInput: { list: 'time-zones', autoComplete: 'off' } }} />
    <datalist id="time-zones">
      {Intl.supportedValuesOf('timeZone').map((zone) => (
        <option key={zone}>{zone}</option>
      ))}
    </datalist>
  </>
)

function DayFields({ days }: { days: SettingsOnWire['withdrawal_bank_days'] }) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'flex', gap: 2 }}>
      {(['from', 'to'] as const).map((end) => (
        <TextField
          key={end}
          name={end}
          label={translate(`settings.${end}`)}
          defaultValue={days[end]}
          required
          fullWidth
          margin="dense"
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
      ))}
    </Box>
  )
}

function AccountFields({ account }: { account: ReceiveAccount | null }) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 2 }}>
      {ACCOUNT.map((part) => (
        <TextField
          key={part}
          name={part}
          label={translate(`settings.account.${part}`)}
          defaultValue={account?.[part] ?? ''}
          margin="dense"
          sx={WHOLE_LINE.has(part) ? { gridColumn: '1 / -1' } : {}}
        />
      ))}
    </Box>
  )
}
