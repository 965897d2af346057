import './shell/no-eval.ts'
import '@fontsource-variable/manrope/wght.css'
import { createRoot } from 'react-dom/client'
import { App } from './shell/App.tsx'
import { expireDrafts } from './shell/store.ts'

/** A page younger than this has the current version: a load failure then has another cause. */
const FRESH_MS = 60_000

// After a deployment the chunks of the previous version are gone.
addEventListener('vite:preloadError', (event) => {
  if (performance.now() < FRESH_MS || document.querySelector('[role=dialog]') !== null) return
  event.preventDefault()
  location.reload()
})

try {
  sessionStorage.removeItem('entry_reloads') // counted by public/assets/reload-1.js
  expireDrafts()
} catch {
  // Storage is blocked: nothing was counted, and nothing typed is kept.
}

createRoot(document.querySelector('#root')!).render(<App />)
