// The log of authentic postbacks. A webhook-id is taken once for each campaign and always gets the same
// answer; its placer can run it again. Holds neither key nor signature.
import { newId } from '@fairturn/contract/ids'
import type { PostbackDelivery } from '@fairturn/contract/postbacks'
import type { Queryable, Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { receivePostback, type Outcome } from './postback.ts'
import {
  type DeliveryRow,
  findDeliveryOf,
  insertDelivery,
  listDeliveries,
  lockDelivery,
  writeOutcome,
} from './postback.store.ts'

const DELIVERIES_A_PAGE = 50
const MAX_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Records a delivery; the same id and body get the first answer again and change nothing. Refuses
 * `webhook_id_was_used` for another body.
 */
export async function recordDelivery(
  tx: Tx,
  campaign_id: string,
  sent: { webhook_id: string; body: string },
): Promise<Outcome> {
  const { webhook_id, body } = sent
  const delivery = await insertDelivery.maybe(tx, newId(tx.now), campaign_id, webhook_id, body, tx.now)
  if (delivery === undefined) {
    const before = await findDeliveryOf.one(tx, campaign_id, webhook_id)
    if (before.body !== body) throw refuse('webhook_id_was_used')
    return before
  }
  const outcome = await receivePostback(tx, { campaign_id, body })
  await writeOutcome.all(tx, delivery.id, outcome.result, outcome.reason, outcome.click_id, null)
  return outcome
}

/**
 * Runs a delivery again and returns its present result. A delivery that was counted keeps its stored
 * answer, because the sender may retry. Refuses `postback_delivery_is_unknown`.
 */
export async function replayDelivery(
  tx: Tx,
  campaign_id: string,
  delivery_id: string,
): Promise<PostbackDelivery> {
  const before = await lockDelivery.maybe(tx, delivery_id, campaign_id)
  if (before === undefined) throw refuse('postback_delivery_is_unknown')
  const { body, result } = before
  const outcome = await receivePostback(tx, { campaign_id, body })
  const kept = result === 'counted' ? before : outcome
  const row = await writeOutcome.one(tx, before.id, kept.result, kept.reason, kept.click_id, tx.now)
  return deliveryOnWire({ ...row, ...outcome })
}

/**
 * A campaign's deliveries, newest first: 50 of them before the delivery `before`; `next` is the cursor for
 * more.
 */
export async function deliveriesOf(
  on: Queryable,
  campaign_id: string,
  before: string = MAX_UUID,
): Promise<{ list: PostbackDelivery[]; next: string | null }> {
  const rows = await listDeliveries.all(on, campaign_id, before, DELIVERIES_A_PAGE + 1)
  const list = rows.slice(0, DELIVERIES_A_PAGE)
  return { list: list.map(deliveryOnWire), next: rows.length > list.length ? list.at(-1)!.id : null }
}

function deliveryOnWire(row: DeliveryRow): PostbackDelivery {
  const { id, webhook_id, body, result, reason, click_id } = row
  return {
    _id: id,
    webhook_id,
    received_at: row.received_at.toISOString(),
    result,
    reason,
    click_id,
    body,
    replayed_at: row.replayed_at?.toISOString() ?? null,
  }
}
