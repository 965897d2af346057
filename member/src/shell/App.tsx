import { AnchorProvider } from '@fairturn/ui/Anchor.tsx'
import { Toasts } from '@fairturn/ui/Toasts.tsx'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Link, Router } from 'wouter'
import type { ConfirmSession } from '../members/security/ConfirmSession.tsx'
import { openConfirmation, subscribeConfirmations } from './confirmations.ts'
import { ConnectionBar } from './ConnectionBar.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { whenIdle } from './idle.ts'
import { openingOf } from './opening.ts'
import { Routes } from './Routes.tsx'
import { useScreens } from './screens.ts'
import { useSignedIn } from './useSession.ts'

export function App() {
  const { t } = useLingui()
  const signedIn = useSignedIn()
  const screens = useScreens()
  const aroundNav = useMemo(() => openingOf(screens), [screens])
  // Runs when idle: nothing on the screen depends on it.
  useEffect(() => {
    if (!signedIn) return undefined
    const gone = new AbortController()
    const cancel = whenIdle(() => void followLive(gone.signal).catch(() => undefined))
    gone.signal.addEventListener('abort', cancel)
    return () => gone.abort()
  }, [signedIn])
  useEffect(() => {
    if (!signedIn) return undefined
    const soon = setTimeout(() => void checkProof().catch(() => undefined), 8_000)
    return () => clearTimeout(soon)
  }, [signedIn])
  useEffect(() => whenIdle(() => void followPush().catch(() => undefined)), [])
  return (
    <Router aroundNav={aroundNav}>
      <AnchorProvider value={Link}>
        <a
          href="#main"
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-40 focus:rounded-control focus:bg-surface focus:px-4 focus:py-3"
        >
          {t`Skip to the content`}
        </a>
        <ConnectionBar />
        <ErrorBoundary>
          <Routes />
        </ErrorBoundary>
        <Confirmations />
        <Toasts label={t`Messages`} closeLabel={t`Close`} />
      </AnchorProvider>
    </Router>
  )
}

/** The dialog of a call that waits for a confirmation; without the dialog's code, the call fails. */
function Confirmations() {
  const request = useSyncExternalStore(subscribeConfirmations, openConfirmation, openConfirmation)
  const [Confirming, setConfirming] = useState<typeof ConfirmSession>()
  useEffect(() => {
    if (request === undefined || Confirming !== undefined) return
    void loadConfirmSession().then(
      (loaded) => setConfirming(() => loaded),
      () => request.end(false),
    )
  }, [request, Confirming])
  return request && Confirming ? <Confirming request={request} /> : null
}

const loadConfirmSession = async () => (await import('../members/security/ConfirmSession.tsx')).ConfirmSession

// A separate `await`, as in main.tsx: a rejection chained to the import would be handled as a failed file
// load.
async function checkProof(): Promise<void> {
  const { checkInBackground } = await import('../transparency/proof/watch.ts')
  await checkInBackground()
}

async function followLive(gone: AbortSignal): Promise<void> {
  const { followLiveEvents } = await import('./live.ts')
  if (!gone.aborted) gone.addEventListener('abort', followLiveEvents())
}

async function followPush(): Promise<void> {
  const { followDevice } = await import('../notices/device.ts')
  followDevice()
}
