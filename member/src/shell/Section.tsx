import { useId, type ReactNode } from 'react'

interface SectionProps {
  title: ReactNode
  /** Within another section. */
  level?: 2 | 3
  /** What the heading looks like, where it is not the usual. */
  look?: string
  className?: string
  children: ReactNode
}

export function Section({ title, level = 2, look = 'mb-3 text-title', className, children }: SectionProps) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section aria-labelledby={id} className={className}>
      <Heading id={id} className={look}>
        {title}
      </Heading>
      {children}
    </section>
  )
}
