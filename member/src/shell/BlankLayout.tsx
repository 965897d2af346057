import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { useSearch } from 'wouter'
import { DemoRibbon } from './DemoRibbon.tsx'
import { nextPath } from './paths.ts'
import { useScreens } from './screens.ts'
import { useIdle } from './useIdle.ts'

const LanguageOffer = lazy(() => import('./LanguageOffer.tsx'))

export function BlankLayout({ children }: { children: ReactNode }) {
  const { prefetch } = useScreens()
  const next = nextPath(useSearch())
  // Prefetches the screen after sign-in while the member is typing.
  useEffect(() => void prefetch(next), [prefetch, next])
  const idle = useIdle()
  return (
    <>
      <DemoRibbon />
      <div data-before-sign-in className="relative">
        {idle && (
          <Suspense fallback={null}>
            <LanguageOffer />
          </Suspense>
        )}
        <main id="main" className="page-column pb-12">
          {children}
        </main>
      </div>
    </>
  )
}
