// Toasts: a small store outside React, so that any code may show one. Never the only place for important information,
// because a toast disappears.

export type ToastKind = 'info' | 'success' | 'error'

export interface Toast {
  id: number
  message: string
  kind: ToastKind
  /** `Date.now()` when it was shown. */
  sinceMs: number
  /** Set while it collapses. */
  leaving: boolean
}

export const TOAST_SHOWN_MS = 5000
export const TOAST_COLLAPSE_MS = 300

/** Nobody reads more at once: beyond this the oldest is dismissed. */
const TOASTS_MAX = 3

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/**
 * Shows a message for 5000 ms, or longer while it is hovered or focused. A duplicate of a visible message is not
 * added.
 */
export function toast(message: string, kind: ToastKind = 'info'): number {
  const same = toasts.find((shown) => shown.message === message && shown.kind === kind && !shown.leaving)
  if (same) return same.id
  lastId += 1
  change([...toasts, { id: lastId, message, kind, sinceMs: Date.now(), leaving: false }])
  releaseToast(lastId)
  const staying = toasts.filter((shown) => !shown.leaving)
  if (staying.length > TOASTS_MAX) dismissToast(staying[0]!.id)
  return lastId
}

/** Starts the collapse of a toast; it is removed 300 ms later. */
export function dismissToast(id: number): void {
  if (!toasts.some((shown) => shown.id === id && !shown.leaving)) return
  keepToast(id)
  change(toasts.map((shown) => (shown.id === id ? { ...shown, leaving: true } : shown)))
  setTimeout(() => change(toasts.filter((shown) => shown.id !== id)), TOAST_COLLAPSE_MS)
}

/** A toast as young as this is of the action that leads to another screen or state, and stays. */
export const TOAST_OF_THIS_ACTION_MS = 1500

/** Dismisses what was said before the screen or its state changed, even if it is held. */
export function dismissEarlierToasts(): void {
  const before = Date.now() - TOAST_OF_THIS_ACTION_MS
  for (const { id, sinceMs } of toasts) if (sinceMs < before) dismissToast(id)
}

/** Pauses the timer of a toast that is being read. */
export function keepToast(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
}

/** Starts the 5000 ms of a toast; also restarts them after `keepToast`. */
export function releaseToast(id: number): void {
  keepToast(id)
  if (!toasts.some((shown) => shown.id === id && !shown.leaving)) return
  timers.set(
    id,
    setTimeout(() => dismissToast(id), TOAST_SHOWN_MS),
  )
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function shownToasts(): readonly Toast[] {
  return toasts
}
