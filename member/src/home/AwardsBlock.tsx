// Who was awarded: real claims from the ledger, masked, newest first. With none, it says so.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DataOf } from '@fairturn/ui/client.ts'
import { Anchor } from '@fairturn/ui/Anchor.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { IconButton } from '@fairturn/ui/IconButton.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { Amount } from '../Amount.tsx'
import { paths } from '../paths.ts'
import { awardsQuery } from '../queries.ts'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { Waiting } from '../shell/Waiting.tsx'

type Award = DataOf<'GET list-product-reward'>['list'][number]

const SHOWN_AT_ONCE = 6
/** CSS pixels; every row has it, so that a step is exactly a row. */
const ROW_PX = 62
const STEP_MS = 3500

export function AwardsBlock() {
  const { t } = useLingui()
  const { data: awards, error, refetch, isFetching, isPaused } = useQuery(awardsQuery)
  const moves = (awards?.length ?? 0) > SHOWN_AT_ONCE
  const [stopped, setStopped] = useState(false)
  return (
    <section aria-labelledby="awards-title" className="mt-7">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 id="awards-title" className="text-title">
          {t`Award recipients`}
        </h2>
        {moves && (
          <IconButton
            icon={stopped ? 'play' : 'pause'}
            label={stopped ? t`Resume scrolling` : t`Pause scrolling`}
            onClick={() => setStopped(!stopped)}
            className="-mr-2 motion-reduce:hidden"
          />
        )}
      </div>
      <Card className="mt-1">
        {error && !awards ? (
          <BlockFailure error={error} onRetry={refetch} busy={isFetching} />
        ) : !awards ? (
          <Waiting paused={isPaused}>
            <AwardsOutline />
          </Waiting>
        ) : awards.length === 0 ? (
          <EmptyState
            icon="gift"
            title={t`No awards yet`}
            body={<Trans>Only awards actually paid are listed here. Yours could be the first.</Trans>}
          />
        ) : (
          <AwardList awards={awards} moves={moves && !stopped} />
        )}
      </Card>
      <p className="mt-2 text-small text-quiet">
        <Trans>
          Each award is a ledger entry. Tap one to see it.{' '}
          <Anchor href={paths.transparency} className="font-semibold text-action underline">
            Transparency
          </Anchor>
        </Trans>
      </p>
    </section>
  )
}

function AwardsOutline() {
  return (
    <div className="divide-y divide-line">
      {Array.from({ length: SHOWN_AT_ONCE }, (_, i) => (
        <div key={i} className="flex items-center justify-between px-3.5" style={{ height: ROW_PX }}>
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  )
}

function AwardList({ awards, moves }: { awards: readonly Award[]; moves: boolean }) {
  const { t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  useCalmScroll(list, moves)
  return (
    <ul
      ref={list}
      aria-label={t`Award recipients`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard has to be able to scroll it
      tabIndex={0}
      className="divide-y divide-line overflow-y-auto -outline-offset-2 [scrollbar-width:none]"
      style={{ maxHeight: ROW_PX * SHOWN_AT_ONCE }}
    >
      {awards.map((award) => (
        <AwardRow key={award._id} award={award} />
      ))}
    </ul>
  )
}

/** Steps a row at a time and begins again at the end; not under a pointer or the focus, nor where motion is unwanted. */
function useCalmScroll(list: { readonly current: HTMLElement | null }, moves: boolean): void {
  useEffect(() => {
    const element = list.current
    if (!element || !moves || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
    let held = false
    const hold = () => (held = true)
    const release = () => (held = false)
    const step = setInterval(() => {
      if (held || document.hidden) return
      const at_end = element.scrollTop + element.clientHeight >= element.scrollHeight - 1
      const row = Math.round(element.scrollTop / ROW_PX) + 1
      element.scrollTo({ top: at_end ? 0 : row * ROW_PX, behavior: 'smooth' })
    }, STEP_MS)
    const holding = ['pointerenter', 'touchstart', 'focusin']
    const releasing = ['pointerleave', 'touchend', 'focusout']
    for (const name of holding) element.addEventListener(name, hold, { passive: true })
    for (const name of releasing) element.addEventListener(name, release, { passive: true })
    return () => {
      clearInterval(step)
      for (const name of holding) element.removeEventListener(name, hold)
      for (const name of releasing) element.removeEventListener(name, release)
    }
  }, [list, moves])
}

function AwardRow({ award }: { award: Award }) {
  const { recipient } = award
  return (
    <li>
      <Anchor
        href={paths.award(award.entry_id)}
        className="flex items-center gap-3 px-3.5 -outline-offset-2 transition-colors duration-100 hover:bg-action-soft"
        style={{ height: ROW_PX }}
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate">
            <Trans>
              Congratulations <bdi className="font-bold">{recipient}</bdi>
            </Trans>
          </span>
          <DateTime value={award.at} className="block text-small text-quiet" />
        </span>
        <span className="shrink-0 text-right">
          <span className="block">
            <Amount amount={award.amount} />
          </span>
          <span className="block text-small font-medium text-award">
            <Trans>
              bonus <Amount amount={award.bonus} tone="award" signed />
            </Trans>
          </span>
        </span>
      </Anchor>
    </li>
  )
}
