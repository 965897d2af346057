// Batches of jobs: one faulty item never blocks the others (batches.test.ts). What failed is left to the job's next run.
import { type Database, isUnavailable, type Tx } from '../database/database.ts'
import { toColumn } from '../database/statement.ts'
import { reasonOf } from '../telemetry/log.ts'

/** Repeats a step, which returns how many items it handled, until that is less than `size`; returns the sum. */
export async function drain(size: number, step: () => Promise<number>): Promise<number> {
  for (let sum = 0; ;) {
    const handled = await step()
    sum += handled
    if (handled < size) return sum
  }
}

/** This many failures in one run have a common cause; further attempts would only add load. */
const MAX_FAILURES = 1000
const MAX_NAMED = 5

interface DueItems {
  /** The most that `find` returns. */
  readonly size: number
  /** Due items, except those that failed. */
  readonly find: (failed: readonly string[]) => Promise<readonly { readonly id: string }[]>
  /** Settles those that are still due: another worker may have found them too. */
  readonly settle: (tx: Tx, ids: readonly string[]) => Promise<unknown>
}

/** Settles all due items, each in its own transaction. Returns how many; rejects at the end if some failed. */
export const settleEach = (database: Database, due: DueItems): Promise<number> =>
  settleDue(database, due, (ids) => ids.map((id) => [id]))

/** The same in one transaction for all that were found; if that fails, for each item again. */
export const settleTogether = (database: Database, due: DueItems): Promise<number> =>
  settleDue(database, due, (ids) => [ids])

async function settleDue(
  database: Database,
  { size, find, settle }: DueItems,
  split: (ids: readonly string[]) => (readonly string[])[],
): Promise<number> {
  const failures = new Map<string, unknown>()
  let settled = 0
  async function attempt(ids: readonly string[]): Promise<void> {
    try {
      await database.transaction((tx) => settle(tx, ids))
      settled += ids.length
    } catch (error) {
      // The other items would fail too, each after its timeout.
      if (isUnavailable(error)) throw error
      if (ids.length === 1) failures.set(ids[0]!, error)
      else for (const id of ids) await attempt([id])
    }
  }
  while (failures.size < MAX_FAILURES) {
    const ids = toColumn(await find([...failures.keys()]), 'id')
    for (const part of split(ids)) if (part.length > 0) await attempt(part)
    if (ids.length < size) break
  }
  rejectIfAny([...failures.values()], `not settled: ${[...failures.keys()].slice(0, MAX_NAMED).join(', ')}`)
  return settled
}

/** Runs every step, also after one has failed; rejects at the end if any did. */
export async function runEach(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) await step().catch((failure: unknown) => void failures.push(failure))
  if (failures.length === 1) throw failures[0]
  rejectIfAny(failures, `of ${steps.length} steps failed`)
}

/** Rejects with all failures, so that the job is retried. The log has only the message: `<count> <what>: <first reason>`. */
export function rejectIfAny(failures: readonly unknown[], what: string): void {
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} ${what}: ${reasonOf(failures[0])}`)
}
