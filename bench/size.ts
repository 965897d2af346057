// How much JavaScript the first screens need, gzipped, against react and react-dom alone. Run after a build:
// node bench/size.ts
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const dist = new URL('../member/dist/', import.meta.url)
const GOAL = 2

interface Chunk {
  file: string
  imports?: string[]
}
type Manifest = Record<string, Chunk>

/** The files a module needs before it runs, itself included. */
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

const gzippedFiles = (files: Set<string>) =>
  [...files].reduce((sum, file) => sum + gzipped(readFileSync(new URL(file, dist))), 0)

/** react and react-dom's client, built and minified by the same builder. */
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

const manifest_file = new URL('.vite/manifest.json', dist)
if (!existsSync(manifest_file)) {
  console.error('There is no build of the member app. Run `npm run build` first.')
  process.exit(1)
}
const manifest = JSON.parse(readFileSync(manifest_file, 'utf8')) as Manifest
const react = await reactAlone()
const screens = { login: 'src/sign-in/LoginPage.tsx', home: 'src/home/HomePage.tsx' }

const kb = (bytes: number) => (bytes / 1024).toFixed(1).padStart(7)
console.log(`react + react-dom ${kb(react)} KB gzip`)
let over = false
for (const [name, page] of Object.entries(screens)) {
  const bytes = gzippedFiles(filesOf(manifest, ['index.html', page, 'src/locales/vn/first.po']))
  over ||= bytes > GOAL * react
  console.log(`${name.padEnd(17)} ${kb(bytes)} KB gzip  ${(bytes / react).toFixed(2)}x  (goal ${GOAL}x)`)
}
if (over) process.exitCode = 1
