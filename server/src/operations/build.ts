// Builds each app if its sources have changed since the last build, and precompresses its files.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

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
const stampOf = (app: Name): string => join(distOf(app), '.sources')

/** Resolves with whether a build was needed. During a build the app's folder has no `.sources`. */
export async function buildApp(app: Name): Promise<boolean> {
  const hash = await discardStale(app)
  if (hash === undefined) return false
  await vite(app)
  await compress(distOf(app))
  await writeFile(stampOf(app), hash)
  return true
}

/** Invalidates a stale build, so that it is not served; resolves with what to build, if anything. */
export async function discardStale(app: Name): Promise<string | undefined> {
  const stamp = stampOf(app)
  const hash = await hashOfSources(app)
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === hash) return undefined
  await rm(stamp, { force: true })
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

function vite(app: Name): Promise<void> {
  return new Promise((resolve, reject) => {
    const output: Buffer[] = []
    const child = spawn(
      process.execPath,
      [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
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
