// A date, typed or picked, shown as dd-MM-yyyy in every language: a native date input would use the browser's locale
// instead of the page's. The native calendar still opens, because it is the one that users know.
import { useId, useRef, useState, type ChangeEvent } from 'react'
import { Field } from './Field.tsx'
import { dayText, parseDay } from './formats.ts'
import { Icon } from './Icon.tsx'

export interface DateFieldProps {
  label: string
  /** `yyyy-MM-dd`; '' for none. */
  value: string
  onChange: (day: string) => void
  /** Bounds of the calendar. */
  min?: string
  max?: string
  /** Placeholder: dd-MM-yyyy in the letters of the language. */
  pattern: string
  /** Label of the button that opens the calendar. */
  pickLabel: string
  /** Error text for input that is not a date. */
  refusal: string
  hint?: string | undefined
  error?: string | undefined
  name?: string
}

/** What is typed into the field, and whether it is no date. */
function useTypedDay(value: string, onChange: (day: string) => void) {
  const [typed, setTyped] = useState(dayText(value))
  const [isRefused, setRefused] = useState(false)
  const [shown, setShown] = useState(value)
  if (value !== shown) {
    setShown(value)
    setTyped(dayText(value))
    setRefused(false)
  }

  function type(event: ChangeEvent<HTMLInputElement>) {
    const { value: text, selectionStart } = event.target
    const growsAtEnd = text.length > typed.length && selectionStart === text.length
    const next = growsAtEnd ? withDashes(text) : text
    setTyped(next)
    setRefused(false)
    const day = parseDay(next)
    if (day !== undefined && day !== value) onChange(day)
  }

  function leave() {
    const day = parseDay(typed)
    setRefused(day === undefined)
    if (day !== undefined) setTyped(dayText(day))
  }
  return { typed, isRefused, type, leave }
}

export function DateField(props: DateFieldProps) {
  const {
    label,
    value,
    onChange,
    min = '2000-01-01',
    max = '2099-12-31',
    pattern,
    pickLabel,
    refusal,
  } = props
  const id = useId()
  const calendar = useRef<HTMLInputElement>(null)
  const { typed, isRefused, type, leave } = useTypedDay(value, onChange)

  function pick() {
    // `showPicker` is missing in some browsers and fails in cross-origin frames; the date is then typed.
    try {
      calendar.current?.showPicker()
    } catch {
      document.getElementById(id)?.focus()
    }
  }

  return (
    <div className="relative min-w-0">
      <Field
        id={id}
        label={label}
        value={typed}
        onChange={type}
        onBlur={leave}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        placeholder={pattern}
        hint={props.hint}
        error={isRefused ? refusal : props.error}
        {...(props.name !== undefined && { name: props.name })}
        className="figures [&_input]:pr-9 [&_input]:pl-3"
      />
      <button
        type="button"
        aria-label={pickLabel}
        onClick={pick}
        className="absolute top-6 right-0 grid h-12 w-11 cursor-pointer place-items-center rounded-control -outline-offset-2 text-quiet hover:text-ink"
      >
        <Icon name="calendar" size={18} />
      </button>
      {/* Only anchors the native calendar; its value is shown and typed in the field above. */}
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden
        value={value}
        min={min}
        max={max}
        onChange={(event) => onChange(event.target.value)}
        className="pointer-events-none absolute top-17 right-0 h-px w-11 opacity-0"
      />
    </div>
  )
}

/** Number pads of phones have no dash: it is inserted after the day and after the month. */
const withDashes = (text: string): string =>
  text
    .replace(/[-./\s]+/g, '-')
    .replace(/^(\d{2})-?(?=\d|$)/, '$1-')
    .replace(/^(\d{1,2}-\d{2})-?(?=\d|$)/, '$1-')
