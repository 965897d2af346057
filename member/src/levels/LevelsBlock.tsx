import type { Level } from '@fairturn/contract/levels'
import type { User } from '@fairturn/contract/members'
import { Card } from '@fairturn/ui/Card.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { Ring } from '@fairturn/ui/Ring.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Amount } from '../shell/Amount.tsx'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { LoadingBlock } from '../shell/LoadingBlock.tsx'
import { levelsQuery, turnsQuery, viewerQuery } from '../shell/queries.ts'
import { Section } from '../shell/Section.tsx'
import { rateText } from './rates.ts'
import { RefundButton, type Statement } from './RefundButton.tsx'

/** Loaded when a level is tapped, to keep them out of the first screen's code. */
const LowerLevelDialog = lazy(() => import('./LowerLevelDialog.tsx'))
const RefundDialog = lazy(() => import('./LevelRefund.tsx'))
const UpgradeDialog = lazy(() => import('./UpgradeDialog.tsx'))

export function LevelsBlock() {
  const { t } = useLingui()
  const levels = useQuery(levelsQuery)
  const viewer = useQuery(viewerQuery)
  const [wanted_id, setChosen] = useState<string | null>(null)
  const [refund, setRefund] = useState<{ level: Level; statement: Statement } | null>(null)
  const error = (!levels.data && levels.error) || (!viewer.data && viewer.error)
  const current_at = levels.data?.findIndex(({ _id }) => _id === viewer.data?.level_id) ?? -1
  const current = levels.data?.[current_at]
  // Resolved from the current list: what is confirmed is what is shown.
  const chosen_at = levels.data?.findIndex(({ _id }) => _id === wanted_id) ?? -1
  const chosen = levels.data?.[chosen_at]

  const retry = () => Promise.all([levels.refetch(), viewer.refetch()])
  return (
    <Section
      id="levels-title"
      title={t`Membership levels`}
      look="flex min-h-11 items-center text-title"
      className="mt-7"
    >
      {levels.data && levels.data.length > 0 && viewer.data && <Heads />}
      <Card as={levels.data?.length && viewer.data ? 'ul' : 'div'} className="mt-1">
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
              is_lower={at < current_at}
              onUnlock={level._id === viewer.data.level_id ? undefined : () => setChosen(level._id)}
              onRefund={(statement) => setRefund({ level, statement })}
            />
          ))
        )}
      </Card>
      <Suspense fallback={null}>
        {chosen && current && chosen_at < current_at && (
          <LowerLevelDialog level={chosen} current={current} onClose={() => setChosen(null)} />
        )}
        {chosen && chosen_at > current_at && viewer.data && (
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
        <div key={row} className="flex min-h-16 items-center gap-2 px-3.5">
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

/** Shared column widths: turns, name, rate, fee. */
const COLUMNS = 'grid grid-cols-[2.5rem_minmax(0,1fr)_3.75rem_5.5rem] gap-x-2 px-3.5'

/** Column headings, shown once; each row repeats them for screen readers. */
function Heads() {
  const { t } = useLingui()
  return (
    <div aria-hidden className={`${COLUMNS} items-end text-tiny font-medium text-quiet`}>
      <span className="col-span-2">{t`Turns a day`}</span>
      <span className="text-right">{t({ message: 'Bonus, discount', context: 'column of the levels' })}</span>
      <span className="text-center">{t({ message: 'Fee', context: 'of a level' })}</span>
    </div>
  )
}

interface LevelRowProps {
  level: Level
  user: User
  /** Below the current level. */
  is_lower: boolean
  /** Absent on the current level. */
  onUnlock: (() => void) | undefined
  onRefund: (statement: Statement) => void
}

function LevelRow({ level, user, is_lower, onUnlock, onRefund }: LevelRowProps) {
  const { t } = useLingui()
  const rate = rateText(level)
  const { name, number_ads, joining_fee } = level
  const fee = (
    <span className="block text-small">
      <Amount amount={joining_fee} />
    </span>
  )
  return (
    <li aria-current={onUnlock ? undefined : 'true'} className="py-2">
      <div className={`${COLUMNS} min-h-12 items-center`}>
        <div className="row-span-2">
          {onUnlock ? (
            <RecordRing level={level} user={user} is_lower={is_lower} />
          ) : (
            <TurnsRing total={number_ads} />
          )}
        </div>
        <h3 className="self-end leading-tight font-bold">
          <bdi>{name}</bdi>
        </h3>
        <p className="figures self-end text-right leading-tight font-semibold whitespace-nowrap">
          <span className="sr-only">
            <Plural value={number_ads} one="# turn a day" other="# turns a day" />,{' '}
            <Trans>{rate} bonus and discount</Trans>
          </span>
          <span aria-hidden>{rate}</span>
        </p>
        <div className="row-span-2">
          {onUnlock ? (
            <button
              type="button"
              onClick={onUnlock}
              className="target w-full cursor-pointer rounded-control border border-line bg-surface px-1 py-1.5 text-center transition-colors duration-100 hover:border-control"
            >
              <span className={`block text-small font-semibold ${is_lower ? 'text-quiet' : 'text-action'}`}>
                <Trans>
                  Unlock<span className="sr-only"> {name}</span>
                </Trans>
              </span>
              {fee}
            </button>
          ) : (
            <p className="rounded-control bg-action-soft px-1 py-1.5 text-center">
              <span className="block text-tiny leading-[1.4] font-semibold text-action">{t`Current level`}</span>
              {fee}
            </p>
          )}
        </div>
        <div className="col-span-2 mt-1 self-start text-small leading-tight text-quiet">
          {onUnlock && !is_lower && <StillMissing level={level} user={user} />}
          {is_lower && <Trans>your level is higher</Trans>}
          {!onUnlock && <TurnsLeft />}
        </div>
      </div>
      {!onUnlock && <RefundButton level={level} onOpen={onRefund} />}
    </li>
  )
}

function TurnsLeft() {
  const { data } = useQuery(turnsQuery)
  if (!data) return null
  const { left } = data
  return <Plural value={left} one="# turn left today" other="# turns left today" />
}

/** The turns of the current level; the ring shows how many of today's are left. */
function TurnsRing({ total }: { total: number }) {
  const { t } = useLingui()
  const { data } = useQuery(turnsQuery)
  const left = data?.left ?? total
  const all = data?.total ?? total
  return (
    <Ring value={left} max={all} size={40} label={t`Turns left today`} valueText={t`${left} of ${all}`}>
      <span className="text-small font-bold">{total}</span>
    </Ring>
  )
}

/** Progress towards earning a level; the figure inside is its number of turns. */
function RecordRing({ level, user, is_lower }: { level: Level; user: User; is_lower: boolean }) {
  const needed = level.orders_to_earn ?? 0
  const done = needed > 0 ? (user.record.level_orders[level._id] ?? 0) : 0
  return (
    <Ring value={is_lower ? 1 : done} max={is_lower ? 1 : needed || 1} size={40}>
      <span className="text-small font-bold">{level.number_ads}</span>
    </Ring>
  )
}

const QUALITY_TO_EARN = 80

function StillMissing({ level, user }: { level: Level; user: User }) {
  if (level.orders_to_earn === null || level.orders_to_earn === 0) return null
  const missing = level.orders_to_earn - (user.record.level_orders[level._id] ?? 0)
  return (
    <p>
      {missing > 0 ? (
        <Plural value={missing} one="free in # more order" other="free in # more orders" />
      ) : user.record.quality_percent < QUALITY_TO_EARN ? (
        <Trans>free of charge once {QUALITY_TO_EARN}% of visits are verified</Trans>
      ) : null}
    </p>
  )
}
