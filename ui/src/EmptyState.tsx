import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'

interface EmptyStateProps {
  icon: IconName
  title: ReactNode
  body?: ReactNode
  /** A Button or LinkButton for the next step. */
  action?: ReactNode
}

export function EmptyState({ icon, title, body, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center px-4 py-8 text-center">
      <span className="grid size-12 place-items-center rounded-control bg-action-soft text-action">
        <Icon name={icon} size={24} />
      </span>
      <p className="mt-3.5 text-title text-balance">{title}</p>
      {body && <p className="mt-1 max-w-[34ch] text-quiet">{body}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
