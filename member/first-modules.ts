// Which modules of our own the first screens need, so that one file has what these share, and nothing else.
import type { Plugin, Rolldown } from 'vite'

const FIRST = ['/src/main.tsx', '/src/home/HomePage.tsx', '/src/sign-in/LoginPage.tsx']
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

/** All that a module imports before it runs, itself included. */
function addImports(bundler: Rolldown.PluginContext, id: string, found: Set<string>): void {
  if (found.has(id) || LIBRARY.test(id)) return
  found.add(id)
  bundler.getModuleInfo(id)?.importedIds.forEach((next) => addImports(bundler, next, found))
}
