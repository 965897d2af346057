// Award recipients: real claims from the ledger, masked, newest first; an empty state if there are none. Six rows move
// up by one each second; all of them are on their own screen, by which the keyboard reaches each award.
import { Anchor } from '@fairturn/ui/Anchor.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import type { DataOf } from '@fairturn/ui/client.ts'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { IconButton } from '@fairturn/ui/IconButton.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { LoadingBlock } from '../shell/LoadingBlock.tsx'
import { paths } from '../shell/paths.ts'
import { awardsQuery } from '../shell/queries.ts'
import { AwardRow } from './AwardRow.tsx'

type Award = DataOf<'GET list-product-reward'>['list'][number]

const SHOWN_AT_ONCE = 6
/** The newest, shown in turn. */
const MOVING = 18
/**
 * The height of a row, hairline included: each step is exactly one row, so that only whole rows are visible. In large
 * text the parts of a row are below each other.
 */
const ROW = '[--row:3.875rem] large-text:[--row:9.5rem]'
const STEP_MS = 1000

export default function AwardsBlock() {
  const { t } = useLingui()
  const { data: awards, error, refetch, isFetching, isPaused } = useQuery(awardsQuery)
  const moves = (awards?.length ?? 0) > SHOWN_AT_ONCE
  const [stopped, setStopped] = useState(false)
  return (
    <section aria-labelledby="awards-title" className="mt-7">
      <div className="flex min-h-11 flex-wrap items-center gap-x-1">
        <h2 id="awards-title" className="min-w-0 flex-[1_1_7rem] text-title">
          {t`Award recipients`}
        </h2>
        {moves && (
          <IconButton
            icon={stopped ? 'play' : 'pause'}
            label={stopped ? t`Resume scrolling` : t`Pause scrolling`}
            onClick={() => setStopped(!stopped)}
            className="motion-reduce:hidden"
          />
        )}
        {awards && awards.length > 0 && (
          <Anchor
            href={paths.awards}
            className="target -mr-2 flex items-center px-2 text-small font-semibold text-action"
          >
            {t`All awards`}
          </Anchor>
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
          <AwardList awards={awards.slice(0, MOVING)} moves={moves && !stopped} />
        )}
      </Card>
    </section>
  )
}

function AwardsOutline() {
  return (
    <div className={`divide-y divide-line ${ROW}`}>
      {Array.from({ length: SHOWN_AT_ONCE }, (_, i) => (
        <div key={i} className="flex h-(--row) items-center justify-between px-3.5">
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
  const toTop = useSteps(list, moves ? awards.length : 0)
  const newest = awards[0]?._id
  useEffect(() => {
    // A new award is added at the top and shown, unless somebody is reading further down.
    if (newest && !isRead(list.current)) toTop()
  }, [newest, toTop])
  return (
    // `clip`, not `hidden`: nothing may scroll it, so that a row is never cut.
    <div
      className={`overflow-clip print:h-auto! ${ROW}`}
      style={{ height: `calc(${Math.min(SHOWN_AT_ONCE, awards.length)} * var(--row))` }}
    >
      <ul
        ref={list}
        aria-label={t`Award recipients`}
        className="transition-transform duration-200 print:transform-none!"
      >
        {awards.map((award) => (
          <AwardRow key={award._id} award={award} moves />
        ))}
        {/* The first rows are repeated below the last, so that the loop looks continuous. */}
        {moves &&
          awards
            .slice(0, SHOWN_AT_ONCE)
            .map((award) => <AwardRow key={`${award._id} again`} award={award} moves again />)}
      </ul>
    </div>
  )
}

/** Under a pointer or a finger, or with the focus in the section. */
const isRead = (list: HTMLElement | null): boolean =>
  list?.matches(':hover, :active') === true || list?.closest('section')?.matches(':focus-within') === true

/**
 * Moves the list up by one row a second in a loop, while it is in view and nobody reads it; still with reduced motion.
 * `rows` is the number of rows without the repeated ones; 0 stops it. Returns a function that shows the first row.
 */
function useSteps(list: { readonly current: HTMLElement | null }, rows: number): () => void {
  const at = useRef(0)
  const [toTop] = useState(() => () => {
    at.current = 0
    if (list.current) list.current.style.transform = ''
  })
  useEffect(() => {
    const element = list.current
    if (!element || rows === 0) return undefined
    const stillness = matchMedia('(prefers-reduced-motion: reduce)')
    let inView = false
    const watch = new IntersectionObserver((entries) => (inView = entries.at(-1)?.isIntersecting === true))
    watch.observe(element.parentElement!)
    const show = (row: number) => {
      at.current = row
      element.style.transform = `translateY(calc(${-row} * var(--row)))`
    }
    const timer = setInterval(() => {
      if (!inView || document.hidden || stillness.matches || isRead(element)) return
      if (at.current >= rows) {
        // The repeated rows look the same as the first ones, so the jump is invisible.
        element.style.transition = 'none'
        show(at.current - rows)
        // Reading a layout applies it before the transition is back.
        void element.offsetHeight
        element.style.transition = ''
      }
      show(at.current + 1)
    }, STEP_MS)
    return () => {
      watch.disconnect()
      clearInterval(timer)
    }
  }, [list, rows])
  return toTop
}
