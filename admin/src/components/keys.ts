// Keyboard shortcuts of a screen: single keys are ignored while typing; combinations only match the named
// modifier.
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { usePanel } from './panel.ts'

export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  // The keys are those of the page, not of the record beside it.
  const beside = usePanel() !== null
  const { pathname } = useLocation()
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (beside || event.altKey) return
    // The menu, in which the focus stays after a page was opened from it, answers letters itself, with the item of that letter.
    const byMenu = /^[a-z]$/.test(event.key) && (event.target as HTMLElement).closest?.('[role=menu]')
    if (event.defaultPrevented && !byMenu) return
    // The page is still drawn, but another one has been opened: a key would decide about the wrong item.
    if (withoutSlash(globalThis.location.pathname) !== withoutSlash(`/admin${pathname}`)) return
    const modified = event.ctrlKey || event.metaKey
    const at = event.target as HTMLElement
    if (!modified && takesText(at)) return
    // Of a box in a row: it ticks and follows its own keys.
    if (at instanceof HTMLInputElement && /^(?:Enter| |Arrow\w+)$/.test(event.key)) return
    if (!modified && event.key !== '/' && at.closest?.('[data-panel]')) return
    if (
      document.querySelector('[role=dialog],.MuiPopover-root:not([aria-hidden=true],.MuiModal-hidden)') !==
      null
    )
      return
    const act = keys[modified ? `Ctrl+${event.key}` : event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

/** Whether letters are typed there; a box to tick takes none. */
const takesText = (at: HTMLElement): boolean =>
  at.isContentEditable ||
  /^(?:TEXTAREA|SELECT)$/.test(at.tagName) ||
  (at instanceof HTMLInputElement && !/^(?:checkbox|radio|button|submit)$/.test(at.type))

const withoutSlash = (path: string): string => path.replace(/\/$/, '')

/** j and k move the focus between the rows of the list, Enter opens the focused one. */
export function useRowKeys(enabled: boolean): void {
  const move = (by: 1 | -1) => {
    const rows = [...document.querySelectorAll<HTMLElement>('tbody .RaDataTable-row')]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    const next = rows[at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)]
    if (next === undefined) return
    next.tabIndex = -1
    next.focus()
  }
  useKeys(
    enabled
      ? {
          j: () => move(1),
          k: () => move(-1),
          Enter: () => {
            const at = document.activeElement
            if (at instanceof HTMLElement) at.click()
          },
        }
      : {},
  )
}

/** From the list's own search box, Enter, Escape and the arrow down lead to the rows: what is found is opened without a Tab. */
export function useSearchKeys(): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement
      if (!/^(Enter|Escape|ArrowDown)$/.test(event.key) || at.closest?.(`main .${LIST_SEARCH}`) === null)
        return
      const row = document.querySelector<HTMLElement>('tbody .RaDataTable-row')
      at.blur()
      if (row === null) return
      event.preventDefault()
      row.tabIndex = -1
      row.focus()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}

/** Of a list's own search box, which is found by it. */
export const LIST_SEARCH = 'list-search'

/** Focuses the search box of the list on the screen; false if it has none. */
export function focusListSearch(): boolean {
  const input = document.querySelector<HTMLInputElement>(`main .${LIST_SEARCH} input`)
  input?.focus()
  input?.select()
  return input !== null
}

/** Presses the button with this shortcut: in the focused row if one is focused, else the first one. */
export function pressShortcut(key: string): void {
  const buttons = [...document.querySelectorAll<HTMLElement>(`main [aria-keyshortcuts="${key}"]`)]
  const row = document.activeElement?.closest('tbody tr')
  buttons.find((button) => !row || row.contains(button))?.click()
}

/** As `ref`: focuses the input when it appears; a dialog restores the focus when it closes. */
export const focusInput = (input: HTMLInputElement | null): void => input?.focus()
