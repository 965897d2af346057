// Collects our own modules that the first screens import, for a shared chunk that holds only these
// (vite.config.ts).
import type { Plugin, Rolldown } from 'vite'

const FIRST = ['/src/main.tsx', '/src/shell/home/HomePage.tsx', '/src/members/sign-in/LoginPage.tsx']
const LIBRARY = /node_modules/

export function firstModules() {
  const found = new Set<string>()
  const plugin: Plugin = {
    name: 'fairturn-first-modules',
    apply: 'build',
    buildEnd() {
      found.clear()
      for (const id of this.getModuleIds())
        if (FIRST.some((path) => id.replaceAll('\\', '/').endsWith(path))) addImports(this, id, found)
    },
  }
  return { plugin, has: (id: string) => found.has(id) }
}

/** Adds a module and its static imports, recursively. */
function addImports(bundler: Rolldown.PluginContext, id: string, found: Set<string>): void {
  if (found.has(id) || LIBRARY.test(id)) return
  found.add(id)
  bundler.getModuleInfo(id)?.importedIds.forEach((next) => addImports(bundler, next, found))
}
