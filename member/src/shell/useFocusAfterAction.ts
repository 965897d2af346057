import { useEffect, useRef } from 'react'

/**
 * Moves the focus to the heading when the focused control has disappeared after its action. `shown` is what changes
 * then: the status, or which of the screen's forms is open.
 */
export function useFocusAfterAction(shown: string | null): void {
  const known = useRef(shown)
  useEffect(() => {
    if (known.current === shown) return
    known.current = shown
    if (document.activeElement !== document.body) return
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading === null) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [shown])
}
