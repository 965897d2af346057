import './no-eval.ts'
import '@fontsource-variable/manrope/wght.css'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'

/** A page younger than this is of the version that is served: what it cannot load is not for that reason. */
const FRESH_MS = 60_000

// After a deployment the chunks of the previous version are gone.
addEventListener('vite:preloadError', (event) => {
  if (performance.now() < FRESH_MS || document.querySelector('[role=dialog]') !== null) return
  event.preventDefault()
  location.reload()
})

createRoot(document.querySelector('#root')!).render(<App />)
