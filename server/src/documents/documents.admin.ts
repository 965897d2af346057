// A member's statement for operators: only after opening the member with a reason, which the member can see
// (members/members.admin.test.ts).
import {
  adminMemberDataCalls as calls,
  adminMemberFiles as files,
} from '@fairturn/contract/backoffice/members'
import { settingsOf } from '../content/content.ts'
import type { Routes } from '../platform/http/app.ts'
import { bindFile } from '../platform/http/bind-file.ts'
import { bind } from '../platform/http/bind.ts'
import { actorOf, reasonOfLook } from '../staff/staff.ts'
import type { DocumentsHooks } from './documents.hooks.ts'
import { postingsCsv } from './statement-csv.ts'
import { periodOf, statementOf, statementPages } from './statements.ts'

const PAGE_SIZE = 50

export function documentAdminRoutes(routes: Routes, hooks: DocumentsHooks): void {
  const { database } = routes.app

  bind(routes, calls.statement, async ({ params: { member_id }, query, operator, locale, now }) => {
    await reasonOfLook(database, { member_id, actor: actorOf(operator), now })
    const page = { member_id, locale, cursor: query.cursor, limit: PAGE_SIZE, ...periodOf(query) }
    const data = await statementOf(await database.replica(), hooks, page)
    return { data, looks: { members: [member_id] } }
  })

  bindFile(routes, files.exportStatement, async ({ params: { member_id }, query, operator, locale, now }) => {
    await reasonOfLook(database, { member_id, actor: actorOf(operator), now })
    const on = await database.replica()
    const { currency } = await settingsOf(on)
    const pages = statementPages(on, hooks, { member_id, locale, ...periodOf(query) })
    const name = `statement-${member_id}-${now.toISOString().slice(0, 10)}.csv`
    return { name, body: postingsCsv(currency, pages), looks: { members: [member_id] } }
  })
}
