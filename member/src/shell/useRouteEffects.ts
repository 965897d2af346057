// What a page load does automatically, for client-side navigations: scrolls to the top, or restores the
// position on Back, and moves the focus to the new heading.
import { dismissEarlierToasts } from '@fairturn/ui/toasts.ts'
import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/** Scroll position at which each URL was left, while the page lives. */
const left_at = new Map<string, number>()

const RESTORE_WITHIN_MS = 10_000

/**
 * The path that Back leads to. Registered before the router's listener, because React renders between two
 * listeners of the same event.
 */
let backTo: string | undefined
addEventListener('popstate', () => (backTo = location.pathname))

export function useRouteEffects(): void {
  const [path] = useLocation()
  const first = useRef(true)

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const top = backTo === path ? (left_at.get(path) ?? 0) : 0
    backTo = undefined
    const left = new AbortController()
    const record = () =>
      addEventListener('scroll', () => left_at.set(path, scrollY), { passive: true, signal: left.signal })
    if (first.current) record()
    else {
      dismissEarlierToasts()
      scrollToPosition(top, left.signal, record)
      focusHeading(left.signal)
    }
    first.current = false
    return () => left.abort()
  }, [path])
}

/** The screen may be shorter until its data arrives: keeps restoring the position, unless the member scrolls. */
function scrollToPosition(top: number, left: AbortSignal, onDone: () => void): void {
  const ended = new AbortController()
  const signal = AbortSignal.any([left, ended.signal, AbortSignal.timeout(RESTORE_WITHIN_MS)])
  const grown = new ResizeObserver(() => follow())
  signal.addEventListener('abort', () => {
    grown.disconnect()
    if (!left.aborted) onDone()
  })
  for (const input of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    addEventListener(input, () => ended.abort(), { passive: true, signal })
  const follow = () => {
    scrollTo(0, top)
    if (scrollY > top - 1) ended.abort()
  }
  grown.observe(document.body)
  follow()
}

/** Waits briefly for the heading, which may still be loading with the screen's code. */
function focusHeading(left: AbortSignal): void {
  const focus = () => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return false
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    // The previous screen stays in the document, hidden, until the code of this one has loaded.
    return document.activeElement === heading
  }
  if (focus()) return
  const watch = new MutationObserver(() => focus() && watch.disconnect())
  watch.observe(document.body, { childList: true, subtree: true })
  AbortSignal.any([left, AbortSignal.timeout(5000)]).addEventListener('abort', () => watch.disconnect())
}
