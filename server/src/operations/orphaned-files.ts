// Compares stored files with the rows that reference them, daily: an orphan is deleted after a day, a missing file is
// reported.
import { z } from 'zod'
import type { Database } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { runEach } from '../platform/queue/batches.ts'
import { defineJob, handle, type JobHandler } from '../platform/queue/queue.ts'

export const orphanCheck = defineJob({ name: 'sweep_files', payload: z.object({}) })

/** Longer than any upload takes between storing the file and inserting its row. */
const ORPHANED_AFTER_MS = 24 * 3_600_000
const SHOWN = 10

// Every column that may reference a file. `orphaned-files.test.ts` fails if one is missing here.
const selectReferences = statement(
  `-- files_referenced
  select distinct found[1] as name from (
    select url as text from content_file
    union all select url from creative
    union all select file from member where file is not null
    union all select creative from campaign
    union all select creative from link
    union all select image from popup where image is not null
    union all select html from page where html like '%/files/%'
    union all select content::text from version where content::text like '%/files/%'
    union all select content::text from proposal where status = 'open' and content::text like '%/files/%'
    union all select value::text from setting where value::text like '%/files/%'
    union all select draft::text from campaign_draft where draft::text like '%/files/%'
  ) shown, regexp_matches(shown.text, '/files/([0-9a-f]{32}\\.(?:webp|mp4|webm))', 'g') as found`,
  { columns: { name: 'text' } },
)

export interface RemovedFiles {
  readonly removed: string[]
  /** Referenced by a row, but not stored. */
  readonly missing: string[]
}

/** Deletes unreferenced files; changes no row. */
export async function removeOrphanedFiles(database: Database, files: FileStore): Promise<RemovedFiles> {
  const references = async () => new Set((await selectReferences.all(database)).map(({ name }) => name))
  const before = await references()
  const kept = new Map<string, Date>()
  for await (const { name, keptAt } of files.list()) kept.set(name, keptAt)
  // Re-checked: a file that was put to use or deleted during the listing is neither orphaned nor missing (race).
  const after = await references()
  const oldest = database.clock.now().getTime() - ORPHANED_AFTER_MS
  const removed = [...kept].flatMap(([name, at]) => (!after.has(name) && at.getTime() < oldest ? [name] : []))
  await runEach(removed.map((name) => () => files.remove(name)))
  return { removed, missing: [...before].filter((name) => after.has(name) && !kept.has(name)) }
}

export const orphanRemover = (files: FileStore): JobHandler =>
  handle(orphanCheck, async (database) => {
    const { removed, missing } = await removeOrphanedFiles(database, files)
    if (removed.length > 0) console.error(JSON.stringify({ level: 'info', removedFiles: removed.length }))
    if (missing.length === 0) return
    const shown = missing.slice(0, SHOWN)
    console.error(JSON.stringify({ level: 'error', alarm: 'files', missing: missing.length, shown }))
  })
