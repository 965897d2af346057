import { CHART_KEYS } from '@fairturn/contract/accounting'
import {
  type ReceiveAccount,
  type Seller,
  type SettingName,
  SETTINGS,
  type SettingsOnWire,
  type VatRates,
} from '@fairturn/contract/backoffice/settings'
import { parseAmount } from '@fairturn/ui/formats.ts'
// How each setting is formatted, typed and parsed. Unparsable input is sent as typed: the server reports what
// is wrong.
import { Box } from '@mui/material'
import { required, SelectInput, TextInput, useTranslate } from 'react-admin'
import { useMoney } from '../components/Amount.tsx'

const ACCOUNT = [
  'holder',
  'bank',
  'account_number',
  'iban',
  'bic',
  'street',
  'postal_code',
  'city',
  'country',
] as const satisfies (keyof ReceiveAccount)[]
const SELLER = [
  'legal_name',
  'street',
  'postal_code',
  'city',
  'country',
  'vat_number',
  'tax_number',
  'registration_number',
  'email',
  'exemption',
  'vat_currency',
  'vat_exchange_rate',
] as const satisfies (keyof Seller)[]
const WHOLE_LINE = new Set<string>(['holder', 'bank', 'iban', 'street', 'legal_name', 'exemption'])
const REQUIRED = {
  account: new Set<string>(['holder', 'bank']),
  seller: new Set<string>(['legal_name', 'street', 'city', 'country', 'registration_number']),
  chart: new Set<string>(CHART_KEYS),
}
const CAPITALS = new Set<string>(['iban', 'bic', 'country', 'vat_number', 'vat_currency'])
const PARTS = { account: ACCOUNT, seller: SELLER, chart: CHART_KEYS } as const
const LABELS = { account: 'settings.account', seller: 'settings.seller', chart: 'accounts.kinds' }
type PartName = (typeof PARTS)[keyof typeof PARTS][number]
const hasParts = (kind: string): kind is keyof typeof PARTS => kind in PARTS

const decimal = (typed: string): number => Number(typed.trim().replace(',', '.'))
/** Upper case without spaces, the wire format of IBAN and BIC. */
const squeezed = (typed: string): string => typed.replace(/\s/g, '').toUpperCase()

/** The form values of a setting. */
export interface SettingValues {
  value?: string | Parts | null
}
type Parts = Partial<Record<'from' | 'to' | PartName, string | null>>

/** Initial form values of a setting. */
export function valuesOf(name: SettingName, value: unknown): SettingValues {
  const kind = SETTINGS[name].field
  if (hasParts(kind)) return { value: value as Parts | null }
  if (kind === 'rates') return { value: (value as VatRates).map(rateText).join('\n') }
  if (kind === 'networks') return { value: (value as string[]).join('\n') }
  if (kind !== 'days') return { value: String((value as string | number | null) ?? '') }
  const { from, to } = value as SettingsOnWire['withdrawal_bank_days']
  return { value: { from: String(from), to: String(to) } }
}

/** The typed value in wire format. */
export function valueOf(name: SettingName, { value }: SettingValues): unknown {
  const typed = typeof value === 'string' ? value.trim() : ''
  const parts = typeof value === 'object' && value !== null ? value : {}
  switch (SETTINGS[name].field) {
    case 'link':
      return typed === '' ? null : typed
    case 'percent':
    case 'minutes':
    case 'hours':
    case 'years':
      return decimal(typed)
    case 'amount': {
      const read = parseAmount(typed)
      return read.ok ? read.wire : typed
    }
    case 'days':
      return { from: decimal(parts.from ?? ''), to: decimal(parts.to ?? '') }
    case 'account':
    case 'seller':
    case 'chart':
      return partsOf(SETTINGS[name].field, parts)
    case 'rates':
      return typed
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(rateOf)
    case 'networks':
      return typed.split(/[\s,;]+/).filter((network) => network !== '')
    default:
      return typed
  }
}

function partsOf(kind: keyof typeof PARTS, parts: Parts): Record<string, string | null> | null {
  const typed = PARTS[kind].map((part) => {
    const text = (parts[part] ?? '').trim()
    return [part, CAPITALS.has(part) ? squeezed(text) : text] as const
  })
  if (typed.every(([, text]) => text === '')) return null
  return Object.fromEntries(
    typed.map(([part, text]) => [part, text === '' && !REQUIRED[kind].has(part) ? null : text]),
  )
}

