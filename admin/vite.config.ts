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

const CONTRACT = /\/contract\/src\//
const ZOD = /\/node_modules\/zod\//
const schemas = new Set<string>()
/** Collects the schemas' library and what of the contract needs it. */
const collectSchemas: Plugin = {
  name: 'collect-schemas',
  apply: 'build',
  buildEnd() {
    const seen = new Map<string, boolean>()
    const needsSchemas = (id: string): boolean => {
      const known = seen.get(id)
      if (known !== undefined) return known
      seen.set(id, false)
      const needs =
        ZOD.test(id) || (CONTRACT.test(id) && this.getModuleInfo(id)?.importedIds.some(needsSchemas) === true)
      seen.set(id, needs)
      return needs
    }
    for (const id of this.getModuleIds()) if (needsSchemas(id)) schemas.add(id)
  },
}

/** Of two files that import each other, one runs before what it needs of the other is there. */
const refuseCircularChunks: Plugin = {
  name: 'refuse-circular-chunks',
  apply: 'build',
  generateBundle(_options, bundle) {
    const done = new Set<string>()
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) this.error(`chunks import each other: ${[...path, file].join(' → ')}`)
      const chunk = bundle[file]
      if (done.has(file) || chunk?.type !== 'chunk') return
      for (const next of chunk.imports) visit(next, [...path, file])
      done.add(file)
    }
    for (const file of Object.keys(bundle)) visit(file, [])
  },
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/admin/',
  plugins: [materialIcons, react(), oneLanguageAChunk, collectSchemas, refuseCircularChunks],
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
            // The contract in two files, its schemas with their library, which few screens need, apart; left to the
            // group below they came to import each other in a circle.
            {
              name: 'contract',
              test: (id) => CONTRACT.test(id) && !schemas.has(id),
              priority: 0.9,
              entriesAware: true,
            },
            { name: 'schemas', test: (id) => schemas.has(id), priority: 0.8 },
            // Combines code shared by several screens, to avoid a request per small module.
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1_000 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: SERVER, changeOrigin: false } } },
})
