// A toggle that takes effect at once, without a save button.
import { useId, type ReactNode } from 'react'

interface SwitchProps {
  label: ReactNode
  detail?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

export function Switch({ label, detail, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="flex min-h-13 cursor-pointer items-center gap-3 px-3.5 py-3 has-disabled:cursor-not-allowed has-disabled:opacity-60 large-text:block"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{label}</span>
        {detail && <span className="mt-0.5 block text-small text-quiet">{detail}</span>}
      </span>
      <input
        id={id}
        type="checkbox"
        // A checkbox has its state natively; HTML does not allow aria-checked on it.
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
        role="switch"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full border border-control bg-track transition-colors duration-100 before:absolute before:top-[3px] before:left-[3px] before:size-5 before:rounded-full before:bg-quiet before:transition-transform before:duration-100 checked:border-action checked:bg-action checked:before:translate-x-5 checked:before:bg-on-action large-text:mt-2"
      />
    </label>
  )
}
