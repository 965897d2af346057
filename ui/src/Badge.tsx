// A status label; not interactive.
import type { ReactNode } from 'react'

const tones = {
  action: 'bg-action-soft text-action',
  award: 'bg-award-soft text-award',
  loss: 'bg-loss-soft text-loss',
  quiet: 'bg-track/60 text-ink',
}

export function Badge({ tone = 'action', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded-small whitespace-nowrap large-text:whitespace-normal px-2.5 py-1 text-small leading-tight font-semibold ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
