// Stands where something is still to come: its outline, or the word that there is no network to fetch it by.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { FetchStatus } from '@tanstack/react-query'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'

export function Loading({ fetchStatus, children }: { fetchStatus: FetchStatus; children: ReactNode }) {
  const { t } = useLingui()
  if (fetchStatus !== 'paused') return <div aria-busy>{children}</div>
  return (
    <EmptyState
      icon="warning"
      title={t`No connection`}
      body={<Trans>This loads as soon as you are back online.</Trans>}
    />
  )
}
