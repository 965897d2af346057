// A short note beside what it explains. Amber: money locked for the member. Red: loss only.
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'

const tones = {
  award: { look: 'bg-award-soft text-award', icon: 'lock' },
  action: { look: 'bg-action-soft text-action', icon: 'info' },
  loss: { look: 'bg-loss-soft text-loss', icon: 'warning' },
} as const

interface NoteProps {
  tone?: keyof typeof tones
  icon?: IconName
  /** Replaces the icon, for example by a ring that counts down. */
  leading?: ReactNode
  children: ReactNode
}

export function Note({ tone = 'award', icon, leading, children }: NoteProps) {
  return (
    <div
      className={`flex ${leading ? 'items-center' : ''} gap-2.5 rounded-control large-text:flex-wrap px-3.5 py-3 text-small font-semibold ${tones[tone].look}`}
    >
      {leading ?? <Icon name={icon ?? tones[tone].icon} size={18} />}
      {/* In large text below a ring, still beside an icon. */}
      <div className="min-w-0 flex-1 large-text:basis-24">{children}</div>
    </div>
  )
}
