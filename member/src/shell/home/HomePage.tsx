// Home: identity, balance, what to do now, levels and award recipients. Each block loads and fails independently.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { startTransition, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../idle.ts'
import { laterOrNever } from '../later.ts'
import { overviewQuery, viewerQuery } from '../queries.ts'
import { useTitle } from '../useTitle.ts'
import { BalanceBlock } from './BalanceBlock.tsx'
import { BannerVideo } from './BannerVideo.tsx'
import { useFirstSteps } from './FirstSteps.tsx'
import { HomeHeader } from './HomeHeader.tsx'
import { NowCard } from './NowCard.tsx'
import { Overview } from './Overview.tsx'

const LevelsBlock = laterOrNever(() => import('../../levels/LevelsBlock.tsx'))
const AwardsBlock = laterOrNever(() => import('../../orders/AwardsBlock.tsx'))
const LockNote = laterOrNever(() => import('../../members/LockNote.tsx'))
const PopupDialog = laterOrNever(() => import('../../content/PopupDialog.tsx'))

function HomeLock() {
  const lock = useQuery(viewerQuery).data?.lock
  return lock ? (
    <div className="mt-4">
      <Suspense fallback={null}>
        <LockNote lock={lock} />
      </Suspense>
    </div>
  ) : null
}

const PART_WITHIN_MS = 200

/**
 * Whether Home has been rendered since the page was loaded: when returning, all parts render at once, to
 * restore the scroll position.
 */
let shownBefore = false

/**
 * How many of Home's later parts are rendered: on the first load each gets a separate render, after the
 * previous one is painted.
 */
function useParts(all: number): number {
  const [parts, setParts] = useState(shownBefore ? all : 0)
  useEffect(() => {
    shownBefore = true
    if (parts < all) return whenIdle(() => startTransition(() => setParts(parts + 1)), PART_WITHIN_MS)
    return undefined
  }, [parts, all])
  return parts
}

export default function HomePage() {
  const { t } = useLingui()
  useTitle('')
  const parts = useParts(3)
  const overview = useQuery(overviewQuery)
  const steps = useFirstSteps(overview.data)
  // The announcement waits for the first steps to be done or closed.
  const announces = steps.shown === false || overview.isError
  return (
    <>
      <h1 className="sr-only">{t`Home`}</h1>
      <HomeHeader />
      <HomeLock />
      <BalanceBlock />
      <NowCard onCloseSteps={steps.shown === true ? steps.close : undefined} />
      <BannerVideo />
      <Overview />
      {/* Together, so that the second does not appear before the first and is then pushed down by it. */}
      <Suspense fallback={null}>
        {parts > 0 && <LevelsBlock />}
        {parts > 1 && <AwardsBlock />}
      </Suspense>
      {parts > 2 && announces && (
        <Suspense fallback={null}>
          <PopupDialog />
        </Suspense>
      )}
    </>
  )
}
