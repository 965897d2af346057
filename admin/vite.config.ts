// Build and development server of the back office: a separate bundle, below /admin/.
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { materialIcons } from './material-icons.ts'

/** Where `npm start` listens; the development server proxies to it. */
const SERVER = 'http://127.0.0.1:3000'

/** The source has both languages side by side; each language gets a chunk with only its own texts. */
const oneLanguageAChunk: Plugin = {
  name: 'one-language-a-chunk',
  apply: 'build',
  load: async (id) =>
    /\/src\/texts\/(en|vi)\.ts$/.test(id)
      ? `export default ${JSON.stringify(((await import(id)) as { default: unknown }).default)}`
      : null,
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/admin/',
  plugins: [materialIcons, react(), oneLanguageAChunk],
  optimizeDeps: { rolldownOptions: { plugins: [materialIcons] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'framework', test: /node_modules/, tags: ['$initial'], priority: 2 },
            { name: 'start', test: /\.tsx?$/, tags: ['$initial'], priority: 1 },
            // Combines code shared by several screens, to avoid a request per small module.
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1_000 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: SERVER, changeOrigin: false } } },
})
