import type { Locale } from '@fairturn/contract/locales'
import type { Queryable } from '../platform/database/database.ts'
import { type RowOf, typed, statement, ofAnyLength } from '../platform/database/statement.ts'
import { refuse, type Refusal } from '../platform/http/refusal.ts'

export type MemberRow = RowOf<typeof MEMBER_COLUMNS>

const COLUMNS = `id, username, coalesce(phone, '') as phone, phone_confirmed_at, code, invited_by, level_id, locale, file, listed_in_awards,
  verified_orders, level_orders, orders_over_share, verified_visits, counted_visits, lock_kind, lock_reason, locked_at, lock_until, lock_confirmed_by,
  conduct_reason, conduct_locked_at, security_locked_at, security_ended_at, password_void_since, created_at`

const MEMBER_COLUMNS = {
  id: 'uuid',
  /** Empty after the account is closed, like the phone. */
  username: 'text',
  phone: 'text',
  /** Null: nobody has proved that the number is theirs. */
  phone_confirmed_at: 'timestamptz?',
  code: 'text',
  invited_by: 'uuid?',
  level_id: 'uuid',
  locale: typed<Locale>('text'),
  file: 'text?',
  listed_in_awards: 'bool',
  verified_orders: 'int4',
  /** Of them, those that count for each level, by its id. */
  level_orders: typed<Readonly<Record<string, number>>>('jsonb'),
  /** Orders that do not count for a level, because orders of their placer filled their share; by level. */
  orders_over_share: typed<Readonly<Record<string, number>>>('jsonb'),
  verified_visits: 'int8',
  counted_visits: 'int8',
  lock_kind: typed<'conduct' | 'security' | null>('text?'),
  lock_reason: 'text?',
  locked_at: 'timestamptz?',
  /** End of a security lock. */
  lock_until: 'timestamptz?',
  /** Second operator of a security lock, `operator:<id>`. */
  lock_confirmed_by: 'text?',
  /** Under a security lock: the conduct lock that is reinstated when it ends. */
  conduct_reason: 'text?',
  conduct_locked_at: 'timestamptz?',
  /** Start of the latest security lock. */
  security_locked_at: 'timestamptz?',
  security_ended_at: 'timestamptz?',
  /** Set by a security lock until the member has set a new password. */
  password_void_since: 'timestamptz?',
  created_at: 'timestamptz',
} as const

export const selectMember = statement(
  `-- members_find
  select ${COLUMNS} from member where id = $id`,
  { params: { id: 'uuid' }, columns: MEMBER_COLUMNS },
)

export const selectMembers = statement(
  `-- members_find_all
  select ${COLUMNS} from member where id = any (${ofAnyLength('$member_ids::uuid[]')})`,
  { params: { member_ids: 'uuid[]' }, columns: MEMBER_COLUMNS },
)

/** `for no key update` does not block foreign keys that reference the member. */
export const selectMemberLocked = statement(
  `-- members_find_locked
  select ${COLUMNS} from member where id = $id for no key update`,
  { params: { id: 'uuid' }, columns: MEMBER_COLUMNS },
)

/** For closing: blocks foreign keys to the member, and thus anything that would credit them. */
export const selectMemberForUpdate = statement(
  `-- members_find_for_update
  select ${COLUMNS} from member where id = $member_id for update`,
  { params: { member_id: 'uuid' }, columns: MEMBER_COLUMNS },
)

export type LockColumns = Pick<
  MemberRow,
  'lock_kind' | 'lock_reason' | 'locked_at' | 'lock_until' | 'lock_confirmed_by'
>

/** Details of the refusal: reason, start, end, and whether only support can end it. */
export const lockOf = (member: LockColumns) =>
  member.lock_kind === null
    ? null
    : {
        kind: member.lock_kind,
        reason: member.lock_reason!,
        since: member.locked_at!.toISOString(),
        until: member.lock_until?.toISOString() ?? null,
        by_support_alone: member.lock_confirmed_by !== null,
      }

/** The refusal, to throw. */
export const refuseAsLocked = (member: LockColumns): Refusal =>
  refuse('your_account_has_been_locked', lockOf(member)!)

