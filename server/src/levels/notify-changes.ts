// Notifies those who paid for a level that it gives less from now on: once, and nobody who buys it later
// (notify-changes.test.ts).
import { newId } from '@fairturn/contract/ids'
import { z } from 'zod'
import type { Database, Tx } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { notifyAll } from '../notices/notices.ts'
import { defineJob, enqueueAll, handle, type JobHandler } from '../queue/queue.ts'
import type { LevelRow } from './levels.store.ts'

const BATCH_SIZE = 500

const selectPayers = statement<{ member_id: string }>(
  'levels_payers',
  `select member_id from level_purchase where level_id = $1 and state = 'open' and fee_minor > 0 order by id`,
)

const notifyBuyers = defineJob({
  name: 'tell_level_gives_less',
  payload: z.object({
    level: z.string(),
    at: z.iso.datetime(),
    /** Each with the id of their notification: a job that runs twice writes one. */
    told: z.array(z.object({ member_id: z.uuid(), id: z.uuid() })),
  }),
})

/**
 * Enqueues notices to everybody who has paid for one of these levels, so that the change does not wait for
 * them.
 */
export async function notifyReducedLevels(
  tx: Tx,
  levels: readonly Pick<LevelRow, 'id' | 'name'>[],
): Promise<void> {
  for (const { id, name } of levels) {
    const payers = (await selectPayers.all(tx, id)).map(({ member_id }) => ({ member_id, id: newId(tx.now) }))
    const batches = Array.from({ length: Math.ceil(payers.length / BATCH_SIZE) }, (_, at) =>
      payers.slice(at * BATCH_SIZE, (at + 1) * BATCH_SIZE),
    )
    const at = tx.now.toISOString()
    await enqueueAll(
      tx,
      notifyBuyers,
      batches.map((told) => ({ level: name, at, told })),
    )
  }
}

export const levelHandlers: JobHandler[] = [
  handle(notifyBuyers, async (database: Database, { level, at, told }) =>
    database.transaction((tx) =>
      notifyAll(
        tx,
        told.map(({ member_id, id }) => ({
          id,
          member_id,
          kind: 'level_gives_less',
          params: { level },
          path: '/',
          at: new Date(at),
        })),
      ),
    ),
  ),
]
