import type { Locale } from '@fairturn/contract/locales'
import type { NoticeChannel, NoticeGroup } from '@fairturn/contract/notices'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import type { KeptParams, NoticeKind } from './kinds.ts'
import { PARAMS } from './notices.store.ts'

export const selectChoices = statement(
  `-- channels_choices
  select notice_group, channel, is_on from notice_choice where member_id = $member_id`,
  {
    params: { member_id: 'uuid' },
    columns: {
      notice_group: typed<NoticeGroup>('text'),
      channel: typed<NoticeChannel>('text'),
      is_on: 'bool',
    },
  },
)

export const selectReach = statement(
  `-- channels_reach
  select email,
    (select count(*)::int from push_subscription p join session s on s.id = p.session_id
     where p.member_id = m.id and s.ended_at is null and s.expires_at > $now) as push_devices
  from member m where id = $member_id`,
  { params: { member_id: 'uuid', now: 'timestamptz' }, columns: { email: 'text?', push_devices: 'int4' } },
)

export const putChoice = statement(
  `-- channels_put_choice
  insert into notice_choice (member_id, notice_group, channel, is_on, changed_at) values ($member_id, $group, $channel, $is_on, $changed_at)
  on conflict (member_id, notice_group, channel) do update set is_on = excluded.is_on, changed_at = excluded.changed_at`,
  {
    params: { member_id: 'uuid', group: 'text', channel: 'text', is_on: 'bool', changed_at: 'timestamptz' },
  },
)

// Devices ---------------------------------------------------------------------------------------------------------------

/** The keys of a device as they are stored: encrypted by pushCipher, or in clear by an earlier version. */
export interface StoredKeys {
  readonly endpoint: string
  readonly ciphertext: Buffer | null
  readonly p256dh: string | null
  readonly auth: string | null
}

export const selectSubscription = statement(
  `-- channels_subscription
  select id, member_id, endpoint, ciphertext, p256dh, auth from push_subscription where endpoint = $endpoint for update`,
  {
    params: { endpoint: 'text' },
    columns: {
      id: 'uuid',
      member_id: 'uuid',
      endpoint: 'text',
      ciphertext: 'bytea?',
      p256dh: 'text?',
      auth: 'text?',
    },
  },
)

/** `taken_over`: another member's subscription whose keys were proved. */
export const putSubscription = statement(
  `-- channels_put_subscription
  insert into push_subscription as p (id, member_id, session_id, endpoint, ciphertext, created_at)
  select $id::uuid, $member_id::uuid, $session_id::uuid, $endpoint::text, $ciphertext::bytea, $now::timestamptz
    where $endpoint is not null
  on conflict (endpoint) do update
    set member_id = excluded.member_id, session_id = excluded.session_id, ciphertext = excluded.ciphertext,
      p256dh = null, auth = null
    where p.member_id = excluded.member_id or p.id = $taken_over
  returning id`,
  {
    params: {
      id: 'uuid',
      member_id: 'uuid',
      session_id: 'uuid',
      endpoint: 'text',
      ciphertext: 'bytea',
      now: 'timestamptz',
      taken_over: 'uuid?',
    },
    columns: { id: 'uuid' },
  },
)

/** Of an earlier version. */
export const selectClearSubscriptions = statement(
  `-- channels_clear_subscriptions
  select id, endpoint, p256dh, auth from push_subscription where p256dh is not null and auth is not null`,
  { columns: { id: 'uuid', endpoint: 'text', p256dh: 'text', auth: 'text' } },
)

export const encryptSubscription = statement(
  `-- channels_encrypt_subscription
  update push_subscription set ciphertext = $ciphertext, p256dh = null, auth = null where id = $id and p256dh = $p256dh`,
  { params: { id: 'uuid', ciphertext: 'bytea', p256dh: 'text' } },
)

/**
 * All but $max_devices of the member's: first those of ended sessions, then the older ones of this session, so that whoever has
 * stolen it cannot push the member's own devices out.
 */
export const deleteOldSubscriptions = statement(
  `-- channels_delete_old_subscriptions
  delete from push_subscription where member_id = $member_id and id not in (
    select p.id from push_subscription p join session s on s.id = p.session_id where p.member_id = $member_id
    order by s.ended_at is not null, p.id <> (select max(o.id::text)::uuid from push_subscription o where o.session_id = $session_id),
      p.session_id = $session_id, p.id desc limit $max_devices::int)`,
  { params: { member_id: 'uuid', max_devices: 'int4', session_id: 'uuid' } },
)

