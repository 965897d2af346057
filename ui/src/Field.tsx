// A labelled text input; its hint and error are associated with it for screen readers.
import { useId, useState, type ComponentProps } from 'react'
import { FieldError } from './FieldError.tsx'
import { Icon } from './Icon.tsx'

interface FieldProps extends ComponentProps<'input'> {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Labels of the button that shows and hides a password; without them there is no such button. */
  reveal?: { show: string; hide: string }
}

export function Field({ label, hint, error, reveal, type = 'text', id, className, ...rest }: FieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const [shown, setShown] = useState(false)
  const described = [hint && `${inputId}-hint`, error && `${inputId}-error`].filter(Boolean).join(' ')
  const revealable = type === 'password' && reveal !== undefined
  return (
    <div className={className}>
      <label htmlFor={inputId} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      {/* One row, below the label's: fields beside each other share both. */}
      <div>
        <div className="relative">
          <input
            {...rest}
            id={inputId}
            type={revealable && shown ? 'text' : type}
            aria-invalid={error ? true : undefined}
            aria-describedby={described || undefined}
            // At least 16 px: phones zoom into the page on focus for anything smaller.
            className={`h-12 w-full rounded-control border bg-surface px-3.5 text-[1rem] text-ink placeholder:text-quiet ${
              error ? 'border-loss' : 'border-control'
            } ${revealable ? 'pr-12' : ''} disabled:opacity-60`}
          />
          {revealable && (
            <button
              type="button"
              aria-label={shown ? reveal.hide : reveal.show}
              onClick={() => setShown(!shown)}
              className="target absolute inset-y-0 right-0.5 grid cursor-pointer place-items-center rounded-control text-quiet"
            >
              <Icon name={shown ? 'eye-off' : 'eye'} />
            </button>
          )}
        </div>
        {hint && (
          <p id={`${inputId}-hint`} className="mt-1.5 text-small text-quiet">
            {hint}
          </p>
        )}
        <FieldError id={inputId} error={error} />
      </div>
    </div>
  )
}
