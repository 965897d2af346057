import type { Locale } from '@fairturn/contract/locales'
import { typed, statement } from '../platform/database/statement.ts'

export const selectOwnData = statement(
  `-- account_own_data
  select m.id as member_id, m.username, m.phone, m.phone_confirmed_at, m.email, m.locale as language, m.code as invite_code,
    i.username as inviter, v.code as house_invitation, m.file as avatar, m.created_at as member_since, m.listed_in_awards,
    m.verified_orders, m.level_orders, m.orders_over_share, m.verified_visits, m.counted_visits, m.lock_kind, m.lock_reason, m.locked_at
  from member m left join member i on i.id = m.invited_by
    left join invitation v on v.id = m.invitation_id where m.id = $member_id`,
  {
    params: { member_id: 'uuid' },
    columns: {
      member_id: 'uuid',
      username: 'text',
      phone: 'text!',
      phone_confirmed_at: 'timestamptz?',
      email: 'text?',
      language: typed<Locale>('text'),
      invite_code: 'text',
      inviter: 'text?',
      house_invitation: 'text?',
      avatar: 'text?',
      member_since: 'timestamptz',
      listed_in_awards: 'bool',
      verified_orders: 'int4',
      level_orders: typed<Readonly<Record<string, number>>>('jsonb'),
      orders_over_share: typed<Readonly<Record<string, number>>>('jsonb'),
      verified_visits: 'int8',
      counted_visits: 'int8',
      lock_kind: typed<'conduct' | 'security' | null>('text?'),
      lock_reason: 'text?',
      locked_at: 'timestamptz?',
    },
  },
)

export const selectAllSessions = statement(
  `-- account_sessions
  select device, created_at, last_used_at, ended_at from session where member_id = $member_id order by created_at desc`,
  {
    params: { member_id: 'uuid' },
    columns: {
      device: 'text',
      created_at: 'timestamptz',
      last_used_at: 'timestamptz',
      ended_at: 'timestamptz?',
    },
  },
)

export const selectInvited = statement(
  `-- account_invited
  select username, created_at as joined_at from member where invited_by = $member_id order by id desc`,
  { params: { member_id: 'uuid' }, columns: { username: 'text', joined_at: 'timestamptz' } },
)

/** All contacts and sessions, including the sessions' tokens. */
export const eraseContact = [
  statement(
    `-- account_erase_former_contacts
    delete from former_contact where member_id = $member_id`,
    { params: { member_id: 'uuid' } },
  ),
  statement(
    `-- account_erase_mail_links
    delete from mail_link where member_id = $member_id`,
    { params: { member_id: 'uuid' } },
  ),
  statement(
    `-- account_erase_phone_codes
    delete from phone_code where member_id = $member_id`,
    { params: { member_id: 'uuid' } },
  ),
  statement(
    `-- account_erase_sessions
    delete from session where member_id = $member_id`,
    { params: { member_id: 'uuid' } },
  ),
]

/** Replaces the invite code by an unused one; invited members keep their inviter. */
export const eraseMember = statement(
  `-- account_erase_member
  update member m set closed_at = $closed_at, username = '', username_key = closed_name_key(m.username_key), phone = null,
    phone_confirmed_at = null, email = null, file = null, lock_kind = null, lock_reason = null, locked_at = null, lock_until = null, lock_confirmed_by = null,
    conduct_reason = null, conduct_locked_at = null,
    code = 'CLOSED' || upper(right(replace(m.id::text, '-', ''), 14))
  from (select id, file from member where id = $member_id) old
  where m.id = old.id and m.closed_at is null returning old.file`,
  { params: { member_id: 'uuid', closed_at: 'timestamptz' }, columns: { file: 'text?' } },
)
