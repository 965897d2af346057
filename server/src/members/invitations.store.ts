import { type RowOf, statement } from '../platform/database/statement.ts'
import { containing } from '../platform/http/filters.ts'
import { sortedList } from '../platform/http/sorting.ts'
import { readInviteCode } from './names.ts'

const INVITATION_COLUMNS = {
  id: 'uuid',
  code: 'text',
  note: 'text',
  /** Null: no limit, the demo's alone. */
  max_uses: 'int4?',
  uses: 'int4',
  expires_at: 'timestamptz?',
  created_by: 'uuid?',
  created_at: 'timestamptz',
  ended_at: 'timestamptz?',
  ended_by: 'uuid?',
  /** Of an address. */
  lifts_limits: 'bool',
  /** For the unseen limit: who came by it counts as linked. */
  links_members: 'bool',
  approved_by: 'uuid?',
  creator: 'text?',
  approver: 'text?',
  ender: 'text?',
} as const

export type InvitationRow = RowOf<typeof INVITATION_COLUMNS>

const INVITATION = `select i.*, c.username as creator, a.username as approver, e.username as ender from invitation i
  left join operator c on c.id = i.created_by left join operator a on a.id = i.approved_by
  left join operator e on e.id = i.ended_by`

export const listInvitations = sortedList({
  name: 'members_list_invitations',
  rows: INVITATION_COLUMNS,
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
    expires_at: { by: `coalesce(expires_at, 'infinity')`, type: 'timestamptz' },
    uses: { by: 'uses', type: 'bigint' },
  },
  first: 'created_at.desc',
})

export const selectInvitation = statement(
  `-- members_find_invitation
  ${INVITATION} where i.id = $id`,
  {
    params: { id: 'uuid' },
    columns: INVITATION_COLUMNS,
  },
)

/** Row lock that waits for concurrent registrations with this invitation. */
export const lockInvitation = statement(
  `-- members_lock_invitation
  select id from invitation where id = $invitation_id for no key update`,
  { params: { invitation_id: 'uuid' }, columns: { id: 'uuid' } },
)

/** No row if the code is taken. */
export const insertInvitation = statement(
  `-- members_insert_invitation
  insert into invitation (id, code, note, max_uses, expires_at, lifts_limits, links_members, created_by, approved_by,
    created_at)
  values ($id, $code, $note, $max_uses, $expires_at, $lifts_limits, $links_members, $created_by, $approved_by, $created_at) on conflict do nothing returning id`,
  {
    params: {
      id: 'uuid',
      code: 'text',
      note: 'text?',
      max_uses: 'int4?',
      expires_at: 'timestamptz?',
      lifts_limits: 'bool',
      links_members: 'bool',
      created_by: 'uuid?',
      approved_by: 'uuid?',
      created_at: 'timestamptz',
    },
    columns: { id: 'uuid' },
  },
)

/** The last who came by a code whose members are linked with each other. */
export const selectLatestOfInvitation = statement(
  `-- members_latest_of_invitation
  select m.id as member_id from member m join invitation i on i.id = m.invitation_id
  where m.invitation_id = $invitation_id and i.links_members and m.id <> $member_id
  order by m.id desc limit 1`,
  { params: { invitation_id: 'uuid', member_id: 'uuid' }, columns: { member_id: 'uuid' } },
)

export const endInvitationRow = statement(
  `-- members_end_invitation
  update invitation set ended_at = $ended_at, ended_by = $operator_id where id = $invitation_id`,
  { params: { invitation_id: 'uuid', ended_at: 'timestamptz', operator_id: 'uuid' } },
)

const OPEN = `code = $code and ended_at is null and coalesce(expires_at > $now, true) and coalesce(uses < max_uses, true)`

export const selectOpenInvitation = statement(
  `-- members_find_open_invitation
  select id, lifts_limits from invitation where ${OPEN}`,
  { params: { code: 'text', now: 'timestamptz' }, columns: { id: 'uuid', lifts_limits: 'bool' } },
)

/** READ COMMITTED re-evaluates the row after waiting for a concurrent use: never more uses than allowed. */
export const useInvitation = statement(
  `-- members_use_invitation
  update invitation set uses = uses + 1 where ${OPEN} returning id`,
  { params: { code: 'text', now: 'timestamptz' }, columns: { id: 'uuid' } },
)
