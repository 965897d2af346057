// Renders the toasts above everything, including open dialogs, at the bottom of the screen, above its bars and a
// phone's keyboard, so that they never cover a title. Mounted once, at the root of an app.
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Icon } from './Icon.tsx'
import { clearOf } from './toast-place.ts'
import { dismissToast, keepToast, releaseToast, shownToasts, subscribeToasts, type Toast } from './toasts.ts'

export function Toasts({ label, closeLabel }: { label: string; closeLabel: string }) {
  const toasts = useSyncExternalStore(subscribeToasts, shownToasts, shownToasts)
  const region = useRef<HTMLElement>(null)
  const newest = toasts.at(-1)?.id

  useEffect(() => {
    // Hiding and showing the popover moves it above a dialog that was opened since.
    const element = region.current
    if (!element?.showPopover) return
    if (element.matches(':popover-open')) element.hidePopover()
    if (newest !== undefined) element.showPopover()
  }, [newest])

  const keyboard = useKeyboardHeight(newest !== undefined)
  const lift = useLift(region, newest !== undefined)

  return (
    <section
      ref={region}
      popover="manual"
      aria-label={label}
      style={{
        transform: lift > 0 ? `translateY(-${lift}px)` : undefined,
        bottom: `max(var(--bars, env(safe-area-inset-bottom)), ${keyboard}px)`,
      }}
      className="pointer-events-none fixed print:hidden inset-x-0 top-auto m-0 mx-auto block w-full max-w-page bg-transparent p-3 pb-1"
    >
      <div aria-live="polite" className="grid justify-items-stretch">
        {toasts.map((shown) => (
          <ToastItem key={shown.id} toast={shown} closeLabel={closeLabel} />
        ))}
      </div>
    </section>
  )
}

const LOOKED_AT_EVERY_MS = 200

/** How far the region must rise to cover no button, title or `data-uncovered` line of the screen or of the open dialog, in CSS pixels. */
function useLift(region: RefObject<HTMLElement | null>, shown: boolean): number {
  const [lift, setLift] = useState(0)
  useEffect(() => {
    if (!shown) return undefined
    // The screen may change below a toast: a button that comes later must not be covered either.
    const look = () => {
      const element = region.current
      if (!element) return
      const lowest = innerHeight - element.offsetTop - element.offsetHeight
      const controls = [
        ...document.querySelectorAll(
          document.querySelector('dialog[open]')
            ? 'dialog[open] button, dialog[open] h2'
            : 'main button, main h1, main [data-uncovered]',
        ),
      ]
        .map((control) => control.getBoundingClientRect())
        .filter(({ height, bottom, top }) => height > 0 && bottom > 0 && top < innerHeight - lowest)
      setLift(Math.max(0, clearOf(controls, element.offsetHeight, innerHeight, lowest) - lowest))
    }
    look()
    const timer = setInterval(look, LOOKED_AT_EVERY_MS)
    return () => clearInterval(timer)
  }, [region, shown])
  return lift
}

/** Height of the page covered by the on-screen keyboard, in CSS pixels; tracked only while toasts are shown. */
function useKeyboardHeight(shown: boolean): number {
  const [height, setHeight] = useState(0)
  useEffect(() => {
    const viewport = globalThis.visualViewport
    if (!shown || !viewport) return undefined
    // On a zoomed page the difference is not caused by a keyboard.
    const measure = () =>
      setHeight(
        viewport.scale > 1 ? 0 : Math.max(0, Math.round(innerHeight - viewport.height - viewport.offsetTop)),
      )
    measure()
    viewport.addEventListener('resize', measure)
    return () => viewport.removeEventListener('resize', measure)
  }, [shown])
  return height
}

const marks = {
  info: { icon: 'info', look: 'text-action' },
  success: { icon: 'check', look: 'text-action' },
  error: { icon: 'warning', look: 'text-loss' },
} as const

function ToastItem({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const { icon, look } = marks[toast.kind]
  return (
    <div
      onPointerEnter={() => keepToast(toast.id)}
      onPointerLeave={() => releaseToast(toast.id)}
      onFocus={() => keepToast(toast.id)}
      onBlur={() => releaseToast(toast.id)}
      className={`grid transition-[grid-template-rows,opacity] duration-300 starting:opacity-0 ${
        toast.leaving ? 'grid-rows-[0fr] opacity-0' : 'grid-rows-[1fr]'
      }`}
    >
      <div className="min-h-0 overflow-hidden">
        <div className="pointer-events-auto mb-2 flex items-center gap-2.5 rounded-control border border-line bg-surface py-1 pr-1 pl-3.5 text-ink">
          <Icon name={icon} className={look} />
          <p role={toast.kind === 'error' ? 'alert' : 'status'} className="flex-1 py-1.5 font-medium">
            {toast.message}
          </p>
          <button
            type="button"
            aria-label={closeLabel}
            onClick={() => dismissToast(toast.id)}
            className="target grid cursor-pointer place-items-center rounded-small -outline-offset-2 text-quiet"
          >
            <Icon name="close" size={18} />
          </button>
        </div>
      </div>
    </div>
  )
}
