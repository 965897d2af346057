// How the back office is built and served in development: a bundle of its own, below /admin/.
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm start` listens while the development server stands in front of it. */
const SERVER = 'http://127.0.0.1:3000'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/admin/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The framework is one large file on purpose: everybody here needs it, and it changes with its version alone.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'framework', test: /node_modules/ }] } },
    },
  },
  server: { proxy: { '/api': { target: SERVER, changeOrigin: false } } },
})
