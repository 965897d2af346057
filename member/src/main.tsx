// Starts the member app: the language first, then React.
import { startTransition } from 'react'
import '@fairturn/ui/install-offer.ts'
import './app.css'
import { keep, kept } from './device.ts'
import { activateLocale, chosenLocale } from './locale.ts'
import { paths } from './paths.ts'
import { whenIdle } from './idle.ts'
import { answersOfHome, savePageSettings } from './queries.ts'
import { createRoot, hydrateRoot } from './react-dom.ts'
import { Root } from './Root.tsx'
import { prefetchPage } from './screens.ts'

// After a deployment the old version's chunks are gone: reload, but not in a loop, and not under a form
// that is being filled in.
addEventListener('vite:preloadError', (event) => {
  if (
    !navigator.onLine ||
    document.querySelector('form') ||
    Date.now() - Number(kept('reloaded_at')) < 60_000
  )
    return
  event.preventDefault()
  keep('reloaded_at', String(Date.now()))
  location.reload()
})

savePageSettings()

// The screen's own code is fetched beside the catalogue, and React begins when both are there, and what was asked for
// ahead: the outline in the page itself stands until then. Rendered in slices, which a tap or a key comes between.
await Promise.all([
  activateLocale(chosenLocale()),
  prefetchPage(location.pathname),
  location.pathname === paths.home ? answersOfHome() : undefined,
])
const root = document.getElementById('root')!
startTransition(() => {
  // What was rendered at build is taken over (preload.ts). Where this browser differs, React renders it again.
  if (root.dataset['prerendered']) hydrateRoot(root, <Root />, { onRecoverableError: () => undefined })
  else createRoot(root).render(<Root />)
})

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Where it is blocked, or the network has just gone, the app works as it did before there was one.
  whenIdle(() => void startOffline().catch(() => undefined))
}

// Awaited on its own: to the bundler, a rejection chained to an import is a failure of loading the file,
// and a page whose worker cannot be registered would reload as if its version were gone.
async function startOffline(): Promise<void> {
  const { startServiceWorker } = await import('./offline/start.tsx')
  await startServiceWorker()
}
