import type { User } from '@fairturn/contract/members'
import { Card } from '@fairturn/ui/Card.tsx'
import { Ring } from '@fairturn/ui/Ring.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { NotCountedSoFar, QUALITY_TO_EARN } from '../levels/WhatCounts.tsx'
import { Amount } from '../shell/Amount.tsx'
import { Gap } from '../shell/Gap.tsx'
import { MoneyButtons } from '../shell/home/MoneyButtons.tsx'
import { InstallCard } from '../shell/offline/InstallCard.tsx'
import { PreferenceIcons } from '../shell/Preferences.tsx'
import { levelsQuery, viewerQuery } from '../shell/queries.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { useUser } from '../shell/useSession.ts'
import { useTitle } from '../shell/useTitle.ts'
import { AvatarUpload } from './AvatarUpload.tsx'
import { EarningsChart } from './EarningsChart.tsx'
import { InviteButtons } from './InviteCard.tsx'
import { Links } from './Links.tsx'
import LockNote from './LockNote.tsx'

export default function IndividualPage() {
  const { t } = useLingui()
  useTitle(t`Personal area`)
  return (
    <>
      <h1 className="sr-only">{t`Personal area`}</h1>
      <Head />
      <QueryResult query={useQuery(viewerQuery)} outline={['h-66', 'mt-3 h-31']}>
        {(viewer) => <Person viewer={viewer} />}
      </QueryResult>
      <Links />
      <InstallCard />
    </>
  )
}

/** Identity, and language and theme, which must be easy to find. */
function Head() {
  const user = useUser()
  return (
    <header className="flex flex-wrap items-center gap-3 pt-4 pb-3">
      <AvatarUpload />
      <p className="min-w-0 flex-1 large-text:order-last large-text:basis-full">
        <bdi className="block text-title wrap-anywhere">{user?.username}</bdi>
        <span className="figures block text-small text-quiet">{user?.phone}</span>
      </p>
      <PreferenceIcons />
    </header>
  )
}

function Person({ viewer }: { viewer: User }) {
  return (
    <>
      {viewer.lock && (
        <div className="mb-3">
          <LockNote lock={viewer.lock} />
        </div>
      )}
      <Card>
        <Balances viewer={viewer} />
        <EarningsChart />
      </Card>
      <Card className="mt-3">
        <LevelProgress viewer={viewer} />
        <InviteRow code={viewer.code} />
      </Card>
    </>
  )
}

function Balances({ viewer }: { viewer: User }) {
  const { t } = useLingui()
  return (
    <div className="px-4 py-3.5">
      <dl className="flex flex-wrap items-end justify-between gap-x-3 gap-y-2">
        <div>
          <dt className="text-small text-quiet">{t`Available balance`}</dt>
          <dd className="text-heading">
            <Amount amount={viewer.account_balance} size="heading" />
          </dd>
        </div>
        <div className="text-right">
          <dt className="text-small text-quiet">{t`Held for withdrawals`}</dt>
          <dd>
            <Amount amount={viewer.held_balance} />
          </dd>
        </div>
      </dl>
      <MoneyButtons className="mt-3" />
    </div>
  )
}

/** Of fewer visits a percentage says nothing. */
const VISITS_FOR_A_SHARE = 10

function LevelProgress({ viewer }: { viewer: User }) {
  const { t } = useLingui()
  const { data: levels } = useQuery(levelsQuery)
  if (!levels) return <Skeleton className="h-26" />
  const at = levels.findIndex(({ _id }) => _id === viewer.level_id)
  const name = levels[at]?.name
  const next = levels[at + 1]
  const nextName = next?.name
  const {
    verified_orders,
    level_orders,
    over_share,
    quality_percent: quality,
    counted_visits,
  } = viewer.record
  const needed = next?.orders_to_earn
  // Those that count for that level, as home says.
  const done = next && needed ? (level_orders[next._id] ?? 0) : verified_orders
  return (
    <div className="flex items-center gap-3.5 px-4 py-3 large-text:flex-wrap">
      <Ring
        value={needed ? Math.min(done, needed) : 1}
        max={needed ?? 1}
        size={48}
        {...(needed && { label: t`Verified orders towards the next level` })}
      >
        <span className="text-small font-bold">{done}</span>
      </Ring>
      <div className="min-w-0 flex-1 large-text:basis-24">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-bold">{name}</span>
          <span className="text-small text-quiet">
            <Quality
              quality={counted_visits >= VISITS_FOR_A_SHARE ? quality : null}
              earns={Boolean(needed)}
            />
          </span>
        </p>
        <p className="text-small text-quiet">
          {needed ? (
            <Trans>
              {done} of {needed} verified orders until you get {nextName} free of charge.
            </Trans>
          ) : (
            <Trans>Verified orders so far: {done}</Trans>
          )}
          <Gap />
          {Boolean(needed) && done < verified_orders && (
            <NotCountedSoFar over={next ? (over_share[next._id] ?? 0) : 0} />
          )}
        </p>
      </div>
    </div>
  )
}

/** The share of verified visits, with what the next level needs of it, in few words: the card has one line for it. */
function Quality({ quality, earns }: { quality: number | null; earns: boolean }) {
  if (!earns) return quality !== null && <Trans>{quality}% of visits verified</Trans>
  if (quality === null) return <Trans>{QUALITY_TO_EARN}% of visits must be verified</Trans>
  return (
    <Trans>
      {quality}% of visits verified, {QUALITY_TO_EARN}% needed
    </Trans>
  )
}

function InviteRow({ code }: { code: string }) {
  const { t } = useLingui()
  return (
    <div className="flex min-h-12 items-center gap-1 py-0.5 pr-2 pl-4 large-text:flex-wrap">
      <p className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3 large-text:basis-full">
        <span className="text-small text-quiet">{t`Your invite code`}</span>
        <span className="figures font-bold tracking-wide break-all select-all">{code}</span>
      </p>
      <InviteButtons code={code} />
    </div>
  )
}
