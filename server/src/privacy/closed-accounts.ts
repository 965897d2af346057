// Accounts that were closed, remembered outside the database: a restore to an instant before would bring them back, with all
// that was erased. A file each, named by the id that says nothing of anybody, holds when it was closed
// (operations/backup.test.ts).
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { removeFile } from '../content/content.ts'
import { accountOf, balancesOf } from '../ledger/ledger.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { defineJob, handle, type JobHandler } from '../platform/queue/queue.ts'
import { eraseAgain } from './account-closing.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface ClosedAccount {
  readonly member_id: string
  readonly closed_at: Date
}

/** Beside the backups, or without BACKUP_DIR in DATA_DIR. */
export const closedAccountsIn = (folder: string): string => join(folder, 'closed-accounts')
const folderOf = ({ backupDir, dataDir }: Pick<Config, 'backupDir' | 'dataDir'>): string =>
  closedAccountsIn(backupDir ?? dataDir)

/** Atomic and idempotent. Only once the closing is committed: what stands here is erased after a restore. */
export async function rememberClosed(
  config: Pick<Config, 'backupDir' | 'dataDir'>,
  { member_id, closed_at }: ClosedAccount,
): Promise<void> {
  const folder = folderOf(config)
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, `${member_id}.part`)
  await writeFile(unfinished, closed_at.toISOString())
  await rename(unfinished, join(folder, member_id))
}

/** Without a folder there are none. */
export async function listClosed(folder: string): Promise<ClosedAccount[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return await Promise.all(
    names
      .filter((name) => UUID.test(name))
      .map(async (member_id) => ({
        member_id,
        closed_at: new Date(await readFile(join(folder, member_id), 'utf8')),
      })),
  )
}

const selectClosed = statement(
  `-- privacy_closed_accounts
  select id as member_id, closed_at from member where closed_at is not null`,
  { columns: { member_id: 'uuid', closed_at: 'timestamptz' } },
)
const selectStillOpen = statement(
  `-- privacy_still_open
  select id as member_id from member where id = any ($member_ids) and closed_at is null order by id`,
  { params: { member_ids: 'uuid[]' }, columns: { member_id: 'uuid' } },
)

export const rememberAll = defineJob({ name: 'remember_closed_accounts', payload: z.object({}) })

/** Hourly: those of earlier versions, and any whose closing was committed by a process that then could not write. */
export const closedAccountsKeeper = (config: Pick<Config, 'backupDir' | 'dataDir'>): JobHandler =>
  handle(rememberAll, async (database) => {
    const known = new Set((await listClosed(folderOf(config))).map(({ member_id }) => member_id))
    for (const closed of await selectClosed.all(database))
      if (!known.has(closed.member_id)) await rememberClosed(config, closed)
  })

export interface ClosedAgain {
  readonly closed: number
  /** Had money at that instant, which must have been paid out afterwards. */
  readonly with_money: readonly string[]
}

/** In a restored database: whoever had closed their account is erased as then, whatever the restored account still has. */
export async function closeAgain(
  database: Database,
  files: FileStore,
  closed: readonly ClosedAccount[],
): Promise<ClosedAgain> {
  const times = new Map(closed.map(({ member_id, closed_at }) => [member_id, closed_at]))
  const open = await selectStillOpen.all(database, { member_ids: [...times.keys()] })
  const withMoney: string[] = []
  for (const { member_id } of open) {
    const account = accountOf('member_available', member_id)
    const { balance_minor } = (await balancesOf(database, [account])).get(account)!
    if (balance_minor > 0n) withMoney.push(member_id)
    const pictures = await eraseAgain(database, member_id, times.get(member_id)!)
    for (const url of pictures) await removeFile(files, database, url)
  }
  return { closed: open.length, with_money: withMoney }
}
