import { TextField } from '@mui/material'
import { useState } from 'react'
import { SelectInput, TextInput, useInput, useTranslate } from 'react-admin'
import { DateInput } from './DateInput.tsx'
import { choicesOf } from './forms.ts'
import { LIST_SEARCH } from './keys.ts'
import { ReferenceInput } from './ReferenceInput.tsx'
import { amountProblem, readAmount } from './typed-amount.ts'

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

interface AmountFilterProps {
  source: string
  label: string
}

/** An amount as people write it: what is typed stays in the field, and is looked for once it can be read. */
function AmountFilter({ source, label }: AmountFilterProps) {
  const translate = useTranslate()
  const { field, id } = useInput({ source, defaultValue: '' })
  const value = String(field.value ?? '')
  const [typed, type] = useState(value.replace('.', ','))
  // Set from outside, such as by a saved filter: that is what is shown.
  const shown = (readAmount(typed).wire ?? '') === value ? typed : value.replace('.', ',')
  const problem = amountProblem({ signed: true })(shown)
  return (
    <TextField
      id={id}
      size="small"
      label={translate(label)}
      value={shown}
      error={problem !== undefined}
      helperText={problem && translate(problem)}
      onChange={({ target }) => {
        type(target.value)
        field.onChange(readAmount(target.value).wire ?? '')
      }}
      onBlur={field.onBlur}
      slotProps={{ htmlInput: { inputMode: 'decimal' } }}
    />
  )
}

export const amount = (source: string, label: string) => (
  <AmountFilter key={source} source={source} label={label} />
)
