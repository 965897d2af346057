// The back office's own calls: who is signed in, and what they may end.
import { staffCalls } from '@fairturn/contract/backoffice/staff'
import type { Operator, Routes } from '../http/app.ts'
import { bind } from '../http/bind.ts'
import { approvalRoutes } from './approvals.routes.ts'
import type { ProposalKind } from './approvals.ts'
import { auditRoutes } from './audit.routes.ts'
import { endOperatorSession, setSessionCookie } from './sessions.ts'

/** `proposals`: what modules let be done by four eyes alone. */
export function staffAdminRoutes(routes: Routes, proposals: readonly ProposalKind[]): void {
  approvalRoutes(routes, proposals)
  auditRoutes(routes)

  bind(routes, staffCalls.me, async ({ operator }) => ({ data: operatorOnWire(operator) }))

  bind(routes, staffCalls.logout, async ({ app, operator, request, reply, transaction }) => {
    const ended = await transaction((tx) => endOperatorSession(tx, operator))
    setSessionCookie(app, request, reply, '')
    return { data: { ended } }
  })
}

export const operatorOnWire = ({ operator_id, username, role, confirmed_at, expires_at }: Operator) => ({
  _id: operator_id,
  username,
  role,
  confirmed_at: confirmed_at.toISOString(),
  expires_at: expires_at.toISOString(),
})