export const saveSubscription = statement(
  `-- channels_keep_subscription
  update push_subscription set session_id = $session_id where member_id = $member_id and endpoint = $endpoint returning id`,
  { params: { member_id: 'uuid', endpoint: 'text', session_id: 'uuid' }, columns: { id: 'uuid' } },
)

export const deleteSubscription = statement(
  `-- channels_delete_subscription
  delete from push_subscription where member_id = $member_id and endpoint = $endpoint`,
  { params: { member_id: 'uuid', endpoint: 'text' } },
)

/** Subscription that its push service no longer knows. */
export const deleteGoneSubscription = statement(
  `-- channels_delete_gone_subscription
  delete from push_subscription where id = $id`,
  { params: { id: 'uuid' } },
)

export type DeviceRow = RowOf<typeof selectDevices>

/** The member's devices with an open session to which this notice has not been sent. */
export const selectDevices = statement(
  `-- channels_devices
  select p.id, p.endpoint, p.ciphertext, p.p256dh, p.auth
  from push_subscription p join session s on s.id = p.session_id
  where p.member_id = $member_id and s.ended_at is null and s.expires_at > $now
    and not exists (select from notice_delivery d where d.notification_id = $notification_id and d.target_id = p.id)
  order by p.id`,
  {
    params: { member_id: 'uuid', notification_id: 'uuid', now: 'timestamptz' },
    columns: { id: 'uuid', endpoint: 'text', ciphertext: 'bytea?', p256dh: 'text?', auth: 'text?' },
  },
)

// Delivery --------------------------------------------------------------------------------------------------------------

export type OutgoingRow = RowOf<typeof selectOutgoing>

export const selectOutgoing = statement(
  `-- channels_outgoing
  select n.id, n.member_id, n.kind, ${PARAMS}, n.path, n.created_at, n.read_at is not null as read,
    m.locale, m.username, m.email,
    (select count(*)::int from notification u where u.member_id = n.member_id and u.read_at is null) as unread
  from notification n join member m on m.id = n.member_id where n.id = $notification_id`,
  {
    params: { notification_id: 'uuid' },
    columns: {
      id: 'uuid',
      member_id: 'uuid',
      kind: typed<NoticeKind>('text'),
      params: typed<KeptParams>('jsonb'),
      path: 'text?',
      created_at: 'timestamptz',
      read: 'bool',
      locale: typed<Locale>('text'),
      username: 'text',
      email: 'text?',
      unread: 'int4',
    },
  },
)

/** The member's addresses that were replaced within the 7 days before $created_at, newest first, at most 3. */
export const selectFormerAddresses = statement(
  `-- channels_former_addresses
  select f.id, f.value as email from former_contact f join member m on m.id = f.member_id
  where f.member_id = $member_id and f.kind = 'email' and f.left_at > $created_at::timestamptz - interval '7 days'
    and f.value is distinct from m.email order by f.left_at desc limit 3`,
  { params: { member_id: 'uuid', created_at: 'timestamptz' }, columns: { id: 'uuid', email: 'text' } },
)

export const insertDelivery = statement(
  `-- channels_insert_delivery
  insert into notice_delivery (notification_id, target_id, sent_at) values ($notification_id, $target_id, $sent_at) on conflict do nothing`,
  { params: { notification_id: 'uuid', target_id: 'uuid', sent_at: 'timestamptz' } },
)

export const selectDelivery = statement(
  `-- channels_delivery
  select sent_at from notice_delivery where notification_id = $notification_id and target_id = $target_id`,
  { params: { notification_id: 'uuid', target_id: 'uuid' }, columns: { sent_at: 'timestamptz' } },
)

export const deleteDeliveriesBefore = statement(
  `-- channels_delete_deliveries
  delete from notice_delivery where sent_at < $before`,
  { params: { before: 'timestamptz' } },
)

// The push key (VAPID)
// --------------------------------------------------------------------------------------

/** `private_key`: in clear, of an earlier version. */
export const selectPushKey = statement(
  `-- channels_push_key
  select public_key, private_key, ciphertext from push_key`,
  { columns: { public_key: 'text', private_key: 'text?', ciphertext: 'bytea?' } },
)

/** The first one wins. */
export const insertPushKey = statement(
  `-- channels_insert_push_key
  insert into push_key (public_key, ciphertext, created_at) values ($public_key, $ciphertext, $now) on conflict do nothing`,
  { params: { public_key: 'text', ciphertext: 'bytea', now: 'timestamptz' } },
)

export const encryptPushKey = statement(
  `-- channels_encrypt_push_key
  update push_key set ciphertext = $ciphertext, private_key = null where public_key = $public_key and private_key is not null`,
  { params: { public_key: 'text', ciphertext: 'bytea' } },
)
