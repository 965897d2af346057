import type { Locale } from '@fairturn/contract/locales'
import type { Queryable } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'

export interface MemberRow {
  readonly id: string
  /** Empty after the account is closed, like the phone. */
  readonly username: string
  readonly phone: string
  /** Null: nobody has proved that the number is theirs. */
  readonly phone_confirmed_at: Date | null
  readonly code: string
  readonly invited_by: string | null
  readonly level_id: string
  readonly locale: Locale
  readonly file: string | null
  readonly listed_in_awards: boolean
  readonly verified_orders: number
  /** Of them, those that count for each level, by its id. */
  readonly level_orders: Readonly<Record<string, number>>
  readonly verified_visits: bigint
  readonly counted_visits: bigint
  readonly lock_kind: 'conduct' | 'security' | null
  readonly lock_reason: string | null
  readonly locked_at: Date | null
  /** End of a security lock. */
  readonly lock_until: Date | null
  /** Second operator of a security lock, `operator:<id>`. */
  readonly lock_confirmed_by: string | null
  /** Under a security lock: the conduct lock that is reinstated when it ends. */
  readonly conduct_reason: string | null
  readonly conduct_locked_at: Date | null
  /** Start of the latest security lock. */
  readonly security_locked_at: Date | null
  readonly security_ended_at: Date | null
  /** Set by a security lock until the owner has set a new password. */
  readonly password_void_since: Date | null
  readonly created_at: Date
}

const COLUMNS = `id, username, coalesce(phone, '') as phone, phone_confirmed_at, code, invited_by, level_id, locale, file, listed_in_awards,
  verified_orders, level_orders, verified_visits, counted_visits, lock_kind, lock_reason, locked_at, lock_until, lock_confirmed_by,
  conduct_reason, conduct_locked_at, security_locked_at, security_ended_at, password_void_since, created_at`

export const selectMember = statement<MemberRow>(`-- members_find
  select ${COLUMNS} from member where id = $1`)

export const selectMembers = statement<MemberRow>(`-- members_find_all
  select ${COLUMNS} from member where id = any($1::uuid[])`)

/** `for no key update` does not block foreign keys that reference the member. */
export const selectMemberLocked = statement<MemberRow>(`-- members_find_locked
  select ${COLUMNS} from member where id = $1 for no key update`)

/** For closing: blocks foreign keys to the member, and thus anything that would credit them. */
export const selectMemberForUpdate = statement<MemberRow>(`-- members_find_for_update
  select ${COLUMNS} from member where id = $1 for update`)

export type LockColumns = Pick<
  MemberRow,
  'lock_kind' | 'lock_reason' | 'locked_at' | 'lock_until' | 'lock_confirmed_by'
>

/** Locked in id order, so that two sets cannot deadlock. */
export const selectLocksShared = statement<LockColumns & { readonly id: string }>(`-- members_locks_shared
  select id, lock_kind, lock_reason, locked_at, lock_until, lock_confirmed_by
  from member where id = any ($1::uuid[]) order by id for share`)

export const selectByCode = statement<{ id: string }>(`-- members_find_by_code
  select id from member where code = $1 and closed_at is null`)

/** $3: whether a number that nobody has confirmed is taken, too. */
export const selectTaken = statement<{ taken: boolean }>(`-- members_name_or_phone_taken
  select exists (select from member where username_key in ($1, closed_name_key($1)))
    or exists (select from member where phone = $2 and (phone_confirmed_at is not null or $3::boolean)) as taken`)

export const selectClosedName = statement<{ taken: boolean }>(`-- members_closed_name_taken
  select exists (select from member where username_key = closed_name_key($1)) as taken`)

/** $10: as in selectTaken. The number's lock is held, so that of two concurrent registrations the second sees the first. */
export const insertMember = statement<{ id: string }>(`-- members_insert
  insert into member (id, username, username_key, phone, code, invited_by, invitation_id, locale, created_at)
  select $1, $2, $3, $4::text, $5, $6, $7, $8, $9
  where not exists (select from member where phone = $4::text and (phone_confirmed_at is not null or $10::boolean))
  on conflict do nothing returning id`)

/** A match by name takes precedence, then the numbers in order; of several members with a number whoever confirmed it. */
export const selectByNameOrPhone = statement<{ id: string }>(`-- members_find_by_name_or_phone
  select id from member
  where (username_key = $1 or phone = any($2::text[])) and closed_at is null
  order by (username_key = $1) desc, array_position($2::text[], phone), phone_confirmed_at is null, id
  limit 1`)

/** The owner has set a new password. */
export const endPasswordVoid = statement(`-- members_end_password_void
  update member set password_void_since = null where id = $1`)

export const updatePreferences = statement(`-- members_change_preferences
  update member set listed_in_awards = coalesce($2, listed_in_awards), locale = coalesce($3, locale) where id = $1`)

/** Returns the former URL; no row if the account is closed. */
export const updateFile = statement<{ file: string | null }>(`-- members_change_file
  update member m set file = $2 from (select id, file from member where id = $1 for no key update) old
  where m.id = old.id and m.closed_at is null returning old.file`)

export const updateLevel = statement<{ id: string }>(`-- members_change_level
  update member set level_id = $2 where id = $1 returning id`)

export const raiseRecord = statement<{ id: string }>(`-- members_raise_record
  update member set verified_orders = verified_orders + $2, verified_visits = verified_visits + $3,
    counted_visits = counted_visits + $4, level_orders = coalesce($5::jsonb, level_orders)
  where id = $1 returning id`)

export const updateLock = statement<{ id: string }>(`-- members_change_lock
  update member set lock_kind = $2, lock_reason = $3, locked_at = $4, lock_until = $5, lock_confirmed_by = $6,
    conduct_reason = $7, conduct_locked_at = $8
  where id = $1 returning id`)

const selectUsernames = statement<{ id: string; username: string }>(`-- members_usernames
  select id, username from member where id = any ($1::uuid[])`)

/** Names by member id; empty for closed accounts. */
export async function usernamesOf(on: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await selectUsernames.all(on, [...new Set(ids)])
  return new Map(rows.map(({ id, username }) => [id, username]))
}
