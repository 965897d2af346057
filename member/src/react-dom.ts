// A module of our own in the file of the libraries (vite.config.ts): so react-dom starts when that file is evaluated, in a task
// of its own (preload.ts), and not in the entry's.
export { createRoot, hydrateRoot } from 'react-dom/client'
