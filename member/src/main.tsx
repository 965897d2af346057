// Starts the member app: language first, for nothing is shown in a language nobody chose; then React.
import { I18nProvider } from '@lingui/react'
import { i18n } from '@lingui/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '@fairturn/ui/install-offer.ts'
import './app.css'
import { App } from './App.tsx'
import { queries } from './client.ts'
import { keep, kept } from './device.ts'
import { activateLocale, chosenLocale } from './locale.ts'
import { keepPageSettings } from './queries.ts'
import { prefetchPage } from './screens.ts'

// After a new version was put up, the old one's screens are no longer there: load the new one, but not for ever, and
// not under a form that is being filled in.
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

keepPageSettings()

// The screen's own code is fetched beside the catalogue, and React begins when both are there: the outline in the
// page itself stands until then.
await Promise.all([activateLocale(chosenLocale()), prefetchPage(location.pathname)])
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
)

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout
  // Where it is blocked, or the network has just gone, the app works as it did before there was one.
  whenIdle(() => void startOffline().catch(() => undefined))
}

// Awaited by itself: what is chained to an import fails, to the bundler's eye, as the loading of the file does, and a page
// whose worker cannot be registered would be loaded again as if its version were gone.
async function startOffline(): Promise<void> {
  const { startServiceWorker } = await import('./offline/start.tsx')
  await startServiceWorker()
}
