import type { ReactNode } from 'react'

interface Parts {
  children: ReactNode
  then: ReactNode
}

/** Two parts with a dot between them; where the second begins a line, the dot is outside and clipped: none hangs alone. */
export const Dotted = ({ children, then }: Parts) => (
  <span className="block overflow-x-clip">
    <span className="-ml-[0.8em] flex flex-wrap">
      <span className="min-w-0 pl-[0.8em]">{children}</span>
      <span className="relative min-w-0 pl-[0.8em]">
        <span className="absolute left-0 w-[0.8em] text-center"> · </span>
        {then}
      </span>
    </span>
  </span>
)

/** The same in centred text or at a row's end: in large text the parts stand below each other, without the dot. */
export const DottedOrStacked = ({ children, then }: Parts) => (
  <>
    <span className="large-text:block">{children}</span>
    <span className="large-text:hidden"> · </span>
    <span className="large-text:block">{then}</span>
  </>
)
