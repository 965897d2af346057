// How the member app is built and served in development.
import { fileURLToPath } from 'node:url'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { filesOfLanguages } from './files-of-languages.ts'
import { firstModules } from './first-modules.ts'
import { inlineScripts } from './inline-scripts.ts'
import { prerender } from './prerender-build.ts'
import { OF_A_LANGUAGE, serviceWorker } from './service-worker-build.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const catalogues = { cwd: fileURLToPath(new URL('..', import.meta.url)) }
const lenient = {
  ...catalogues,
  configPath: fileURLToPath(new URL('../lingui.dev.config.ts', import.meta.url)),
}

/** Where `npm start` or `node server/src/main.ts` listens while the development server stands in front of it. */
const SERVER = 'http://127.0.0.1:3000'

/** JSX and texts; a text missing in any language fails the build. */
const compile = (command: 'build' | 'serve') => [
  react(),
  babel({ presets: [linguiTransformerBabelPreset(undefined, catalogues)] }),
  command === 'build'
    ? lingui({ ...catalogues, failOnMissing: true, failOnCompileError: true })
    : lingui({ ...lenient, failOnCompileError: true }),
]

const first = firstModules()

/**
 * The builder wraps a CommonJS module in an arrow function, which V8 parses twice, the second time on the main thread when it is
 * called. A function in parentheses is compiled with its file, in the background (https://v8.dev/blog/preparser#pife).
 */
const compiledAhead = (): Plugin => {
  let wrappers = 0
  return {
    name: 'fairturn-compiled-ahead',
    apply: 'build',
    renderChunk(code) {
      const changed = code.replaceAll(/(__commonJS\w*\(\()\(([\w, ]*)\) => \{/g, (_, call, names) => {
        wrappers += 1
        return `${call}function (${names}) {`
      })
      return changed === code ? null : { code: changed, map: null }
    },
    generateBundle() {
      if (wrappers === 0)
        this.error('no CommonJS wrapper was found: the builder names or writes it another way')
    },
  }
}

export default defineConfig(({ command }) => ({
  root,
  plugins: [
    compile(command),
    tailwindcss(),
    compiledAhead(),
    first.plugin,
    inlineScripts(),
    filesOfLanguages(),
    prerender(() => compile('build')),
    serviceWorker(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Data URLs would be counted against every page that never shows the picture.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: {
        // All texts of a language go by its name: by it the service worker knows which to keep.
        chunkFileNames: ({ facadeModuleId }) => {
          const [, screens, messages] = OF_A_LANGUAGE.exec(facadeModuleId ?? '') ?? []
          return `assets/${screens ?? messages ?? '[name]'}-[hash].js`
        },
        codeSplitting: {
          // What the first screens have in two files instead of thirty, and nothing else in them: one that changes with its
          // versions, one with our own.
          groups: [
            {
              name: 'libraries',
              test: /node_modules[\\/](react|react-dom|scheduler|wouter|@tanstack|@lingui)[\\/]/,
            },
            // By itself, so that react-dom starts in a task of its own.
            { name: 'react-dom', test: /member[\\/]src[\\/]react-dom\.ts/ },
            { name: 'first', test: first.has, minShareCount: 2 },
            { name: 'kit', test: /ui[\\/]src[\\/](?!gallery)/, minShareCount: 2 },
            // Small files that nearly every screen shares cost a round trip each where a connection takes them in turn.
            { name: 'shell', test: /member[\\/]src[\\/](shell[\\/]|[\w-]+\.tsx?$)/, minShareCount: 3 },
            { name: 'sign-in', test: /member[\\/]src[\\/]sign-in[\\/](?!\w+Page)/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': SERVER, '/r': SERVER, '/files': SERVER, '/media': SERVER, '/popup': SERVER },
  },
}))
