import { may } from '@fairturn/contract/backoffice/roles'
import type { Found } from '@fairturn/contract/backoffice/search'
import { SETTING_NAMES, SETTINGS } from '@fairturn/contract/backoffice/settings'
import { Autocomplete, Box, TextField, Typography } from '@mui/material'
import { useCanAccess, useGetIdentity, useGetResourceLabel, useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { linesOf, statementsIn } from '../banking/StatementList.tsx'
import { useMoney } from '../components/Amount.tsx'
import { formatDay, formatTime } from '../components/format.ts'
import { focusInput } from '../components/keys.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'

const MIN_LENGTH = 2
const TYPING_MS = 150
/** Text group of each kind's status; for a member the status is the lock, for an entry the type. */
const STATUS = {
  members: 'members.locks',
  deposits: 'deposits.statuses',
  withdrawals: 'withdrawals.statuses',
  entries: 'entries.types',
  campaigns: 'campaigns.statuses',
  orders: 'search.orders',
  'payout-batches': 'batches.statuses',
  refunds: 'refunds.statuses',
  invoices: 'invoices.series',
  'bank-lines': 'bank_lines.statuses',
  'bank-statements': 'bank_statements.statuses',
  staff: 'app.roles',
  settings: '',
} as const satisfies Record<Option['kind'], string>

/** What the server finds, and settings, whose names are texts of this app. */
interface Option extends Omit<Found, 'kind' | 'at' | 'page'> {
  readonly kind: Found['kind'] | 'settings'
  readonly at: string | null
  readonly to: string
}
const MAX_SETTINGS = 5

interface SearchFieldProps {
  readonly typed: string
  readonly onTyped: (typed: string) => void
  readonly onClose: () => void
}

export function SearchField({ typed, onTyped, onClose }: SearchFieldProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { identity } = useGetIdentity()
  const readsMoney = (may.read_money as readonly unknown[]).includes(identity?.['role'])
  const labelOf = useGetResourceLabel()
  const text = typed.trim()
  const enough = text.length >= MIN_LENGTH
  const { data, busy } = useEndpointQuery(
    'GET backoffice/search',
    { query: { text } },
    { enabled: enough, delayMs: TYPING_MS, keep: true },
  )
  const settings = useSettings(text)
  const found = enough ? [...(data?.list ?? []).map(optionOf), ...settings] : []
  function open(_event: unknown, chosen: Option | null) {
    if (chosen === null) return
    void navigate(chosen.to)
    onClose()
  }
  return (
    <Autocomplete<Option>
      id="search"
      open={enough}
      onClose={(_event, reason) => reason === 'escape' && onClose()}
      options={found}
      filterOptions={(options) => options}
      inputValue={typed}
      onInputChange={(_event, value, reason) => reason === 'input' && onTyped(value)}
      onChange={open}
      value={null}
      autoHighlight
      clearOnBlur={false}
      forcePopupIcon={false}
      disablePortal
      loading={busy}
      loadingText={translate('search.loading')}
      noOptionsText={translate('search.nothing')}
      groupBy={({ kind }) => labelOf(kind, 2)}
      renderGroup={({ key, group, children }) => (
        <div key={key} role="group" aria-label={group}>
          <Typography aria-hidden variant="caption" color="text.secondary" sx={{ px: 2, display: 'block' }}>
            {group}
          </Typography>
          <Box component="ul" role="presentation" sx={{ p: 0 }}>
            {children}
          </Box>
        </div>
      )}
      getOptionKey={({ kind, _id }) => `${kind} ${_id}`}
      getOptionLabel={({ title }) => title}
      renderOption={({ key, ...props }, one) => (
        <li key={key} {...props}>
          <Line found={one} />
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={focusInput}
          label={translate('search.title')}
          helperText={translate(readsMoney ? 'search.help_with_holder' : 'search.help')}
        />
      )}
    />
  )
}

function optionOf({ page: { screen, _id }, ...found }: Found): Option {
  // Neither operators nor statements have a page of their own.
  if (screen === 'staff') return { ...found, to: '/staff' }
  if (screen !== 'bank-statements') return { ...found, to: `/${screen}/${_id}/show` }
  return { ...found, to: found.status === 'accepted' ? linesOf(_id) : statementsIn(found.status) }
}

/** Letters and digits without accents, in lower case. */
const plain = (text: string) =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd')

/** Settings whose name, in the operator's language, contains every word. */
function useSettings(text: string): Option[] {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'settings', action: 'list' })
  const words = plain(text).split(/\s+/)
  if (canAccess !== true) return []
  return SETTING_NAMES.map((_id) => ({ _id, title: translate(`settings.names.${_id}`) }))
    .filter(({ title }) => words.every((word) => plain(title).includes(word)))
    .slice(0, MAX_SETTINGS)
    .map(({ _id, title }) => ({
      _id,
      title,
      kind: 'settings',
      detail: translate(`settings.groups.${SETTINGS[_id].group}`),
      status: null,
      amount: null,
      at: null,
      to: `/settings/${_id}/show`,
    }))
}

/** The bank dates them by the day. */
const isDay = (kind: Option['kind']) => kind === 'bank-lines' || kind === 'bank-statements'

function Line({ found: { kind, title, detail, status, amount, at } }: { found: Option }) {
  const translate = useTranslate()
  const money = useMoney()
  const facts = [
    kind === 'staff' ? translate(`app.roles.${detail}`) : detail,
    status === null ? '' : translate(`${STATUS[kind]}.${status}`),
    amount === null ? '' : money(amount),
    at === null ? '' : isDay(kind) ? formatDay(at.slice(0, 10)) : formatTime(at),
  ]
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, width: 1, alignItems: 'baseline' }}>
      <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere', flexGrow: 1 }}>
        {title}
      </Box>
      <Typography component="span" variant="caption" color="text.secondary">
        {facts.filter((fact) => fact !== '').join(' · ')}
      </Typography>
    </Box>
  )
}
