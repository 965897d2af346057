// Installs a small project of the same shape with npm itself: two workspaces, one package each for running and for tests.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ensureInstalled, nodeRefusal, npm } from './installation.mjs'

const ROOT = join(import.meta.dirname, '..')
const NEEDS_24 = ['darwin arm64', 'darwin x64', 'win32 x64', 'linux riscv64'] as const
const PINNED = ['linux x64', 'linux arm64'] as const

const machine = (name: string, version: string) => {
  const [platform = '', arch = ''] = name.split(' ')
  return { platform, arch, version }
}

test.each(NEEDS_24)('on %s, an older Node ends in one sentence that says which to install', (name) => {
  expect(nodeRefusal(ROOT, machine(name, 'v22.20.0'))).toBe(
    `Fairturn needs Node 24.11 or later on this machine (${name}), which has v22.20.0: install Node 24.11 or later and run the command again.`,
  )
  expect(nodeRefusal(ROOT, machine(name, 'v24.10.0'))).toContain('install Node 24.11')
  expect(nodeRefusal(ROOT, machine(name, 'v24.11.0'))).toBeUndefined()
  expect(nodeRefusal(ROOT, machine(name, 'v26.1.0'))).toBeUndefined()
})

test.each(PINNED)('on %s, where Node 24 is a package, Node 20 is enough', (name) => {
  expect(nodeRefusal(ROOT, machine(name, 'v20.20.2'))).toBeUndefined()
  expect(nodeRefusal(ROOT, machine(name, 'v18.20.8'))).toBe(
    `Fairturn needs Node 20 or later on this machine (${name}), which has v18.20.8: install Node 24.11 or later and run the command again.`,
  )
})

test('both commands print that sentence alone and install nothing', () => {
  const project = mkdtempSync(join(tmpdir(), 'fairturn-node-'))
  try {
    mkdirSync(join(project, 'scripts'))
    for (const file of ['package.json', 'scripts/ensure-installed.mjs', 'scripts/installation.mjs'])
      writeFileSync(join(project, file), readFileSync(join(ROOT, file)))
    // Runs before the scripts and makes the process look like one on a Mac with Node 22.
    const disguise = `data:text/javascript,${encodeURIComponent(
      `Object.defineProperties(process, { platform: { value: 'darwin' }, arch: { value: 'arm64' }, version: { value: 'v22.1.0' } })`,
    )}`
    for (const set of ['running', 'all']) {
      const { status, output } = outcome(project, ['--import', disguise, 'scripts/ensure-installed.mjs', set])
      expect(status).toBe(1)
      expect(output.trim().split('\n')).toEqual([expect.stringContaining('install Node 24.11')])
    }
    expect(existsSync(join(project, 'node_modules'))).toBe(false)
  } finally {
    rmSync(project, { recursive: true })
  }
})

function outcome(cwd: string, args: string[]): { status: number; output: string } {
  try {
    return {
      status: 0,
      output: execFileSync(process.execPath, args, { cwd, encoding: 'utf8', stdio: 'pipe' }),
    }
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string }
    return { status, output: stdout + stderr }
  }
}

let packages: string
let root: string
let runs: string[][]
const modules = (...path: string[]) => join(root, 'node_modules', ...path)
const there = () => ['app', 'tool', 'later'].filter((name) => existsSync(modules(name, 'package.json')))
const ensure = (wanted: string) =>
  ensureInstalled({
    root,
    wanted,
    say: () => undefined,
    run: (args) => {
      runs.push(args)
      return npm(root)(args)
    },
  })

function write(folder: string, file: object): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(file))
}

/** The project's package.json and lockfile; `later` is a package that a newer version of the project needs to run. */
function writeProject(folder: string, later: boolean): void {
  const from = (name: string) => `file:${join(packages, `${name}-1.0.0.tgz`)}`
  write(folder, { name: 'project', version: '1.0.0', private: true, workspaces: ['product', 'tests'] })
  const dependencies = { app: from('app'), ...(later ? { later: from('later') } : {}) }
  write(join(folder, 'product'), { name: 'product', version: '1.0.0', dependencies })
  write(join(folder, 'tests'), {
    name: 'tests',
    version: '1.0.0',
    devDependencies: { tool: from('tool') },
  })
  npm(folder)(['install', '--package-lock-only', '--offline', '--silent'])
}

