// Buttons. Primary once per screen, secondary beside it, soft and quiet for the rest.
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { Spinner } from './Spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'soft' | 'quiet' | 'loss'

interface Look {
  variant?: ButtonVariant
  /** Fills the available width. */
  wide?: boolean
}

const looks: Record<ButtonVariant, string> = {
  primary: 'bg-action text-on-action hover:bg-action-press',
  secondary: 'border border-line bg-surface text-ink hover:border-control',
  soft: 'bg-action-soft text-action hover:bg-action-soft/70',
  quiet: 'text-action hover:bg-action-soft',
  loss: 'border border-line bg-surface text-loss hover:bg-loss-soft',
}

/** The classes of a button, for links that look like one. */
export function buttonLook({ variant = 'primary', wide = false }: Look): string {
  return (
    'target relative inline-flex cursor-pointer items-center justify-center rounded-control px-4 py-2 text-center ' +
    'text-body leading-tight font-semibold transition-colors duration-100 ' +
    'aria-disabled:cursor-not-allowed disabled:cursor-not-allowed disabled:opacity-50 ' +
    `${looks[variant]} ${wide ? 'w-full' : ''}`
  )
}

interface ButtonProps extends ComponentProps<'button'>, Look {
  /** In progress: keeps its width and the focus, ignores presses. */
  busy?: boolean
  icon?: IconName
  children: ReactNode
}

export function Button({
  variant,
  wide,
  busy = false,
  icon,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    // Not `disabled`, which would lose the focus; this also prevents a second submission by Enter.
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={`${buttonLook({ ...(variant && { variant }), ...(wide && { wide }) })} ${className ?? ''}`}
    >
      <span className={`inline-flex items-center gap-2 ${busy ? 'opacity-0' : ''}`}>
        {icon && <Icon name={icon} />}
        {children}
      </span>
      {busy && <Spinner className="absolute" />}
    </button>
  )
}
