// Says when the network is gone, and that it came back.
import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { currentConnection, subscribeConnection } from './connection.ts'

export function ConnectionBar() {
  const connection = useSyncExternalStore(subscribeConnection, currentConnection)
  const offline = connection === 'offline'
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-2 z-30 grid justify-items-center px-4"
    >
      {connection !== 'online' && (
        <p className="flex items-center gap-2 rounded-control border border-line bg-surface px-3.5 py-2 text-small font-semibold">
          <Icon
            name={offline ? 'warning' : 'check'}
            size={18}
            className={offline ? 'text-loss' : 'text-action'}
          />
          {offline ? (
            <Trans>You are offline. This page updates automatically when you are back online.</Trans>
          ) : (
            <Trans>Back online</Trans>
          )}
        </p>
      )}
    </div>
  )
}
