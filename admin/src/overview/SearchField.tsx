import type { Found } from '@fairturn/contract/backoffice/search'
import { Autocomplete, Box, TextField, Typography } from '@mui/material'
import { useGetResourceLabel, useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useMoney } from '../components/Amount.tsx'
import { formatTime } from '../components/format.ts'
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
} as const satisfies Record<Found['kind'], string>

interface SearchFieldProps {
  readonly typed: string
  readonly onTyped: (typed: string) => void
  readonly onClose: () => void
}

export function SearchField({ typed, onTyped, onClose }: SearchFieldProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const labelOf = useGetResourceLabel()
  const text = typed.trim()
  const enough = text.length >= MIN_LENGTH
  const { data, busy } = useEndpointQuery(
    'GET backoffice/search',
    { query: { text } },
    { enabled: enough, delay_ms: TYPING_MS, keep: true },
  )
  const found = enough ? (data?.list ?? []) : []
  function open(_event: unknown, chosen: Found | null) {
    if (chosen === null) return
    void navigate(`/${chosen.page.screen}/${chosen.page._id}/show`)
    onClose()
  }
  return (
    <Autocomplete<Found>
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
          helperText={translate('search.help')}
        />
      )}
    />
  )
}

function Line({ found: { kind, title, detail, status, amount, at } }: { found: Found }) {
  const translate = useTranslate()
  const money = useMoney()
  const facts = [
    detail,
    status === null ? '' : translate(`${STATUS[kind]}.${status}`),
    amount === null ? '' : money(amount),
    formatTime(at),
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
