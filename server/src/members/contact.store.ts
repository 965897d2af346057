// All SQL of contacts and mailed links. Former contacts are kept for 37 days, so that a security lock can restore them; a
// former address gets security notices for a week.
import { statement } from '../platform/database/statement.ts'

export const selectEmail = statement(
  `-- security_find_email
  select email from member where id = $id`,
  { params: { id: 'uuid' }, columns: { email: 'text?' } },
)

/** No row if it is unchanged. $id: id of the former contact's row, if there was one; $left_at: now. */
export const updateEmail = statement(
  `-- contact_change_email
  with changed as (
    update member m set email = $email, email_set_at = $left_at
    from (select id, email, email_set_at from member where id = $member_id for no key update) old
    where m.id = old.id and old.email is distinct from $email returning old.email, old.email_set_at),
  kept as (
    insert into former_contact (id, member_id, kind, value, set_at, left_at)
    select $id, $member_id, 'email', email, email_set_at, $left_at from changed where email is not null)
  select email as old_email from changed`,
  {
    params: { member_id: 'uuid', email: 'text?', id: 'uuid', left_at: 'timestamptz' },
    columns: { old_email: 'text?' },
  },
)

/**
 * No row if another member has the number, confirmed or, with $unconfirmed_blocks, at all. $confirmed: whether it is confirmed now. Other parameters
 * as above.
 */
export const updatePhone = statement(
  `-- contact_change_phone
  with changed as (
    update member m set phone = $phone, phone_set_at = case when old.phone = $phone then m.phone_set_at else $left_at end,
      phone_confirmed_at = case when $confirmed::boolean then $left_at when old.phone = $phone then m.phone_confirmed_at end
    from (select id, phone, phone_set_at from member where id = $member_id for no key update) old
    where m.id = old.id and not exists (select from member
      where phone = $phone and id <> $member_id and (phone_confirmed_at is not null or $unconfirmed_blocks::boolean))
    returning old.phone, old.phone_set_at),
  kept as (
    insert into former_contact (id, member_id, kind, value, set_at, left_at)
    select $id, $member_id, 'phone', phone, phone_set_at, $left_at from changed where phone <> $phone)
  select phone as old_phone from changed`,
  {
    params: {
      member_id: 'uuid',
      phone: 'text',
      id: 'uuid',
      left_at: 'timestamptz',
      unconfirmed_blocks: 'bool',
      confirmed: 'bool',
    },
    columns: { old_phone: 'text?' },
  },
)

export const deleteFormerContacts = statement(
  `-- contact_forget_former
  delete from former_contact where left_at < $before`,
  { params: { before: 'timestamptz' } },
)

export const insertMailLink = statement(
  `-- mails_insert_link
  insert into mail_link (hash, member_id, purpose, email, created_at, expires_at) values ($hash, $member_id, $purpose, $email, $created_at, $expires_at)`,
  {
    params: {
      hash: 'bytea',
      member_id: 'uuid',
      purpose: 'text',
      email: 'text',
      created_at: 'timestamptz',
      expires_at: 'timestamptz',
    },
  },
)

/** A race has one winner. */
export const takeMailLink = statement(
  `-- mails_take_link
  delete from mail_link where hash = $hash and purpose = $purpose and expires_at > $now returning member_id, email`,
  {
    params: { hash: 'bytea', purpose: 'text', now: 'timestamptz' },
    columns: { member_id: 'uuid', email: 'text' },
  },
)

/** $purpose: purpose, or null for all. */
export const deleteMailLinks = statement(
  `-- mails_delete_links
  delete from mail_link where member_id = $member_id and ($purpose::text is null or purpose = $purpose)`,
  { params: { member_id: 'uuid', purpose: 'text?' } },
)

export const deleteExpiredMailLinks = statement(
  `-- mails_forget_links
  delete from mail_link where expires_at < $now`,
  { params: { now: 'timestamptz' } },
)
