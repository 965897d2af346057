// Puts the two scripts that must run before anything else into the page itself, and lists their hashes in dist/csp.json,
// so that the server can allow exactly these and no other inline script.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { themeSnippet } from '@fairturn/ui/theme.ts'
import { minifySync, transformWithOxc, type Plugin } from 'vite'

const EARLY = fileURLToPath(new URL('./src/early.ts', import.meta.url))

async function earlySnippet(): Promise<string> {
  const { code } = await transformWithOxc(await readFile(EARLY, 'utf8'), EARLY)
  const script = code.replace(/^export \{\s*\};?$/m, '')
  return minifySync('early.js', `{${script}}`, { module: false }).code.trim()
}

const sourceOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

export function inlineScripts(): Plugin {
  return {
    name: 'fairturn-inline-scripts',
    async transformIndexHtml() {
      return [themeSnippet, await earlySnippet()].map((children) => ({
        tag: 'script',
        children,
        injectTo: 'head' as const,
      }))
    },
    async generateBundle() {
      const script_hashes = [themeSnippet, await earlySnippet()].map(sourceOf)
      this.emitFile({ type: 'asset', fileName: 'csp.json', source: JSON.stringify({ script_hashes }) })
    },
  }
}
