import { type Audience, BROADCAST_PATHS } from '@fairturn/contract/backoffice/broadcasts'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
// The audience of a broadcast, where it links to, and how many members it currently reaches, by language.
import { Alert, Box } from '@mui/material'
import { NumberInput, SelectInput, useTranslate } from 'react-admin'
import { useLanguageName } from '../components/Languages.tsx'
import type { DataOf } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'

const DEBOUNCE_MS = 300

type Recipients = DataOf<'GET backoffice/broadcasts/recipients'>

/** The number of members in the audience; undefined until it is known. */
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
    // Invalid input is reported on its field when the draft is saved, so the failure is silent here.
    { delayMs: DEBOUNCE_MS, keep: true, silent: true },
  ).data

/** Shows the placeholder while nothing is selected. */
const SHOWN_EMPTY = { select: { displayEmpty: true }, inputLabel: { shrink: true } }

interface Fields {
  readOnly: boolean
}

export function AudienceFields({ readOnly }: Fields) {
  const nameOf = useLanguageName()
  const { data } = useEndpointQuery('GET backoffice/levels')
  const input = { readOnly, helperText: false, slotProps: SHOWN_EMPTY } as const
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))' }}>
      <SelectInput
        {...input}
        source="audience.level_id"
        label="broadcasts.level"
        emptyText="broadcasts.any_level"
        isPending={data === undefined}
        choices={data?.levels ?? []}
        optionValue="_id"
        translateChoice={false}
      />
      <SelectInput
        {...input}
        source="audience.locale"
        label="broadcasts.locale"
        emptyText="broadcasts.any_language"
        choices={LOCALES.map((id) => ({ id, name: nameOf(id) }))}
        translateChoice={false}
      />
      <NumberInput {...input} source="audience.active_days" label="broadcasts.active_days" min={1} max={30} />
    </Box>
  )
}

export const PathField = ({ readOnly }: Fields) => (
  <SelectInput
    source="path"
    label="broadcasts.path"
    emptyText="broadcasts.nowhere"
    choices={BROADCAST_PATHS.map((id) => ({ id, name: `broadcasts.paths.${id}` }))}
    readOnly={readOnly}
    helperText={false}
    slotProps={SHOWN_EMPTY}
  />
)

/** How many members it reaches, and how many of them use a language whose text is missing. */
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
