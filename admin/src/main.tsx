// Starts the back office.
import './no-eval.ts'
import '@fontsource-variable/manrope/wght.css'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'

createRoot(document.querySelector('#root')!).render(<App />)
