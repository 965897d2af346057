// The bank's connection: a job in the worker reads the folder that the bank's client writes to (BANK_FEED_DIR), imports each
// file once, by its hash, and calls operators for one it cannot take (bank-connection.test.ts).
import { hash } from 'node:crypto'
import type { Database } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { enqueue, handle, type JobHandler } from '../platform/queue/queue.ts'
import { mayWrite } from '../platform/read-only-folder.ts'
import type { BankingHooks } from './banking.hooks.ts'
import { bankAlarm, readBankConnection } from './banking.jobs.ts'
import { type FolderFile, type KnownFiles, readFolder } from './connection-folder.ts'
import { CONNECTION } from './statement-acceptance.ts'
import { importStatements } from './statement-import.ts'

const markRead = statement(
  `-- banking_connection_read
  insert into bank_connection (read_at) values ($read_at) on conflict (singleton) do update set read_at = excluded.read_at`,
  { params: { read_at: 'timestamptz' } },
)
const selectFile = statement(
  `-- banking_connection_file
  select refusal from bank_connection_file where file_hash = $file_hash`,
  { params: { file_hash: 'bytea' }, columns: { refusal: 'text?' } },
)
const putFile = statement(
  `-- banking_put_connection_file
  insert into bank_connection_file (file_hash, file_name, seen_at, refusal) values ($file_hash, $file_name, $seen_at, $refusal)
  on conflict (file_hash) do update set seen_at = excluded.seen_at, refusal = excluded.refusal
  where bank_connection_file.refusal is not null`,
  {
    params: { file_hash: 'bytea', file_name: 'text', seen_at: 'timestamptz', refusal: 'text?' },
  },
)
export const listRefusedFiles = statement(
  `-- banking_refused_files
  select file_name, seen_at, refusal from bank_connection_file where refusal is not null and seen_at > $since
  order by seen_at desc limit 50`,
  {
    params: { since: 'timestamptz' },
    columns: { file_name: 'text', seen_at: 'timestamptz', refusal: 'text' },
  },
)

/** Refusals that end by themselves or by a setting: the file is tried again. */
const LATER = new Set([
  'receiving_account_is_not_set',
  'service_is_busy',
  'payout_batch_is_in_another_state', // its file is not marked as sent yet
  'bank_statement_is_dated_later_than_today',
])

/** Without a folder it does nothing. */
export function connectionReader(
  dir: string | undefined,
  { takeStatusReport }: Pick<BankingHooks, 'takeStatusReport'>,
): JobHandler {
  const known: KnownFiles = new Map()
  return handle(readBankConnection, async (database) => {
    if (dir !== undefined) await readConnection(database, dir, { known, takeStatusReport })
  })
}

/** Imports what is new in the folder. */
export async function readConnection(
  database: Database,
  dir: string,
  {
    known = new Map(),
    now = Date.now(),
    canWrite = mayWrite,
    takeStatusReport,
  }: {
    known?: KnownFiles
    now?: number
    canWrite?: typeof mayWrite
  } & Partial<Pick<BankingHooks, 'takeStatusReport'>> = {},
): Promise<void> {
  await markRead.all(database, { read_at: database.clock.now() })
  const again: string[] = []
  for await (const file of readFolder(dir, { known, now, canWrite })) {
    if ((await takeFile(database, file, takeStatusReport)) === 'again') again.push(file.name)
  }
  for (const name of again) known.delete(name)
}

async function takeFile(
  database: Database,
  file: FolderFile,
  takeStatusReport: BankingHooks['takeStatusReport'] | undefined,
): Promise<'again' | void> {
  const { name } = file
  if (!('bytes' in file))
    return await keepRefusal(database, hashOf(`${file.refusal} ${name}`), name, file.refusal)
  const { bytes } = file
  const file_hash = hashOf(bytes)
  const before = await selectFile.maybe(database, { file_hash })
  if (before !== undefined && (before.refusal === null || !LATER.has(before.refusal))) return
  try {
    await importStatements(database, { bytes, name, actor: CONNECTION }).catch(async (error: unknown) => {
      const other = error instanceof Refusal && error.code === 'bank_file_is_of_another_kind'
      if (!other || takeStatusReport === undefined) throw error
      await takeStatusReport(database, bytes)
    })
    await putFile.all(database, {
      file_hash,
      file_name: name.slice(0, 200),
      seen_at: database.clock.now(),
      refusal: null,
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await keepRefusal(database, file_hash, name, error.code)
    if (LATER.has(error.code)) return 'again'
  }
}

const hashOf = (content: string | Buffer): Buffer => hash('sha256', content, 'buffer')

const keepRefusal = (database: Database, file_hash: Buffer, name: string, refusal: string): Promise<void> =>
  database.transaction(async (tx) => {
    const before = await selectFile.maybe(tx, { file_hash })
    await putFile.all(tx, { file_hash, file_name: name.slice(0, 200), seen_at: tx.now, refusal })
    if (before === undefined)
      await enqueue(tx, bankAlarm, { about: 'file_refused', id: file_hash.toString('hex') })
  })
