// Runs work that no screen waits for in a separate task, when the browser is idle.

/** Returns a function that cancels it. */
export function whenIdle(work: () => void, maxDelayMs = 5000): () => void {
  // Safari does not implement it.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: maxDelayMs })
  return () => cancelIdleCallback(handle)
}
