// What the clock does with conversations (due-times.test.ts): late ones rise to the owners, a conduct lock whose complaint
// nobody decided ends, and what nobody reopens is closed and deleted 400 days later. A security lock ends as it would without.
import { type Remedy, REOPEN_DAYS } from '@fairturn/contract/support'
import { z } from 'zod'
import type { Database, Tx } from '../platform/database/database.ts'
import { runEach, settleEach } from '../platform/queue/batches.ts'
import { defineJob, enqueue, enqueueAll } from '../platform/queue/queue.ts'
import { ownReason } from '../platform/texts/reasons.ts'
import * as complaints from './complaints.store.ts'
import { endComplaint, endOfLock } from './complaints.ts'
import * as store from './due-times.store.ts'
import { CONFIRM_MS } from './stranger-mails.ts'

const DAY_MS = 86_400_000
/** Operators are called two days before a conduct lock ends by itself. */
const CALL_BEFORE_MS = 2 * DAY_MS
const KEPT_MS = 400 * DAY_MS
const AT_ONCE = 200
const SYSTEM = 'system'

export const watchDueTimes = defineJob({ name: 'watch_due_times', payload: z.object({}) })

/** Mails the operators on call; operations/alarms.ts writes it. */
export const alarmConversation = defineJob({
  name: 'alarm_conversation',
  payload: z.object({ about: z.enum(['late', 'lock_ends']), conversation_id: z.string() }),
})

/** For a scheduled job; each part whatever becomes of the others. */
export async function passDueTimes(database: Database): Promise<void> {
  await runEach([
    () => raiseLate(database),
    () => callBeforeLocksEnd(database),
    () => endLocks(database),
    () => endDecidedBySilence(database),
    () => closeOld(database),
  ])
}

async function raiseLate(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const raised = await store.raiseLate.all(tx, { now: tx.now, limit: AT_ONCE })
    const alarms = raised.map(({ id }) => ({ about: 'late' as const, conversation_id: id }))
    await enqueueAll(tx, alarmConversation, alarms)
  })
}

async function callBeforeLocksEnd(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const until = new Date(tx.now.getTime() + CALL_BEFORE_MS)
    const called = await store.callBefore.all(tx, { now: tx.now, until, limit: AT_ONCE })
    for (const { conversation_id } of called) {
      await store.raise.all(tx, { id: conversation_id, now: tx.now })
      await enqueue(tx, alarmConversation, { about: 'lock_ends', conversation_id })
    }
  })
}

/** Each in its own transaction, so that one that fails delays no other. */
async function endLocks(database: Database): Promise<void> {
  await settleEach(database, {
    size: AT_ONCE,
    find: (failed) =>
      store.findLocksToEnd.all(database, { now: database.clock.now(), failed, limit: AT_ONCE }),
    settle: (tx, [id]) => endLock(tx, id!),
  })
}

async function endLock(tx: Tx, conversation_id: string): Promise<void> {
  await complaints.lockConversations.all(tx, { ids: [conversation_id] })
  const [made] = await complaints.lockOpen.all(tx, { ids: [conversation_id] })
  if (made === undefined || made.lock_ends_at === null || made.lock_ends_at > tx.now) return
  const reason = ownReason('complaint_was_not_decided')
  const { remedy, run } = await endOfLock(tx, made, { actor: SYSTEM, reason })
  await endByTime(tx, made, remedy)
  await run(tx)
}

/** What was in review is paid, what was objected to is upheld, because nobody decided within 72 hours (orders). */
async function endDecidedBySilence(database: Database): Promise<void> {
  await settleEach(database, {
    size: AT_ONCE,
    find: (failed) => store.findDecidedBySilence.all(database, { failed, limit: AT_ONCE }),
    settle: async (tx, [id]) => {
      await complaints.lockConversations.all(tx, { ids: [id!] })
      const [made] = await complaints.lockOpen.all(tx, { ids: [id!] })
      if (made === undefined) return
      await endByTime(tx, made, made.against === 'order_in_review' ? 'order_paid' : 'visits_accepted')
    },
  })
}

const endByTime = (tx: Tx, made: complaints.ComplaintRow, remedy: Remedy | null): Promise<void> =>
  endComplaint(tx, made, { status: 'ended_by_time', actor: SYSTEM, statement: null, remedy, operator: null })

/** Solved ones, and answered ones to which their member has not replied. */
async function closeOld(database: Database): Promise<void> {
  const now = database.clock.now()
  const before = new Date(now.getTime() - REOPEN_DAYS * DAY_MS)
  await store.closeOld.all(database, { now, before })
}

/** 400 days after closing; the figures are kept by day. And strangers who have not confirmed their address in time. */
export async function deleteOldConversations(database: Database): Promise<void> {
  const now = database.clock.now()
  await store.deleteOld.all(database, { before: new Date(now.getTime() - KEPT_MS) })
  const unconfirmed_before = new Date(now.getTime() - CONFIRM_MS)
  await store.deleteStrangers.all(database, { unconfirmed_before })
  await store.deleteExpiredLinks.all(database, { now })
}