const rateText = ({ country, rate, from }: VatRates[number]): string => `${country} ${rate} ${from}`

function rateOf(line: string) {
  const [country = '', rate = '', from = ''] = line.trim().split(/\s+/)
  return { country: country.toUpperCase(), rate: decimal(rate.replace('%', '')), from }
}

/** Formats a setting's value as text. */
export function useValueText(): (name: SettingName, value: unknown) => string {
  const translate = useTranslate()
  const money = useMoney()
  return (name, value) => {
    if (value === null) return translate(`settings.none.${name}`, { _: '—' })
    switch (SETTINGS[name].field) {
      case 'percent':
        return `${value as number}\u00a0%`
      case 'minutes':
      case 'hours':
      case 'years':
        return translate(`settings.${SETTINGS[name].field}`, { smart_count: Number(value) })
      case 'amount':
        return money(value as string)
      case 'networks':
        return translate('settings.networks', { smart_count: (value as string[]).length })
      case 'days': {
        const { from, to } = value as SettingsOnWire['withdrawal_bank_days']
        return translate('settings.days', { from, to })
      }
      case 'account':
      case 'seller':
        return PARTS[SETTINGS[name].field].flatMap((part) => (value as Parts)[part] ?? []).join(' · ')
      case 'chart':
        return CHART_KEYS.map((key) => `${translate(`accounts.kinds.${key}`)} ${(value as Parts)[key]}`).join(
          ' · ',
        )
      case 'rates':
        return (value as VatRates).map(rateText).join(' · ')
      default:
        return value as string
    }
  }
}

/** A setting's value as properties: each part of an account by name, everything else as one property. */
export function useValueProperties(): (name: SettingName, value: unknown) => Record<string, string> {
  const translate = useTranslate()
  const textOf = useValueText()
  return (name, value) => {
    if (SETTINGS[name].field === 'networks')
      return { [translate(`settings.names.${name}`)]: (value as string[]).join('\n') }
    const kind = SETTINGS[name].field
    if (!hasParts(kind) || value === null)
      return { [translate(`settings.names.${name}`)]: textOf(name, value) }
    return Object.fromEntries(
      PARTS[kind].map((part) => [translate(`${LABELS[kind]}.${part}`), (value as Parts)[part] ?? '']),
    )
  }
}

export function SettingInput({ name }: { name: SettingName }) {
  const kind = SETTINGS[name].field
  const input = { source: 'value', label: `settings.names.${name}`, helperText: false } as const
  if (hasParts(kind))
    return (
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 2 }}>
        {PARTS[kind].map((part) => (
          <TextInput
            key={part}
            source={`value.${part}`}
            label={`${LABELS[kind]}.${part}`}
            helperText={false}
            sx={WHOLE_LINE.has(part) ? { gridColumn: '1 / -1' } : {}}
          />
        ))}
      </Box>
    )
  if (kind === 'networks' || kind === 'rates')
    return <TextInput {...input} multiline minRows={4} maxRows={12} />
  if (kind === 'days')
    return (
      <Box sx={{ display: 'flex', gap: 2 }}>
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            source={`value.${end}`}
            label={`settings.${end}`}
            helperText={false}
            validate={required()}
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          />
        ))}
      </Box>
    )
  if (kind === 'currency' || kind === 'supply')
    return (
      <SelectInput
        {...input}
        validate={required()}
        choices={SETTINGS[kind].form.options.map((id) => ({ id, name: id }))}
        translateChoice={false}
      />
    )
  const unit = { percent: '%', minutes: 'min', amount: '' }
  return (
    <>
      <TextInput
        {...input}
        {...(kind !== 'link' && { validate: required() })}
        type={kind === 'link' ? 'url' : 'text'}
        slotProps={{
          htmlInput: {
            ...(kind in unit && { inputMode: 'decimal' }),
            ...(kind === 'zone' && { list: 'time-zones', autoComplete: 'off' }),
            maxLength: 500,
          },
          ...(kind in unit && { input: { endAdornment: unit[kind as keyof typeof unit] } }),
        }}
      />
      {kind === 'zone' && (
        <datalist id="time-zones">
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </datalist>
      )}
    </>
  )
}
