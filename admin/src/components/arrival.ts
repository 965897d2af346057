// Where the focus goes when a page opens: what had it is gone, and a browser leaves it on the body then.
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/** The part of a screen beside the menu, below the app bar. */
export const CONTENT_ID = 'screen'

/** Nothing has the focus, or only the screen as a whole. */
const isNowhere = (): boolean => {
  const at = document.activeElement
  return at === null || at === document.body || at.id === CONTENT_ID
}

/** Once what is closing has given its focus back; not if something has the focus by then. */
export function focusIfNowhere(find: () => HTMLElement | null | undefined): () => void {
  const timer = setTimeout(() => {
    if (isNowhere()) find()?.focus({ preventScroll: true })
  })
  return () => clearTimeout(timer)
}

/** After every navigation but the first, which is the browser's: the focus is on the screen until something on it takes it. */
export function useArrival(): void {
  const { pathname, key } = useLocation()
  const at = useRef<string>(undefined)
  useEffect(() => {
    if (at.current === pathname) return undefined
    at.current = pathname
    return key === 'default'
      ? undefined
      : focusIfNowhere(() => document.querySelector<HTMLElement>(`#${CONTENT_ID}`))
  }, [pathname, key])
}

/** As `ref` and `tabIndex` of a page's heading, which takes the focus when it appears. */
export function useHeadingFocus(enabled: boolean) {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => (enabled ? focusIfNowhere(() => ref.current) : undefined), [enabled])
  return enabled ? { ref, tabIndex: -1 } : {}
}

/** The row that was opened last from each list: its place, and its record. */
const opened = new Map<string, { at: number; id: string }>()

const ROWS = 'tbody .RaDataTable-row'

/**
 * Back on a list, the focus is on the row that was opened, or on the one that is in its place. Returns what is to be called with
 * each click in the list.
 */
export function useRowFocus(list: string, ids: readonly string[] | undefined): (at: EventTarget) => void {
  const done = useRef(false)
  const loaded = ids !== undefined
  useEffect(() => {
    if (!loaded || done.current) return undefined
    done.current = true
    const was = opened.get(list)
    if (was === undefined) return undefined
    const found = ids.indexOf(was.id)
    return focusIfNowhere(() => {
      const row = [...document.querySelectorAll<HTMLElement>(ROWS)].at(
        found === -1 ? Math.min(was.at, ids.length - 1) : found,
      )
      row?.setAttribute('tabindex', '-1')
      return row
    })
  }, [list, loaded, ids])
  return (target) => {
    const row = (target as Element).closest(ROWS)
    const at = row === null ? -1 : [...document.querySelectorAll(ROWS)].indexOf(row)
    const id = ids?.[at]
    if (id !== undefined) opened.set(list, { at, id })
  }
}
