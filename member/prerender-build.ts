// Prerenders the screens before sign-in after the app is built: dist/screens.json holds their HTML by path
// and language.
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build, type Plugin, type PluginOption, type Rolldown } from 'vite'

const ENTRY = fileURLToPath(new URL('./src/shell/prerender.tsx', import.meta.url))
/** Below node_modules, so that the bundle can resolve the libraries that are external to it. */
const CACHE = fileURLToPath(new URL('../node_modules/.cache/prerender/', import.meta.url))
const MAX_HTML_BYTES = 4_000_000

/** `compile` creates the plugins that compile the app's sources; each build needs new instances. */
export function prerender(compile: () => PluginOption[]): Plugin {
  return {
    name: 'fairturn-prerender',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const built = (await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        plugins: compile(),
        ssr: { noExternal: [/^@fairturn\//] },
        build: {
          ssr: ENTRY,
          write: false,
          rolldownOptions: { output: { codeSplitting: false } },
        },
      })) as Rolldown.RolldownOutput
      await mkdir(CACHE, { recursive: true })
      const bundle = join(CACHE, `${process.pid}.mjs`)
      await writeFile(bundle, built.output[0].code)
      const { stdout } = await promisify(execFile)(process.execPath, [bundle], { maxBuffer: MAX_HTML_BYTES })
      await writeFile(join(dir, 'screens.json'), stdout)
    },
  }
}
