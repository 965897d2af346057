// What `npm start` installs is enough to build both apps and to run the product: packages that a workspace needs for
// that are among its dependencies, not its devDependencies.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { RUN_ALL } from '../testing/run-all.ts'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = ['contract', 'server', 'ui', 'member', 'admin', 'package.json', 'package-lock.json']
const SKIPPED = /\/(node_modules|dist|\.data)(\/|$)/
const run = promisify(execFile)

interface Installed {
  readonly dev?: boolean
  readonly link?: boolean
  readonly resolved?: string
}

/** A checkout with the running set alone. Packages are hard links, so that Node finds nothing beside them. */
function checkoutToRun(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairturn-running-'))
  const copied = [
    ...SOURCES,
    ...readdirSync(ROOT).filter((name) => /^(lingui|tsconfig).*\.(ts|json)$/.test(name)),
  ]
  for (const name of copied)
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (path) => !SKIPPED.test(path.slice(ROOT.length)),
    })
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: Record<string, Installed>
  }
  for (const [path, { dev, link, resolved }] of Object.entries(packages)) {
    if (dev === true || !path.includes('node_modules/')) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    if (link === true) symlinkSync(relative(dirname(path), resolved!), join(folder, path))
    else linkFolder(join(ROOT, path), join(folder, path))
  }
  return folder
}

function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') linkFolder(source, target)
    } else if (entry.isSymbolicLink()) cpSync(source, target, { verbatimSymlinks: true })
    else linkOrCopy(source, target)
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    copyFileSync(from, to)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

/** Resolves with what the product printed, once it is ready or has ended. */
async function start(folder: string): Promise<string> {
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: folder,
    env: { ...process.env, PORT: String(await freePort()), DATA_DIR: join(folder, '.data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = once(child, 'close')
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('Fairturn is ready')) resolve()
      })
  })
  await Promise.race([ready, ended])
  child.kill('SIGINT')
  await ended
  return output
}

test.runIf(RUN_ALL)(
  'the packages that are installed to run are enough to build the apps and to start the product',
  async () => {
    const folder = checkoutToRun()
    try {
      const { stdout } = await run(process.execPath, ['server/src/operations/build.ts'], { cwd: folder })
      expect(stdout).toBe('member: built.\nadmin: built.\n')
      expect(await start(folder)).toContain('Fairturn is ready')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  600_000,
)
