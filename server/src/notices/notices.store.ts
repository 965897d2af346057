import { ofAnyLength, statement } from '../platform/database/statement.ts'
import type { KeptParams, NoticeKind } from './kinds.ts'

export interface NotificationRow {
  readonly id: string
  readonly kind: NoticeKind
  readonly params: KeptParams
  readonly path: string | null
  readonly created_at: Date
  readonly read_at: Date | null
}

export interface WrittenRow {
  readonly id: string
  readonly member_id: string
  readonly kind: NoticeKind
  /** Whether it also goes to that channel: the member's choice for its group, and whether there is an address. */
  readonly push: boolean
  readonly mail: boolean
}

const WRITTEN = {
  id: 'uuid[]',
  member_id: 'uuid[]',
  kind: 'text[]',
  params: 'jsonb[]',
  path: 'text[]',
  created_at: 'timestamptz[]',
  notice_group: 'text[]',
  broadcast_id: 'uuid[]',
} as const
const WRITTEN_COLUMNS = Object.entries(WRITTEN)
  .map(([name, type]) => ofAnyLength(`$${name}::${type}`))
  .join(', ')

/** Inserts a batch; existing notices are kept and not sent again (idempotent). */
export const insertNotifications = statement<
  WrittenRow,
  {
    id: readonly string[]
    member_id: readonly string[]
    kind: readonly string[]
    params: readonly string[]
    path: readonly (string | null)[]
    created_at: readonly Date[]
    notice_group: readonly string[]
    broadcast_id: readonly (string | null)[]
  }
>(
  `-- notices_insert
  with given as (
    select * from unnest(${WRITTEN_COLUMNS}) as given (id, member_id, kind, params, path, created_at, notice_group, broadcast_id)
  ), written as (
    insert into notification (id, member_id, kind, params, path, created_at, broadcast_id)
    select id, member_id, kind, params, path, created_at, broadcast_id from given
    on conflict do nothing returning id, member_id, kind
  )
  select id, written.member_id, written.kind,
    exists (select from push_subscription s where s.member_id = written.member_id)
      and (notice_group = 'security' or coalesce((
        select is_on from notice_choice c
        where c.member_id = written.member_id and c.notice_group = given.notice_group and channel = 'push'), true)) as push,
    (exists (select from member m where m.id = written.member_id and email is not null)
      or (notice_group = 'security' and exists (
        select from former_contact f where f.member_id = written.member_id and f.kind = 'email'
          and f.left_at > given.created_at - interval '7 days')))
      and (notice_group = 'security' or coalesce((
        select is_on from notice_choice c
        where c.member_id = written.member_id and c.notice_group = given.notice_group and channel = 'mail'), false)) as mail
  from written join given using (id)`,
  {
    params: WRITTEN,
    columns: { id: 'uuid', member_id: 'uuid', kind: 'text', push: 'bool', mail: 'bool' },
  },
)

/** A broadcast's texts are in its own row, by language. */
export const PARAMS = `coalesce((select b.texts from broadcast b where b.id = n.broadcast_id), n.params) as params`

export const selectPage = statement<NotificationRow, { member_id: string; before_id: string; limit: number }>(
  `-- notices_list
  select id, kind, ${PARAMS}, path, created_at, read_at from notification n
  where member_id = $member_id and id < $before_id order by id desc limit $limit`,
  {
    params: { member_id: 'uuid', before_id: 'uuid', limit: 'int8' },
    columns: {
      id: 'uuid',
      kind: 'text',
      params: 'jsonb',
      path: 'text?',
      created_at: 'timestamptz',
      read_at: 'timestamptz?',
    },
  },
)

/** One row per member. */
export const countUnread = statement<
  { member_id: string; unread: number },
  { member_ids: readonly string[] }
>(
  `-- notices_count_unread
  select member_id, (
    select count(*)::int from notification n where n.member_id = m.member_id and read_at is null
  ) as unread from unnest($member_ids::uuid[]) as m(member_id)`,
  { params: { member_ids: 'uuid[]' }, columns: { member_id: 'uuid', unread: 'int4' } },
)

/** Of each member the newest. */
export const selectUnread = statement<
  NotificationRow & { readonly member_id: string },
  { member_ids: readonly string[]; max_rows: number }
>(
  `-- notices_list_unread
  select m.member_id, n.* from unnest($member_ids::uuid[]) as m(member_id), lateral (
    select id, kind, ${PARAMS}, path, created_at, read_at from notification n
    where n.member_id = m.member_id and read_at is null order by id desc limit $max_rows::int) n
  order by n.id desc`,
  {
    params: { member_ids: 'uuid[]', max_rows: 'int4' },
    columns: {
      member_id: 'uuid',
      id: 'uuid',
      kind: 'text',
      params: 'jsonb',
      path: 'text?',
      created_at: 'timestamptz',
      read_at: 'timestamptz?',
    },
  },
)

/** All of the member's if no ids ($ids) are given. */
export const updateRead = statement<
  object,
  { member_id: string; ids: readonly string[] | null; read_at: Date }
>(
  `-- notices_mark_read
  update notification set read_at = $read_at
  where member_id = $member_id and read_at is null and ($ids::uuid[] is null or id = any($ids))`,
  { params: { member_id: 'uuid', ids: 'uuid[]?', read_at: 'timestamptz' }, columns: {} },
)
