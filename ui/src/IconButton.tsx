// A button or link of 44 px that contains only an icon, so its label is required.
import type { ButtonHTMLAttributes } from 'react'
import { Anchor } from './Anchor.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { Spinner } from './Spinner.tsx'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  icon: IconName
  /** Accessible name of the action; includes the count of the badge. */
  label: string
  /** Makes it a link. */
  href?: string
  /** With a hairline border. */
  framed?: boolean
  /** Shown on the corner if above zero; above 99 as `99+`. */
  badge?: number
  busy?: boolean
}

export function IconButton({
  icon,
  label,
  href,
  framed = false,
  badge = 0,
  busy = false,
  className,
  ...rest
}: IconButtonProps) {
  const look =
    'target relative inline-grid cursor-pointer place-items-center rounded-control text-ink transition-colors duration-100 ' +
    `hover:bg-action-soft disabled:cursor-not-allowed disabled:opacity-50 ${framed ? 'border border-line bg-surface' : ''} ${className ?? ''}`
  const content = (
    <>
      {busy ? <Spinner /> : <Icon name={icon} />}
      {badge > 0 && (
        <span
          aria-hidden
          className="figures absolute -top-1.5 -right-1.5 grid h-5 min-w-5 place-items-center rounded-full bg-action px-1 text-tiny font-bold text-on-action"
        >
          {badge > 99 ? '99+' : badge}
        </span>
      )}
    </>
  )
  if (href !== undefined) {
    return (
      <Anchor href={href} aria-label={label} className={look}>
        {content}
      </Anchor>
    )
  }
  return (
    <button
      type="button"
      {...rest}
      disabled={busy || rest.disabled}
      aria-label={label}
      aria-busy={busy || undefined}
      className={look}
    >
      {content}
    </button>
  )
}
