// The jobs of orders; each is idempotent.
import { returnOpenOffer } from '../members/members.ts'
import { runEach } from '../platform/queue/batches.ts'
import { handle, type JobHandler } from '../platform/queue/queue.ts'
import { orderProgress } from '../tracking/tracking.ts'
import { announceClaimed, awardsClaimed } from './awards.ts'
import { claimUnclaimed, payUnclaimed } from './claims.ts'
import { settleDueObjections } from './decisions.ts'
import { expireDue, expireOffers, returnOffer } from './orders.ts'
import { countVisits, settleDueOrders, settleOrders } from './progress.ts'

/** For worker.ts; schedule `expireOffers` and `settleOrders` every minute, `payUnclaimed` every hour. */
export const orderHandlers: JobHandler[] = [
  handle(orderProgress, async (database, { order_id }) => {
    await database.transaction((tx) => countVisits(tx, order_id))
  }),
  handle(awardsClaimed, async (database, { award_ids }) => {
    await announceClaimed(database, award_ids)
  }),
  handle(payUnclaimed, async (database) => {
    await claimUnclaimed(database)
  }),
  handle(returnOpenOffer, (database, { member_id }) => returnOffer(database, member_id)),
  handle(expireOffers, async (database) => {
    await expireDue(database)
  }),
  handle(settleOrders, async (database) => {
    await runEach([() => settleDueOrders(database), () => settleDueObjections(database)])
  }),
]
