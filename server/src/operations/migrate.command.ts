// `DATABASE_URL=<the schema owner's> npm run migrate`: migrates the database, and lets the processes log in. Run it before
// processes of a new version are started.
import { loadConfig } from '../platform/config.ts'
import { withOwnerUrl } from '../platform/database/command.ts'
import { ensureAppLogin, keptAppPassword, passwordOf } from '../platform/database/login.ts'
import { migrate } from '../platform/database/migrate.ts'

const config = loadConfig(process.env)
await withOwnerUrl(config, async (owner_url) => {
  await migrate({ url: owner_url })
  const password =
    config.database_app_url === undefined
      ? await keptAppPassword(config.data_dir)
      : passwordOf(config.database_app_url)
  await ensureAppLogin(owner_url, password)
  console.log('The database is migrated, and the processes can log in.')
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
