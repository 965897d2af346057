import { ofAnyLength, statement } from '../platform/database/statement.ts'

export interface SessionRow {
  readonly id: string
  readonly device: string
  readonly created_at: Date
  readonly last_used_at: Date
}

export const insertSession = statement<
  object,
  {
    session_id: string
    member_id: string
    device: string
    created_at: Date
    expires_at: Date
    confirmed_until: Date
  }
>(
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
    columns: {},
  },
)

export const updateConfirmed = statement<object, { session_id: string; confirmed_until: Date }>(
  `-- sessions_confirm
  update session set confirmed_until = $confirmed_until where id = $session_id`,
  { params: { session_id: 'uuid', confirmed_until: 'timestamptz' }, columns: {} },
)

export const updateConfirmedPayments = statement<object, { id: string; until: Date; total_minor: bigint }>(
  `-- sessions_confirm_payments
  update session set payments_until = $until, payments_minor = $total_minor where id = $id`,
  { params: { id: 'uuid', until: 'timestamptz', total_minor: 'int8' }, columns: {} },
)

export const selectConfirmed = statement<{ confirmed: boolean }, { id: string; now: Date }>(
  `-- sessions_find_confirmed
  select coalesce(confirmed_until > $now, false) as confirmed from session where id = $id`,
  { params: { id: 'uuid', now: 'timestamptz' }, columns: { confirmed: 'bool' } },
)

/** No row unless the confirmed sum covers $total_minor. */
export const spendConfirmedPayments = statement<
  { id: string },
  { session_id: string; total_minor: bigint; now: Date }
>(
  `-- sessions_spend_confirmed_payments
  update session set payments_minor = payments_minor - $total_minor
  where id = $session_id and payments_until > $now and payments_minor >= $total_minor returning id`,
  { params: { session_id: 'uuid', total_minor: 'int8', now: 'timestamptz' }, columns: { id: 'uuid' } },
)

export interface OpenRow {
  /** Position in the request, from 1. */
  readonly no: number
  readonly lock: 'conduct' | 'security' | null
  readonly open: boolean
  /** Terms in force that the member has not agreed to. */
  readonly terms_due: number | null
}

/** Runs on every call of a member: sessions ($sessions) of members ($members) at $now, by primary key in each table. */
export const selectViewers = statement<
  OpenRow,
  { sessions: readonly string[]; members: readonly string[]; now: Date }
>(
  `-- sessions_find_viewers
  select viewer.no::int as no, m.lock_kind as lock, s.ended_at is null and s.expires_at > $now as open,
    (select max(v.number) from terms_version v where v.in_force_at <= $now
      and v.number > (select coalesce(max(a.version), 0) from terms_agreement a where a.member_id = m.id)) as terms_due
  from unnest(${ofAnyLength('$sessions::uuid[]')}, ${ofAnyLength('$members::uuid[]')}) with ordinality as viewer (session_id, member_id, no)
  join session s on s.id = viewer.session_id and s.member_id = viewer.member_id
  join member m on m.id = s.member_id`,
  {
    params: { sessions: 'uuid[]', members: 'uuid[]', now: 'timestamptz' },
    columns: { no: 'int4', lock: 'text?', open: 'bool', terms_due: 'int4?' },
  },
)

export const insertRefreshToken = statement<object, { hash: Uint8Array; id: string; created_at: Date }>(
  `-- sessions_add_refresh_token
  insert into refresh_token (hash, session_id, created_at, expires_at)
  select $hash, id, $created_at, expires_at from session where id = $id`,
  { params: { hash: 'bytea', id: 'uuid', created_at: 'timestamptz' }, columns: {} },
)

/** A race has one winner: the second waits for the first and then finds `used_at` set. */
export const useRefreshToken = statement<
  {
    session_id: string
    member_id: string
  },
  { hash: Uint8Array; used_at: Date }
>(
  `-- sessions_use_refresh_token
  update refresh_token t set used_at = $used_at from session s
  where t.hash = $hash and t.used_at is null and t.expires_at > $used_at
    and s.id = t.session_id and s.ended_at is null and s.expires_at > $used_at
  returning s.id as session_id, s.member_id`,
  { params: { hash: 'bytea', used_at: 'timestamptz' }, columns: { session_id: 'uuid', member_id: 'uuid' } },
)

/** The open session of a token that was used before (token reuse), if any. */
export const selectReused = statement<
  { session_id: string; member_id: string },
  { hash: Uint8Array; now: Date }
>(
  `-- sessions_find_reused
  select s.id as session_id, s.member_id from refresh_token t join session s on s.id = t.session_id
  where t.hash = $hash and t.used_at is not null and s.ended_at is null and s.expires_at > $now`,
  { params: { hash: 'bytea', now: 'timestamptz' }, columns: { session_id: 'uuid', member_id: 'uuid' } },
)

/** Owner of a token, valid or not. */
export const selectHolder = statement<{ member_id: string }, { hash: Uint8Array; now: Date }>(
  `-- sessions_find_holder
  select s.member_id from refresh_token t join session s on s.id = t.session_id where t.hash = $hash and t.expires_at > $now`,
  { params: { hash: 'bytea', now: 'timestamptz' }, columns: { member_id: 'uuid' } },
)

export const touchSession = statement<object, { id: string; now: Date; idle_at: Date; most: string }>(
  `-- sessions_touch
  update session set last_used_at = greatest(last_used_at, $now),
    expires_at = least($idle_at::timestamptz, created_at + $most::interval)
  where id = $id`,
  { params: { id: 'uuid', now: 'timestamptz', idle_at: 'timestamptz', most: 'interval' }, columns: {} },
)

export const selectOpenSessions = statement<SessionRow, { member_id: string; now: Date }>(
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
export const endOpenSessions = statement<
  { id: string },
  { member_id: string; id: string | null; kept_session_id: string | null; ended_at: Date }
>(
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

export const deleteTokensBefore = statement<object, { now: Date }>(
  `-- sessions_forget_tokens
  delete from refresh_token where expires_at < $now`,
  { params: { now: 'timestamptz' }, columns: {} },
)
export const deleteSessionsBefore = statement<object, { now: Date }>(
  `-- sessions_forget
  delete from session where expires_at < $now`,
  { params: { now: 'timestamptz' }, columns: {} },
)