/** Locked in id order, so that two sets cannot deadlock. */
export const selectLocksShared = statement(
  `-- members_locks_shared
  select id, lock_kind, lock_reason, locked_at, lock_until, lock_confirmed_by
  from member where id = any ($member_ids::uuid[]) order by id for share`,
  {
    params: { member_ids: 'uuid[]' },
    columns: {
      id: 'uuid',
      lock_kind: typed<'conduct' | 'security' | null>('text?'),
      lock_reason: 'text?',
      locked_at: 'timestamptz?',
      lock_until: 'timestamptz?',
      lock_confirmed_by: 'text?',
    },
  },
)

export const selectByCode = statement(
  `-- members_find_by_code
  select id from member where code = $code and closed_at is null`,
  { params: { code: 'text' }, columns: { id: 'uuid' } },
)

/** $unconfirmed_blocks: whether a number that nobody has confirmed is taken, too. */
export const selectTaken = statement(
  `-- members_name_or_phone_taken
  select exists (select from member where username_key in ($username, closed_name_key($username)))
    or exists (select from member where phone = $phone and (phone_confirmed_at is not null or $unconfirmed_blocks::boolean)) as taken`,
  { params: { username: 'text', phone: 'text', unconfirmed_blocks: 'bool' }, columns: { taken: 'bool' } },
)

export const selectClosedName = statement(
  `-- members_closed_name_taken
  select exists (select from member where username_key = closed_name_key($key)) as taken`,
  { params: { key: 'text' }, columns: { taken: 'bool' } },
)

/** $unconfirmed_blocks: as in selectTaken. The number's lock is held, so that of two concurrent registrations the second sees the first. */
export const insertMember = statement(
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
export const selectByNameOrPhone = statement(
  `-- members_find_by_name_or_phone
  select id from member
  where (username_key = $username_key or phone = any($phones::text[])) and closed_at is null
  order by (username_key = $username_key) desc, array_position($phones::text[], phone), phone_confirmed_at is null, id
  limit 1`,
  { params: { username_key: 'text', phones: 'text[]' }, columns: { id: 'uuid' } },
)

/** The member has set a new password. */
export const endPasswordVoid = statement(
  `-- members_end_password_void
  update member set password_void_since = null where id = $member_id`,
  { params: { member_id: 'uuid' } },
)

export const updatePreferences = statement(
  `-- members_change_preferences
  update member set listed_in_awards = coalesce($listed_in_awards, listed_in_awards), locale = coalesce($locale, locale) where id = $id`,
  { params: { id: 'uuid', listed_in_awards: 'bool?', locale: 'text?' } },
)

/** Returns the former URL; no row if the account is closed. */
export const updateFile = statement(
  `-- members_change_file
  update member m set file = $url from (select id, file from member where id = $member_id for no key update) old
  where m.id = old.id and m.closed_at is null returning old.file`,
  { params: { member_id: 'uuid', url: 'text' }, columns: { file: 'text?' } },
)

export const updateLevel = statement(
  `-- members_change_level
  update member set level_id = $level_id where id = $member_id returning id`,
  { params: { member_id: 'uuid', level_id: 'uuid' }, columns: { id: 'uuid' } },
)

export const raiseRecord = statement(
  `-- members_raise_record
  update member set verified_orders = verified_orders + $verified_orders, verified_visits = verified_visits + $verified_visits,
    counted_visits = counted_visits + $counted_visits, level_orders = coalesce($raised::jsonb, level_orders),
    orders_over_share = coalesce($over::jsonb, orders_over_share)
  where id = $member_id returning id`,
  {
    params: {
      member_id: 'uuid',
      verified_orders: 'int4',
      verified_visits: typed<number>('int8'),
      counted_visits: typed<number>('int8'),
      raised: 'jsonb?',
      over: 'jsonb?',
    },
    columns: { id: 'uuid' },
  },
)

export const updateLock = statement(
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

const selectUsernames = statement(
  `-- members_usernames
  select id, username from member where id = any ($ids::uuid[])`,
  { params: { ids: 'uuid[]' }, columns: { id: 'uuid', username: 'text' } },
)

/** Names by member id; empty for closed accounts. */
export async function usernamesOf(on: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await selectUsernames.all(on, { ids: [...new Set(ids)] })
  return new Map(rows.map(({ id, username }) => [id, username]))
}
