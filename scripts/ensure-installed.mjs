// Installs the dependencies if they are missing or do not match the lockfile. Runs before `npm start` and `npm test`
// on whatever Node the machine has, so it may use no dependency itself.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'node_modules', '.fairturn-installed')
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')

if (read(stamp) !== wanted) {
  console.log('Installing dependencies (once, about half a minute)…')
  const npm = process.env.npm_execpath
  const command = npm === undefined ? ['npm'] : [process.execPath, npm]
  // The lockfile pins each package by its hash, so a cached description needs no request to see whether it has changed.
  const args = [...command.slice(1), 'ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, error } = spawnSync(command[0], args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error(error?.message ?? 'The installation failed; what npm said stands above.')
    process.exit(status ?? 1)
  }
  writeFileSync(stamp, wanted)
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
