import type { Queryable, Tx } from '../platform/database/database.ts'
import { typed, statement } from '../platform/database/statement.ts'
import type { KeptParams } from './kinds.ts'

const selectNotifications = statement(
  `-- notices_own_notifications
  select kind, coalesce((select b.texts from broadcast b where b.id = n.broadcast_id), params) as words,
    created_at as at, read_at
  from notification n where member_id = $member_id order by id desc`,
  {
    params: { member_id: 'uuid' },
    columns: { kind: 'text', words: typed<KeptParams>('jsonb'), at: 'timestamptz', read_at: 'timestamptz?' },
  },
)
const selectChannels = statement(
  `-- notices_own_channels
  select notice_group as kind, channel, is_on as on, changed_at from notice_choice
  where member_id = $member_id order by notice_group, channel`,
  {
    params: { member_id: 'uuid' },
    columns: { kind: 'text', channel: 'text', on: 'bool', changed_at: 'timestamptz' },
  },
)
const selectPushDevices = statement(
  `-- notices_own_push_devices
  select count(*)::int as push_devices from push_subscription where member_id = $member_id`,
  { params: { member_id: 'uuid' }, columns: { push_devices: 'int4' } },
)
const erase = [
  statement(
    `-- notices_erase_notifications
    delete from notification where member_id = $member_id`,
    { params: { member_id: 'uuid' } },
  ),
  statement(
    `-- notices_erase_channels
    delete from notice_choice where member_id = $member_id`,
    { params: { member_id: 'uuid' } },
  ),
  statement(
    `-- notices_erase_message_codes
    delete from message_code where member_id = $member_id`,
    { params: { member_id: 'uuid' } },
  ),
  statement(
    `-- notices_erase_push_devices
    delete from push_subscription where member_id = $member_id`,
    { params: { member_id: 'uuid' } },
  ),
]

/** Every notice of a member, and their channel settings. */
export async function noticeData(on: Queryable, member_id: string) {
  return {
    notifications: await selectNotifications.all(on, { member_id }),
    notification_channels: await selectChannels.all(on, { member_id }),
    ...(await selectPushDevices.one(on, { member_id })),
  }
}

export async function deleteNotices(tx: Tx, member_id: string): Promise<void> {
  for (const each of erase) await each.all(tx, { member_id })
}
