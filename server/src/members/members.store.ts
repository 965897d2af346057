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

const MEMBER_COLUMNS = {
  id: 'uuid',
  username: 'text',
  phone: 'text',
  phone_confirmed_at: 'timestamptz?',
  code: 'text',
  invited_by: 'uuid?',
  level_id: 'uuid',
  locale: 'text',
  file: 'text?',
  listed_in_awards: 'bool',
  verified_orders: 'int4',
  level_orders: 'jsonb',
  verified_visits: 'int8',
  counted_visits: 'int8',
  lock_kind: 'text?',
  lock_reason: 'text?',
  locked_at: 'timestamptz?',
  lock_until: 'timestamptz?',
  lock_confirmed_by: 'text?',
  conduct_reason: 'text?',
  conduct_locked_at: 'timestamptz?',
  security_locked_at: 'timestamptz?',
  security_ended_at: 'timestamptz?',
  password_void_since: 'timestamptz?',
  created_at: 'timestamptz',
} as const

export const selectMember = statement<MemberRow, { id: string }>(
  `-- members_find
  select ${COLUMNS} from member where id = $id`,
  { params: { id: 'uuid' }, columns: MEMBER_COLUMNS },
)

export const selectMembers = statement<MemberRow, { member_ids: readonly string[] }>(
  `-- members_find_all
  select ${COLUMNS} from member where id = any($member_ids::uuid[])`,
  { params: { member_ids: 'uuid[]' }, columns: MEMBER_COLUMNS },
)

/** `for no key update` does not block foreign keys that reference the member. */
export const selectMemberLocked = statement<MemberRow, { id: string }>(
  `-- members_find_locked
  select ${COLUMNS} from member where id = $id for no key update`,
  { params: { id: 'uuid' }, columns: MEMBER_COLUMNS },
)

/** For closing: blocks foreign keys to the member, and thus anything that would credit them. */
export const selectMemberForUpdate = statement<MemberRow, { member_id: string }>(
  `-- members_find_for_update
  select ${COLUMNS} from member where id = $member_id for update`,
  { params: { member_id: 'uuid' }, columns: MEMBER_COLUMNS },
)

export type LockColumns = Pick<
  MemberRow,
  'lock_kind' | 'lock_reason' | 'locked_at' | 'lock_until' | 'lock_confirmed_by'
>

/** Locked in id order, so that two sets cannot deadlock. */
export const selectLocksShared = statement<
  LockColumns & { readonly id: string },
  { member_ids: readonly string[] }
>(
  `-- members_locks_shared
  select id, lock_kind, lock_reason, locked_at, lock_until, lock_confirmed_by
  from member where id = any ($member_ids::uuid[]) order by id for share`,
  {
    params: { member_ids: 'uuid[]' },
    columns: {
      id: 'uuid',
      lock_kind: 'text?',
      lock_reason: 'text?',
      locked_at: 'timestamptz?',
      lock_until: 'timestamptz?',
      lock_confirmed_by: 'text?',
    },
  },
)

export const selectByCode = statement<{ id: string }, { code: string }>(
  `-- members_find_by_code
  select id from member where code = $code and closed_at is null`,
  { params: { code: 'text' }, columns: { id: 'uuid' } },
)

/** $unconfirmed_blocks: whether a number that nobody has confirmed is taken, too. */
export const selectTaken = statement<
  { taken: boolean },
  { username: string; phone: string; unconfirmed_blocks: boolean }
>(
  `-- members_name_or_phone_taken
  select exists (select from member where username_key in ($username, closed_name_key($username)))
    or exists (select from member where phone = $phone and (phone_confirmed_at is not null or $unconfirmed_blocks::boolean)) as taken`,
  { params: { username: 'text', phone: 'text', unconfirmed_blocks: 'bool' }, columns: { taken: 'bool' } },
)

export const selectClosedName = statement<{ taken: boolean }, { key: string }>(
  `-- members_closed_name_taken
  select exists (select from member where username_key = closed_name_key($key)) as taken`,
  { params: { key: 'text' }, columns: { taken: 'bool' } },
)

/** $unconfirmed_blocks: as in selectTaken. The number's lock is held, so that of two concurrent registrations the second sees the first. */
export const insertMember = statement<
  { id: string },
  {
    id: string
    username: string
    username_key: string
    phone: string
    code: string
    invited_by: string | null
    invitation_id: string | null
    locale: string
    created_at: Date
    unconfirmed_blocks: boolean
  }
