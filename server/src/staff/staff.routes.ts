import type { Locale } from '@fairturn/contract/locales'
import { personalDataCalls } from '@fairturn/contract/personal-data'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { idBefore } from '../platform/http/cursor.ts'
import { HISTORY_PAGE_SIZE, historyPage } from '../platform/http/history.ts'
import { reasonTextOrNull } from '../platform/texts/reasons.ts'
import { type AuditEventRow, listActionsOnMember } from './audit-log.ts'

export function staffRoutes(routes: Routes): void {
  bind(routes, personalDataCalls.acts, async ({ app, viewer: { member_id }, query: { cursor }, locale }) => {
    const rows = await listActionsOnMember.all(app.database, {
      member_id,
      before_id: idBefore(cursor),
      limit: HISTORY_PAGE_SIZE + 1,
    })
    return { data: historyPage(rows, (row) => actionOnWire(row, locale)) }
  })
}

const actionOnWire = (
  { id, at, actor, action, object_kind, object_id, reason }: AuditEventRow,
  locale: Locale,
) => ({
  _id: id,
  at: at.toISOString(),
  action,
  by: actor.startsWith('operator:') ? ('colleague' as const) : ('system' as const),
  object: { kind: object_kind, _id: object_id },
  reason: reasonTextOrNull(reason, locale),
})
