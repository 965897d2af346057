// Work that no screen waits for: done when the browser has nothing else to do, in a separate task.

/** Returns a function that takes it back. */
export function whenIdle(work: () => void, max_delay_ms = 5000): () => void {
  // Safari has none.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: max_delay_ms })
  return () => cancelIdleCallback(handle)
}
