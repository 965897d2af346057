// Whom a broadcast is for, where it leads, and how many that reaches now, in which language.
import { Alert, Box, MenuItem, TextField } from '@mui/material'
import { type Audience, BROADCAST_PATHS, type BroadcastPath } from '@fairturn/contract/backoffice/broadcasts'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import { useTranslate } from 'react-admin'
import type { DataOf } from '../api.ts'
import { useLanguageName } from '../content/Languages.tsx'
import { useEndpointQuery } from '../endpoint-hooks.ts'

/** With nothing chosen it is everybody. */
export const NOBODY_YET: Audience = { level_id: null, locale: null, active_days: null }

const DEBOUNCE_MS = 300

type Recipients = DataOf<'GET backoffice/broadcasts/recipients'>

/** How many members the audience is now; undefined until that is known. */
export const useReach = ({ level_id, locale, active_days }: Audience): Recipients | undefined =>
  useEndpointQuery(
    'GET backoffice/broadcasts/recipients',
    {
      query: {
        ...(level_id !== null && { level_id }),
        ...(locale !== null && { locale }),
        ...(active_days !== null && { active_days }),
      },
    },
    { delay_ms: DEBOUNCE_MS, keep: true },
  ).data

interface Fields {
  audience: Audience
  readOnly: boolean
  change: (to: Audience) => void
}

export function AudienceFields({ audience, readOnly, change }: Fields) {
  const translate = useTranslate()
  const nameOf = useLanguageName()
  const { data } = useEndpointQuery('GET backoffice/levels')
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))' }}>
      <TextField
        select
        label={translate('broadcasts.level')}
        value={data === undefined ? '' : (audience.level_id ?? '')}
        disabled={readOnly}
        onChange={({ target }) => change({ ...audience, level_id: target.value || null })}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{translate('broadcasts.any_level')}</MenuItem>
        {data?.levels.map(({ _id, name }) => (
          <MenuItem key={_id} value={_id ?? ''}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={translate('broadcasts.locale')}
        value={audience.locale ?? ''}
        disabled={readOnly}
        onChange={({ target }) => change({ ...audience, locale: (target.value || null) as Locale | null })}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{translate('broadcasts.any_language')}</MenuItem>
        {LOCALES.map((each) => (
          <MenuItem key={each} value={each}>
            {nameOf(each)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        type="number"
        label={translate('broadcasts.active_days')}
        value={audience.active_days ?? ''}
        disabled={readOnly}
        onChange={({ target }) => change({ ...audience, active_days: daysOf(target.value) })}
        slotProps={{ htmlInput: { min: 1, max: 30 }, inputLabel: { shrink: true } }}
      />
    </Box>
  )
}

const daysOf = (typed: string) =>
  typed === '' ? null : Math.min(30, Math.max(1, Math.trunc(Number(typed)) || 1))

interface PathFields {
  path: BroadcastPath | null
  readOnly: boolean
  change: (to: BroadcastPath | null) => void
}

export function PathField({ path, readOnly, change }: PathFields) {
  const translate = useTranslate()
  return (
    <TextField
      select
      label={translate('broadcasts.path')}
      value={path ?? ''}
      disabled={readOnly}
      onChange={({ target }) => change((target.value || null) as BroadcastPath | null)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{translate('broadcasts.nowhere')}</MenuItem>
      {BROADCAST_PATHS.map((each) => (
        <MenuItem key={each} value={each}>
          {translate(`broadcasts.paths.${each}`)}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** How many it reaches, and how many of them read a language that is missing. */
export function Reach({
  reach,
  texts,
}: {
  reach: Recipients | undefined
  texts: Partial<Record<Locale, unknown>>
}) {
  const translate = useTranslate()
  const nameOf = useLanguageName()
  if (reach === undefined) return null
  const missing = reach.languages.filter(({ locale }) => texts[locale] === undefined && locale !== 'vn')
  const count = missing.reduce((sum, { recipients }) => sum + recipients, 0)
  const languages = missing.map(({ locale }) => nameOf(locale)).join(', ')
  return (
    <Alert severity={count > 0 ? 'warning' : 'info'}>
      {translate('broadcasts.reaches', { smart_count: reach.recipients })}
      {count > 0 && ` · ${translate('broadcasts.in_vietnamese', { count, languages })}`}
    </Alert>
  )
}
