import { useId, type ReactNode } from 'react'

interface SectionProps {
  title: ReactNode
  /** Id of the heading. */
  id?: string
  /** 3 inside another section. */
  level?: 2 | 3
  /** Classes of the heading, if not the default. */
  look?: string
  className?: string
  children: ReactNode
}

export function Section({
  title,
  id,
  level = 2,
  look = 'mb-3 text-title',
  className,
  children,
}: SectionProps) {
  const ownId = useId()
  const headingId = id ?? ownId
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section aria-labelledby={headingId} className={className}>
      <Heading id={headingId} className={look}>
        {title}
      </Heading>
      {children}
    </section>
  )
}
