import { statement } from '../platform/database/statement.ts'
import { containing } from '../platform/http/filters.ts'
import { sortedList } from '../platform/http/sorting.ts'
import { readInviteCode } from './names.ts'

export interface InvitationRow {
  readonly id: string
  readonly code: string
  readonly note: string
  readonly max_uses: number
  readonly uses: number
  readonly expires_at: Date
  readonly created_at: Date
  readonly created_by: string | null
  readonly creator: string | null
  readonly ended_at: Date | null
  readonly ended_by: string | null
  readonly ender: string | null
}

const INVITATION = `select i.*, c.username as creator, e.username as ender from invitation i
  left join operator c on c.id = i.created_by left join operator e on e.id = i.ended_by`

export const listInvitations = sortedList<InvitationRow>()({
  name: 'members_list_invitations',
  select: INVITATION,
  filters: {
    state: {
      where: `case when i.ended_at is not null then 'ended' when i.uses = i.max_uses then 'used_up'
        when i.expires_at <= ? then 'expired' else 'open' end = ?`,
      values: (state: string, now) => [now, state],
    },
    /** A whole code, or a substring of the note. */
    search: {
      where: 'i.code = ? or i.note ilike ?',
      values: (text: string) => [readInviteCode(text), containing(text)],
    },
  },
  columns: {
    created_at: { by: 'id', type: 'uuid' },
    expires_at: { by: 'expires_at', type: 'timestamptz' },
    uses: { by: 'uses', type: 'bigint' },
  },
  first: 'created_at.desc',
})

export const selectInvitation = statement<InvitationRow>(`-- members_find_invitation
  ${INVITATION} where i.id = $1`)

/** Row lock that waits for concurrent registrations with this invitation. */
export const lockInvitation = statement<{ id: string }>(`-- members_lock_invitation
  select id from invitation where id = $1 for no key update`)

export const insertInvitation = statement<{ id: string }>(`-- members_insert_invitation
  insert into invitation (id, code, note, max_uses, expires_at, created_by, created_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`)

export const endInvitationRow = statement(`-- members_end_invitation
  update invitation set ended_at = $2, ended_by = $3 where id = $1`)

const OPEN = `code = $1 and ended_at is null and expires_at > $2 and uses < max_uses`

export const selectOpenInvitation = statement<{ id: string }>(`-- members_find_open_invitation
  select id from invitation where ${OPEN}`)

/** READ COMMITTED re-evaluates the row after waiting for a concurrent use: never more uses than allowed. */
export const useInvitation = statement<{ id: string }>(`-- members_use_invitation
  update invitation set uses = uses + 1 where ${OPEN} returning id`)
