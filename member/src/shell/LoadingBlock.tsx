// A block of Home that is loading: its outline or, when offline, a note that it will load later.
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

export function LoadingBlock({ paused, children }: { paused: boolean; children: ReactNode }) {
  const { t } = useLingui()
  if (!paused) return <div aria-busy>{children}</div>
  return (
    <p className="grid min-h-23 place-items-center px-3.5 text-center text-small text-quiet">
      {t`No connection. Reconnecting automatically.`}
    </p>
  )
}
