// The frame of every screen that needs a member: without one it leads to the sign-in, and back here after it.
import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { loginFrom } from '../paths.ts'
import { useSignedIn } from '../useSession.ts'
import { AppNav } from './AppNav.tsx'
import { DemoRibbon } from './DemoRibbon.tsx'

export function AuthenticatedLayout({ children }: { children: ReactNode }) {
  const signed_in = useSignedIn()
  if (!signed_in) return <Redirect to={loginFrom(location.pathname + location.search)} replace />
  return (
    <>
      <DemoRibbon />
      <main id="main" className="page-column pb-[calc(6.5rem+env(safe-area-inset-bottom))]">
        {children}
      </main>
      <AppNav />
    </>
  )
}
