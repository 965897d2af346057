import type { StaffRole } from '@fairturn/contract/backoffice/roles'
// Who answers: to whom a conversation can be assigned, and who may decide a complaint in place of somebody else.
import { adminSupportCalls } from '@fairturn/contract/backoffice/support'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { activeOperators } from '../staff/staff.ts'

const ANSWERING: readonly StaffRole[] = adminSupportCalls.answer.roles

export function answeringRoutes(routes: Routes): void {
  bind(routes, adminSupportCalls.operators, async ({ now }) => {
    const operators = await activeOperators(routes.app.database, now)
    const list = operators
      .filter(({ role }) => ANSWERING.includes(role))
      .map(({ id, username }) => ({ _id: id, username }))
    return { data: { list } }
  })
}
