// The membership levels: what each gives, which one is mine, how near the next one is, and unlocking.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Level } from '@fairturn/contract/levels'
import type { User } from '@fairturn/contract/members'
import { Badge } from '@fairturn/ui/Badge.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { Ring } from '@fairturn/ui/Ring.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { Amount } from '../Amount.tsx'
import { levelsQuery, turnsQuery, viewerQuery } from '../queries.ts'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { Waiting } from '../shell/Waiting.tsx'
import { RefundButton, RefundDialog, type Statement } from './LevelRefund.tsx'
import { rateText } from './rates.ts'
import { UpgradeDialog } from './UpgradeDialog.tsx'

export function LevelsBlock() {
  const { t } = useLingui()
  const levels = useQuery(levelsQuery)
  const viewer = useQuery(viewerQuery)
  const [wanted_id, setWanted] = useState<string | null>(null)
  const [refund, setRefund] = useState<{ level: Level; statement: Statement } | null>(null)
  const error = (!levels.data && levels.error) || (!viewer.data && viewer.error)
  const current = levels.data?.find(({ _id }) => _id === viewer.data?.level_id)
  // As it is by now: what is confirmed is what is shown.
  const wanted = levels.data?.find(({ _id }) => _id === wanted_id)

  const retry = () => Promise.all([levels.refetch(), viewer.refetch()])
  return (
    <section aria-labelledby="levels-title" className="mt-7">
      <h2 id="levels-title" className="flex min-h-11 items-center text-title">
        {t`Membership levels`}
      </h2>
      <Card as={levels.data?.length && viewer.data ? 'ul' : 'div'} className="mt-1">
        {error ? (
          <BlockFailure error={error} onRetry={retry} busy={levels.isFetching || viewer.isFetching} />
        ) : !levels.data || !viewer.data ? (
          <Waiting paused={levels.isPaused || viewer.isPaused}>
            <LevelsOutline />
          </Waiting>
        ) : levels.data.length === 0 ? (
          <EmptyState icon="turn" title={t`No levels are available at the moment`} />
        ) : (
          levels.data.map((level) => (
            <LevelRow
              key={level._id}
              level={level}
              user={viewer.data}
              onUnlock={level._id === viewer.data.level_id ? undefined : () => setWanted(level._id)}
              onRefund={(statement) => setRefund({ level, statement })}
            />
          ))
        )}
      </Card>
      {wanted && viewer.data && (
        <UpgradeDialog level={wanted} current={current} user={viewer.data} onClose={() => setWanted(null)} />
      )}
      {refund && viewer.data && (
        <RefundDialog {...refund} user={viewer.data} onClose={() => setRefund(null)} />
      )}
    </section>
  )
}

function LevelsOutline() {
  return (
    <div className="divide-y divide-line">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex min-h-22 items-center gap-3 px-3.5">
          <span aria-hidden className="size-12 animate-breathe rounded-full bg-track" />
          <span className="grid flex-1 gap-1.5">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-4 w-40" />
          </span>
          <Skeleton className="h-11 w-20 rounded-control" />
        </div>
      ))}
    </div>
  )
}

interface LevelRowProps {
  level: Level
  user: User
  /** Absent on the current level. */
  onUnlock: (() => void) | undefined
  onRefund: (statement: Statement) => void
}

function LevelRow({ level, user, onUnlock, onRefund }: LevelRowProps) {
  const rate = rateText(level)
  const { name, number_ads, joining_fee } = level
  return (
    <li aria-current={onUnlock ? undefined : 'true'} className="px-3.5 py-3">
      <div className="flex min-h-16 items-center gap-3">
        {onUnlock ? <RecordRing level={level} user={user} /> : <TurnsRing total={number_ads} />}
        <div className="min-w-0 flex-1">
          <h3 className="font-bold">
            <bdi>{name}</bdi>
          </h3>
          <p className="text-small text-quiet">
            <Plural value={number_ads} one="# turn a day" other="# turns a day" />
          </p>
          <p className="text-small text-quiet">
            <Trans>{rate} bonus and discount</Trans>
          </p>
          {onUnlock && <StillMissing level={level} user={user} />}
        </div>
        {onUnlock ? (
          <button
            type="button"
            onClick={onUnlock}
            className="target shrink-0 cursor-pointer rounded-control border border-line bg-surface px-3 py-1.5 text-center transition-colors duration-100 hover:border-control"
          >
            <span className="block font-semibold text-action">
              <Trans>
                Unlock<span className="sr-only"> {name}</span>
              </Trans>
            </span>
            <span className="block text-small">
              <Amount amount={joining_fee} />
            </span>
          </button>
        ) : (
          <Badge>
            <Trans>Current level</Trans>
          </Badge>
        )}
      </div>
      {!onUnlock && <RefundButton level={level} onOpen={onRefund} />}
    </li>
  )
}

/** Today's turns on the current level: as many as are left, of as many as there are. */
function TurnsRing({ total }: { total: number }) {
  const { t } = useLingui()
  const { data } = useQuery(turnsQuery)
  const left = data?.left ?? total
  const all = data?.total ?? total
  return (
    <Ring value={left} max={all} size={48} label={t`Turns left today`} valueText={t`${left} of ${all}`}>
      <span className="text-small font-bold">{left}</span>
    </Ring>
  )
}

/** How near a level is by record; the figure inside is the turns it gives. */
function RecordRing({ level, user }: { level: Level; user: User }) {
  const needed = level.orders_to_earn ?? 0
  return (
    <Ring value={needed > 0 ? user.record.verified_orders : 0} max={needed || 1} size={48}>
      <span className="text-small font-bold">{level.number_ads}</span>
    </Ring>
  )
}

const QUALITY_TO_EARN = 80

function StillMissing({ level, user }: { level: Level; user: User }) {
  if (level.orders_to_earn === null || level.orders_to_earn === 0) return null
  const missing = level.orders_to_earn - user.record.verified_orders
  return (
    <p className="text-small text-quiet">
      {missing > 0 ? (
        <Plural
          value={missing}
          one="free of charge after # more verified order"
          other="free of charge after # more verified orders"
        />
      ) : user.record.quality_percent < QUALITY_TO_EARN ? (
        <Trans>free of charge once {QUALITY_TO_EARN} % of visits are verified</Trans>
      ) : null}
    </p>
  )
}
