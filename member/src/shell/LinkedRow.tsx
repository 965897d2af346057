import type { ReactNode } from 'react'
import { Anchor } from '@fairturn/ui/Anchor.tsx'

/** An item of a list that leads to what it speaks of, where that has a screen. */
export function LinkedRow({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined) return <li className="px-3.5 py-3">{children}</li>
  return (
    <li>
      <Anchor
        href={href}
        className="block px-3.5 py-3 -outline-offset-2 transition-colors duration-100 hover:bg-action-soft"
      >
        {children}
      </Anchor>
    </li>
  )
}
