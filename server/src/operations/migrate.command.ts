// `DATABASE_URL=<the schema owner's> npm run migrate`: migrates the database, and lets the processes log in. Run it before
// processes of a new version are started.
import { Client } from 'pg'
import { loadConfig } from '../platform/config.ts'
import { withSchemaOwnerUrl } from '../platform/database/command.ts'
import {
  ensureAppLogin,
  keptAppPassword,
  passwordOf,
  refuseOtherLogin,
  refuseSuperuser,
} from '../platform/database/login.ts'
import { migrate, requireMigrated } from '../platform/database/migrate.ts'
import { explainFailures } from '../platform/explain.ts'

explainFailures()

const config = loadConfig(process.env)
const { databaseAppUrl } = config
if (databaseAppUrl !== undefined) refuseOtherLogin(databaseAppUrl)
await withSchemaOwnerUrl(
  config,
  async (schemaOwnerUrl) => {
    await refuseSuperuser(schemaOwnerUrl)
    await migrate({ url: schemaOwnerUrl })
    await ensureAppLogin(
      schemaOwnerUrl,
      databaseAppUrl === undefined ? keptAppPassword(config.dataDir) : passwordOf(databaseAppUrl),
    )
    if (databaseAppUrl !== undefined) await requireSameDatabase(schemaOwnerUrl, databaseAppUrl)
    console.log('The database is migrated, and the processes can log in.')
  },
  { creates: true },
)

/** The processes' URL may lead elsewhere, through a pooler too, but to this database. */
async function requireSameDatabase(schemaOwnerUrl: string, appUrl: string): Promise<void> {
  const names = await Promise.all([schemaOwnerUrl, appUrl].map((url) => inDatabase(url, nameOf)))
  if (names[0] !== names[1])
    throw new Error(
      `DATABASE_URL leads to the database ${names[0]}, which is migrated, and DATABASE_APP_URL to ${names[1]}: name one database in both.`,
    )
  await inDatabase(appUrl, requireMigrated)
}

async function inDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'fairturn migrate' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function nameOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  return rows[0]!.name
}
