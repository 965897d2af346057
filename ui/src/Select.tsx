// A labelled native select, which every phone and screen reader supports. Below 16 px, iOS zooms the page on focus.
import { useId } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'

export interface Choice<Value extends string> {
  value: Value
  label: string
  /** BCP 47 tag, if the label is in another language than the page. */
  lang?: string
}

export interface SelectProps<Value extends string> {
  label: string
  /** Hides the label visually, for the corner of a page. */
  compact?: boolean
  icon?: IconName
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
}

export function Select<Value extends string>({
  label,
  compact = false,
  icon,
  choices,
  value,
  onChange,
}: SelectProps<Value>) {
  const id = useId()
  const border = compact ? 'border-line' : 'border-control'
  return (
    <div className={compact ? 'inline-block max-w-full shrink-0' : ''}>
      <label htmlFor={id} className={compact ? 'sr-only' : 'mb-1.5 block text-small font-semibold'}>
        {label}
      </label>
      <div className="relative">
        {icon && (
          <Icon
            name={icon}
            size={18}
            // In large text the name of the choice needs its place.
            className={`pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-quiet large-text:hidden`}
          />
        )}
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
          className={`cursor-pointer appearance-none rounded-control border ${border} bg-surface pr-9 text-[1rem] font-medium text-ink ${
            icon ? 'pl-9.5' : 'pl-3.5'
          } ${compact ? 'field-sizing-content h-11 max-w-full large-text:pr-8 large-text:pl-2' : 'h-12 w-full large-text:pr-6 large-text:pl-2'}`}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} lang={choice.lang}>
              {choice.label}
            </option>
          ))}
        </select>
        <Icon
          name="chevron"
          size={16}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 rotate-90 text-quiet"
        />
      </div>
    </div>
  )
}
