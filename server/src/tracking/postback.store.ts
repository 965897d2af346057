import type { PostbackResult } from '@fairturn/contract/postbacks'
// SQL of postbacks: signing keys and deliveries.
import type { VisitReason } from '@fairturn/contract/tracking'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'

export type KeyRow = RowOf<typeof KEY_COLUMNS>

/** Serializes key creation for one campaign. */
export const lockKeys = statement(
  `-- tracking_lock_keys
  select pg_advisory_xact_lock(hashtextextended('postback keys ' || $campaign_id::text, 0))`,
  { params: { campaign_id: 'text' } },
)
const KEY_COLUMNS = {
  id: 'uuid',
  campaign_id: 'uuid',
  ciphertext: 'bytea',
  last4: 'text',
  created_at: 'timestamptz',
  retires_at: 'timestamptz?',
} as const

/** Keys still valid after $since, newest first. */
export const keysValidAfter = statement(
  `-- tracking_keys_valid_after
  select * from postback_key where campaign_id = $campaign_id and (retires_at is null or retires_at > $since) order by id desc`,
  { params: { campaign_id: 'uuid', since: 'timestamptz' }, columns: KEY_COLUMNS },
)
export const insertKey = statement(
  `-- tracking_insert_key
  insert into postback_key (id, campaign_id, ciphertext, last4, created_at) values ($id, $campaign_id, $ciphertext, $last4, $created_at) returning *`,
  {
    params: {
      id: 'uuid',
      campaign_id: 'uuid',
      ciphertext: 'bytea',
      last4: 'text',
      created_at: 'timestamptz',
    },
    columns: KEY_COLUMNS,
  },
)
export const retireKeyAt = statement(
  `-- tracking_retire_key
  update postback_key set retires_at = least(retires_at, $at) where id = $key_id and campaign_id = $campaign_id returning *`,
  { params: { key_id: 'uuid', campaign_id: 'uuid', at: 'timestamptz' }, columns: KEY_COLUMNS },
)

/** The keys of a member's campaigns made after $since and until $before, which is when they end. */
export const retireKeysSince = statement(
  `-- tracking_retire_keys_since
  update postback_key k set retires_at = least(k.retires_at, $before)
  from campaign c where c.id = k.campaign_id and c.member_id = $member_id and k.created_at > $since and k.created_at <= $before`,
  { params: { member_id: 'uuid', since: 'timestamptz', before: 'timestamptz' } },
)

export type DeliveryRow = RowOf<typeof DELIVERY_COLUMNS>

const DELIVERY_COLUMNS = {
  id: 'uuid',
  campaign_id: 'uuid',
  webhook_id: 'text',
  body: 'text',
  received_at: 'timestamptz',
  result: typed<PostbackResult>('text'),
  reason: typed<VisitReason | null>('text?'),
  click_id: 'text?',
  replayed_at: 'timestamptz?',
} as const

/** Inserts nothing if the campaign already has this webhook-id; waits for a concurrent insert. */
export const insertDelivery = statement(
  `-- tracking_insert_delivery
  insert into postback_delivery (id, campaign_id, webhook_id, body, received_at, result)
  values ($id, $campaign_id, $webhook_id, $body, $received_at, 'taken') on conflict do nothing returning *`,
  {
    params: { id: 'uuid', campaign_id: 'uuid', webhook_id: 'text', body: 'text', received_at: 'timestamptz' },
    columns: DELIVERY_COLUMNS,
  },
)
export const findDeliveryOf = statement(
  `-- tracking_delivery_of_webhook
  select * from postback_delivery where campaign_id = $campaign_id and webhook_id = $webhook_id`,
  { params: { campaign_id: 'uuid', webhook_id: 'text' }, columns: DELIVERY_COLUMNS },
)
export const lockDelivery = statement(
  `-- tracking_lock_delivery
  select * from postback_delivery where id = $delivery_id and campaign_id = $campaign_id for update`,
  { params: { delivery_id: 'uuid', campaign_id: 'uuid' }, columns: DELIVERY_COLUMNS },
)
export const writeOutcome = statement(
  `-- tracking_write_outcome
  update postback_delivery set result = $result, reason = $reason, click_id = $click_id, replayed_at = $replayed_at where id = $id returning *`,
  {
    params: { id: 'uuid', result: 'text', reason: 'text?', click_id: 'text?', replayed_at: 'timestamptz?' },
    columns: DELIVERY_COLUMNS,
  },
)
/** Newest first, before id $before_id (keyset pagination). */
export const listDeliveries = statement(
  `-- tracking_list_deliveries
  select * from postback_delivery where campaign_id = $campaign_id and id < $before_id order by id desc limit $limit`,
  {
    params: { campaign_id: 'uuid', before_id: 'uuid', limit: typed<number>('int8') },
    columns: DELIVERY_COLUMNS,
  },
)
export const deleteDeliveries = statement(
  `-- tracking_forget_deliveries
  delete from postback_delivery where received_at < $before`,
  { params: { before: 'timestamptz' } },
)
