// A modal dialog based on the native <dialog>, which handles focus, Esc and the backdrop. Cannot be closed while its
// action is in progress.
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import { IconButton } from './IconButton.tsx'

interface DialogProps {
  open: boolean
  /** Requested by Esc, the backdrop or the close button; the caller decides by setting `open`. */
  onClose: () => void
  title: string
  /** The title is only for screen readers, if the content is a picture with the same text. */
  titleHidden?: boolean
  closeLabel: string
  /** Maximum width in CSS pixels, or a length of CSS. */
  maxWidth?: number | string
  /** While true, the dialog cannot be closed. */
  busy?: boolean
  /** Without padding, for a picture; on a phone at the bottom, so that what is above can be read. */
  bare?: boolean
  actions?: ReactNode
  children: ReactNode
}

/** The browser focuses the first control, which in a long text is a link or button far below: then the title instead. */
function showFromTop(element: HTMLDialogElement): void {
  element.showModal()
  if (element.scrollTop > 0 && !document.activeElement?.matches('input,textarea'))
    element.querySelector('h2')?.focus()
}

/** The native element, shown and closed with `open`. */
function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (open && !element.open) showFromTop(element)
    if (!open && element.open) element.close()
  }, [open])

  // Callers often unmount the dialog instead of closing it; closing it first restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    return () => element?.close()
  }, [])
  return dialog
}

/** An entry added by a dialog is being left by the app itself. */
let isRemoving = false

/**
 * Only a step within the document can be refused. Where Back would lead to another one, the dialog gets an entry of its own,
 * which is left when the dialog closes. Returns how to leave it. Without a tap, browsers would skip the entry.
 */
function addEntry(navigation: Navigation): () => void {
  const at = navigation.currentEntry?.index ?? 0
  const leadsWithin = navigation.entries()[at - 1]?.sameDocument === true
  if (leadsWithin || !navigator.userActivation.isActive) return () => undefined
  history.pushState(history.state, '', location.href)
  const own = navigation.currentEntry
  return () => {
    // A screen that has taken the place of the dialog's, as after a payment, stays.
    if (navigation.currentEntry?.key !== own?.key || navigation.currentEntry?.url !== own?.url) return
    isRemoving = true
    const over = () => (isRemoving = false)
    void navigation.back().finished?.then(over, over)
  }
}

/**
 * Back closes the dialog and stays on its screen, as on phones, where the browser does so itself. Where the Navigation API
 * is missing, Back leaves the screen.
 */
function useBack(open: boolean, busy: boolean, onClose: () => void): void {
  const asked = useRef(onClose)
  const busyNow = useRef(busy)
  useEffect(() => {
    asked.current = onClose
    busyNow.current = busy
  })
  useEffect(() => {
    const navigation = (globalThis as { navigation?: Navigation }).navigation
    if (!open || navigation === undefined) return undefined
    const stay = (event: NavigateEvent) => {
      const from = navigation.currentEntry?.index ?? 0
      if (isRemoving || event.navigationType !== 'traverse') return
      if (!event.cancelable || event.destination.index >= from) return
      event.preventDefault()
      if (!busyNow.current) asked.current()
    }
    const leaveEntry = addEntry(navigation)
    navigation.addEventListener('navigate', stay)
    return () => {
      navigation.removeEventListener('navigate', stay)
      leaveEntry()
    }
  }, [open])
}

/** What is as wide as the dialog has `-mx-(--padding)`. */
const PADDING = '[--padding:1.25rem] p-(--padding) large-text:[--padding:16px]'
/** In reach however long the text above is, except where they would cover much of it. */
const ACTIONS =
  'sticky bottom-0 z-10 mt-2 -mx-(--padding) -mb-(--padding) rounded-b-card bg-surface px-(--padding) pt-3 pb-(--padding) large-text:static low-screen:static'
/** Its lines leave room for the close button, and only those beside it. */
const TITLE = 'text-title before:float-right before:h-8 before:w-10'

export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    titleHidden = false,
    closeLabel,
    maxWidth = 400,
    busy = false,
    bare = false,
  } = props
  const dialog = useModal(open)
  useBack(open, busy, onClose)
  const pressedOutside = useRef(false)
  const titleId = useId()

  function ask(event: SyntheticEvent) {
    if (event.target !== dialog.current) return
    event.preventDefault()
    if (!busy) onClose()
  }

  /** Browsers close the dialog on a second Esc even if `cancel` is prevented; reopen it while busy. */
  function closed(event: SyntheticEvent) {
    if (event.target !== dialog.current || !open || dialog.current?.open) return
    if (busy) dialog.current?.showModal()
    else onClose()
  }

  function release(event: MouseEvent) {
    // Both press and release must be outside: dragging a text selection out of a field must not close the dialog.
    if (pressedOutside.current && event.target === dialog.current && !busy) onClose()
    pressedOutside.current = false
  }

  return (
    // Keyboard users close with Esc, which arrives as `cancel`; this click handler is for the backdrop.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={ask}
      onClose={closed}
      onMouseDown={(event) => (pressedOutside.current = event.target === dialog.current)}
      onClick={release}
      style={{ maxWidth: `min(${typeof maxWidth === 'number' ? `${maxWidth}px` : maxWidth}, 100vw - 32px)` }}
      className={`@container m-auto ${bare ? 'max-[571px]:mb-4' : ''} max-h-[calc(100dvh-32px)] scroll-pb-24 w-full overflow-y-auto rounded-card border border-line bg-surface text-ink transition-[opacity,translate] duration-150 backdrop:bg-veil starting:open:translate-y-2 starting:open:opacity-0`}
    >
      {open && (
        <div className={`relative ${bare ? '' : PADDING}`}>
          <h2 id={titleId} tabIndex={-1} className={titleHidden ? 'sr-only' : TITLE}>
            {title}
          </h2>
          {props.children}
          {props.actions && <Actions bare={bare}>{props.actions}</Actions>}
          <IconButton
            icon="close"
            label={closeLabel}
            disabled={busy}
            onClick={onClose}
            className={`absolute! top-2.5 right-2.5 large-text:top-0 large-text:right-0 ${bare ? 'bg-surface' : ''}`}
          />
        </div>
      )}
    </dialog>
  )
}

const Actions = ({ bare, children }: { bare: boolean; children: ReactNode }) => (
  <div className={`flex flex-wrap gap-2.5 *:min-w-fit *:flex-1 ${bare ? 'mt-5' : ACTIONS}`}>{children}</div>
)
