import { type RowOf, typed, ofAnyLength, statement } from '../platform/database/statement.ts'

export type SessionRow = RowOf<typeof selectOpenSessions>

export const insertSession = statement(
  `-- sessions_open
  insert into session (id, member_id, device, created_at, last_used_at, expires_at, confirmed_until)
  values ($session_id, $member_id, $device, $created_at, $created_at, $expires_at, $confirmed_until)`,
  {
    params: {
      session_id: 'uuid',
      member_id: 'uuid',
      device: 'text',
      created_at: 'timestamptz',
      expires_at: 'timestamptz',
      confirmed_until: 'timestamptz',
    },
  },
)

export type OpenRow = RowOf<typeof selectViewers>

/** Runs on every call of a member: sessions ($sessions) of members ($members) at $now, by primary key in each table. */
export const selectViewers = statement(
  `-- sessions_find_viewers
  select viewer.no::int as no, m.lock_kind as lock, s.ended_at is null and s.expires_at > $now as open,
    (select max(v.number) from terms_version v where v.in_force_at <= $now
      and v.number > (select coalesce(max(a.version), 0) from terms_agreement a where a.member_id = m.id)) as terms_due
  from unnest(${ofAnyLength('$sessions::uuid[]')}, ${ofAnyLength('$members::uuid[]')}) with ordinality as viewer (session_id, member_id, no)
  join session s on s.id = viewer.session_id and s.member_id = viewer.member_id
  join member m on m.id = s.member_id`,
  {
    params: { sessions: 'uuid[]', members: 'uuid[]', now: 'timestamptz' },
    columns: {
      /** Position in the request, from 1. */
      no: 'int4',
      lock: typed<'conduct' | 'security' | null>('text?'),
      open: 'bool' /** Terms in force that the member has not agreed to. */,
      terms_due: 'int4?',
    },
  },
)

export const insertRefreshToken = statement(
  `-- sessions_add_refresh_token
  insert into refresh_token (hash, session_id, created_at, expires_at)
  select $hash, id, $created_at, expires_at from session where id = $id`,
  { params: { hash: 'bytea', id: 'uuid', created_at: 'timestamptz' } },
)

/** A race has one winner: the second waits for the first and then finds `used_at` set. */
export const useRefreshToken = statement(
  `-- sessions_use_refresh_token
  update refresh_token t set used_at = $used_at from session s
  where t.hash = $hash and t.used_at is null and t.expires_at > $used_at
    and s.id = t.session_id and s.ended_at is null and s.expires_at > $used_at
  returning s.id as session_id, s.member_id`,
  { params: { hash: 'bytea', used_at: 'timestamptz' }, columns: { session_id: 'uuid', member_id: 'uuid' } },
)

/** The open session of a token that was used before (token reuse), if any. */
export const selectReused = statement(
  `-- sessions_find_reused
  select s.id as session_id, s.member_id from refresh_token t join session s on s.id = t.session_id
  where t.hash = $hash and t.used_at is not null and s.ended_at is null and s.expires_at > $now`,
  { params: { hash: 'bytea', now: 'timestamptz' }, columns: { session_id: 'uuid', member_id: 'uuid' } },
)

/** Owner of a token, valid or not. */
export const selectHolder = statement(
  `-- sessions_find_holder
  select s.member_id from refresh_token t join session s on s.id = t.session_id where t.hash = $hash and t.expires_at > $now`,
  { params: { hash: 'bytea', now: 'timestamptz' }, columns: { member_id: 'uuid' } },
)

export const touchSession = statement(
  `-- sessions_touch
  update session set last_used_at = greatest(last_used_at, $now),
    expires_at = least($idle_at::timestamptz, created_at + $most::interval)
  where id = $id`,
  { params: { id: 'uuid', now: 'timestamptz', idle_at: 'timestamptz', most: 'interval' } },
)

export const selectOpenSessions = statement(
  `-- sessions_list
  select id, device, created_at, last_used_at from session
  where member_id = $member_id and ended_at is null and expires_at > $now
  order by last_used_at desc, id desc limit 100`,
  {
    params: { member_id: 'uuid', now: 'timestamptz' },
    columns: { id: 'uuid', device: 'text', created_at: 'timestamptz', last_used_at: 'timestamptz' },
  },
)

/** Ends one session ($id), or all but one ($kept_session_id), of a member; live streams are notified on commit. */
export const endOpenSessions = statement(
  `-- sessions_end
  with ended as (
    update session set ended_at = $ended_at
    where member_id = $member_id and ended_at is null and expires_at > $ended_at
      and ($id::uuid is null or id = $id) and ($kept_session_id::uuid is null or id <> $kept_session_id)
    returning id)
  select id, pg_notify('session_ended', id::text) from ended`,
  {
    params: { member_id: 'uuid', id: 'uuid?', kept_session_id: 'uuid?', ended_at: 'timestamptz' },
    columns: { id: 'uuid' },
  },
)

export const deleteTokensBefore = statement(
  `-- sessions_forget_tokens
  delete from refresh_token where expires_at < $now`,
  { params: { now: 'timestamptz' } },
)
export const deleteSessionsBefore = statement(
  `-- sessions_forget
  delete from session where expires_at < $now`,
  { params: { now: 'timestamptz' } },
)
