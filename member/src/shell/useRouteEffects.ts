// What a page load does by itself, for a client-side navigation: scroll to the top, or to the former
// position when going back; and move the focus to the new heading.
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/** Where each address was left, while this page lives. */
const left_at = new Map<string, number>()

export function useRouteEffects(): void {
  const [path] = useLocation()
  const shown = useRef<string | null>(null)
  const going_back = useRef(false)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const back = () => (going_back.current = true)
    const scrolled = () => shown.current !== null && left_at.set(shown.current, scrollY)
    addEventListener('popstate', back)
    addEventListener('scroll', scrolled, { passive: true })
    return () => {
      removeEventListener('popstate', back)
      removeEventListener('scroll', scrolled)
    }
  }, [])

  useLayoutEffect(() => {
    const first = shown.current === null
    shown.current = path
    if (first) return undefined
    scrollTo(0, going_back.current ? (left_at.get(path) ?? 0) : 0)
    going_back.current = false
    return focusHeading()
  }, [path])
}

/** The heading may still be loading with the screen's code; waits for it a moment. */
function focusHeading(): () => void {
  const focus = () => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return false
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    // The screen before stays in the page, unseen, until the code of this one is there.
    return document.activeElement === heading
  }
  if (focus()) return () => undefined
  const watch = new MutationObserver(() => focus() && watch.disconnect())
  watch.observe(document.body, { childList: true, subtree: true })
  const timer = setTimeout(() => watch.disconnect(), 5000)
  return () => {
    watch.disconnect()
    clearTimeout(timer)
  }
}
