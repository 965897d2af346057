import type { PostbackResult } from '@fairturn/contract/postbacks'
// SQL of postbacks: signing keys and deliveries.
import type { VisitReason } from '@fairturn/contract/tracking'
import { statement } from '../platform/database/statement.ts'

export interface KeyRow {
  id: string
  campaign_id: string
  ciphertext: Buffer
  last4: string
  created_at: Date
  retires_at: Date | null
}

/** Serializes key creation for one campaign. */
export const lockKeys = statement(`-- tracking_lock_keys
  select pg_advisory_xact_lock(hashtextextended('postback keys ' || $1::text, 0))`)
/** Keys still valid after $2, newest first. */
export const keysValidAfter = statement<KeyRow>(`-- tracking_keys_valid_after
  select * from postback_key where campaign_id = $1 and (retires_at is null or retires_at > $2) order by id desc`)
export const insertKey = statement<KeyRow>(`-- tracking_insert_key
  insert into postback_key (id, campaign_id, ciphertext, last4, created_at) values ($1, $2, $3, $4, $5) returning *`)
export const retireKeyAt = statement<KeyRow>(`-- tracking_retire_key
  update postback_key set retires_at = least(retires_at, $3) where id = $1 and campaign_id = $2 returning *`)

/** The keys of a member's campaigns made after $2 and until $3, which is when they end. */
export const retireKeysSince = statement(`-- tracking_retire_keys_since
  update postback_key k set retires_at = least(k.retires_at, $3)
  from campaign c where c.id = k.campaign_id and c.member_id = $1 and k.created_at > $2 and k.created_at <= $3`)

export interface DeliveryRow {
  id: string
  campaign_id: string
  webhook_id: string
  body: string
  received_at: Date
  result: PostbackResult
  reason: VisitReason | null
  click_id: string | null
  replayed_at: Date | null
}

/** Inserts nothing if the campaign already has this webhook-id; waits for a concurrent insert. */
export const insertDelivery = statement<DeliveryRow>(`-- tracking_insert_delivery
  insert into postback_delivery (id, campaign_id, webhook_id, body, received_at, result)
  values ($1, $2, $3, $4, $5, 'taken') on conflict do nothing returning *`)
export const findDeliveryOf = statement<DeliveryRow>(`-- tracking_delivery_of_webhook
  select * from postback_delivery where campaign_id = $1 and webhook_id = $2`)
export const lockDelivery = statement<DeliveryRow>(`-- tracking_lock_delivery
  select * from postback_delivery where id = $1 and campaign_id = $2 for update`)
export const writeOutcome = statement<DeliveryRow>(`-- tracking_write_outcome
  update postback_delivery set result = $2, reason = $3, click_id = $4, replayed_at = $5 where id = $1 returning *`)
/** Newest first, before id $2 (keyset pagination). */
export const listDeliveries = statement<DeliveryRow>(`-- tracking_list_deliveries
  select * from postback_delivery where campaign_id = $1 and id < $2 order by id desc limit $3`)
export const deleteDeliveries = statement(`-- tracking_forget_deliveries
  delete from postback_delivery where received_at < $1`)
