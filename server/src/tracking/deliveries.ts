// Log of authentic postbacks. A webhook-id is accepted once per campaign and always gets the same response (idempotency
// key); its placer can replay it. Contains neither key nor signature.
import { newId } from '@fairturn/contract/ids'
import { type PostbackDelivery, postbackDelivery } from '@fairturn/contract/postbacks'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { pageOf, idBefore } from '../platform/http/cursor.ts'
import { refuse, orRefuse } from '../platform/http/refusal.ts'
import { onWire } from '../platform/http/wire.ts'
import * as store from './postback.store.ts'
import type { DeliveryRow } from './postback.store.ts'
import { receivePostback, type Outcome } from './postback.ts'

const PAGE_SIZE = 50

/**
 * Records a delivery; a repeat with the same id and body gets the first response. Refuses `webhook_id_was_used` for
 * another body.
 */
export async function recordDelivery(
  tx: Tx,
  campaign_id: string,
  { webhook_id, body }: { webhook_id: string; body: string },
): Promise<Outcome> {
  const delivery = await store.insertDelivery.maybe(tx, {
    id: newId(tx.now),
    campaign_id,
    webhook_id,
    body,
    received_at: tx.now,
  })
  if (delivery === undefined) {
    const before = await store.findDeliveryOf.one(tx, { campaign_id, webhook_id })
    if (before.body !== body) throw refuse('webhook_id_was_used')
    return before
  }
  const outcome = await receivePostback(tx, { campaign_id, body })
  await store.writeOutcome.all(tx, {
    id: delivery.id,
    result: outcome.result,
    reason: outcome.reason,
    click_id: outcome.click_id,
    replayed_at: null,
  })
  return outcome
}

/**
 * Replays a delivery and returns its current result. A counted one keeps its stored response, because the sender may
 * retry. Refuses `postback_delivery_is_unknown`.
 */
export async function replayDelivery(
  tx: Tx,
  campaign_id: string,
  delivery_id: string,
): Promise<PostbackDelivery> {
  const found = await store.lockDelivery.maybe(tx, { delivery_id, campaign_id })
  const before = orRefuse(found, 'postback_delivery_is_unknown')
  const { body, result } = before
  const outcome = await receivePostback(tx, { campaign_id, body })
  const kept = result === 'counted' ? before : outcome
  const row = await store.writeOutcome.one(tx, {
    id: before.id,
    result: kept.result,
    reason: kept.reason,
    click_id: kept.click_id,
    replayed_at: tx.now,
  })
  return deliveryOnWire({ ...row, ...outcome })
}

/** A campaign's deliveries, newest first, 50 per page. Refuses `cursor_is_invalid`. */
export async function deliveriesOf(on: Queryable, campaign_id: string, after?: string) {
  const rows = await store.listDeliveries.all(on, {
    campaign_id,
    before_id: idBefore(after),
    limit: PAGE_SIZE + 1,
  })
  const { list, cursor } = pageOf(rows, PAGE_SIZE)
  return { list: list.map(deliveryOnWire), cursor }
}

const deliveryOnWire = (row: DeliveryRow): PostbackDelivery => onWire(postbackDelivery, row, {})
