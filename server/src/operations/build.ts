// Builds each app if its sources have changed since the last build, and precompresses its files: in a folder of this process,
// which is put in place once it is complete. Several processes may start from one checkout at once (build.test.ts).
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isAlive } from '../platform/database/embedded.state.ts'

const ROOT = join(import.meta.dirname, '../../..')
export const MEMBER_DIST = join(ROOT, 'member/dist')
export const ADMIN_DIST = join(ROOT, 'admin/dist')
type Name = 'member' | 'admin'
const sourcesOf = (app: Name) => [
  `${app}/{src,public}/**`,
  `${app}/*.{ts,json,html}`,
  'ui/src/**',
  'contract/src/**',
  ...(app === 'member' ? ['server/src/platform/texts/*/{messages.json,banner.vtt,popup.webp}'] : []),
  'package-lock.json',
]
const COMPRESSED = /\.(js|css|html|svg|json|webmanifest|vtt)$/

const distOf = (app: Name): string => (app === 'member' ? MEMBER_DIST : ADMIN_DIST)
const STAMP = '.sources'
/** The folder beside `dist` in which a process builds ends with its id. */
const OWN_BUILD = '.build-'
const MOST_TURNS = 5
const OF_ANOTHER = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT'])

/** Resolves with whether a build was needed. During a build the app's folder has no `.sources`. */
export async function buildApp(app: Name): Promise<boolean> {
  const hash = await discardStale(app)
  if (hash === undefined) return false
  await discardLeft(join(ROOT, app))
  const folder = `${OWN_BUILD}${process.pid}`
  const built = join(ROOT, app, folder, 'dist')
  try {
    await vite(app, join(folder, 'dist'))
    await compress(built)
    await writeFile(join(built, STAMP), hash)
    await putInPlace(built, distOf(app), hash)
  } finally {
    await rm(dirname(built), { recursive: true, force: true })
  }
  return true
}

/** Of processes that were killed while they built. */
async function discardLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(OWN_BUILD) && !isAlive(Number(name.slice(OWN_BUILD.length))))
      await rm(join(folder, name), { recursive: true, force: true })
}

/**
 * Makes a complete build the app's folder. One of the same sources that another process has put there stays: its server may be
 * reading it.
 */
export async function putInPlace(built: string, dist: string, hash: string): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    if ((await stampIn(dist)) === hash) return
    try {
      await mkdir(dist, { recursive: true })
      await rename(dist, join(dirname(built), `before-${turn}`))
      return await rename(built, dist)
    } catch (error) {
      // Another process has put its own there in between.
      if (turn === MOST_TURNS || !OF_ANOTHER.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
}

const stampIn = (dist: string): Promise<string | undefined> =>
  readFile(join(dist, STAMP), 'utf8').catch(() => undefined)

/** Invalidates a stale build, so that it is not served; resolves with what to build, if anything. */
export async function discardStale(app: Name): Promise<string | undefined> {
  const hash = await hashOfSources(app)
  if ((await stampIn(distOf(app))) === hash) return undefined
  await rm(join(distOf(app), STAMP), { force: true })
  return hash
}

async function hashOfSources(app: Name): Promise<string> {
  const files: string[] = []
  for await (const entry of glob(sourcesOf(app), { cwd: ROOT, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name))
  }
  const hash = createHash('sha256')
  for (const file of files.sort())
    hash
      .update(file.slice(ROOT.length))
      .update('\0')
      .update(await readFile(file))
      .update('\0')
  return hash.digest('hex')
}

function vite(app: Name, outDir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const output: Buffer[] = []
    const child = spawn(
      process.execPath,
      [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--outDir', outDir],
      {
        cwd: join(ROOT, app),
        env: { ...process.env, NODE_ENV: 'production' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
    child.on('error', reject)
    child.on('close', (status) => {
      if (status === 0) resolve()
      else reject(new Error(`building ${app} failed:\n${Buffer.concat(output).toString()}`))
    })
  })
}

async function compress(dist: string): Promise<void> {
  const work: Promise<void>[] = []
  for await (const entry of glob('**/*', { cwd: dist, withFileTypes: true })) {
    if (entry.isFile() && COMPRESSED.test(entry.name))
      work.push(compressFile(join(entry.parentPath, entry.name)))
  }
  await Promise.all(work)
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
}

if (process.argv[1] === import.meta.filename) {
  for (const app of ['member', 'admin'] as const)
    console.log(`${app}: ${(await buildApp(app)) ? 'built.' : 'nothing has changed since the last build.'}`)
}
