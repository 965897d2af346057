// Home: who I am, what I have, what I can become, and who was awarded. Every block loads and fails on its
// own.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { LevelsBlock } from '../levels/LevelsBlock.tsx'
import { viewerQuery } from '../queries.ts'
import { LockNote } from '../shell/LockNote.tsx'
import { useTitle } from '../shell/useTitle.ts'
import { AwardsBlock } from './AwardsBlock.tsx'
import { BalanceBlock } from './BalanceBlock.tsx'
import { BannerVideo } from './BannerVideo.tsx'
import { HomeHeader } from './HomeHeader.tsx'
import { Overview } from './Overview.tsx'
import { PlaceRow } from './PlaceRow.tsx'
import { PopupDialog } from './PopupDialog.tsx'

function HomeLock() {
  const lock = useQuery(viewerQuery).data?.lock
  return lock ? (
    <div className="mt-4">
      <LockNote lock={lock} />
    </div>
  ) : null
}

export default function HomePage() {
  const { t } = useLingui()
  useTitle('')
  return (
    <>
      <h1 className="sr-only">{t`Home`}</h1>
      <HomeHeader />
      <HomeLock />
      <BalanceBlock />
      <BannerVideo />
      <Overview />
      <LevelsBlock />
      <AwardsBlock />
      <PlaceRow />
      <PopupDialog />
    </>
  )
}
