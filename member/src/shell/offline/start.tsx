// Registers the service worker once the page is idle, and offers its new versions. Rendered separately from
// the app, so that the first load does not include it.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createRoot } from 'react-dom/client'
import { messageSW, Workbox } from 'workbox-window'
import { apiBase } from '../client.ts'
import { session } from '../session.ts'
import { PICTURE_CACHE, PUBLIC_CACHE, workerAt } from './cache-policy.ts'
import { UpdateBar } from './UpdateBar.tsx'

/** Minimum interval between update checks of a page that stays open; checked when it becomes visible. */
const UPDATE_CHECK_INTERVAL_MS = 30 * 60_000

const container = document.createElement('div')
const root = createRoot(document.body.appendChild(container))
let loadingAgain = false

/** Registers the service worker. Without one, a device lacks only offline use and push. */
export async function startServiceWorker(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  }
  const workbox = new Workbox(workerAt(apiBase), { updateViaCache: 'none' })
  workbox.addEventListener('waiting', ({ sw }) => {
    if (sw) void offer(sw, () => workbox.messageSkipWaiting())
  })
  workbox.addEventListener('controlling', () => {
    const { controller } = navigator.serviceWorker
    if (loadingAgain) location.reload()
    // Another tab has activated the new version: chunks of the old version that this page still needs may be
    // gone.
    else if (controller) void offer(controller, () => location.reload())
  })
  await workbox.register({ immediate: true })
  pollForUpdates(workbox)
  // Fails only if caches are blocked, and then they are empty.
  session.subscribe(() => void deleteMemberCaches().catch(() => undefined))
  const registration = await navigator.serviceWorker.ready
  registration.active?.postMessage({ type: 'LOADED', files: loadedFiles() })
}

/** Offers the new version, unless this page was already served by it from the network. */
async function offer(worker: ServiceWorker, change: () => void): Promise<void> {
  const page = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src
  const entry = (await messageSW(worker, { type: 'ENTRY' })) as string
  if (page === undefined || new URL(page).pathname === entry) return
  const draw = (bar: React.ReactNode) => root.render(<I18nProvider i18n={i18n}>{bar}</I18nProvider>)
  draw(
    <UpdateBar
      onUpdate={() => {
        loadingAgain = true
        change()
      }}
      onLater={() => draw(null)}
    />,
  )
}

function pollForUpdates(workbox: Workbox): void {
  let asked_at = performance.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || performance.now() - asked_at < UPDATE_CHECK_INTERVAL_MS) return
    asked_at = performance.now()
    // Update checks fail offline.
    workbox.update().catch(() => undefined)
  })
}

/** Deletes cached pictures and responses at sign-out, so that the next user of this device finds none. */
async function deleteMemberCaches(): Promise<void> {
  if (session.accessToken() !== null) return
  await Promise.all([PICTURE_CACHE, PUBLIC_CACHE].map((name) => caches.delete(name)))
}

const loadedFiles = (): string[] =>
  performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
