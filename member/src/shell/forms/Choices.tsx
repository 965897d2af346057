import { FieldError } from '@fairturn/ui/FieldError.tsx'
// Radio buttons as whole rows, each with an explanation.
import { useId, type ReactNode } from 'react'

interface ChoicesProps<Value extends string> {
  legend: string
  name: string
  choices: readonly { value: Value; title: string; detail?: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  /** Two columns, for short options. */
  columns?: boolean
  error?: string | undefined
}

export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, name, choices, value, onChange, columns = false, error } = props
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-small font-semibold">{legend}</legend>
      <div className={columns ? 'grid grid-cols-2 gap-2 large-text:grid-cols-1' : 'grid gap-2'}>
        {choices.map((choice) => (
          // The rule does not recognise label text passed as a variable.
          // oxlint-disable-next-line jsx-a11y/label-has-associated-control
          <label
            key={choice.value}
            className="flex min-h-target cursor-pointer items-start gap-2.5 rounded-control border border-control bg-surface px-3 py-2.5 has-checked:border-action has-checked:bg-action-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              aria-describedby={choice.detail ? `${id}-${choice.value}` : undefined}
              className="mt-0.5 size-5 shrink-0 accent-action outline-none"
            />
            <span className="min-w-0">
              <span className="block font-semibold wrap-anywhere">{choice.title}</span>
              {choice.detail && (
                <span id={`${id}-${choice.value}`} className="mt-0.5 block text-small text-quiet">
                  {choice.detail}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
