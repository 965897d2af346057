// The job by which the platform earns level fees: only after day 14, and only as much as a level has given.
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { postOrRefuse } from '../ledger/ledger.ts'
import { defineJob } from '../queue/queue.ts'
import { selectToRecogniseLocked, updateRecognised } from './levels.store.ts'
import { FULL_REFUND_MS, recognitionEntry } from './purchases.ts'

const BATCH = 200

export const recogniseLevelFees = defineJob({ name: 'recognise_level_fees', payload: z.object({}) })

/**
 * Moves what levels have given from their fees to revenue, for every purchase whose 14 days are over; never more than
 * the fee. An entry's id has the running total, so no amount is moved twice. Returns how many purchases it touched.
 */
export async function recogniseFees(database: Database): Promise<number> {
  for (let touched = 0; ;) {
    const batch = await database.transaction(async (tx) => {
      const before = new Date(tx.now.getTime() - FULL_REFUND_MS)
      const purchases = await selectToRecogniseLocked.all(tx, before, BATCH)
      if (purchases.length === 0) return 0
      await updateRecognised.all(
        tx,
        purchases.map((purchase) => purchase.id),
      )
      await postOrRefuse(
        tx,
        purchases.map((purchase) => {
          const { fee_minor, given_minor } = purchase
          return recognitionEntry(tx, purchase, given_minor < fee_minor ? given_minor : fee_minor)
        }),
      )
      return purchases.length
    })
    touched += batch
    if (batch < BATCH) return touched
  }
}
