import { type RowOf, typed, ofAnyLength, statement } from '../platform/database/statement.ts'
import type { KeptParams, NoticeKind } from './kinds.ts'

export type NotificationRow = RowOf<typeof selectPage>

export type WrittenRow = RowOf<typeof insertNotifications>

const WRITTEN = {
  id: 'uuid[]',
  member_id: 'uuid[]',
  kind: 'text[]',
  params: 'jsonb[]',
  path: typed<readonly (string | null)[]>('text[]'),
  created_at: 'timestamptz[]',
  notice_group: 'text[]',
  broadcast_id: typed<readonly (string | null)[]>('uuid[]'),
} as const
const WRITTEN_COLUMNS = Object.entries(WRITTEN)
  .map(([name, type]) => ofAnyLength(`$${name}::${type}`))
  .join(', ')

/** Inserts a batch; existing notices are kept and not sent again (idempotent). */
export const insertNotifications = statement(
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
    columns: {
      id: 'uuid',
      member_id: 'uuid',
      kind: typed<NoticeKind>(
        'text',
      ) /** Whether it also goes to that channel: the member's choice for its group, and whether there is an address. */,
      push: 'bool',
      mail: 'bool',
    },
  },
)

/** A broadcast's texts are in its own row, by language. */
export const PARAMS = `coalesce((select b.texts from broadcast b where b.id = n.broadcast_id), n.params) as params`

export const selectPage = statement(
  `-- notices_list
  select id, kind, ${PARAMS}, path, created_at, read_at from notification n
  where member_id = $member_id and id < $before_id order by id desc limit $limit`,
  {
    params: { member_id: 'uuid', before_id: 'uuid', limit: typed<number>('int8') },
    columns: {
      id: 'uuid',
      kind: typed<NoticeKind>('text'),
      params: typed<KeptParams>('jsonb'),
      path: 'text?',
      created_at: 'timestamptz',
      read_at: 'timestamptz?',
    },
  },
)

/** One row per member. */
export const countUnread = statement(
  `-- notices_count_unread
  select member_id, (
    select count(*)::int from notification n where n.member_id = m.member_id and read_at is null
  ) as unread from unnest($member_ids::uuid[]) as m(member_id)`,
  { params: { member_ids: 'uuid[]' }, columns: { member_id: 'uuid', unread: 'int4' } },
)

/** Of each member the newest. */
export const selectUnread = statement(
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
      kind: typed<NoticeKind>('text'),
      params: typed<KeptParams>('jsonb'),
      path: 'text?',
      created_at: 'timestamptz',
      read_at: 'timestamptz?',
    },
  },
)

/** All of the member's if no ids ($ids) are given. */
export const updateRead = statement(
  `-- notices_mark_read
  update notification set read_at = $read_at
  where member_id = $member_id and read_at is null and ($ids::uuid[] is null or id = any($ids))`,
  { params: { member_id: 'uuid', ids: 'uuid[]?', read_at: 'timestamptz' } },
)
