// Jobs of levels: revenue recognition of fees, only after day 14 and only for benefits used; and one notice to each buyer
// of a level whose benefits are reduced (notify-changes.test.ts).
import { newId } from '@fairturn/contract/ids'
import { z } from 'zod'
import { postOrRefuse } from '../ledger/ledger.ts'
import { notifyAll } from '../notices/notices.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { settleEach } from '../platform/queue/batches.ts'
import { defineJob, enqueueAll, handle, type JobHandler } from '../platform/queue/queue.ts'
import { type LevelRow, selectPurchaseLocked, selectToRecognise, updateRecognised } from './levels.store.ts'
import { earnedOf, FULL_REFUND_MS, recognitionEntry } from './purchases.ts'

const PURCHASES_AT_ONCE = 200
const NOTICES_A_JOB = 500

export const recogniseLevelFees = defineJob({ name: 'recognise_level_fees', payload: z.object({}) })

/**
 * Revenue recognition: moves the benefits used from the fees to revenue, for every purchase older than 14 days, at most
 * the fee. The running total is part of the entry's id (idempotency key), so no amount is moved twice. Returns the number
 * of purchases.
 */
export const recogniseFees = (database: Database): Promise<number> =>
  settleEach(database, {
    size: PURCHASES_AT_ONCE,
    find: (failed) => {
      const before = new Date(database.clock.now().getTime() - FULL_REFUND_MS)
      return selectToRecognise.all(database, { before, failed, limit: PURCHASES_AT_ONCE })
    },
    settle: (tx, [purchase_id]) => recogniseFee(tx, purchase_id!),
  })

async function recogniseFee(tx: Tx, purchase_id: string): Promise<void> {
  const purchase = await selectPurchaseLocked.one(tx, { id: purchase_id })
  const earned_minor = earnedOf(purchase)
  if (purchase.status !== 'open' || purchase.recognised_minor >= earned_minor) return
  await updateRecognised.all(tx, { purchase_id, earned_minor })
  await postOrRefuse(tx, [await recognitionEntry(tx, purchase, earned_minor)])
}

const selectPayers = statement(
  `-- levels_payers
  select member_id from level_purchase where level_id = $level_id and status = 'open' and fee_minor > 0 order by id`,
  { params: { level_id: 'uuid' }, columns: { member_id: 'uuid' } },
)

const notifyBuyers = defineJob({
  name: 'tell_level_gives_less',
  payload: z.object({
    level: z.string(),
    at: z.iso.datetime(),
    /** Each with the id of their notification, so that a retried job creates one. */
    told: z.array(z.object({ member_id: z.uuid(), id: z.uuid() })),
  }),
})

/** Enqueues notices to everybody who has paid for one of these levels, so that the change itself does not wait for them. */
export async function notifyReducedLevels(tx: Tx, levels: readonly Pick<LevelRow, 'id' | 'name'>[]) {
  for (const { id, name } of levels) {
    const payers = (await selectPayers.all(tx, { level_id: id })).map(({ member_id }) => ({
      member_id,
      id: newId(tx.now),
    }))
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
