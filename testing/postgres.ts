// A PostgreSQL server for one benchmark, or the one given by DATABASE_URL; migrated.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../server/src/platform/database/embedded.ts'
import { ensureAppLogin, keptAppPassword } from '../server/src/platform/database/login.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'

/** URLs of one database, by who logs in. */
export interface Logins {
  readonly owner_url: string
  /** Who may switch triggers off and see other sessions' queries. */
  readonly superuser_url: string
  /** The processes' login. */
  readonly app_url: string
}

/** Migrates it as the schema owner, and lets the processes log in. */
export async function migrateAs(owner_url: string, superuser_url: string, data_dir: string): Promise<Logins> {
  await migrate({ url: owner_url })
  const app_url = await ensureAppLogin(owner_url, keptAppPassword(data_dir))
  return { owner_url, superuser_url, app_url }
}

type Work = (logins: Logins, data_dir: string) => Promise<void>

/** Starts a server in TMPDIR that is deleted afterwards. */
export async function withOwnDatabase(work: Work, { durable = true } = {}): Promise<void> {
  const data_dir = await mkdtemp(join(tmpdir(), 'fairturn-bench-'))
  const server = await startEmbedded({ data_dir, durable })
  try {
    await work(await migrateAs(server.url, server.superuser_url, data_dir), data_dir)
  } finally {
    await server.stop()
    await rm(data_dir, { recursive: true, force: true })
  }
}

/** Uses the empty database at DATABASE_URL, of a superuser, or else starts a server. */
export async function withDatabase(work: Work, options?: { durable: boolean }): Promise<void> {
  const given = process.env['DATABASE_URL']
  if (given === undefined) return await withOwnDatabase(work, options)
  const data_dir = await mkdtemp(join(tmpdir(), 'fairturn-bench-'))
  try {
    await work(await migrateAs(given, given, data_dir), data_dir)
  } finally {
    await rm(data_dir, { recursive: true, force: true })
  }
}
