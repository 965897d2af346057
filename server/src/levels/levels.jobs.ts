// The jobs of levels: the platform earns fees, only after day 14 and only as much as a level has given; who paid
// for a level is notified that it gives less, once (notify-changes.test.ts).
import { newId } from '@fairturn/contract/ids'
import { z } from 'zod'
import type { Database, Tx } from '../database/database.ts'
import { statement, toColumn } from '../database/statement.ts'
import { postOrRefuse } from '../ledger/ledger.ts'
import { notifyAll } from '../notices/notices.ts'
import { defineJob, enqueueAll, handle, type JobHandler } from '../queue/queue.ts'
import { type LevelRow, selectToRecogniseLocked, updateRecognised } from './levels.store.ts'
import { FULL_REFUND_MS, recognitionEntry } from './purchases.ts'
import { drain } from '../queue/batches.ts'

const PURCHASES_AT_ONCE = 200
const NOTICES_A_JOB = 500

export const recogniseLevelFees = defineJob({ name: 'recognise_level_fees', payload: z.object({}) })

/**
 * Moves what levels have given from their fees to revenue, for every purchase whose 14 days are over; never more than
 * the fee. An entry's id has the running total, so no amount is moved twice. Returns how many purchases it touched.
 */
export const recogniseFees = (database: Database): Promise<number> =>
  drain(PURCHASES_AT_ONCE, () =>
    database.transaction(async (tx) => {
      const before = new Date(tx.now.getTime() - FULL_REFUND_MS)
      const purchases = await selectToRecogniseLocked.all(tx, before, PURCHASES_AT_ONCE)
      if (purchases.length === 0) return 0
      await updateRecognised.all(tx, toColumn(purchases, 'id'))
      const entries = purchases.map((purchase) => {
        const { fee_minor, given_minor } = purchase
        return recognitionEntry(tx, purchase, given_minor < fee_minor ? given_minor : fee_minor)
      })
      await postOrRefuse(tx, entries)
      return purchases.length
    }),
  )

const selectPayers = statement<{ member_id: string }>(`-- levels_payers
  select member_id from level_purchase where level_id = $1 and state = 'open' and fee_minor > 0 order by id`)

const notifyBuyers = defineJob({
  name: 'tell_level_gives_less',
  payload: z.object({
    level: z.string(),
    at: z.iso.datetime(),
    /** Each with the id of their notification: a job that runs twice writes one. */
    told: z.array(z.object({ member_id: z.uuid(), id: z.uuid() })),
  }),
})

/** Enqueues notices to everybody who has paid for one of these levels, so that the change does not wait for them. */
export async function notifyReducedLevels(tx: Tx, levels: readonly Pick<LevelRow, 'id' | 'name'>[]) {
  for (const { id, name } of levels) {
    const payers = (await selectPayers.all(tx, id)).map(({ member_id }) => ({ member_id, id: newId(tx.now) }))
    const batches = Array.from({ length: Math.ceil(payers.length / NOTICES_A_JOB) }, (_, at) =>
      payers.slice(at * NOTICES_A_JOB, (at + 1) * NOTICES_A_JOB),
    )
    const at = tx.now.toISOString()
    const payloads = batches.map((told) => ({ level: name, at, told }))
    await enqueueAll(tx, notifyBuyers, payloads)
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
