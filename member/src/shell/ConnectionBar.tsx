import { Icon } from '@fairturn/ui/Icon.tsx'
import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { currentConnection, subscribeConnection } from './connection.ts'

export function ConnectionBar() {
  const connection = useSyncExternalStore(subscribeConnection, currentConnection, () => 'online')
  const offline = connection === 'offline'
  return (
    // In the flow, so that it does not cover the title; sticky, so that it stays visible when the page is
    // scrolled.
    <div role="status" className="sticky top-0 z-30 print:hidden">
      {connection !== 'online' && (
        <p className="flex items-center justify-center gap-2 border-b border-line bg-surface px-4 py-2 text-small font-semibold">
          <Icon
            name={offline ? 'warning' : 'check'}
            size={18}
            className={`shrink-0 ${offline ? 'text-loss' : 'text-action'}`}
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
