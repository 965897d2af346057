// `BACKUP_DIR=<folder> npm run backup [-- --keep <copies>]`: online backup of the database and the uploaded files.
// PostgreSQL itself archives the WAL: the embedded one with BACKUP_DIR, otherwise as docs/operations.md describes.
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { loadConfig } from '../platform/config.ts'
import { fingerprintOf, refuseOtherSecret } from '../platform/credentials/deployment-secret.ts'
import { withSchemaOwnerUrl } from '../platform/database/command.ts'
import { explainFailures } from '../platform/explain.ts'
import { openFiles } from '../platform/files/files.ts'
import { closedAccountsIn } from '../privacy/privacy.ts'
import { archiveSettings, isArchived, newBase, prune } from './archive.ts'
import { copyCluster } from './base-backup.ts'
import { readDeployment, writeDeployment } from './deployment.ts'

explainFailures()

const { values } = parseArgs({ options: { keep: { type: 'string' } } })
const keptCopies = values.keep === undefined ? undefined : Number(values.keep)
const config = loadConfig(process.env)
const { backupDir } = config
if (
  backupDir === undefined ||
  (keptCopies !== undefined && !(Number.isInteger(keptCopies) && keptCopies > 0))
) {
  console.error('Where to, and how many copies are kept?  BACKUP_DIR=/backups npm run backup -- --keep 14')
  process.exit(2)
}
const copyAll = async (url: string) => {
  const fingerprints = await inDatabase(url, fingerprintsOf)
  const base = await newBase(backupDir, new Date())
  // The backup then contains every file the database refers to; a surplus file is harmless.
  await (await openFiles(config)).copyTo(join(base, 'files'))
  await writeFile(join(base, 'secret.fingerprint'), fingerprints.map((one) => `${one}\n`).join(''))
  await writeDeployment(base, await readDeployment(url))
  await copyCluster(url, base)
  await requireArchived(base)
  // Of processes that have no BACKUP_DIR: what a restore closes again.
  await cp(closedAccountsIn(config.dataDir), closedAccountsIn(backupDir), { recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    },
  )
  await inDatabase(url, recordCopy)
  console.log(`Copied to ${base}.`)
  if (keptCopies !== undefined) console.log(`${await prune(backupDir, keptCopies)} older copies removed.`)
}
/** PostgreSQL ends a copy once its WAL is archived: a folder that lacks it then is not where it is archived. */
async function requireArchived(base: string): Promise<void> {
  const { found, wal } = await isArchived(backupDir!, base)
  if (!found)
    throw new Error(
      `Copied to ${base}, but PostgreSQL does not archive its log to ${wal}, without which the copy cannot be restored: ` +
        'correct archive_command or BACKUP_DIR (docs/operations.md, Backup and restore). If another tool keeps the log, put it there before you restore.',
    )
}
/**
 * Of the secret, and of its predecessor too where a rotation is not finished: npm run restore says which are needed. A backup
 * needs none itself once a process has recorded the deployment's.
 */
async function fingerprintsOf(client: Client): Promise<string[]> {
  const recorded = await refuseOtherSecret(client, config)
  if (recorded === undefined && config.databaseUrl !== undefined && config.knownSecrets.length === 0)
    throw new Error(
      'No process has recorded the secret of this deployment yet: start one first, or set SECRET.',
    )
  const [given] = recorded === undefined ? [config.secret] : config.knownSecrets
  return [...new Set([given && fingerprintOf(given), recorded].filter((one) => one !== undefined))]
}
/** For the first-day checklist of the back office; a database of an older version has no such record. */
async function recordCopy(client: Client): Promise<void> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('backup_copy') is not null as known`,
  )
  if (rows[0]!.known) await client.query(`insert into backup_copy (finished_at) values (now())`)
}
async function inDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'fairturn backup' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
const settings = config.databaseUrl === undefined ? await archiveSettings(backupDir) : {}
await withSchemaOwnerUrl(config, copyAll, { settings })
