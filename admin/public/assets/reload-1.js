// Reloads the page if a file of the app's entry is not found: during a rolling upgrade the page may come from a process
// of the new version and the request for its code go to one of the old version. A file without a hash, because the CSP
// allows no inline script; it is cached for ever, so a changed one needs a new name. main.tsx clears the count.
const MAX_RELOADS = 3
const RELOAD_AFTER_MS = 1_000

addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || !navigator.onLine) return
    try {
      const reloads = Number(sessionStorage.getItem('entry_reloads'))
      if (reloads >= MAX_RELOADS) return
      sessionStorage.setItem('entry_reloads', String(reloads + 1))
      setTimeout(() => location.reload(), RELOAD_AFTER_MS)
    } catch {
      // Storage is blocked: reloads cannot be counted, and might never end.
    }
  },
  true, // errors of elements do not bubble
)
