// SQL of security locks: the account's state at an instant, and reverting changes since.
import { typed, statement } from '../platform/database/statement.ts'

/** Null: nobody has signed in since the session opened at registration. */
export const selectFirstSignIn = statement(
  `-- lock_first_sign_in
  select min(s.created_at) as at from member m left join session s on s.member_id = m.id and s.created_at > m.created_at
  where m.id = $id`,
  { params: { id: 'uuid' }, columns: { at: 'timestamptz?' } },
)

export const updateSecurityStart = statement(
  `-- lock_begin
  update member set security_locked_at = $locked_at, password_void_since = coalesce(password_void_since, $locked_at),
    security_ended_at = null where id = $member_id returning id`,
  { params: { member_id: 'uuid', locked_at: 'timestamptz' }, columns: { id: 'uuid' } },
)

export const updateSecurityEnd = statement(
  `-- lock_end
  update member set security_ended_at = $security_ended_at where id = $member_id returning id`,
  { params: { member_id: 'uuid', security_ended_at: 'timestamptz' }, columns: { id: 'uuid' } },
)

/** Contacts set after $since and replaced since. */
export const deleteContactsSince = statement(
  `-- lock_clear_contacts
  delete from former_contact where member_id = $member_id and set_at > $since`,
  { params: { member_id: 'uuid', since: 'timestamptz' } },
)

/** E-mail and phone as of $since; a number that another member has confirmed meanwhile is not restored. */
export const selectContactAt = statement(
  `-- lock_contact_at
  with stood as (
    select m.phone as phone_now,
      case when coalesce(m.email_set_at, '-infinity') <= $since then m.email
        else (select value from former_contact c where c.member_id = m.id and c.kind = 'email'
          and coalesce(c.set_at, '-infinity') <= $since and c.left_at > $since order by c.left_at limit 1) end as email,
      case when coalesce(m.phone_set_at, '-infinity') <= $since then m.phone
        else (select value from former_contact c where c.member_id = m.id and c.kind = 'phone'
          and coalesce(c.set_at, '-infinity') <= $since and c.left_at > $since
          and not exists (select from member o where o.phone = c.value and o.id <> m.id and o.phone_confirmed_at is not null)
          order by c.left_at limit 1) end as phone
    from member m where m.id = $member_id)
  select email, coalesce(phone, phone_now) as phone from stood`,
  { params: { member_id: 'uuid', since: 'timestamptz' }, columns: { email: 'text?', phone: 'text' } },
)

/** $now: now, for changed columns. The replaced value is not kept as a former contact, so that no notice goes there. */
export const updateContact = statement(
  `-- lock_put_back_contact
  update member set
    email_set_at = case when email is distinct from $email then $now else email_set_at end,
    phone_set_at = case when phone <> $phone then $now else phone_set_at end,
    phone_confirmed_at = case when phone = $phone then phone_confirmed_at end, -- of before: to be confirmed again
    email = $email, phone = $phone
  where id = $member_id returning id`,
  {
    params: { member_id: 'uuid', email: 'text?', phone: 'text', now: 'timestamptz' },
    columns: { id: 'uuid' },
  },
)

export const expiredLocks = statement(
  `-- lock_expired
  select id from member where lock_until <= $now and id <> all ($failed::uuid[]) order by lock_until limit $limit`,
  { params: { now: 'timestamptz', failed: 'uuid[]', limit: typed<number>('int8') }, columns: { id: 'uuid' } },
)

/** Reasons of the conduct lock with that start: an operator may have given another while it stood. */
export const selectConductReasons = statement(
  `-- members_conduct_reasons
  select distinct reason from audit_event where object_id = $member_id::uuid::text and object_kind = 'member' and action = 'member_locked'
    and at >= $since and after ->> 'lock' = 'conduct' and (after ->> 'since')::timestamptz = $since and reason is not null`,
  { params: { member_id: 'uuid', since: 'timestamptz' }, columns: { reason: 'text' } },
)

export const insertOverruledLock = statement(
  `-- members_overrule_lock
  insert into overruled_lock (id, member_id, facts, at) values ($id, $member_id, $facts, $at)`,
  { params: { id: 'uuid', member_id: 'uuid', facts: 'text', at: 'timestamptz' } },
)

/** Whether a conduct lock for these facts was overruled, and whether any was since then. */
export const selectOverruledLocks = statement(
  `-- members_overruled_locks
  select coalesce(bool_or(facts = $facts), false) as same, coalesce(bool_or(at > $since), false) as recent
  from overruled_lock where member_id = $member_id`,
  {
    params: { member_id: 'uuid', facts: 'text', since: 'timestamptz' },
    columns: { same: 'bool', recent: 'bool' },
  },
)

export const deleteOverruledLocks = statement(
  `-- members_delete_overruled_locks
  delete from overruled_lock where member_id = $member_id`,
  { params: { member_id: 'uuid' } },
)
