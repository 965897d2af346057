// A file of its own (vite.config.ts): so react-dom starts in a task of its own (preload.ts), not in the entry's.
export { createRoot, hydrateRoot } from 'react-dom/client'
