import { Anchor } from '@fairturn/ui/Anchor.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import type { DataOf } from '@fairturn/ui/client.ts'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { IconButton } from '@fairturn/ui/IconButton.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
// Award recipients: real claims from the ledger, masked, newest first; an empty state if there are none.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { BlockFailure } from '../BlockFailure.tsx'
import { LoadingBlock } from '../LoadingBlock.tsx'
import { paths } from '../paths.ts'
import { awardsQuery } from '../queries.ts'
import { AwardFigures } from './AwardFigures.tsx'

type Award = DataOf<'GET list-product-reward'>['list'][number]

const SHOWN_AT_ONCE = 6
/** In CSS pixels, hairline included: each scroll step is exactly one row, so that only whole rows are visible. */
const ROW_PX = 62
const STEP_MS = 1000

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
          <LoadingBlock paused={isPaused}>
            <AwardsOutline />
          </LoadingBlock>
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
          <Anchor href={paths.transparency} className="py-1 font-semibold text-action underline">
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
  useCalmScroll(list, moves ? awards.length : 0)
  const newest = awards[0]?._id
  useEffect(() => {
    // A new award is added at the top and scrolled to, unless somebody is reading further down.
    if (newest && list.current?.matches(':hover, :focus-within') === false) list.current.scrollTo({ top: 0 })
  }, [newest])
  return (
    <ul
      ref={list}
      aria-label={t`Award recipients`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- must be scrollable by keyboard
      tabIndex={0}
      className="snap-y snap-mandatory overflow-y-auto -outline-offset-2 [scrollbar-width:none]"
      style={{ height: ROW_PX * Math.min(SHOWN_AT_ONCE, awards.length) }}
    >
      {awards.map((award) => (
        <AwardRow key={award._id} award={award} />
      ))}
      {/* The first rows are repeated below the last, so that the loop looks continuous. */}
      {moves &&
        awards
          .slice(0, SHOWN_AT_ONCE)
          .map((award) => <AwardRow key={`${award._id} again`} award={award} again />)}
    </ul>
  )
}

/**
 * Scrolls one row a second in a loop; paused under a pointer or focus, and with reduced motion. `rows` is the
 * number of rows without the repeated ones; 0 disables scrolling.
 */
function useCalmScroll(list: { readonly current: HTMLElement | null }, rows: number): void {
  useEffect(() => {
    const element = list.current
    if (!element || rows === 0) return undefined
    const stillness = matchMedia('(prefers-reduced-motion: reduce)')
    let touched = false
    const touch = () => (touched = true)
    const release = () => (touched = false)
    const step = setInterval(() => {
      if (touched || document.hidden || stillness.matches || element.matches(':hover, :focus-within')) return
      const row = Math.round(element.scrollTop / ROW_PX)
      // The repeated rows look the same as the first ones, so the jump is invisible.
      if (row >= rows) element.scrollTo({ top: (row - rows) * ROW_PX, behavior: 'instant' })
      element.scrollTo({ top: ((row % rows) + 1) * ROW_PX, behavior: 'smooth' })
    }, STEP_MS)
    element.addEventListener('touchstart', touch, { passive: true })
    for (const name of ['touchend', 'touchcancel']) element.addEventListener(name, release)
    return () => {
      clearInterval(step)
      element.removeEventListener('touchstart', touch)
      for (const name of ['touchend', 'touchcancel']) element.removeEventListener(name, release)
    }
  }, [list, rows])
}

/** `again`: a repeated row, hidden from screen readers. */
function AwardRow({ award, again = false }: { award: Award; again?: boolean }) {
  const { recipient } = award
  return (
    <li
      aria-hidden={again || undefined}
      // Only six of 36 rows are visible; the others are laid out when they are scrolled to.
      className="snap-start border-line [content-visibility:auto] not-first:border-t"
      style={{ height: ROW_PX }}
    >
      <Anchor
        href={paths.award(award.entry_id)}
        tabIndex={again ? -1 : undefined}
        className="flex h-full items-center gap-3 px-3.5 -outline-offset-2 transition-colors duration-100 hover:bg-action-soft"
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
          <AwardFigures award={award.amount} bonus={award.bonus} />
        </span>
      </Anchor>
    </li>
  )
}
