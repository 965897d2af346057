import { ofAnyLength, statement } from '../platform/database/statement.ts'

export interface SessionRow {
  readonly id: string
  readonly device: string
  readonly created_at: Date
  readonly last_used_at: Date
}

export const insertSession = statement(`-- sessions_open
  insert into session (id, member_id, device, created_at, last_used_at, expires_at, confirmed_until)
  values ($1, $2, $3, $4, $4, $5, $6)`)

export const updateConfirmed = statement(`-- sessions_confirm
  update session set confirmed_until = $2 where id = $1`)

export const updateConfirmedPayments = statement(`-- sessions_confirm_payments
  update session set payments_until = $2, payments_minor = $3 where id = $1`)

export const selectConfirmed = statement<{ confirmed: boolean }>(`-- sessions_find_confirmed
  select coalesce(confirmed_until > $2, false) as confirmed from session where id = $1`)

/** No row unless the confirmed sum covers $2. */
export const spendConfirmedPayments = statement<{ id: string }>(`-- sessions_spend_confirmed_payments
  update session set payments_minor = payments_minor - $2
  where id = $1 and payments_until > $3 and payments_minor >= $2 returning id`)

export interface OpenRow {
  /** Position in the request, from 1. */
  readonly no: number
  readonly lock: 'conduct' | 'security' | null
  readonly open: boolean
  /** Terms in force that the member has not agreed to. */
  readonly terms_due: number | null
}

/** Runs on every call of a member: sessions ($1) of members ($2) at $3, by primary key in each table. */
export const selectViewers = statement<OpenRow>(`-- sessions_find_viewers
  select viewer.no::int as no, m.lock_kind as lock, s.ended_at is null and s.expires_at > $3 as open,
    (select max(v.number) from terms_version v where v.in_force_at <= $3
      and v.number > (select coalesce(max(a.version), 0) from terms_agreement a where a.member_id = m.id)) as terms_due
  from unnest(${ofAnyLength('$1::uuid[]')}, ${ofAnyLength('$2::uuid[]')}) with ordinality as viewer (session_id, member_id, no)
  join session s on s.id = viewer.session_id and s.member_id = viewer.member_id
  join member m on m.id = s.member_id`)

export const insertRefreshToken = statement(`-- sessions_add_refresh_token
  insert into refresh_token (hash, session_id, created_at, expires_at)
  select $1, id, $3, expires_at from session where id = $2`)

/** A race has one winner: the second waits for the first and then finds `used_at` set. */
export const useRefreshToken = statement<{
  session_id: string
  member_id: string
}>(`-- sessions_use_refresh_token
  update refresh_token t set used_at = $2 from session s
  where t.hash = $1 and t.used_at is null and t.expires_at > $2
    and s.id = t.session_id and s.ended_at is null and s.expires_at > $2
  returning s.id as session_id, s.member_id`)

/** The open session of a token that was used before (token reuse), if any. */
export const selectReused = statement<{ session_id: string; member_id: string }>(`-- sessions_find_reused
  select s.id as session_id, s.member_id from refresh_token t join session s on s.id = t.session_id
  where t.hash = $1 and t.used_at is not null and s.ended_at is null and s.expires_at > $2`)

/** Owner of a token, valid or not. */
export const selectHolder = statement<{ member_id: string }>(`-- sessions_find_holder
  select s.member_id from refresh_token t join session s on s.id = t.session_id where t.hash = $1 and t.expires_at > $2`)

export const touchSession = statement(`-- sessions_touch
  update session set last_used_at = greatest(last_used_at, $2),
    expires_at = least($3::timestamptz, created_at + $4::interval)
  where id = $1`)

export const selectOpenSessions = statement<SessionRow>(`-- sessions_list
  select id, device, created_at, last_used_at from session
  where member_id = $1 and ended_at is null and expires_at > $2
  order by last_used_at desc, id desc limit 100`)

/** Ends one session ($2), or all but one ($3), of a member; live streams are notified on commit. */
export const endOpenSessions = statement<{ id: string }>(`-- sessions_end
  with ended as (
    update session set ended_at = $4
    where member_id = $1 and ended_at is null and expires_at > $4
      and ($2::uuid is null or id = $2) and ($3::uuid is null or id <> $3)
    returning id)
  select id, pg_notify('session_ended', id::text) from ended`)

export const deleteTokensBefore = statement(`-- sessions_forget_tokens
  delete from refresh_token where expires_at < $1`)
export const deleteSessionsBefore = statement(`-- sessions_forget
  delete from session where expires_at < $1`)
