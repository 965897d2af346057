// What a page load does by itself, for a client-side navigation: scroll to the top, or to the former
// position when going back; and move the focus to the new heading.
import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/** Where each address was left, while this page lives. */
const left_at = new Map<string, number>()

const RESTORE_WITHIN_MS = 10_000

/** Where Back leads; heard before the router hears it, for React renders between two listeners of one event. */
let back_to: string | undefined
addEventListener('popstate', () => (back_to = location.pathname))

export function useRouteEffects(): void {
  const [path] = useLocation()
  const first = useRef(true)

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const top = back_to === path ? (left_at.get(path) ?? 0) : 0
    back_to = undefined
    const left = new AbortController()
    const record = () =>
      addEventListener('scroll', () => left_at.set(path, scrollY), { passive: true, signal: left.signal })
    if (first.current) record()
    else {
      scrollToPosition(top, left.signal, record)
      focusHeading(left.signal)
    }
    first.current = false
    return () => left.abort()
  }, [path])
}

/** The screen may not be that long before its data arrive: follows it, unless the member scrolls. */
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

/** The heading may still be loading with the screen's code; waits for it a moment. */
function focusHeading(left: AbortSignal): void {
  const focus = () => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return false
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    // The screen before stays in the page, unseen, until the code of this one is there.
    return document.activeElement === heading
  }
  if (focus()) return
  const watch = new MutationObserver(() => focus() && watch.disconnect())
  watch.observe(document.body, { childList: true, subtree: true })
  AbortSignal.any([left, AbortSignal.timeout(5000)]).addEventListener('abort', () => watch.disconnect())
}
