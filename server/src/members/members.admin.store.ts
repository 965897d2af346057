import { UUID } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import { containing, type Filter, hasWords } from '../platform/http/filters.ts'
import { sortedList } from '../platform/http/sorting.ts'
import type { MemberRow } from './members.store.ts'
import { nameKey, possiblePhones, readInviteCode } from './names.ts'

export type FoundMember = RowOf<typeof FOUND_MEMBER_COLUMNS>

const FOUND = `id, username, coalesce(phone, '') as phone, code, locale, level_id, lock_kind, locked_at, verified_orders,
  created_at, closed_at`

/** Interpretations of a search text: words of a name, a whole phone number in any writing, or an invite code. */
export const searchTermsOfMember = (text: string) => ({
  name: nameKey(text),
  phones: possiblePhones(text, 'vn'),
  code: readInviteCode(text) ?? null,
})

const NAME_HAS_WORDS = hasWords('username_key', '?::text')
/** The same text for each place of it in `hasWords`. */
const wordsOf = (text: string): string[] => Array<string>(NAME_HAS_WORDS.split('?').length - 1).fill(text)

const FOUND_MEMBER_COLUMNS = {
  id: 'uuid',
  username: 'text',
  phone: 'text',
  code: 'text',
  locale: typed<Locale>('text'),
  level_id: 'uuid',
  lock_kind: typed<MemberRow['lock_kind']>('text?'),
  locked_at: 'timestamptz?',
  verified_orders: 'int4',
  created_at: 'timestamptz',
  closed_at: 'timestamptz?',
} as const

export const searchMembers = sortedList({
  name: 'members_admin_search',
  rows: FOUND_MEMBER_COLUMNS,
  select: `select ${FOUND}, username_key from member`,
  filters: {
    /** Words of a name, or a whole phone number, invite code or id. */
    search: {
      where: `closed_at is null and ${NAME_HAS_WORDS} or phone = any (?) or code = ? or id = ?`,
      values(text: string) {
        const { name, phones, code } = searchTermsOfMember(text)
        return [...wordsOf(name), phones, code, UUID.test(text.toLowerCase()) ? text : null]
      },
    },
    lock: `coalesce(lock_kind, 'none') = ?`,
    level_id: 'level_id = ?',
    from: 'created_at >= ?',
    to: 'created_at < ?',
    invitation_id: 'invitation_id = ?',
  },
  columns: {
    member_since: { by: 'created_at', type: 'timestamptz' },
    username: { by: 'username_key', type: 'text' },
    verified_orders: { by: 'verified_orders', type: 'bigint' },
  },
  first: 'member_since.desc',
})

/** For deposits or withdrawals: a substring of the reference, or words of the member's name. */
export const referenceOrName = (table: 'deposit' | 'withdrawal', alias: string): Filter => ({
  where: `${alias}.id in (
    select id from ${table} where reference ilike ?
    union all
    select of_member.id from member n join ${table} of_member on of_member.member_id = n.id
    where ${hasWords('n.username_key', '?::text')} and n.closed_at is null
    union all
    select of_member.id from bank_details held join ${table} of_member on of_member.member_id = held.member_id
    where ${hasWords('held.holder', '?::text')})`,
  values: (text: string) => [containing(text), ...wordsOf(nameKey(text)), ...wordsOf(nameKey(text))],
})

export type MemberInDetail = RowOf<typeof selectInDetail>

export const selectInDetail = statement(
  `-- members_admin_find
  select m.id, m.username, coalesce(m.phone, '') as phone, m.code, m.locale, m.level_id, m.lock_kind, m.locked_at,
    m.verified_orders, m.created_at, m.closed_at,
    m.email, m.phone_confirmed_at, m.lock_reason, m.verified_visits, m.counted_visits, i.id as inviter_id, i.username as inviter,
    (select jsonb_build_object('_id', v.id, 'code', v.code, 'note', v.note) from invitation v
      where v.id = m.invitation_id) as invitation,
    (select count(*) from member j where j.invited_by = m.id)::int as invited
  from member m left join member i on i.id = m.invited_by where m.id = $member_id`,
  {
    params: { member_id: 'uuid' },
    columns: {
      ...FOUND_MEMBER_COLUMNS,
      email: 'text?',
      phone_confirmed_at: 'timestamptz?',
      lock_reason: 'text?',
      verified_visits: 'int8',
      counted_visits: 'int8',
      inviter_id: 'uuid?',
      inviter: 'text?',
      invitation: typed<{ readonly _id: string; readonly code: string; readonly note: string } | null>(
        'jsonb?',
      ),
      invited: 'int4',
    },
  },
)
