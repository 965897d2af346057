import { Plural, Trans } from '@lingui/react/macro'
import { Amount } from '../shell/Amount.tsx'
import { Gap } from '../shell/Gap.tsx'
import { useSettings } from '../shell/useSession.ts'

/** Percent of the visits of a member's orders that must be verified (spec §3). */
export const QUALITY_TO_EARN = 80

/** The other half of the condition, beside a number of orders. */
export const QualityToEarn = () => <Trans>At least {QUALITY_TO_EARN}% of all visits must be verified.</Trans>

/** Which orders count towards a level. */
export function WhatCounts() {
  const least = useSettings()?.least_counted_award.value
  if (!least) return null
  return (
    <span className="block">
      <Trans>
        Orders with an award of <Amount amount={least} /> or more count. Those of one advertiser count for at
        most a tenth of the orders needed, or for an equal share while there are fewer than ten advertisers.
      </Trans>
    </span>
  )
}

/** Why orders have not counted, beside the progress; `over`: how many for their advertiser's share. */
export function NotCountedSoFar({ over }: { over: number }) {
  const least = useSettings()?.least_counted_award.value
  if (!least) return null
  return (
    <>
      <Trans>
        Awards below <Amount amount={least} /> do not count.
      </Trans>
      <Gap />
      {over > 0 && (
        <Plural
          value={over}
          one="# order does not count: orders of its advertiser already fill their share."
          other="# orders do not count: orders of their advertisers already fill their share."
        />
      )}
    </>
  )
}
