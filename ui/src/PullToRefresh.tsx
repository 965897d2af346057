// Pull to refresh; a button does the same for keyboard users.
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Button } from './Button.tsx'
import { Ring } from './Ring.tsx'
import { Spinner } from './Spinner.tsx'

/** Distance to pull before releasing refreshes, in CSS pixels. */
const PULL_PX = 72

interface PullToRefreshProps {
  onRefresh: () => Promise<unknown>
  /** Label of the button. */
  label: string
  /** Announced while refreshing. */
  busyLabel: string
  children: ReactNode
}

/** How far the area is pulled down, in CSS pixels; calls back when it is released far enough. */
function usePull(area: RefObject<HTMLElement | null>, busy: boolean, onPulled: () => Promise<void>): number {
  const [pulled, setPulled] = useState(0)
  const work = useRef(onPulled)
  useEffect(() => {
    work.current = onPulled
  })

  useEffect(() => {
    const element = area.current
    if (!element || busy) return undefined
    let start: number | null = null
    let distance = 0
    const begin = (event: TouchEvent) => {
      start = window.scrollY <= 0 && event.touches.length === 1 ? event.touches[0]!.clientY : null
      distance = 0
    }
    const pull = (event: TouchEvent) => {
      if (start === null) return
      distance = Math.min(PULL_PX * 1.3, Math.max(0, (event.touches[0]!.clientY - start) * 0.5))
      if (distance > 0 && event.cancelable) event.preventDefault()
      setPulled(distance)
    }
    const letGo = () => {
      if (start !== null && distance >= PULL_PX) void work.current()
      start = null
      setPulled(0)
    }
    element.addEventListener('touchstart', begin, { passive: true })
    element.addEventListener('touchmove', pull, { passive: false })
    element.addEventListener('touchend', letGo)
    element.addEventListener('touchcancel', letGo)
    return () => {
      element.removeEventListener('touchstart', begin)
      element.removeEventListener('touchmove', pull)
      element.removeEventListener('touchend', letGo)
      element.removeEventListener('touchcancel', letGo)
    }
  }, [area, busy])
  return pulled
}

export function PullToRefresh({ onRefresh, label, busyLabel, children }: PullToRefreshProps) {
  const [busy, setBusy] = useState(false)
  const area = useRef<HTMLDivElement>(null)

  async function refresh() {
    setBusy(true)
    // Failures are shown by the blocks that failed; here only the indicator ends.
    await onRefresh().catch(() => undefined)
    setBusy(false)
  }
  const pulled = usePull(area, busy, refresh)

  return (
    <div ref={area} aria-busy={busy} className="overscroll-y-contain">
      {/* The wrapper is hidden, because the button itself would take up space even if invisible. */}
      <div className="sr-only focus-within:not-sr-only">
        <Button variant="soft" onClick={() => void refresh()} busy={busy}>
          {label}
        </Button>
      </div>
      <div
        className="grid place-items-center overflow-hidden text-action"
        style={{ height: busy ? 48 : pulled }}
        role="status"
        aria-label={busy ? busyLabel : undefined}
      >
        {busy ? (
          <Spinner size={28} />
        ) : (
          pulled > 0 && <Ring value={pulled} max={PULL_PX} size={28} thickness={3} />
        )}
      </div>
      {children}
    </div>
  )
}
