// The frame of every screen that needs a member: without one it leads to the sign-in, and back here after it.
import { lazy, type ReactNode, Suspense } from 'react'
import { Redirect } from 'wouter'
import { loginFrom } from '../paths.ts'
import { useProofFailed } from '../proof/alarm.ts'
import { useSignedIn } from '../useSession.ts'
import { AppNav } from './AppNav.tsx'
import { DemoRibbon } from './DemoRibbon.tsx'

/** Seldom needed, so that nobody pays for it with the first screen. */
const ProofAlarm = lazy(() => import('./ProofAlarm.tsx'))

export function AuthenticatedLayout({ children }: { children: ReactNode }) {
  const signed_in = useSignedIn()
  const proof_failed = useProofFailed()
  if (!signed_in) return <Redirect to={loginFrom(location.pathname + location.search)} replace />
  return (
    <>
      <DemoRibbon />
      {proof_failed && (
        <Suspense fallback={null}>
          <ProofAlarm />
        </Suspense>
      )}
      <main id="main" className="page-column pb-[calc(6.5rem+env(safe-area-inset-bottom))]">
        {children}
      </main>
      <AppNav />
    </>
  )
}
