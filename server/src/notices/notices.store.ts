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
  /** Whether it also goes to that channel: the member's choice for its group ($7), and whether there is an address. */
  readonly push: boolean
  readonly mail: boolean
}

const WRITTEN_COLUMNS = ['uuid', 'uuid', 'text', 'jsonb', 'text', 'timestamptz', 'text', 'uuid']
  .map((type, i) => ofAnyLength(`$${i + 1}::${type}[]`))
  .join(', ')

/** Inserts a batch; existing notices are kept and not sent again (idempotent). */
export const insertNotifications = statement<WrittenRow>(`-- notices_insert
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
  from written join given using (id)`)

/** A broadcast's texts are in its own row, by language. */
export const PARAMS = `coalesce((select b.texts from broadcast b where b.id = n.broadcast_id), n.params) as params`

export const selectPage = statement<NotificationRow>(`-- notices_list
  select id, kind, ${PARAMS}, path, created_at, read_at from notification n
  where member_id = $1 and id < $2 order by id desc limit $3`)

/** One row per member. */
export const countUnread = statement<{ member_id: string; unread: number }>(`-- notices_count_unread
  select member_id, (
    select count(*)::int from notification n where n.member_id = m.member_id and read_at is null
  ) as unread from unnest($1::uuid[]) as m(member_id)`)

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

/** All of the member's if no ids ($2) are given. */
export const updateRead = statement(`-- notices_mark_read
  update notification set read_at = $3
  where member_id = $1 and read_at is null and ($2::uuid[] is null or id = any($2))`)
