// What a backup says of the PostgreSQL it was taken from, beside its files: which version restores it, and by which names.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { z } from 'zod'
import type { Database } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'

const deployment = z.object({
  /** Major version: only the same one can start the files. */
  major: z.number(),
  database: z.string(),
  /** The schema owner. */
  owner: z.string(),
  superuser: z.string(),
})
export type Deployment = z.infer<typeof deployment>

const FILE = 'deployment.json'

/** Of the database at the schema owner's URL. */
export async function readDeployment(schemaOwnerUrl: string): Promise<Deployment> {
  const client = new Client({ connectionString: schemaOwnerUrl, application_name: 'fairturn backup' })
  await client.connect()
  try {
    const { rows } = await client.query<Deployment>(
      `select current_setting('server_version_num')::int / 10000 as major, current_database() as database, current_user as owner,
         (select rolname from pg_roles where rolsuper and rolcanlogin order by oid limit 1) as superuser`,
    )
    return rows[0]!
  } finally {
    await client.end()
  }
}

export const writeDeployment = (base: string, made: Deployment): Promise<void> =>
  writeFile(join(base, FILE), `${JSON.stringify(made, null, 2)}\n`)

/** Throws an Error if the backup was made before it said so. */
export async function deploymentOf(base: string): Promise<Deployment> {
  const text = await readFile(join(base, FILE), 'utf8').catch(() => {
    throw new Error(
      `${base} has no ${FILE}: it was made before release 1.0.0, whose databases this version cannot read`,
    )
  })
  return deployment.parse(JSON.parse(text))
}

const insertRestore = statement(
  `-- overview_record_restore
  insert into backup_restored (restored_at, copy_taken_at) values ($now, $copy_taken_at)`,
  { params: { now: 'timestamptz', copy_taken_at: 'timestamptz' } },
)

/** For the first-day list: a backup of this deployment, taken then, was restored and its ledger found consistent. */
export const recordRestore = async (live: Database, copy_taken_at: Date): Promise<void> =>
  void (await insertRestore.all(live, { now: live.clock.now(), copy_taken_at }))
