// Frame of what only a demo can do, in the colour of its ribbon.
import { type ReactNode, useId } from 'react'

interface DemoCardProps {
  title: string
  action: ReactNode
  children: ReactNode
}

export function DemoCard({ title, action, children }: DemoCardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3 rounded-card bg-award-soft p-3.5 text-award">
      <h2 id={id} className="text-body font-semibold">
        {title}
      </h2>
      <div data-uncovered className="text-small">
        {children}
      </div>
      {action}
    </section>
  )
}
