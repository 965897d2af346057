// Layout of every screen that requires sign-in: otherwise redirects to the sign-in, and back afterwards.
import { lazy, type ReactNode, Suspense } from 'react'
import { Redirect } from 'wouter'
import { useProofFailed } from '../transparency/proof/alarm.ts'
import { AppNav } from './AppNav.tsx'
import { DemoRibbon } from './DemoRibbon.tsx'
import { loginFrom } from './paths.ts'
import { useIdle } from './useIdle.ts'
import { useSignedIn } from './useSession.ts'

/** Rarely needed, so it is kept out of the first screen's code. */
const ProofAlarm = lazy(() => import('./ProofAlarm.tsx'))

/** Nothing on the screen depends on it. */
const TermsGate = lazy(() => import('../terms/TermsGate.tsx'))

export function AuthenticatedLayout({ children }: { children: ReactNode }) {
  const signedIn = useSignedIn()
  const proofFailed = useProofFailed()
  const idle = useIdle()
  if (!signedIn) return <Redirect to={loginFrom(location.pathname + location.search)} replace />
  return (
    <>
      <DemoRibbon />
      {proofFailed && (
        <Suspense fallback={null}>
          <ProofAlarm />
        </Suspense>
      )}
      <main id="main" className="page-column pb-[calc(6.5rem+env(safe-area-inset-bottom))]">
        {children}
      </main>
      <AppNav />
      {idle && (
        <Suspense fallback={null}>
          <TermsGate />
        </Suspense>
      )}
    </>
  )
}
