// All SQL of contacts and mailed links. Former contacts are kept for 37 days, so that a security lock can restore them; a
// former address gets security notices for a week.
import { statement } from '../platform/database/statement.ts'

export const selectEmail = statement<{ email: string | null }>(`-- security_find_email
  select email from member where id = $1`)

/** No row if it is unchanged. $3: id of the former contact's row, if there was one; $4: now. */
export const updateEmail = statement<{ old_email: string | null }>(`-- contact_change_email
  with changed as (
    update member m set email = $2, email_set_at = $4
    from (select id, email, email_set_at from member where id = $1 for no key update) old
    where m.id = old.id and old.email is distinct from $2 returning old.email, old.email_set_at),
  kept as (
    insert into former_contact (id, member_id, kind, value, set_at, left_at)
    select $3, $1, 'email', email, email_set_at, $4 from changed where email is not null)
  select email as old_email from changed`)

/**
 * No row if another member has the number, confirmed or, with $5, at all. $6: whether it is confirmed now. Other parameters
 * as above.
 */
export const updatePhone = statement<{ old_phone: string }>(`-- contact_change_phone
  with changed as (
    update member m set phone = $2, phone_set_at = case when old.phone = $2 then m.phone_set_at else $4 end,
      phone_confirmed_at = case when $6::boolean then $4 when old.phone = $2 then m.phone_confirmed_at end
    from (select id, phone, phone_set_at from member where id = $1 for no key update) old
    where m.id = old.id and not exists (select from member
      where phone = $2 and id <> $1 and (phone_confirmed_at is not null or $5::boolean))
    returning old.phone, old.phone_set_at),
  kept as (
    insert into former_contact (id, member_id, kind, value, set_at, left_at)
    select $3, $1, 'phone', phone, phone_set_at, $4 from changed where phone <> $2)
  select phone as old_phone from changed`)

export const deleteFormerContacts = statement(`-- contact_forget_former
  delete from former_contact where left_at < $1`)

export const insertMailLink = statement(`-- mails_insert_link
  insert into mail_link (hash, member_id, purpose, email, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)`)

/** A race has one winner. */
export const takeMailLink = statement<{ member_id: string; email: string }>(`-- mails_take_link
  delete from mail_link where hash = $1 and purpose = $2 and expires_at > $3 returning member_id, email`)

/** $2: purpose, or null for all. */
export const deleteMailLinks = statement(`-- mails_delete_links
  delete from mail_link where member_id = $1 and ($2::text is null or purpose = $2)`)

export const deleteExpiredMailLinks = statement(`-- mails_forget_links
  delete from mail_link where expires_at < $1`)
