import type { Locale } from '@fairturn/contract/locales'
import { statement } from '../database/statement.ts'
import { sortedList } from '../http/sorting.ts'

export interface FoundMember {
  readonly id: string
  readonly username: string
  readonly phone: string
  readonly code: string
  readonly locale: Locale
  readonly level_id: string
  readonly lock_kind: 'conduct' | 'security' | null
  readonly locked_at: Date | null
  readonly verified_orders: number
  readonly created_at: Date
  readonly closed_at: Date | null
}

const FOUND = `id, username, coalesce(phone, '') as phone, code, locale, level_id, lock_kind, locked_at, verified_orders,
  created_at, closed_at`

/** $2: how the name's key begins, as a pattern; $3: phone numbers; $4: an invite code; $5: an id. Any of them, when $1. */
export const searchMembers = sortedList<FoundMember, 'member_since' | 'username' | 'verified_orders'>({
  name: 'members_office_search',
  select: `select ${FOUND}, username_key from member
   where (not $1::boolean or (closed_at is null and username_key like $2) or phone = any ($3::text[])
       or code = $4 or id = $5::uuid)
     and ($6::text is null or coalesce(lock_kind, 'none') = $6)
     and ($7::uuid is null or level_id = $7)
     and ($8::timestamptz is null or created_at >= $8) and ($9::timestamptz is null or created_at < $9)
     and ($10::uuid is null or invitation_id = $10)`,
  parameters: 10,
  columns: {
    member_since: { by: 'created_at', type: 'timestamptz' },
    username: { by: `coalesce(username_key, '')`, type: 'text' },
    verified_orders: { by: 'verified_orders', type: 'bigint' },
  },
  first: 'member_since.desc',
})

export interface MemberInDetail extends FoundMember {
  readonly email: string | null
  readonly lock_reason: string | null
  readonly verified_visits: bigint
  readonly counted_visits: bigint
  readonly inviter_id: string | null
  readonly inviter: string | null
  readonly invitation: { readonly _id: string; readonly code: string; readonly note: string } | null
  readonly invited: number
}

export const selectInDetail = statement<MemberInDetail>(
  'members_office_find',
  `select m.id, m.username, coalesce(m.phone, '') as phone, m.code, m.locale, m.level_id, m.lock_kind, m.locked_at,
     m.verified_orders, m.created_at, m.closed_at,
     m.email, m.lock_reason, m.verified_visits, m.counted_visits, i.id as inviter_id, i.username as inviter,
     (select jsonb_build_object('_id', v.id, 'code', v.code, 'note', v.note) from invitation v
       where v.id = m.invitation_id) as invitation,
     (select count(*) from member j where j.invited_by = m.id)::int as invited
   from member m left join member i on i.id = m.invited_by where m.id = $1`,
)
