import type { Level } from '@fairturn/contract/levels'
import type { User } from '@fairturn/contract/members'
import { Card } from '@fairturn/ui/Card.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { Ring } from '@fairturn/ui/Ring.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Amount } from '../shell/Amount.tsx'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { isMore } from '../shell/cents.ts'
import { toastFailure } from '../shell/failure-text.ts'
import { Gap } from '../shell/Gap.tsx'
import { later, laterOrNever } from '../shell/later.ts'
import { LoadingBlock } from '../shell/LoadingBlock.tsx'
import { toastMessage } from '../shell/messages.ts'
import { levelsQuery, overviewQuery, viewerQuery, type RefundStatement } from '../shell/queries.ts'
import { Section } from '../shell/Section.tsx'
import { rateText } from './rates.ts'
import { QUALITY_TO_EARN, QualityToEarn } from './WhatCounts.tsx'

/** Loaded when they are needed, to keep them out of the first screen's code. */
const RefundButton = laterOrNever(() => import('./RefundButton.tsx'))
const RefundDialog = later(() => import('./LevelRefund.tsx'))
const UpgradeDialog = later(() => import('./UpgradeDialog.tsx'))

export default function LevelsBlock() {
  const { t } = useLingui()
  const levels = useQuery(levelsQuery)
  const viewer = useQuery(viewerQuery)
  const [wantedId, setChosen] = useState<string | null>(null)
  const [refund, setRefund] = useState<{ level: Level; statement: RefundStatement } | null>(null)
  const error = (!levels.data && levels.error) || (!viewer.data && viewer.error)
  const currentAt = levels.data?.findIndex(({ _id }) => _id === viewer.data?.level_id) ?? -1
  const current = levels.data?.[currentAt]
  const next = current && levels.data?.[currentAt + 1]
  // Resolved from the current list: what is confirmed is what is shown.
  const chosen = levels.data?.find(({ _id }) => _id === wantedId)

  const retry = () => Promise.all([levels.refetch(), viewer.refetch()])
  const unlock = ({ _id }: Level, isLower: boolean) => {
    if (!isLower) return setChosen(_id)
    toastMessage('you_cannot_upgrade_to_a_level_lower_than_your_current_level', 'error').catch(toastFailure)
  }
  return (
    <Section
      id="levels-title"
      title={t`Membership levels`}
      look="flex min-h-11 items-center text-title"
      className="mt-7"
    >
      <p className="-mt-1.5 text-small text-quiet">{t`Turns a day, bonus and discount`}</p>
      <Card as={levels.data?.length && viewer.data ? 'ul' : 'div'} className="mt-2">
        {error ? (
          <BlockFailure error={error} onRetry={retry} busy={levels.isFetching || viewer.isFetching} />
        ) : !levels.data || !viewer.data ? (
          <LoadingBlock paused={levels.isPaused || viewer.isPaused}>
            <LevelsOutline />
          </LoadingBlock>
        ) : levels.data.length === 0 ? (
          <EmptyState icon="turn" title={t`No levels are available at the moment`} />
        ) : (
          levels.data.map((level, at) => (
            <LevelRow
              key={level._id}
              level={level}
              user={viewer.data}
              isLower={at < currentAt}
              onUnlock={level._id === viewer.data.level_id ? undefined : () => unlock(level, at < currentAt)}
              onRefund={(statement) => setRefund({ level, statement })}
            />
          ))
        )}
      </Card>
      {next && viewer.data && <StillMissing level={next} user={viewer.data} />}
      <Suspense fallback={null}>
        {chosen && viewer.data && (
          <UpgradeDialog
            level={chosen}
            current={current}
            user={viewer.data}
            onClose={() => setChosen(null)}
          />
        )}
        {refund && viewer.data && (
          <RefundDialog {...refund} user={viewer.data} onClose={() => setRefund(null)} />
        )}
      </Suspense>
    </Section>
  )
}

function LevelsOutline() {
  return (
    <div className="divide-y divide-line">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex min-h-16 items-center gap-3 px-3.5">
          <span aria-hidden className="size-10 animate-breathe rounded-full bg-track" />
          <span className="grid flex-1 gap-1.5">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-4 w-40" />
          </span>
          <Skeleton className="h-11 w-22 rounded-control" />
        </div>
      ))}
    </div>
  )
}