>(
  `-- members_insert
  insert into member (id, username, username_key, phone, code, invited_by, invitation_id, locale, created_at)
  select $id, $username, $username_key, $phone::text, $code, $invited_by, $invitation_id, $locale, $created_at
  where not exists (select from member where phone = $phone::text and (phone_confirmed_at is not null or $unconfirmed_blocks::boolean))
  on conflict do nothing returning id`,
  {
    params: {
      id: 'uuid',
      username: 'text',
      username_key: 'text',
      phone: 'text',
      code: 'text',
      invited_by: 'uuid?',
      invitation_id: 'uuid?',
      locale: 'text',
      created_at: 'timestamptz',
      unconfirmed_blocks: 'bool',
    },
    columns: { id: 'uuid' },
  },
)

/** A match by name takes precedence, then the numbers in order; of several members with a number whoever confirmed it. */
export const selectByNameOrPhone = statement<
  { id: string },
  { username_key: string; phones: readonly string[] }
>(
  `-- members_find_by_name_or_phone
  select id from member
  where (username_key = $username_key or phone = any($phones::text[])) and closed_at is null
  order by (username_key = $username_key) desc, array_position($phones::text[], phone), phone_confirmed_at is null, id
  limit 1`,
  { params: { username_key: 'text', phones: 'text[]' }, columns: { id: 'uuid' } },
)

/** The owner has set a new password. */
export const endPasswordVoid = statement<object, { member_id: string }>(
  `-- members_end_password_void
  update member set password_void_since = null where id = $member_id`,
  { params: { member_id: 'uuid' }, columns: {} },
)

export const updatePreferences = statement<
  object,
  { id: string; listed_in_awards: boolean | null; locale: string | null }
>(
  `-- members_change_preferences
  update member set listed_in_awards = coalesce($listed_in_awards, listed_in_awards), locale = coalesce($locale, locale) where id = $id`,
  { params: { id: 'uuid', listed_in_awards: 'bool?', locale: 'text?' }, columns: {} },
)

/** Returns the former URL; no row if the account is closed. */
export const updateFile = statement<{ file: string | null }, { member_id: string; url: string }>(
  `-- members_change_file
  update member m set file = $url from (select id, file from member where id = $member_id for no key update) old
  where m.id = old.id and m.closed_at is null returning old.file`,
  { params: { member_id: 'uuid', url: 'text' }, columns: { file: 'text?' } },
)

export const updateLevel = statement<{ id: string }, { member_id: string; level_id: string }>(
  `-- members_change_level
  update member set level_id = $level_id where id = $member_id returning id`,
  { params: { member_id: 'uuid', level_id: 'uuid' }, columns: { id: 'uuid' } },
)

export const raiseRecord = statement<
  { id: string },
  {
    member_id: string
    verified_orders: number
    verified_visits: number
    counted_visits: number
    raised: string | null
  }
>(
  `-- members_raise_record
  update member set verified_orders = verified_orders + $verified_orders, verified_visits = verified_visits + $verified_visits,
    counted_visits = counted_visits + $counted_visits, level_orders = coalesce($raised::jsonb, level_orders)
  where id = $member_id returning id`,
  {
    params: {
      member_id: 'uuid',
      verified_orders: 'int4',
      verified_visits: 'int8',
      counted_visits: 'int8',
      raised: 'jsonb?',
    },
    columns: { id: 'uuid' },
  },
)

export const updateLock = statement<
  { id: string },
  {
    id: string
    lock_kind: string | null
    lock_reason: string | null
    locked_at: Date | null
    lock_until: Date | null
    lock_confirmed_by: string | null
    conduct_reason: string | null
    conduct_locked_at: Date | null
  }
>(
  `-- members_change_lock
  update member set lock_kind = $lock_kind, lock_reason = $lock_reason, locked_at = $locked_at, lock_until = $lock_until, lock_confirmed_by = $lock_confirmed_by,
    conduct_reason = $conduct_reason, conduct_locked_at = $conduct_locked_at
  where id = $id returning id`,
  {
    params: {
      id: 'uuid',
      lock_kind: 'text?',
      lock_reason: 'text?',
      locked_at: 'timestamptz?',
      lock_until: 'timestamptz?',
      lock_confirmed_by: 'text?',
      conduct_reason: 'text?',
      conduct_locked_at: 'timestamptz?',
    },
    columns: { id: 'uuid' },
  },
)

const selectUsernames = statement<{ id: string; username: string }, { ids: readonly string[] }>(
  `-- members_usernames
  select id, username from member where id = any ($ids::uuid[])`,
  { params: { ids: 'uuid[]' }, columns: { id: 'uuid', username: 'text' } },
)

/** Names by member id; empty for closed accounts. */
export async function usernamesOf(on: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await selectUsernames.all(on, { ids: [...new Set(ids)] })
  return new Map(rows.map(({ id, username }) => [id, username]))
}
