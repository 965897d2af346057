// Inlines the two scripts that must run first, moves the stylesheet below the outline (the outline is then
// painted without waiting for it; scripts still wait), and writes the scripts' hashes to dist/csp.json, so
// that the server's CSP allows exactly these inline scripts.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LANGUAGES, LOCALES } from '@fairturn/contract/locales'
import { themeSnippet } from '@fairturn/ui/theme.ts'
import { minifySync, transformWithOxc, type Plugin, type Rolldown } from 'vite'

const MARKER = '<!-- inline scripts -->'
const ENTRY = /^\s*<(script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>$/gm
const STYLESHEET = /^\s*<link rel="stylesheet"[^>]*>$/m
const PRELOAD = fileURLToPath(new URL('./src/shell/preload.ts', import.meta.url))

/** Modules of the first screens, by the name preload.ts uses for them; catalogues are added by language code. */
const FIRST_SCREENS: Readonly<Record<string, string>> = {
  '/src/shell/home/HomePage.tsx': 'home',
  '/src/members/sign-in/LoginPage.tsx': 'plain',
}

/** The files each first screen and language needs in addition to the entry's own. */
function filesAhead(bundle: Rolldown.OutputBundle | undefined): Record<string, string[]> {
  const chunks = Object.values(bundle ?? {}).filter((part) => part.type === 'chunk')
  const entry = chunks.find((chunk) => chunk.isEntry)
  const there = new Set([entry?.fileName, ...(entry?.imports ?? [])])
  const ahead: Record<string, string[]> = {}
  const add = (file: string, to: Set<string>) => {
    if (there.has(file) || to.has(file)) return
    to.add(file)
    chunks.find((chunk) => chunk.fileName === file)?.imports.forEach((next) => add(next, to))
  }
  for (const chunk of chunks) {
    const module = chunk.facadeModuleId?.replaceAll('\\', '/') ?? ''
    const screen = Object.entries(FIRST_SCREENS).find(([path]) => module.endsWith(path))?.[1]
    const name = screen ?? /\/locales\/(\w+)\/first\.po$/.exec(module)?.[1]
    if (!name) continue
    const files = new Set<string>()
    add(chunk.fileName, files)
    ahead[name] = [...files]
  }
  return ahead
}

/** The entry's files in evaluation order. */
function filesOfEntry(bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || files.has(name)) return
    chunk.imports.forEach(add)
    files.add(name)
  }
  const entry = Object.values(bundle).find((part) => part.type === 'chunk' && part.isEntry)
  if (entry) add(entry.fileName)
  return [...files]
}

async function preloadSnippet(bundle: Rolldown.OutputBundle | undefined): Promise<string> {
  const { code } = await transformWithOxc(await readFile(PRELOAD, 'utf8'), PRELOAD)
  const ahead = JSON.stringify(filesAhead(bundle))
  const entry = JSON.stringify(bundle ? filesOfEntry(bundle) : [])
  const tags = JSON.stringify(Object.fromEntries(LOCALES.map((locale) => [locale, LANGUAGES[locale].tag])))
  return minifySync('preload.js', `{const AHEAD=${ahead},ENTRY=${entry},TAGS=${tags};${code}}`, {
    module: false,
  }).code.trim()
}

export function inlineScripts(): Plugin {
  return {
    name: 'fairturn-inline-scripts',
    transformIndexHtml: {
      order: 'post',
      // At the placeholder, before the stylesheet: an inline script after a stylesheet would wait for it.
      async handler(html, { bundle }) {
        const scripts = [themeSnippet, await preloadSnippet(bundle)]
        const [stylesheet = ''] = STYLESHEET.exec(html) ?? []
        // In the build, preload.ts fetches and starts the entry; in development the page's script tag does.
        return (bundle ? html.replace(ENTRY, '') : html)
          .replace(MARKER, () => scripts.map((script) => `<script>${script}</script>`).join(''))
          .replace(stylesheet, '')
          .replace('</body>', () => `${stylesheet.trim()}</body>`)
      },
    },
    async writeBundle({ dir = '' }) {
      const html = await readFile(join(dir, 'index.html'), 'utf8')
      const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => script ?? '')
      const scriptHashes = scripts.map(
        (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
      )
      await writeFile(join(dir, 'csp.json'), JSON.stringify({ scriptHashes }))
    },
  }
}
