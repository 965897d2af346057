// Starts the member app: loads the language, then renders.
import { startTransition } from 'react'
import '@fairturn/ui/install-offer.ts'
import './shell/app.css'
import { screens } from './routes.tsx'
import { writeStored, readStored } from './shell/device.ts'
import { whenIdle } from './shell/idle.ts'
import { activateLocale, chosenLocale } from './shell/locale.ts'
import { paths } from './shell/paths.ts'
import { homeResponses, savePageSettings } from './shell/queries.ts'
import { createRoot, hydrateRoot } from './shell/react-dom.ts'
import { Root } from './shell/Root.tsx'

// After a deployment the chunks of the old version are gone: reload, but not in a loop, and not while a form
// is being filled in.
addEventListener('vite:preloadError', (event) => {
  if (
    !navigator.onLine ||
    document.querySelector('form') ||
    Date.now() - Number(readStored('reloaded_at')) < 60_000
  )
    return
  event.preventDefault()
  writeStored('reloaded_at', String(Date.now()))
  location.reload()
})

try {
  sessionStorage.removeItem('entry_reloads') // counted by preload.ts
} catch {
  // Storage is blocked, and nothing was counted.
}

savePageSettings()

// Loads the screen's code, the catalogue and the preloaded data in parallel, then renders; until then the
// page shows the outline. A concurrent render yields to taps and keys.
await Promise.all([
  activateLocale(chosenLocale()),
  screens.prefetch(location.pathname),
  location.pathname === paths.home ? homeResponses() : undefined,
])
const root = document.getElementById('root')!
const { prerendered } = root.dataset
delete root.dataset['prerendered']
/** Pressed before this code was there. */
const pressed = root.querySelector<HTMLElement>('[data-pressed]')
pressed?.removeAttribute('data-pressed')
startTransition(() => {
  // Hydrates the HTML prerendered at build (preload.ts). If it differs in this browser, React renders it
  // again.
  if (prerendered) hydrateRoot(root, <Root screens={screens} />, { onRecoverableError: () => undefined })
  else createRoot(root).render(<Root screens={screens} />)
})
pressed?.click()

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // If registration is blocked or the network fails, the app works without a service worker.
  whenIdle(() => void startOffline().catch(() => undefined))
}

// A separate `await`: the bundler handles a rejection chained to an import as a failed file load, so a page
// whose worker cannot be registered would reload as if its version were gone.
async function startOffline(): Promise<void> {
  const { startServiceWorker } = await import('./shell/offline/start.tsx')
  await startServiceWorker()
}
