// Database access for command-line tools: the one of the environment, or the embedded one of DATA_DIR.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { refuseOtherSecret } from '../credentials/deployment-secret.ts'
import { type Database, openDatabase } from './database.ts'
import { startEmbedded } from './embedded.ts'
import { ensureAppLogin, keptAppPassword } from './login.ts'

type DatabaseConfig = Pick<Config, 'database_url' | 'database_app_url' | 'data_dir' | 'postgres_bin'>

type Secrets = Pick<Config, 'known_secrets' | 'secret_place'>

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
export async function withOwnerUrl<T>(
  config: DatabaseConfig,
  work: (owner_url: string) => Promise<T>,
  { settings = {}, creates = false }: Options = {},
): Promise<T> {
  if (config.database_url !== undefined) return await work(config.database_url)
  if (config.database_app_url !== undefined)
    throw new Error('This needs the schema owner’s login: set DATABASE_URL to it for this command.')
  if (!creates && !existsSync(join(config.data_dir, 'postgres.json')))
    throw new Error(
      `There is no database in ${config.data_dir}: set DATABASE_URL or DATABASE_APP_URL (docs/operations.md has which command needs which), or DATA_DIR to the folder that has one.`,
    )
  const embedded = await startEmbedded({
    data_dir: config.data_dir,
    settings,
    postgres_bin: config.postgres_bin,
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
  work: (app_url: string) => Promise<T>,
): Promise<T> {
  if (config.database_app_url !== undefined) return await work(config.database_app_url)
  return await withOwnerUrl(config, async (owner_url) =>
    work(await ensureAppLogin(owner_url, keptAppPassword(config.data_dir))),
  )
}

/** Calls `work` with the database, by the processes' login. Throws if a secret is configured that is not the deployment's. */
export async function withAppDatabase<T>(
  config: DatabaseConfig & Secrets,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  return await withAppUrl(config, async (url) => {
    const database = await openDatabase({ url, pool_size: 2 })
    try {
      await refuseOtherSecret(database, config)
      return await work(database)
    } finally {
      await database.close()
    }
  })
}
