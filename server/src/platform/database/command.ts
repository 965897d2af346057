// Database access for command-line tools: the one of the environment, or the embedded one of DATA_DIR.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { refuseOtherSecret } from '../credentials/deployment-secret.ts'
import { type Database, openDatabase } from './database.ts'
import { startEmbedded } from './embedded.ts'
import { ensureAppLogin, keptAppPassword } from './login.ts'

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databaseAppUrl' | 'dataDir' | 'postgresBin'>

type Secrets = Pick<Config, 'knownSecrets' | 'secretSource'>

interface Options {
  /** Of the embedded server. */
  readonly settings?: Record<string, string>
  /** Whether an embedded database that is not there yet is made; otherwise a forgotten variable would mean an empty one. */
  readonly creates?: boolean
}

/**
 * Calls `work` with the schema owner's URL. Starts the embedded server if it is not running, and stops it afterwards.
 * Throws if only the processes' login is known, or if there is no database.
 */
export async function withSchemaOwnerUrl<T>(
  config: DatabaseConfig,
  work: (schemaOwnerUrl: string) => Promise<T>,
  { settings = {}, creates = false }: Options = {},
): Promise<T> {
  if (config.databaseUrl !== undefined) return await work(config.databaseUrl)
  if (config.databaseAppUrl !== undefined)
    throw new Error('This needs the schema owner’s login: set DATABASE_URL to it for this command.')
  if (!creates && !existsSync(join(config.dataDir, 'postgres.json')))
    throw new Error(
      `There is no database in ${config.dataDir}: set DATABASE_URL or DATABASE_APP_URL (docs/operations.md has which command needs which), or DATA_DIR to the folder that has one.`,
    )
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    settings,
    postgresBin: config.postgresBin,
  })
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}

/** Calls `work` with the URL of the processes' login (login.ts). */
export async function withAppUrl<T>(
  config: DatabaseConfig,
  work: (appUrl: string) => Promise<T>,
): Promise<T> {
  if (config.databaseAppUrl !== undefined) return await work(config.databaseAppUrl)
  return await withSchemaOwnerUrl(config, async (schemaOwnerUrl) =>
    work(await ensureAppLogin(schemaOwnerUrl, keptAppPassword(config.dataDir))),
  )
}

/** Calls `work` with the database, by the processes' login. Throws if a secret is configured that is not the deployment's. */
export async function withAppDatabase<T>(
  config: DatabaseConfig & Secrets,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  return await withAppUrl(config, async (url) => {
    const database = await openDatabase({ url, poolSize: 2 })
    try {
      await refuseOtherSecret(database, config)
      return await work(database)
    } finally {
      await database.close()
    }
  })
}
