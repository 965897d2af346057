// Database access for command-line tools: the one of DATABASE_URL, or the embedded one of DATA_DIR.
import type { Config } from '../config.ts'
import { startEmbedded } from './embedded.ts'

/** Calls `work` with the owner's URL. Starts the embedded server if it is not running, and stops it afterwards. */
export async function withDatabaseUrl<T>(
  config: Pick<Config, 'database_url' | 'data_dir'>,
  work: (url: string) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  if (config.database_url !== undefined) return await work(config.database_url)
  const embedded = await startEmbedded({ data_dir: config.data_dir, settings })
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}
