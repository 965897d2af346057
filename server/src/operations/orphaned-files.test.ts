// Files left by an upload that was interrupted before its row was written are cleaned up, in a folder and in a bucket;
// a file named by any row is never deleted.
import { randomBytes } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BucketServer, startBucket } from '../../../testing/s3.ts'
import { startApp, type TestApp } from '../../test/app.ts'
import { placeCampaign } from '../../test/carrying.ts'
import { payable } from '../../test/payments.ts'
import { openFiles } from '../platform/files/files.ts'
import { removeOrphanedFiles } from './orphaned-files.ts'

const DAY_MS = 86_400_000
let bucket: BucketServer
let inBucket: TestApp
let inFolder: TestApp

beforeAll(async () => {
  bucket = await startBucket()
  inBucket = await startApp({ variables: bucket.variables })
  inFolder = await startApp()
})
afterAll(async () => {
  await inBucket.close()
  await inFolder.close()
  await bucket.close()
})

const newName = () => `${randomBytes(16).toString('hex')}.webp`

/** Every file name in any row of any table. */
async function namesIn(app: TestApp): Promise<Set<string>> {
  const tables = await app.database.asSchemaOwner<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const found = new Set<string>()
  for (const { name } of tables) {
    const rows = await app.database.asSchemaOwner<{ row: string }>(
      `select t::text as row from "${name}" t where t::text like '%/files/%'`,
    )
    for (const { row } of rows)
      for (const [, file] of row.matchAll(/\/files\/([0-9a-f]{32}\.\w+)/g)) found.add(file!)
  }
  return found
}

describe.each([
  ['a folder', () => inFolder],
  ['a bucket', () => inBucket],
])('in %s', (_where, appOf) => {
  test('a file that no row names is deleted a day after it was stored; one that any row names stays', async () => {
    const app = appOf()
    const files = await openFiles(app.config)
    const placer = await payable(app, 'placer', 500_000n)
    await placeCampaign(app, placer, { brand: 'Shown', visits: 40 })
    const avatar = newName()
    const everywhere: [sql: string, value: (url: string) => string][] = [
      [`update member set file = $1 where id = '${placer._id}'`, (url) => url],
      [`update campaign set creative = $1`, (url) => url],
      [`insert into creative (url, member_id) values ($1, '${placer._id}')`, (url) => url],
      [
        `insert into campaign_draft (member_id, draft, saved_at) values ('${placer._id}', $1, now())`,
        (creative) => JSON.stringify({ creative }),
      ],
      [
        `insert into setting (key, value, updated_at) values ('x', $1, now())`,
        (url) => JSON.stringify({ url }),
      ],
      [
        `insert into page (name, locale, html, updated_at) values ('foundation-rules', 'rs', $1, now())`,
        (url) => `<img src="${url}">`,
      ],
    ]
    for (const [i, [sql, value]] of everywhere.entries())
      await app.database.asSchemaOwner(sql, [value(`/files/${i === 0 ? avatar : newName()}`)])
    const named = await namesIn(app)
    expect(named.size).toBeGreaterThanOrEqual(everywhere.length)
    for (const name of named) await files.put(name, Buffer.from('kept'))
    const orphan = newName()
    await files.put(orphan, Buffer.from('nobody’s'))
    app.clock.set(new Date())

    expect(await removeOrphanedFiles(app.database, files)).toEqual({ removed: [], missing: [] })
    app.clock.advance(DAY_MS + 60_000)
    expect(await removeOrphanedFiles(app.database, files)).toEqual({ removed: [orphan], missing: [] })
    expect(await removeOrphanedFiles(app.database, files)).toEqual({ removed: [], missing: [] })
    expect((await app.fastify.inject(`/files/${orphan}`)).statusCode).toBe(404)
    expect((await app.fastify.inject(`/files/${avatar}`)).statusCode).toBe(200)

    await files.remove(avatar)
    expect(await removeOrphanedFiles(app.database, files)).toEqual({ removed: [], missing: [avatar] })
  })
})

test('an unfinished part is deleted too; other files in the folder are kept', async () => {
  const root = join(inFolder.config.dataDir, 'files')
  await mkdir(root, { recursive: true })
  const part = `${newName()}.part`
  for (const name of [part, 'notes.txt']) {
    await writeFile(join(root, name), 'x')
    await utimes(join(root, name), new Date(0), new Date(0))
  }
  const files = await openFiles(inFolder.config)
  const { removed } = await removeOrphanedFiles(inFolder.database, files)
  expect(removed).toEqual([part])
})
