// An input for what has an id: takes what people write (a username, a phone number, an order's link, a reference, a number) and
// says what it means before the form is sent.
import type { FormFieldKind } from '@fairturn/contract/backoffice/names'
import { UUID } from '@fairturn/contract/ids'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import { TextField, type TextFieldProps } from '@mui/material'
import { useEffect, useState } from 'react'
import { required, useInput, useTranslate } from 'react-admin'
import { refusalText } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'

const TYPING_MS = 300

interface Props {
  source: string
  label: string
  of: FormFieldKind
  /** Text key; by default what it may be called. */
  help?: string
  optional?: boolean
  /** What nothing is called so is sent as it is written. */
  free?: boolean
  sx?: TextFieldProps['sx']
  // Given by the framework to filters.
  alwaysOn?: boolean
}

export function ReferenceInput({
  source,
  label,
  of,
  help = `names.wanted.${of}`,
  optional = false,
  free = false,
  sx,
}: Props) {
  const translate = useTranslate()
  const { field, fieldState, id, isRequired } = useInput({
    source,
    defaultValue: '',
    ...(!optional && { validate: required(translate('names.required')) }),
  })
  const [typed, setTyped] = useState(String(field.value ?? ''))
  const text = typed.trim()
  const { data, failure } = useEndpointQuery(
    'GET backoffice/names',
    { query: { text, of } },
    { enabled: text !== '', delayMs: TYPING_MS, silent: true },
  )
  // An id means itself before it is looked up: so a filter of the address bar is never empty meanwhile.
  const meant = text === '' ? '' : (data?._id ?? (free || UUID.test(text) ? text : ''))
  const { value, onChange } = field
  const [last, setLast] = useState<unknown>(value)
  // Set from outside, such as by a click in the list: that is what is shown now.
  if (value !== last) {
    setLast(value)
    if (value !== meant) setTyped(String(value ?? ''))
  }
  useEffect(() => {
    if (value !== meant) onChange(meant)
  }, [value, meant, onChange])
  const refused = text !== '' && failure !== null && !free
  return (
    <TextField
      id={id}
      label={translate(label)}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={field.onBlur}
      required={isRequired}
      error={refused || fieldState.error !== undefined}
      helperText={helpOf()}
      size="small"
      margin="dense"
      fullWidth
      slotProps={{ htmlInput: { autoComplete: 'off', spellCheck: false } }}
      {...(sx && { sx })}
    />
  )

  function helpOf(): string {
    if (text !== '' && data !== undefined)
      return translate('names.meant', {
        kind: translate(`names.kinds.${data.kind}`),
        name: data.name || data._id,
      })
    if (refused) return failure instanceof ApiFailure ? refusalText(failure) : translate('app.no_answer')
    if (text !== '' && free && failure !== null) return translate('names.as_written')
    if (fieldState.error?.message !== undefined && text === '') return translate('names.required')
    return translate(help)
  }
}
