import type {
  Audience,
  BroadcastPath,
  BroadcastTexts,
  AdminBroadcast,
} from '@fairturn/contract/backoffice/broadcasts'
import type { Locale } from '@fairturn/contract/locales'
import { statement } from '../platform/database/statement.ts'
import { contains } from '../platform/http/filters.ts'
import { sortedList } from '../platform/http/sorting.ts'

export interface BroadcastRow {
  readonly id: string
  readonly version: number
  readonly status: AdminBroadcast['status']
  readonly texts: BroadcastTexts
  readonly path: BroadcastPath | null
  readonly level_id: string | null
  readonly locale: Locale | null
  readonly active_days: number | null
  readonly created_by: string
  readonly created_at: Date
  readonly send_at: Date | null
  readonly begun_at: Date | null
  readonly finished_at: Date | null
  readonly last_member_id: string | null
  readonly recipients: number
}

export interface ShownBroadcast extends BroadcastRow {
  readonly author: string
  readonly read: number
}

const SHOWN = `b.*, o.username as author,
  (select count(*)::int from notification n where n.broadcast_id = b.id and n.read_at is not null) as read
  from broadcast b join operator o on o.id = b.created_by`

export const listBroadcasts = sortedList<ShownBroadcast>()({
  name: 'notices_broadcasts',
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

export const selectBroadcast = statement<ShownBroadcast>(`-- notices_broadcast
  select ${SHOWN} where b.id = $1`)

export const selectBroadcastLocked = statement<BroadcastRow>(`-- notices_broadcast_locked
  select * from broadcast where id = $1 for update`)

export const insertBroadcast = statement(`-- notices_insert_broadcast
  insert into broadcast (id, status, texts, path, level_id, locale, active_days, created_by, created_at)
  values ($1, 'draft', $2::jsonb, $3, $4, $5, $6, $7, $8)`)

export const updateBroadcast = statement(`-- notices_update_broadcast
  update broadcast set version = version + 1, texts = $2::jsonb, path = $3, level_id = $4, locale = $5, active_days = $6
  where id = $1`)

export const scheduleBroadcast = statement(`-- notices_schedule_broadcast
  update broadcast set version = version + 1, status = 'scheduled', send_at = $2 where id = $1`)

export const cancelBroadcast = statement(`-- notices_cancel_broadcast
  update broadcast set version = version + 1, status = 'cancelled' where id = $1`)

/** Progress after a batch: the last member notified, and the count; the first batch sets the start time. */
export const advanceBroadcast = statement(`-- notices_advance_broadcast
  update broadcast set status = 'sending', begun_at = coalesce(begun_at, $2), last_member_id = $3, recipients = recipients + $4
  where id = $1`)

export const finishBroadcast = statement(`-- notices_finish_broadcast
  update broadcast set status = 'sent', begun_at = coalesce(begun_at, $2), finished_at = $2 where id = $1`)

/** Open accounts of an audience: $1 level, $2 language, $3 a session used since, $4 registered by. */
const AUDIENCE = `from member m where m.closed_at is null and m.created_at <= $4
  and ($1::uuid is null or m.level_id = $1) and ($2::text is null or m.locale = $2)
  and ($3::timestamptz is null or exists (select from session s where s.member_id = m.id and s.last_used_at >= $3))`

export const countAudience = statement<{ locale: Locale; recipients: number }>(`-- notices_count_audience
  select m.locale, count(*)::int as recipients ${AUDIENCE} group by m.locale order by count(*) desc, m.locale`)

/** In id order after $5 (keyset pagination). */
export const selectAudience = statement<{ id: string }>(`-- notices_audience
  select m.id ${AUDIENCE} and ($5::uuid is null or m.id > $5) order by m.id limit $6`)

const DAY_MS = 24 * 3_600_000

/** Parameters of the two statements above, at an instant. */
export const audienceAt = ({ level_id, locale, active_days }: Audience, at: Date) => [
  level_id,
  locale,
  active_days === null ? null : new Date(at.getTime() - active_days * DAY_MS),
  at,
]
