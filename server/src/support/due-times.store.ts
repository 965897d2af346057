// SQL of due times, each by a partial index, so that it costs what is due and not the history.
import { statement } from '../platform/database/statement.ts'

const FOUND = { id: 'uuid' } as const

export const raiseLate = statement(
  `-- support_raise_late
  update conversation set raised_at = $now where id in (
    select id from conversation where due_by <= $now and raised_at is null order by due_by limit $limit::int for update skip locked)
  returning id`,
  { params: { now: 'timestamptz', limit: 'int4' }, columns: FOUND },
)

export const raise = statement(
  `-- support_raise
  update conversation set raised_at = coalesce(raised_at, $now) where id = $id`,
  { params: { id: 'uuid', now: 'timestamptz' } },
)

export const callBefore = statement(
  `-- support_call_before_locks_end
  update complaint set called_at = $now where conversation_id in (
    select conversation_id from complaint where status = 'open' and lock_ends_at <= $until and called_at is null
    order by lock_ends_at limit $limit::int for update skip locked)
  returning conversation_id`,
  {
    params: { now: 'timestamptz', until: 'timestamptz', limit: 'int4' },
    columns: { conversation_id: 'uuid' },
  },
)

export const findLocksToEnd = statement(
  `-- support_locks_to_end
  select conversation_id as id from complaint
  where status = 'open' and lock_ends_at <= $now and conversation_id <> all ($failed) order by lock_ends_at limit $limit::int`,
  { params: { now: 'timestamptz', failed: 'uuid[]', limit: 'int4' }, columns: FOUND },
)

export const findDecidedBySilence = statement(
  `-- support_decided_by_silence
  select c.conversation_id as id from complaint c
  where c.status = 'open' and c.conversation_id <> all ($failed) and case c.against
    when 'order_in_review' then exists (select from order_review r where r.order_id = c.target_id and r.outcome in ('silence', 'with_other'))
    when 'visits_refused' then exists (select from objection b where b.order_id = c.target_id and b.by_silence) else false end
  order by c.conversation_id limit $limit::int`,
  { params: { failed: 'uuid[]', limit: 'int4' }, columns: FOUND },
)

export const closeOld = statement(
  `-- support_close_old
  update conversation c set status = 'closed', ended_at = coalesce(ended_at, $now)
  where (status = 'solved' and ended_at <= $before or status = 'answered' and last_message_at <= $before)
    and not exists (select from complaint k where k.conversation_id = c.id and k.status = 'open')`,
  { params: { now: 'timestamptz', before: 'timestamptz' } },
)

/** With its messages, notes, complaint and stranger. */
export const deleteOld = statement(
  `-- support_delete_old
  delete from conversation where status = 'closed' and ended_at <= $before`,
  { params: { before: 'timestamptz' } },
)

/** Who has not confirmed in time, and whose conversation is deleted. */
export const deleteStrangers = statement(
  `-- support_delete_strangers
  delete from stranger s where confirmed_at is null and asked_at <= $unconfirmed_before
    or confirmed_at is not null and not exists (select from conversation c where c.stranger_id = s.id)`,
  { params: { unconfirmed_before: 'timestamptz' } },
)

export const deleteExpiredLinks = statement(
  `-- support_delete_expired_links
  delete from stranger_link where expires_at <= $now`,
  { params: { now: 'timestamptz' } },
)
