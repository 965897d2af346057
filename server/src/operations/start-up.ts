// What starting and stopping have in common, for `npm start` (main.ts) and the process it starts (process.ts).

import { existsSync } from 'node:fs'
import type { Config } from '../platform/config.ts'

/** Opened resources, closed in reverse order. */
const closers: (() => Promise<void>)[] = []

export const onClose = (closer: () => Promise<void>): void => void closers.push(closer)

/** Never throws: what fails to close is printed. */
export async function closeAll(): Promise<void> {
  for (const closer of closers.splice(0).toReversed())
    await closer().catch((error: unknown) => console.error(error))
}

/** Does it, and prints its name and how long it took. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began_at = performance.now()
  const result = await work()
  console.log(`  ${name}: ${((performance.now() - began_at) / 1000).toFixed(1)} s`)
  return result
}

/**
 * Every process that is told of the folder must be unable to write there, also one that never reads it; on a machine without
 * the folder only a worker needs it.
 */
export async function guardBankFeed({ bankFeedDir, dataDir, backupDir, roles }: Config): Promise<void> {
  if (bankFeedDir === undefined || !(roles.includes('worker') || existsSync(bankFeedDir))) return
  const { requireReadOnly } = await import('../platform/read-only-folder.ts')
  await requireReadOnly(bankFeedDir, [dataDir, ...(backupDir === undefined ? [] : [backupDir])])
}