describe('a small project', () => {
  beforeAll(() => {
    packages = mkdtempSync(join(tmpdir(), 'fairturn-packages-'))
    for (const name of ['app', 'tool', 'later']) {
      write(join(packages, name), { name, version: '1.0.0' })
      npm(packages)(['pack', `./${name}`, '--silent'])
    }
  }, 120_000)
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'fairturn-install-'))
    runs = []
    writeProject(root, false)
    return () => rmSync(root, { recursive: true })
  })
  afterAll(() => rmSync(packages, { recursive: true }))

  test('running installs no tool, and the tools are added beside it without touching what runs', () => {
    expect(ensure('running')).toBe(0)
    expect(there()).toEqual(['app'])
    const before = statSync(modules('app', 'package.json'))
    const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8')

    expect(ensure('all')).toBe(0)
    expect(there()).toEqual(['app', 'tool'])
    const { ino, mtimeMs } = statSync(modules('app', 'package.json'))
    expect({ ino, mtimeMs }).toEqual({ ino: before.ino, mtimeMs: before.mtimeMs })
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).toBe(lockfile)

    for (const set of ['running', 'all', 'running']) expect(ensure(set)).toBe(0)
    expect(runs.map(([command]) => command)).toEqual(['ci', 'install'])
    expect(there()).toEqual(['app', 'tool'])
  }, 120_000)

  test('the tests install everything in one go on an empty clone, even where NODE_ENV is production', () => {
    const before = process.env['NODE_ENV']
    process.env['NODE_ENV'] = 'production'
    try {
      expect([ensure('all'), ensure('running')]).toEqual([0, 0])
    } finally {
      process.env['NODE_ENV'] = before
    }
    expect(runs.map(([command]) => command)).toEqual(['ci'])
    expect(there()).toEqual(['app', 'tool'])
  }, 120_000)

  test('after a new lockfile, and after an installation by hand, starting keeps the tools', () => {
    expect(npm(root)(['ci', '--offline', '--silent'])).toBe(0)
    expect(ensure('running')).toBe(0)
    expect(there()).toEqual(['app', 'tool'])

    writeProject(root, true)
    expect(ensure('running')).toBe(0)
    expect(there()).toEqual(['app', 'tool', 'later'])
    expect(ensure('all')).toBe(0)
    expect(runs.map(([command]) => command)).toEqual(['install', 'install'])
  }, 120_000)

  test('whoever did not install and may not change it runs what is there', () => {
    expect(ensure('running')).toBe(0)
    writeProject(root, true)
    chmodSync(root, 0o755)
    chmodSync(modules(), 0o555)
    try {
      // Root may write everywhere, so another user tries.
      const program = `
        import { ensureInstalled } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'installation.mjs')).href)}
        if (process.getuid() === 0) process.setuid(65_534)
        process.exit(ensureInstalled({ root: process.cwd(), wanted: 'running', say: console.log, run: () => 7 }))`
      expect(outcome(root, ['--input-type=module', '-e', program])).toEqual({ status: 0, output: '' })
    } finally {
      chmodSync(modules(), 0o755)
    }
    expect(there()).toEqual(['app'])
    expect(ensure('running')).toBe(0)
    expect(there()).toContain('later')
  }, 120_000)

  test('an installation that failed is repeated', () => {
    const say: string[] = []
    const failing = { root, wanted: 'running', say: (line: string) => void say.push(line), run: () => 7 }
    expect(ensureInstalled(failing)).toBe(7)
    expect(say.at(-1)).toBe('The installation failed; what npm said is above.')
    expect(ensure('running')).toBe(0)
    expect(there()).toEqual(['app'])
  }, 120_000)
})

test('the container image installs the running set of every workspace, and builds with a file that exists', () => {
  const image = readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8')
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    workspaces: string[]
  }
  for (const folder of workspaces) expect(image).toContain(`COPY ${folder}/package.json ${folder}/\n`)
  expect(image).toContain('RUN npm ci --omit=dev ')
  const files = [...image.matchAll(/node"?,? "?(server\/[\w/.-]+)/g)].map(([, file]) => file!)
  expect(files).toHaveLength(2)
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})
