// Collects our own modules that the first screens import, for shared chunks that hold only these
// (vite.config.ts): one of what Home needs, and one of what only the sign-in needs besides, its form and fields.
import type { Plugin, Rolldown } from 'vite'

const HOME = ['/src/main.tsx', '/src/shell/home/HomePage.tsx']
const SIGN_IN = ['/src/members/sign-in/LoginPage.tsx']
const LIBRARY = /node_modules/

export function firstModules() {
  const home = new Set<string>()
  const sign_in = new Set<string>()
  const plugin: Plugin = {
    name: 'fairturn-first-modules',
    apply: 'build',
    buildEnd() {
      for (const [entries, found] of [
        [HOME, home],
        [SIGN_IN, sign_in],
      ] as const) {
        found.clear()
        for (const id of this.getModuleIds())
          if (entries.some((path) => id.replaceAll('\\', '/').endsWith(path))) addImports(this, id, found)
      }
    },
  }
  return { plugin, ofHome: (id: string) => home.has(id), ofSignIn: (id: string) => sign_in.has(id) }
}

/** Adds a module and its static imports, recursively. */
function addImports(bundler: Rolldown.PluginContext, id: string, found: Set<string>): void {
  if (found.has(id) || LIBRARY.test(id)) return
  found.add(id)
  bundler.getModuleInfo(id)?.importedIds.forEach((next) => addImports(bundler, next, found))
}
