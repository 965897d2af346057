// Gzipped JavaScript of the first screens: the member app relative to react and react-dom, the back office against a
// budget. Run after a build: node bench/size.ts
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

/** Multiple of react and react-dom. */
const MAX_MEMBER = 1.8
/** KB gzipped; code and texts together were 706 when all screens were in one file. */
const MAX_ADMIN_KB = 310
/** KB gzipped of one language's texts: they grow by a few hundred bytes a screen, and are cached apart from the code. */
const MAX_ADMIN_TEXTS_KB = 55

interface Chunk {
  file: string
  imports?: string[]
}
type Manifest = Record<string, Chunk>

/** The files of a module and its static imports. */
function filesOf(manifest: Manifest, entries: readonly string[]): Set<string> {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`no such module in the build: ${name}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  entries.forEach(visit)
  return files
}

const gzipped = (code: string | Buffer) => gzipSync(code, { level: 9 }).length

/** Bytes required to render a first screen of the app. */
function bytesOf(app: 'member' | 'admin', entries: readonly string[]): number {
  const dist = new URL(`../${app}/dist/`, import.meta.url)
  const manifestFile = new URL('.vite/manifest.json', dist)
  if (!existsSync(manifestFile)) {
    console.error(`There is no build of ${app}. Run \`npm run build\` first.`)
    process.exit(1)
  }
  const files = filesOf(JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest, entries)
  return [...files].reduce((sum, file) => sum + gzipped(readFileSync(new URL(file, dist))), 0)
}

/** react and react-dom's client, built and minified by the same bundler. */
async function reactAlone(): Promise<number> {
  const entry = 'virtual:react-alone'
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('../member/', import.meta.url)),
    plugins: [
      {
        name: 'react-alone',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) =>
          id === entry
            ? `import { createElement } from 'react'; import { createRoot } from 'react-dom/client';
               createRoot(document.body).render(createElement('p'))`
            : undefined,
      },
    ],
    build: { write: false, rolldownOptions: { input: entry } },
  })) as Rolldown.RolldownOutput
  return built.output.reduce((sum, part) => sum + (part.type === 'chunk' ? gzipped(part.code) : 0), 0)
}

const react = await reactAlone()
const screens = { login: 'src/members/sign-in/LoginPage.tsx', home: 'src/shell/home/HomePage.tsx' }
const adminScreens = { 'office sign-in': [], 'office dashboard': ['src/overview/DashboardPage.tsx'] }

const kb = (bytes: number) => (bytes / 1024).toFixed(1).padStart(7)
console.log(`react + react-dom ${kb(react)} KB gzip`)
let over = false
for (const [name, page] of Object.entries(screens)) {
  const bytes = bytesOf('member', ['index.html', page, 'src/locales/vn/first.po'])
  over ||= bytes > MAX_MEMBER * react
  console.log(
    `${name.padEnd(17)} ${kb(bytes)} KB gzip  ${(bytes / react).toFixed(2)}x  (goal ${MAX_MEMBER}x)`,
  )
}
const budget = (name: string, bytes: number, maxKb: number) => {
  over ||= bytes > maxKb * 1024
  console.log(`${name.padEnd(17)} ${kb(bytes)} KB gzip  (budget ${maxKb} KB)`)
}
for (const [name, pages] of Object.entries(adminScreens))
  budget(name, bytesOf('admin', ['index.html', ...pages]), MAX_ADMIN_KB)
budget('office texts', bytesOf('admin', ['src/texts/vi.ts']), MAX_ADMIN_TEXTS_KB)
if (over) process.exitCode = 1
