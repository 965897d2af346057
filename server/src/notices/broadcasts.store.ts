import type {
  Audience,
  BroadcastPath,
  BroadcastTexts,
  AdminBroadcast,
} from '@fairturn/contract/backoffice/broadcasts'
import type { Locale } from '@fairturn/contract/locales'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import { contains } from '../platform/http/filters.ts'
import { sortedList } from '../platform/http/sorting.ts'

export type BroadcastRow = RowOf<typeof selectBroadcastLocked>

const SHOWN_BROADCAST_COLUMNS = {
  id: 'uuid',
  version: 'int4',
  status: typed<AdminBroadcast['status']>('text'),
  texts: typed<BroadcastTexts>('jsonb'),
  path: typed<BroadcastPath | null>('text?'),
  level_id: 'uuid?',
  locale: typed<Locale | null>('text?'),
  active_days: 'int4?',
  created_by: 'uuid',
  created_at: 'timestamptz',
  send_at: 'timestamptz?',
  begun_at: 'timestamptz?',
  finished_at: 'timestamptz?',
  last_member_id: 'uuid?',
  recipients: 'int4',
  author: 'text',
  read: 'int4',
} as const

export type ShownBroadcast = RowOf<typeof SHOWN_BROADCAST_COLUMNS>

const SHOWN = `b.*, o.username as author,
  (select count(*)::int from notification n where n.broadcast_id = b.id and n.read_at is not null) as read
  from broadcast b join operator o on o.id = b.created_by`

export const listBroadcasts = sortedList({
  name: 'notices_broadcasts',
  rows: SHOWN_BROADCAST_COLUMNS,
  select: `select ${SHOWN}`,
  filters: {
    status: 'b.status = ?',
    search: contains('b.texts::text'),
    from: 'b.created_at >= ?',
    to: 'b.created_at < ?',
  },
  columns: {
    created_at: { by: 'created_at', type: 'timestamptz' },
    send_at: { by: `coalesce(send_at, '-infinity')`, type: 'timestamptz' },
    recipients: { by: 'recipients', type: 'bigint' },
  },
  first: 'created_at.desc',
})

export const selectBroadcast = statement(
  `-- notices_broadcast
  select ${SHOWN} where b.id = $broadcast_id`,
  {
    params: { broadcast_id: 'uuid' },
    columns: SHOWN_BROADCAST_COLUMNS,
  },
)

export const selectBroadcastLocked = statement(
  `-- notices_broadcast_locked
  select * from broadcast where id = $broadcast_id for update`,
  {
    params: { broadcast_id: 'uuid' },
    columns: {
      id: 'uuid',
      version: 'int4',
      status: typed<AdminBroadcast['status']>('text'),
      texts: typed<BroadcastTexts>('jsonb'),
      path: typed<BroadcastPath | null>('text?'),
      level_id: 'uuid?',
      locale: typed<Locale | null>('text?'),
      active_days: 'int4?',
      created_by: 'uuid',
      created_at: 'timestamptz',
      send_at: 'timestamptz?',
      begun_at: 'timestamptz?',
      finished_at: 'timestamptz?',
      last_member_id: 'uuid?',
      recipients: 'int4',
    },
  },
)

export const insertBroadcast = statement(
  `-- notices_insert_broadcast
  insert into broadcast (id, status, texts, path, level_id, locale, active_days, created_by, created_at)
  values ($id, 'draft', $texts::jsonb, $path, $level_id, $locale, $active_days, $created_by, $created_at)`,
  {
    params: {
      id: 'uuid',
      texts: 'jsonb',
      path: 'text?',
      level_id: 'uuid?',
      locale: 'text?',
      active_days: 'int4?',
      created_by: 'uuid',
      created_at: 'timestamptz',
    },
  },
)

export const updateBroadcast = statement(
  `-- notices_update_broadcast
  update broadcast set version = version + 1, texts = $texts::jsonb, path = $path, level_id = $level_id, locale = $locale, active_days = $active_days
  where id = $id`,
  {
    params: {
      id: 'uuid',
      texts: 'jsonb',
      path: 'text?',
      level_id: 'uuid?',
      locale: 'text?',
      active_days: 'int4?',
    },
  },
)

export const scheduleBroadcast = statement(
  `-- notices_schedule_broadcast
  update broadcast set version = version + 1, status = 'scheduled', send_at = $at where id = $broadcast_id`,
  { params: { broadcast_id: 'uuid', at: 'timestamptz' } },
)

export const cancelBroadcast = statement(
  `-- notices_cancel_broadcast
  update broadcast set version = version + 1, status = 'cancelled' where id = $id`,
  { params: { id: 'uuid' } },
)

/** Progress after a batch: the last member notified, and the count; the first batch sets the start time. */
export const advanceBroadcast = statement(
  `-- notices_advance_broadcast
  update broadcast set status = 'sending', begun_at = coalesce(begun_at, $now), last_member_id = $last_member_id, recipients = recipients + $recipients
  where id = $broadcast_id`,
  {
    params: { broadcast_id: 'uuid', now: 'timestamptz', last_member_id: 'uuid', recipients: 'int4' },
  },
)

export const finishBroadcast = statement(
  `-- notices_finish_broadcast
  update broadcast set status = 'sent', begun_at = coalesce(begun_at, $finished_at), finished_at = $finished_at where id = $broadcast_id`,
  { params: { broadcast_id: 'uuid', finished_at: 'timestamptz' } },
)

/** Open accounts of an audience: of a level and a language, with a session used since, registered by an instant. */
const AUDIENCE = `from member m where m.closed_at is null and m.created_at <= $registered_by
  and ($level_id::uuid is null or m.level_id = $level_id) and ($locale::text is null or m.locale = $locale)
  and ($active_since::timestamptz is null
    or exists (select from session s where s.member_id = m.id and s.last_used_at >= $active_since))`

export const countAudience = statement(
  `-- notices_count_audience
  select m.locale, count(*)::int as recipients ${AUDIENCE} group by m.locale order by count(*) desc, m.locale`,
  {
    params: {
      level_id: 'uuid?',
      locale: 'text?',
      active_since: 'timestamptz?',
      registered_by: 'timestamptz',
    },
    columns: { locale: typed<Locale>('text'), recipients: 'int4' },
  },
)

/** In id order after $after_id (keyset pagination). */
export const selectAudience = statement(
  `-- notices_audience
  select m.id ${AUDIENCE} and ($after_id::uuid is null or m.id > $after_id) order by m.id limit $limit`,
  {
    params: {
      level_id: 'uuid?',
      locale: 'text?',
      active_since: 'timestamptz?',
      registered_by: 'timestamptz',
      after_id: 'uuid?',
      limit: typed<number>('int8'),
    },
    columns: { id: 'uuid' },
  },
)

const DAY_MS = 24 * 3_600_000

/** Parameters of the two statements above, at an instant. */
export const audienceAt = ({ level_id, locale, active_days }: Audience, at: Date) => ({
  level_id,
  locale,
  active_since: active_days === null ? null : new Date(at.getTime() - active_days * DAY_MS),
  registered_by: at,
})
