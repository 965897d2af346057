// A PostgreSQL server for one benchmark, or the one given by DATABASE_URL; migrated.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../server/src/platform/database/embedded.ts'
import { ensureAppLogin, keptAppPassword } from '../server/src/platform/database/login.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'

/** URLs of one database, by who logs in. */
export interface Logins {
  readonly schemaOwnerUrl: string
  /** Who may switch triggers off and see other sessions' queries. */
  readonly superuserUrl: string
  /** The processes' login. */
  readonly appUrl: string
}

/** Migrates it as the schema owner, and lets the processes log in. */
export async function migrateAs(
  schemaOwnerUrl: string,
  superuserUrl: string,
  dataDir: string,
): Promise<Logins> {
  await migrate({ url: schemaOwnerUrl })
  const appUrl = await ensureAppLogin(schemaOwnerUrl, keptAppPassword(dataDir))
  return { schemaOwnerUrl, superuserUrl, appUrl }
}

type Work = (logins: Logins, dataDir: string) => Promise<void>

/** Starts a server in TMPDIR that is deleted afterwards. */
export async function withOwnDatabase(work: Work, { durable = true } = {}): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairturn-bench-'))
  const server = await startEmbedded({ dataDir, durable })
  try {
    await work(await migrateAs(server.url, server.superuserUrl, dataDir), dataDir)
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Uses the empty database at DATABASE_URL, of a superuser, or else starts a server. */
export async function withDatabase(work: Work, options?: { durable: boolean }): Promise<void> {
  const given = process.env['DATABASE_URL']
  if (given === undefined) return await withOwnDatabase(work, options)
  const dataDir = await mkdtemp(join(tmpdir(), 'fairturn-bench-'))
  try {
    await work(await migrateAs(given, given, dataDir), dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
