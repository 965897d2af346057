// Builds the service worker after the app: one classic script at /service-worker.js that contains the list of
// the app's files. The list changes with every version, which is how browsers detect an update.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

const ENTRY = fileURLToPath(new URL('./src/shell/offline/service-worker.ts', import.meta.url))

/** Files without a hash in their name: they carry a revision instead. */
const NAMED = [
  'favicon.svg',
  'manifest.webmanifest',
  'icons/icon-192.png',
  'icons/icon-512.png',
  'icons/apple-touch-180.png',
]

/** Chunks that only one language loads; cached on first use. */
export const OF_A_LANGUAGE = /[\\/](?:locales[\\/](\w+)[\\/]\w+\.po|texts[\\/](\w+)[\\/]messages\.ts)$/

interface Files {
  precache: { url: string; revision: string | null }[]
  on_demand: string[]
  entry: string
}

async function filesOf(dir: string, bundle: Rolldown.OutputBundle): Promise<Files> {
  const files: Files = { precache: [], on_demand: [], entry: '' }
  for (const part of Object.values(bundle)) {
    const url = `/${part.fileName}`
    if (part.type === 'chunk' && part.isEntry) files.entry = url
    const module = part.type === 'chunk' ? (part.facadeModuleId ?? '') : ''
    if (OF_A_LANGUAGE.test(module)) files.on_demand.push(url)
    else if (/^\/assets\/.*\.(js|css|woff2)$/.test(url)) files.precache.push({ url, revision: null })
  }
  const revisionOf = async (file: string) =>
    createHash('sha256')
      .update(await readFile(join(dir, file)))
      .digest('hex')
      .slice(0, 16)
  files.precache.push({ url: '/shell.html', revision: await revisionOf('index.html') })
  for (const file of NAMED) files.precache.push({ url: `/${file}`, revision: await revisionOf(file) })
  return files
}

export function serviceWorker(): Plugin {
  return {
    name: 'fairturn-service-worker',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = await filesOf(dir, bundle)
      const built = (await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: {
          FILES: JSON.stringify(files),
          'process.env.NODE_ENV': '"production"',
        },
        build: {
          write: false,
          target: 'baseline-widely-available',
          rolldownOptions: { input: ENTRY, output: { format: 'iife' } },
        },
      })) as Rolldown.RolldownOutput
      await writeFile(join(dir, 'service-worker.js'), built.output[0].code)
    },
  }
}
