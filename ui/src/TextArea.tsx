import { useId, type ComponentProps } from 'react'
import { FieldError } from './FieldError.tsx'

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string
  hint?: string | undefined
  error?: string | undefined
}

export function TextArea({ label, hint, error, className, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      <textarea
        rows={3}
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        // At least 16 px: phones zoom into the page on focus for anything smaller.
        className={`block w-full rounded-control border bg-surface px-3.5 py-2.5 text-[1rem] text-ink ${error ? 'border-loss' : 'border-control'}`}
      />
      <p id={`${id}-hint`} className="mt-1.5 text-small text-quiet empty:hidden">
        {hint}
      </p>
      <FieldError id={id} error={error} />
    </div>
  )
}
