import type { Locale } from '@fairturn/contract/locales'
import { noticeCalls, type Notification } from '@fairturn/contract/notices'
import { createReader, valuesOf } from '../platform/database/batcher.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { idBefore } from '../platform/http/cursor.ts'
import { HISTORY_PAGE_SIZE, historyPage } from '../platform/http/history.ts'
import { type NoticeStyle, renderNotice } from './kinds.ts'
import type { NoticesHooks } from './notices.hooks.ts'
import { countUnread, type NotificationRow, selectPage, selectUnread } from './notices.store.ts'
import { markRead } from './notices.ts'

/** Listed beside their count. */
const MAX_UNREAD = 20

export function noticeRoutes(routes: Routes, hooks: NoticesHooks): void {
  bind(routes, noticeCalls.list, async ({ app, viewer, body, locale }) => {
    const [style, rows] = await Promise.all([
      hooks.styleOf(app.database),
      selectPage.all(app.database, {
        member_id: viewer.member_id,
        before_id: idBefore(body.cursor),
        limit: HISTORY_PAGE_SIZE + 1,
      }),
    ])
    const read = { ...style, readerZone: body.time_zone }
    return { data: historyPage(rows, (row) => notificationOf(row, locale, read)) }
  })

  const unreadOf = createReader(async (member_ids: string[]) => {
    const { database } = routes.app
    const [counts, rows] = await Promise.all([
      countUnread.all(database, { member_ids }),
      selectUnread.all(database, { member_ids, max_rows: MAX_UNREAD }),
    ])
    const newest = Map.groupBy(rows, ({ member_id }) => member_id)
    const unread = new Map(
      counts.map((count) => [
        count.member_id,
        { unread: count.unread, rows: newest.get(count.member_id) ?? [] },
      ]),
    )
    return valuesOf(member_ids, unread)
  })
  bind(routes, noticeCalls.unread, async ({ app, viewer, body, locale }) => {
    const [{ unread, rows }, style] = await Promise.all([
      unreadOf(viewer.member_id),
      hooks.styleOf(app.database),
    ])
    const read = { ...style, readerZone: body.time_zone }
    return { data: { unread, list: rows.map((row) => notificationOf(row, locale, read)) } }
  })

  bind(routes, noticeCalls.markRead, async ({ viewer, body, transaction }) => ({
    data: await transaction(async (tx) => {
      await markRead(tx, viewer.member_id, body.ids)
      const { unread } = await countUnread.one(tx, { member_ids: [viewer.member_id] })
      return { unread }
    }),
  }))
}

function notificationOf(row: NotificationRow, locale: Locale, style: NoticeStyle): Notification {
  return {
    _id: row.id,
    kind: row.kind,
    ...renderNotice(row.kind, row.params, locale, style),
    path: row.path,
    created_at: row.created_at.toISOString(),
    read: row.read_at !== null,
  }
}
