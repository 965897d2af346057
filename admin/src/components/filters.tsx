import { SelectInput, TextInput } from 'react-admin'
import { DateInput } from './DateInput.tsx'
import { choicesOf } from './forms.ts'
import { LIST_SEARCH } from './keys.ts'
import { ReferenceInput } from './ReferenceInput.tsx'

/** Always visible, for the most frequent search. */
export const search = (label: string, source = 'search', minWidth = 0) => (
  <TextInput
    key={source}
    source={source}
    label={label}
    alwaysOn
    resettable
    className={LIST_SEARCH}
    sx={{ minWidth }}
  />
)

export const text = (source: string, label: string) => (
  <TextInput key={source} source={source} label={label} />
)

/** A member, by what people write. */
export const member = (label: string, source = 'member_id') => (
  <ReferenceInput key={source} source={source} label={label} of="member" optional sx={{ minWidth: 220 }} />
)

/** A select filter; labels are below `texts`. */
export const choice = (source: string, label: string, ids: readonly string[], texts: string) => (
  <SelectInput key={source} source={source} label={label} choices={choicesOf(ids, texts)} />
)

export const shownChoice = (source: string, label: string, ids: readonly string[], texts: string) => (
  <SelectInput key={source} source={source} label={label} choices={choicesOf(ids, texts)} alwaysOn />
)

/** Two filters: from an instant, and until one. */
export const period = (texts: string) =>
  (['from', 'to'] as const).map((end) => (
    <DateInput key={end} kind="time" source={end} label={`${texts}.${end}`} />
  ))
