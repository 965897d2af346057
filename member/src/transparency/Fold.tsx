import { Icon } from '@fairturn/ui/Icon.tsx'
import type { ReactNode } from 'react'

interface FoldProps {
  /** The fragment that opens it: `/transparency#withdrawals`. */
  id: string
  title: string
  children: ReactNode
}

/** A group of figures, closed until it is asked for. */
export function Fold({ id, title, children }: FoldProps) {
  return (
    <details id={id} open={location.hash === `#${id}`} className="group/fold border-b border-line">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 py-3 transition-colors duration-100 hover:text-action [&::-webkit-details-marker]:hidden">
        <h2 className="min-w-0 flex-1 text-body font-semibold">{title}</h2>
        <Icon
          name="chevron"
          size={18}
          className="text-quiet transition-transform duration-150 group-open/fold:rotate-90 motion-reduce:transition-none"
        />
      </summary>
      <div className="pt-1 pb-6">{children}</div>
    </details>
  )
}
