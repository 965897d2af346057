// SQL of security locks: the account's state at an instant, and reverting changes since.
import { statement } from '../platform/database/statement.ts'

/** Null: nobody has signed in since the session opened at registration. */
export const selectFirstSignIn = statement<{ at: Date | null }>(`-- lock_first_sign_in
  select min(s.created_at) as at from member m left join session s on s.member_id = m.id and s.created_at > m.created_at
  where m.id = $1`)

export const updateSecurityStart = statement<{ id: string }>(`-- lock_begin
  update member set security_locked_at = $2, password_void_since = coalesce(password_void_since, $2),
    security_ended_at = null where id = $1 returning id`)

export const updateSecurityEnd = statement<{ id: string }>(`-- lock_end
  update member set security_ended_at = $2 where id = $1 returning id`)

/** Contacts set after $2 and replaced since. */
export const deleteContactsSince = statement(`-- lock_clear_contacts
  delete from former_contact where member_id = $1 and set_at > $2`)

interface ContactAt {
  readonly email: string | null
  readonly phone: string
}

/** E-mail and phone as of $2; a number that another member has confirmed meanwhile is not restored. */
export const selectContactAt = statement<ContactAt>(`-- lock_contact_at
  with stood as (
    select m.phone as phone_now,
      case when coalesce(m.email_set_at, '-infinity') <= $2 then m.email
        else (select value from former_contact c where c.member_id = m.id and c.kind = 'email'
          and coalesce(c.set_at, '-infinity') <= $2 and c.left_at > $2 order by c.left_at limit 1) end as email,
      case when coalesce(m.phone_set_at, '-infinity') <= $2 then m.phone
        else (select value from former_contact c where c.member_id = m.id and c.kind = 'phone'
          and coalesce(c.set_at, '-infinity') <= $2 and c.left_at > $2
          and not exists (select from member o where o.phone = c.value and o.id <> m.id and o.phone_confirmed_at is not null)
          order by c.left_at limit 1) end as phone
    from member m where m.id = $1)
  select email, coalesce(phone, phone_now) as phone from stood`)

/** $4: now, for changed columns. The replaced value is not kept as a former contact, so that no notice goes there. */
export const updateContact = statement<{ id: string }>(`-- lock_put_back_contact
  update member set
    email_set_at = case when email is distinct from $2 then $4 else email_set_at end,
    phone_set_at = case when phone <> $3 then $4 else phone_set_at end,
    phone_confirmed_at = case when phone = $3 then phone_confirmed_at end, -- of before: to be confirmed again
    email = $2, phone = $3
  where id = $1 returning id`)

export const expiredLocks = statement<{ id: string }>(`-- lock_expired
  select id from member where lock_until <= $1 and id <> all ($2::uuid[]) order by lock_until limit $3`)
