// The one input of days and times: typed as dd-MM-yyyy (HH:mm), as the tables show them, whatever the browser's language is.
// Arrow keys go by days; the button opens the browser's calendar.
import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined'
import { Box, IconButton, InputAdornment, TextField, type TextFieldProps } from '@mui/material'
import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react'
import { required as isRequired, useInput, useTranslate } from 'react-admin'
import { type DateKind, dayOf, onDay, parseTyped, plusDays, typedOf } from './dates.ts'

interface FieldProps extends Pick<
  TextFieldProps,
  'id' | 'name' | 'required' | 'fullWidth' | 'margin' | 'size' | 'sx' | 'inputRef' | 'onBlur'
> {
  label: string
  kind?: DateKind
  /** A day, or an instant; '' for none. */
  value: string
  /** Called with whatever is typed rightly; `isWrong` for a text that is none, which counts as no value. */
  onChange: (value: string, isWrong: boolean) => void
  /** The last day of the calendar. */
  max?: string
  error?: string | undefined
  help?: string | undefined
}

const STEP: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }

export function DateField({
  label,
  kind = 'day',
  value,
  onChange,
  max,
  error,
  help,
  onBlur,
  ...field
}: FieldProps) {
  const translate = useTranslate()
  const [typed, setTyped] = useState(typedOf(value, kind))
  const [last, setLast] = useState(value)
  const meant = parseTyped(typed, kind)
  const [left, setLeft] = useState(false)
  if (value !== last) {
    setLast(value)
    if (value !== (meant ?? '')) setTyped(typedOf(value, kind))
  }
  const isWrong = left && meant === undefined

  function change(text: string) {
    setTyped(text)
    const now = parseTyped(text, kind)
    if (now !== undefined) setLeft(false)
    onChange(now ?? '', now === undefined)
  }
  const set = (next: string) => change(typedOf(next, kind))
  function press(event: KeyboardEvent) {
    const days = STEP[event.key]
    if (days === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    set(plusDays(meant ?? '', days, kind))
  }
  const pattern = translate(`app.date_pattern_${kind}`)
  return (
    <TextField
      size="small"
      {...field}
      label={translate(label)}
      value={typed}
      onChange={({ target }) => change(target.value)}
      onKeyDown={press}
      onBlur={(event) => {
        if (meant !== undefined) setTyped(typedOf(meant, kind))
        setLeft(meant === undefined)
        onBlur?.(event)
      }}
      error={isWrong || error !== undefined}
      helperText={isWrong ? translate('app.date_is_wrong', { pattern }) : (error ?? help)}
      placeholder={pattern}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { inputMode: 'numeric', autoComplete: 'off', spellCheck: false, maxLength: 20 },
        input: {
          endAdornment: (
            <Calendar
              label={label}
              day={dayOf(meant ?? '', kind)}
              max={max}
              onPick={(day) => set(onDay(meant ?? '', day, kind))}
            />
          ),
        },
      }}
    />
  )
}

interface CalendarProps {
  label: string
  /** '' for none. */
  day: string
  max: string | undefined
  onPick: (day: string) => void
}

function Calendar({ label, day, max, onPick }: CalendarProps) {
  const translate = useTranslate()
  const calendar = useRef<HTMLInputElement>(null)
  function pick() {
    // Missing in some browsers, and refused in frames of others: the day is typed then.
    try {
      calendar.current?.showPicker()
    } catch {
      calendar.current?.closest('.MuiFormControl-root')?.querySelector('input')?.focus()
    }
  }
  return (
    <InputAdornment position="end" sx={{ position: 'relative' }}>
      <IconButton
        size="small"
        edge="end"
        aria-label={translate('app.calendar', { name: translate(label) })}
        onClick={pick}
      >
        <CalendarIcon fontSize="small" />
      </IconButton>
      {/* Only anchors the browser's calendar. */}
      <Box
        component="input"
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden
        value={day}
        {...(max !== undefined && { max })}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => onPick(target.value)}
        sx={{
          position: 'absolute',
          bottom: 0,
          right: 0,
          width: 1,
          height: '1px',
          opacity: 0,
          pointerEvents: 'none',
        }}
      />
    </InputAdornment>
  )
}

interface InputProps {
  source: string
  label: string
  kind?: DateKind
  help?: string
  required?: boolean
  max?: string
  inputRef?: TextFieldProps['inputRef']
  // Given by the framework to filters.
  alwaysOn?: boolean
}

/** In a form or a filter. A text that is no day is not sent. */
export function DateInput({ source, label, kind = 'day', help, required = false, ...rest }: InputProps) {
  const translate = useTranslate()
  const wrong = useRef(false)
  const text = required ? isRequired() : undefined
  const { field, fieldState, id } = useInput({
    source,
    defaultValue: '',
    validate: (value: unknown, values: unknown) => {
      if (wrong.current)
        return translate('app.date_is_wrong', { pattern: translate(`app.date_pattern_${kind}`) })
      return text?.(value, values)
    },
  })
  const { inputRef, alwaysOn: _, ...others } = rest
  const message = fieldState.error?.message
  return (
    <DateField
      {...others}
      id={id}
      name={field.name} // by which a refusal finds its input
      label={label}
      kind={kind}
      value={String(field.value ?? '')}
      onChange={(value, isWrong) => {
        wrong.current = isWrong
        field.onChange(value)
      }}
      onBlur={field.onBlur}
      inputRef={inputRef ?? field.ref}
      required={required}
      margin="dense"
      fullWidth
      sx={{ minWidth: WIDTH[kind] }}
      help={help}
      error={message === undefined ? undefined : translate(message, { _: message })}
    />
  )
}

const WIDTH = { day: 150, time: 200 } as const
