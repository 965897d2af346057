import type { Database, Tx } from '../database/database.ts'

/** Repeats a step, which returns how many items it handled, until that is less than `size`; returns the sum. */
export async function drain(size: number, step: () => Promise<number>): Promise<number> {
  for (let sum = 0; ;) {
    const handled = await step()
    sum += handled
    if (handled < size) return sum
  }
}

/**
 * Settles due items, each in its own transaction, so that one failure does not block others. Rejects after a round with
 * failures; the job's retry finds those again. `size`: the most that `find` returns. Returns how many were settled.
 */
export const settleEach = (
  database: Database,
  size: number,
  find: () => Promise<readonly ((tx: Tx) => Promise<unknown>)[]>,
): Promise<number> =>
  drain(size, async () => {
    const due = await find()
    const failures: unknown[] = []
    for (const settle of due)
      await database.transaction(settle).catch((failure: unknown) => void failures.push(failure))
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${due.length} failed`)
    return due.length
  })
