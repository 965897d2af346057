// Build and development server of the member app.
import { fileURLToPath } from 'node:url'
import texts from '@lingui/babel-plugin-lingui-macro'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { catalogues } from './catalogues-build.ts'
import { filesOfLanguages } from './files-of-languages.ts'
import { firstModules } from './first-modules.ts'
import { inlineScripts } from './inline-scripts.ts'
import { prerender } from './prerender-build.ts'
import { OF_A_LANGUAGE, serviceWorker } from './service-worker-build.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Where `npm start` or `node server/src/main.ts` listens; the development server proxies to it. */
const SERVER = 'http://127.0.0.1:3000'

/** JSX and the macros of texts: files that import none are not parsed a second time. */
const macros = {
  preset: { plugins: [texts] },
  rolldown: { filter: { code: /from ['"]@lingui\/(?:core|react)\/macro['"]/ } },
}
const compile = () => [react(), babel({ presets: [macros] }), catalogues()]

const first = firstModules()

/**
 * The bundler wraps a CommonJS module in an arrow function, which V8 parses twice, the second time on the
 * main thread when it is called. A function in parentheses is compiled eagerly with its file, in the
 * background (https://v8.dev/blog/preparser#pife).
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

export default defineConfig({
  root,
  plugins: [
    compile(),
    tailwindcss(),
    compiledAhead(),
    first.plugin,
    inlineScripts(),
    filesOfLanguages(),
    prerender(compile),
    serviceWorker(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Inlined as data URLs, images would add to the size of every page, even of those that never show them.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: {
        // All texts of a language share its name, by which the service worker decides which files to keep.
        chunkFileNames: ({ facadeModuleId }) => {
          const [, screens, messages] = OF_A_LANGUAGE.exec(facadeModuleId ?? '') ?? []
          return `assets/${screens ?? messages ?? '[name]'}-[hash].js`
        },
        codeSplitting: {
          // Combines the code of the first screens into two files instead of thirty, and nothing else: one
          // that changes only with library versions, one with our own code. Home needs no form: the sign-in's
          // is a third.
          groups: [
            {
              name: 'libraries',
              test: /node_modules[\\/](react|react-dom|scheduler|wouter|@tanstack|@lingui)[\\/]/,
            },
            // Separate, so that react-dom is evaluated in a task of its own.
            { name: 'react-dom', test: /member[\\/]src[\\/]shell[\\/]react-dom\.ts/ },
            { name: 'first', test: first.ofHome, minShareCount: 2 },
            { name: 'form', test: first.ofSignIn, minShareCount: 2 },
            { name: 'kit', test: /ui[\\/]src[\\/](?!gallery)/, minShareCount: 2 },
            // Small files shared by nearly every screen cost a round trip each if a connection handles
            // requests one at a time (HTTP/1.1).
            { name: 'shell', test: /member[\\/]src[\\/](shell[\\/])?[\w-]+\.tsx?$/, minShareCount: 3 },
            {
              name: 'sign-in',
              test: /member[\\/]src[\\/]members[\\/]sign-in[\\/](?!\w+Page)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': SERVER, '/r': SERVER, '/files': SERVER, '/media': SERVER, '/popup': SERVER },
  },
})
