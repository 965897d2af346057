// All SQL about notifications. Decides nothing.
import { statement } from '../database/statement.ts'
import type { NoticeKind } from './kinds.ts'

export interface NotificationRow {
  readonly id: string
  readonly kind: NoticeKind
  readonly params: Record<string, string>
  readonly path: string | null
  readonly created_at: Date
  readonly read_at: Date | null
}

/** A batch at a time; one that is there already stays as it is. */
export const insertNotifications = statement<{ id: string; member_id: string; kind: NoticeKind }>(
  'notices_insert',
  `insert into notification (id, member_id, kind, params, path, created_at)
   select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[], $5::text[], $6::timestamptz[])
   on conflict (id) do nothing returning id, member_id, kind`,
)

export const selectPage = statement<NotificationRow>(
  'notices_list',
  `select id, kind, params, path, created_at, read_at from notification
   where member_id = $1 and id < $2 order by id desc limit $3`,
)

export const countUnread = statement<{ unread: number }>(
  'notices_count_unread',
  `select count(*)::int as unread from notification where member_id = $1 and read_at is null`,
)

/** All of the member's when no ids ($2) are given. */
export const updateRead = statement(
  'notices_mark_read',
  `update notification set read_at = $3
   where member_id = $1 and read_at is null and ($2::uuid[] is null or id = any($2))`,
)
