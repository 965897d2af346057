// An input for what has an id: takes what people write (a username, a phone number, an order's link, a reference, a number) and
// says what it means before the form is sent.
import type { FormFieldKind } from '@fairturn/contract/backoffice/names'
import { UUID } from '@fairturn/contract/ids'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import { Box, TextField, type TextFieldProps } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { required, useInput, useTranslate } from 'react-admin'
import { type DataOf, refusalText } from '../shell/api.ts'
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

/**
 * A form that is sent while it is looked up what the text means waits for that, and is sent then: what was typed last is nearly
 * always still being looked up when its button is pressed.
 */
function useSubmitOnceKnown(text: string, isUnknown: boolean) {
  const input = useRef<HTMLInputElement>(null)
  /** The text when it was pressed: whoever types on presses again. */
  const waits = useRef<string>(undefined)
  useEffect(() => {
    const form = input.current?.form
    if (!form) return undefined
    if (!isUnknown) {
      if (waits.current === text) form.requestSubmit()
      waits.current = undefined
      return undefined
    }
    const hold = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      waits.current = text
    }
    form.addEventListener('submit', hold)
    return () => form.removeEventListener('submit', hold)
  }, [text, isUnknown])
  return input
}

/** As high as the first text or the second, so that a button below does not move away from a press when they change. */
function Steady({ children: [now, before] }: { children: [string, string] }) {
  return (
    <Box component="span" sx={{ display: 'grid', '& > *': { gridArea: '1 / 1' } }}>
      <span>{now}</span>
      {now !== before && (
        <Box component="span" aria-hidden sx={{ visibility: 'hidden' }}>
          {before}
        </Box>
      )}
    </Box>
  )
}

interface Sought {
  text: string
  data: DataOf<'GET backoffice/names'> | undefined
  failure: Error | null
  refused: boolean
  free: boolean
  /** Refused when it was sent. */
  lacks: boolean
}
/** What the typed text means, or why it means nothing; undefined: nothing is to be said of it. */
function useHelp({ text, data, failure, refused, free, lacks }: Sought): string | undefined {
  const translate = useTranslate()
  if (text !== '' && data !== undefined)
    return translate('names.meant', {
      kind: translate(`names.kinds.${data.kind}`),
      name: data.name || data._id,
    })
  if (refused) return failure instanceof ApiFailure ? refusalText(failure) : translate('app.no_answer')
  if (text !== '' && free && failure !== null) return translate('names.as_written')
  if (lacks && text === '') return translate('names.required')
  return undefined
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
  const isSought = text !== '' && data === undefined && failure === null
  const lacks = fieldState.error?.message !== undefined
  const said = useHelp({ text, data, failure, refused, free, lacks })
  const input = useSubmitOnceKnown(text, isSought || value !== meant)
  return (
    <TextField
      id={id}
      label={translate(label)}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={field.onBlur}
      required={isRequired}
      error={refused || fieldState.error !== undefined}
      helperText={
        <Steady>
          {said ?? translate(help)}
          {translate(help)}
        </Steady>
      }
      size="small"
      margin="dense"
      fullWidth
      slotProps={{ htmlInput: { ref: input, autoComplete: 'off', spellCheck: false } }}
      {...(sx && { sx })}
    />
  )
}
