// Says when the network is gone, and that it came back.
import { Trans } from '@lingui/react/macro'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Icon } from '@fairturn/ui/Icon.tsx'

const BACK_SHOWN_MS = 3000

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export function ConnectionBar() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const [was_offline, setWasOffline] = useState(false)
  useEffect(() => {
    if (!online) return setWasOffline(true)
    const timer = setTimeout(() => setWasOffline(false), BACK_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [online])

  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-2 z-30 grid justify-items-center px-4"
    >
      {(!online || was_offline) && (
        <p className="flex items-center gap-2 rounded-control border border-line bg-surface px-3.5 py-2 text-small font-semibold">
          <Icon
            name={online ? 'check' : 'warning'}
            size={18}
            className={online ? 'text-action' : 'text-loss'}
          />
          {online ? (
            <Trans>Connected again</Trans>
          ) : (
            <Trans>No network. This page updates by itself when it is back.</Trans>
          )}
        </p>
      )}
    </div>
  )
}
