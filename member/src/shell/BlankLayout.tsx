import { useEffect, type ReactNode } from 'react'
import { useSearch } from 'wouter'
import { nextPath } from './paths.ts'
import { prefetchPage } from '../routes.tsx'
import { DemoRibbon } from './DemoRibbon.tsx'

export function BlankLayout({ children }: { children: ReactNode }) {
  const next = nextPath(useSearch())
  // Prefetches the screen after sign-in while the member is typing.
  useEffect(() => void prefetchPage(next), [next])
  return (
    <>
      <DemoRibbon />
      <main id="main" className="page-column pb-12">
        {children}
      </main>
    </>
  )
}
