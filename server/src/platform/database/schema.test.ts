// server/schema shows the schema as it is, one file a module. After a migration: UPDATE_SCHEMA=1 npx vitest run with this
// file writes it.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../../test/database.ts'
import { readSchema } from '../../../test/schema.ts'
import { MIGRATIONS_FOLDER } from './migrate.ts'

const FOLDER = join(import.meta.dirname, '../../../schema')
/** As of 1.0.0, in the modules' order: none refers to one on its right but through a key that the right one adds. */
const MODULES =
  'platform staff ledger members notices content banking deposits withdrawals levels campaigns tracking orders transparency overview'.split(
    ' ',
  )

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('the files of server/schema are current', async () => {
  const schema = await readSchema(<Row extends object>(text: string) =>
    database.asSchemaOwner<Row & Record<string, unknown>>(text),
  )
  if (process.env['UPDATE_SCHEMA'] === '1') {
    await rm(FOLDER, { recursive: true, force: true })
    await mkdir(FOLDER)
    for (const [module, text] of schema) await writeFile(join(FOLDER, `${module}.sql`), text)
  }
  expect((await readdir(FOLDER)).toSorted()).toEqual(
    [...schema.keys()].map((module) => `${module}.sql`).toSorted(),
  )
  for (const [module, text] of schema)
    expect(
      await readFile(join(FOLDER, `${module}.sql`), 'utf8'),
      `${module}.sql; UPDATE_SCHEMA=1 writes it`,
    ).toBe(text)
})

test('a table, a trigger or a grant that a file does not have is seen', async () => {
  const before = await readSchema(<Row extends object>(text: string) =>
    database.asSchemaOwner<Row & Record<string, unknown>>(text),
  )
  await database.asSchemaOwner('grant delete on audit_event to fairturn_app')
  await database.asSchemaOwner('alter table session add column seen int')
  const after = await readSchema(<Row extends object>(text: string) =>
    database.asSchemaOwner<Row & Record<string, unknown>>(text),
  )
  await database.asSchemaOwner(
    'revoke delete on audit_event from fairturn_app; alter table session drop column seen',
  )
  const changed = [...before.keys()].filter((module) => before.get(module) !== after.get(module))
  expect(changed.toSorted()).toEqual(['members', 'staff'])
})

test('migrations are one a module as of 1.0.0, in the modules’ order, then named by module and what', async () => {
  const files = (await readdir(MIGRATIONS_FOLDER)).toSorted()
  const first = files.slice(0, MODULES.length)
  expect(first).toEqual(MODULES.map((module, index) => `${String(index + 1).padStart(4, '0')}-${module}.sql`))
  const later = new RegExp(
    `^\\d{4}-(${MODULES.join('|')}|documents|invoices|privacy|support)-[a-z0-9-]+\\.sql$`,
  )
  expect(files.slice(MODULES.length).filter((file) => !later.test(file))).toEqual([])
})
