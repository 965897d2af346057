import { Anchor } from '@fairturn/ui/Anchor.tsx'
import type { ReactNode } from 'react'

interface LinkedRowProps {
  href: string | undefined
  /** Has controls of its own, so it is outside the link. */
  below?: ReactNode
  children: ReactNode
}

/** A list item that links to the screen of its subject, if there is one. */
export function LinkedRow({ href, below, children }: LinkedRowProps) {
  return (
    <li>
      {href === undefined ? (
        <div className="px-3.5 py-3">{children}</div>
      ) : (
        <Anchor
          href={href}
          className="block px-3.5 py-3 -outline-offset-2 transition-colors duration-100 hover:bg-action-soft"
        >
          {children}
        </Anchor>
      )}
      {below}
    </li>
  )
}
