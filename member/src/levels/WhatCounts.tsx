import { Trans } from '@lingui/react/macro'
import { Amount } from '../shell/Amount.tsx'
import { useSettings } from '../shell/useSession.ts'

/** Which orders count towards a level. */
export function WhatCounts() {
  const least = useSettings()?.least_counted_award.value
  if (!least) return null
  return (
    <span className="block">
      <Trans>
        Orders with an award of <Amount amount={least} /> or more count, and one advertiser’s only up to a
        share.
      </Trans>
    </span>
  )
}

/** The same, short. */
export function TooSmall() {
  const least = useSettings()?.least_counted_award.value
  if (!least) return null
  return (
    <Trans>
      Awards below <Amount amount={least} /> do not count.
    </Trans>
  )
}
