import { Anchor } from '@fairturn/ui/Anchor.tsx'
import type { ReactNode } from 'react'

/** A list item that links to the screen of its subject, if there is one. */
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
