// Installs one of two sets of packages: `running` is what `npm start` needs to build the apps and run the product (the
// dependencies of every workspace), `all` adds the tools for tests and checks (the devDependencies). Runs on whatever
// Node the machine has, so it uses no package and no syntax newer than 2019.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Per set, npm's option for it and what it is called. */
const SETS = {
  running: { option: '--omit=dev', name: 'what running needs' },
  all: { option: '--include=dev', name: 'what running and testing need' },
}
/** The first long-term release of Node 24; `argon2` of node:crypto is missing before 24.7. */
const MINIMUM = '24.11'
// The lockfile pins each package by its hash, so a cached description needs no request to see whether it has changed.
const OPTIONS = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']

/**
 * The sentence for a machine whose Node is too old, if it is. Where the pinned Node exists as a package, any Node that
 * can install it is enough (`engines`); elsewhere the product runs on the machine's own.
 * @param {string} root
 * @param {{ platform: string, arch: string, version: string }} machine
 * @returns {string | undefined}
 */
export function nodeRefusal(root, { platform, arch, version }) {
  const { engines, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const is_pinned = optionalDependencies[`node-${platform}-${arch}`] !== undefined
  const needed = is_pinned ? engines.node.replace('>=', '') : MINIMUM
  if (numeric(version) >= numeric(needed)) return undefined
  return `Fairturn needs Node ${needed} or later on this machine (${platform} ${arch}), which has ${version}: install Node ${MINIMUM} or later and run the command again.`
}

/** @param {string} version Like `v24.21.0`, or `20`. */
function numeric(version) {
  const [, major, minor] = /^v?(\d+)(?:\.(\d+))?/.exec(version)
  return Number(major) * 1000 + Number(minor === undefined ? 0 : minor)
}

/**
 * Installs a set unless its stamp has the lockfile's hash; returns the exit status. Nothing that is installed and still
 * wanted is touched, because the product may be running from it, and the tools for tests stay once they are there.
 * @param {{ root: string, wanted: string | undefined, run: (args: string[]) => number, say: (line: string) => void }} options
 * @returns {number}
 */
export function ensureInstalled({ root, wanted, run, say }) {
  if (wanted !== 'running' && wanted !== 'all') throw new Error('the argument is running or all')
  const modules = join(root, 'node_modules')
  const stamp = (set) => join(modules, `.fairturn-${set}`)
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (read(stamp(wanted)) === hash) return 0

  const installed = read(join(modules, '.package-lock.json'))
  // Installed by another user, such as root for a service (docs/operations.md): that one keeps it current.
  if (installed !== undefined && !mayWrite(modules)) return 0
  const set = installed !== undefined && hasTools(installed) ? 'all' : wanted
  say(`Installing ${SETS[set].name} (once, about half a minute)…`)
  // `npm ci` empties node_modules first; `npm install` adds and replaces only what differs from the lockfile.
  const command = installed === undefined ? ['ci'] : ['install', '--no-save']
  const status = run([...command, SETS[set].option, ...OPTIONS])
  if (status !== 0) {
    say('The installation failed; what npm said is above.')
    return status
  }
  for (const done of set === 'all' ? ['running', 'all'] : ['running']) writeFileSync(stamp(done), hash)
  return 0
}

/** @param {string} installed npm's list of what it has installed. */
const hasTools = (installed) => Object.values(JSON.parse(installed).packages).some(({ dev }) => dev === true)

/**
 * Runs npm, the one that runs this script if there is one.
 * @param {string} root
 * @returns {(args: string[]) => number}
 */
export function npm(root) {
  const cli = process.env.npm_execpath
  const own = cli !== undefined && cli.endsWith('npm-cli.js')
  return (args) => {
    const [command, first] = own ? [process.execPath, [cli]] : ['npm', []]
    const { status, error } = spawnSync(command, [...first, ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: !own && process.platform === 'win32',
    })
    if (error !== undefined) console.error(error.message)
    return status === null ? 1 : status
  }
}

/** @param {string} file */
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

/** @param {string} folder */
function mayWrite(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
