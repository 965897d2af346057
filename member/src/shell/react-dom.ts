// A separate file (vite.config.ts), so that react-dom is evaluated in a task of its own (preload.ts), not in
// the entry's.
export { createRoot, hydrateRoot } from 'react-dom/client'
