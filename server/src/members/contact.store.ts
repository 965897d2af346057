// All SQL of contacts, present and former. Former values are kept for 37 days, within which a security lock
// can restore them; for a week security notices go to a former address.
import { statement } from '../database/statement.ts'

export const selectEmail = statement<{ email: string | null }>(
  'security_find_email',
  `select email from member where id = $1`,
)

/** Nothing when it is the same. $3: the row's id where one is left; $4: now. */
export const updateEmail = statement<{ old_email: string | null }>(
  'contact_change_email',
  `with changed as (
     update member m set email = $2, email_set_at = $4
     from (select id, email, email_set_at from member where id = $1 for no key update) old
     where m.id = old.id and old.email is distinct from $2 returning old.email, old.email_set_at),
   kept as (
     insert into former_contact (id, member_id, kind, value, set_at, left_at)
     select $3, $1, 'email', email, email_set_at, $4 from changed where email is not null)
   select email as old_email from changed`,
)

/** Nothing when another member has the number. Parameters as above. */
export const updatePhone = statement<{ old_phone: string }>(
  'contact_change_phone',
  `with changed as (
     update member m set phone = $2, phone_set_at = case when old.phone = $2 then m.phone_set_at else $4 end
     from (select id, phone, phone_set_at from member where id = $1 for no key update) old
     where m.id = old.id and not exists (select from member where phone = $2 and id <> $1)
     returning old.phone, old.phone_set_at),
   kept as (
     insert into former_contact (id, member_id, kind, value, set_at, left_at)
     select $3, $1, 'phone', phone, phone_set_at, $4 from changed where phone <> $2)
   select phone as old_phone from changed`,
)

export const deleteFormerContacts = statement(
  'contact_forget_former',
  `delete from former_contact where left_at < $1`,
)