interface LevelRowProps {
  level: Level
  user: User
  /** Below the current level. */
  isLower: boolean
  /** Absent on the current level. */
  onUnlock: (() => void) | undefined
  onRefund: (statement: RefundStatement) => void
}

function LevelRow({ level, user, isLower, onUnlock, onRefund }: LevelRowProps) {
  const { t } = useLingui()
  const rate = rateText(level)
  const { name, number_ads, joining_fee } = level
  const fee = (
    <span className="block text-small">
      <Amount amount={joining_fee} />
    </span>
  )
  return (
    <li aria-current={onUnlock ? undefined : 'true'} className="px-3.5 py-2">
      <div className="flex min-h-12 items-center gap-3 large-text:flex-wrap">
        {onUnlock ? (
          <RecordRing level={level} user={user} isLower={isLower} />
        ) : (
          <TurnsRing total={number_ads} />
        )}
        <div className="min-w-0 flex-1">
          <h3 className="leading-tight font-bold wrap-anywhere">
            <bdi>{name}</bdi>
          </h3>
          <p className="figures mt-0.5 text-small leading-tight text-quiet">
            <Trans>{number_ads} a day</Trans>
            {' · '}
            <span className="whitespace-nowrap">{rate}</span>
          </p>
        </div>
        {onUnlock ? (
          <button
            type="button"
            onClick={onUnlock}
            className={`target w-24 shrink-0 large-text:w-full cursor-pointer rounded-control px-1 py-1.5 text-center transition-colors duration-100 hover:border-control ${isLower ? 'text-quiet' : 'border border-line bg-surface'}`}
          >
            <span className={`block text-small font-semibold ${isLower ? '' : 'text-action'}`}>
              <Trans>
                Unlock<span className="sr-only"> {name}</span>
              </Trans>
            </span>
            {fee}
          </button>
        ) : (
          <p className="w-24 shrink-0 large-text:w-full rounded-control bg-action-soft px-1 py-1.5 text-center">
            <span className="block text-small leading-tight font-semibold text-action">{t`Current level`}</span>
            {fee}
          </p>
        )}
      </div>
      {!onUnlock && isMore(joining_fee, '0.00') && (
        <Suspense fallback={null}>
          <RefundButton level={level} onOpen={onRefund} />
        </Suspense>
      )}
    </li>
  )
}

/** The turns of the current level; the ring shows how many of today's are left. */
function TurnsRing({ total }: { total: number }) {
  const { t } = useLingui()
  const turns = useQuery(overviewQuery).data?.turns
  const left = turns?.left ?? total
  const all = turns?.total ?? total
  return (
    <Ring value={left} max={all} size={40} label={t`Turns left today`} valueText={t`${left} of ${all}`}>
      <span className="text-small font-bold">{total}</span>
    </Ring>
  )
}

/** Progress towards earning a level; the figure inside is its number of turns. */
function RecordRing({ level, user, isLower }: { level: Level; user: User; isLower: boolean }) {
  const needed = level.orders_to_earn ?? 0
  const done = needed > 0 ? (user.record.level_orders[level._id] ?? 0) : 0
  return (
    <Ring value={isLower ? 1 : done} max={isLower ? 1 : needed || 1} size={40}>
      <span className="text-small font-bold">{level.number_ads}</span>
    </Ring>
  )
}

/** What is missing to get the next level without its fee. */
function StillMissing({ level, user }: { level: Level; user: User }) {
  if (level.orders_to_earn === null || level.orders_to_earn === 0) return null
  const missing = level.orders_to_earn - (user.record.level_orders[level._id] ?? 0)
  const { name } = level
  if (missing <= 0 && user.record.quality_percent >= QUALITY_TO_EARN) return null
  return (
    <p className="mt-2 text-small text-quiet">
      {missing > 0 ? (
        <>
          <Trans>
            {name} is free of charge after{' '}
            <Plural value={missing} one="# more verified order." other="# more verified orders." />
          </Trans>
          <Gap />
          <QualityToEarn />
        </>
      ) : (
        <Trans>
          {name} is free of charge once {QUALITY_TO_EARN}% of visits are verified.
        </Trans>
      )}
    </p>
  )
}
