import { staffCalls, staffFiles } from '@fairturn/contract/backoffice/staff'
import { oneTimeCipher } from '../platform/credentials/one-time-codes.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { approvalRoutes } from './approvals.routes.ts'
import type { ProposalKind } from './approvals.ts'
import { auditRoutes } from './audit.routes.ts'
import { endSessionsOf } from './end-sessions.proposal.ts'
import { bindList } from './list.ts'
import { memberTextProposals } from './member-texts.ts'
import { listOperators, type ListedOperator } from './operators.store.ts'
import {
  proposeDisabling,
  proposeInvitation,
  proposeRecovery,
  proposeRole,
  staffProposals,
} from './operators.ts'
import { ownRoutes } from './own.routes.ts'
import { proposeSide } from './side-change.proposal.ts'
import { operatorsOfSides, sidesOnWire } from './sides.ts'
import { signInRoutes } from './sign-in.routes.ts'
import { takenRoutes } from './taken.routes.ts'

/** `proposals`: proposal kinds of the other modules. Returns all kinds. */
export function staffAdminRoutes(
  routes: Routes,
  proposals: readonly ProposalKind[],
): readonly ProposalKind[] {
  const key = oneTimeCipher(routes.app.config.secrets)
  signInRoutes(routes, key)
  ownRoutes(routes, key)
  bindColleagues(routes)
  const kinds = [...staffProposals, ...memberTextProposals(routes.app), ...proposals]
  approvalRoutes(routes, kinds)
  auditRoutes(routes)
  takenRoutes(routes)
  return kinds
}

const PAGE_SIZE = 100
function bindColleagues(routes: Routes): void {
  bindList(routes, {
    call: staffCalls.list,
    file: staffFiles.exportStaff,
    kind: 'staff',
    name: 'staff',
    rows: listOperators,
    pageSize: PAGE_SIZE,
    items: (rows, { now }) => rows.map((row) => colleagueOnWire(row, now)),
    columns: {
      operator_id: (colleague) => colleague._id,
      username: (colleague) => ({ text: colleague.username }),
      role: (colleague) => colleague.role,
      side: (colleague) => colleague.side,
      next_side: (colleague) => colleague.next_side?.side ?? null,
      next_side_from: (colleague) => colleague.next_side?.from ?? null,
      state: (colleague) => colleague.state,
      invited_until: (colleague) => colleague.invited_until,
      created_at: (colleague) => colleague.created_at,
      last_used_at: (colleague) => colleague.last_used_at,
    },
  })

  bind(routes, staffCalls.invite, async ({ body, operator, transaction }) => ({
    data: await transaction((tx) => proposeInvitation(tx, operator, body)),
  }))

  bind(routes, staffCalls.changeRole, async ({ body, params, operator, transaction }) => ({
    data: { proposal_id: await transaction((tx) => proposeRole(tx, operator, { ...params, ...body })) },
  }))

  bind(routes, staffCalls.changeSide, async ({ body, params, operator, transaction }) => ({
    data: { proposal_id: await transaction((tx) => proposeSide(tx, operator, { ...params, ...body })) },
  }))

  bind(routes, staffCalls.sides, async ({ app, now }) => ({
    data: await operatorsOfSides(app.database, now),
  }))

  bind(routes, staffCalls.recover, async ({ body, params, operator, transaction }) => ({
    data: await transaction((tx) => proposeRecovery(tx, operator, { ...params, ...body })),
  }))

  bind(routes, staffCalls.disable, async ({ body, params, operator, transaction }) => ({
    data: { proposal_id: await transaction((tx) => proposeDisabling(tx, operator, { ...params, ...body })) },
  }))

  bind(routes, staffCalls.endSessionsOf, async ({ body, params, operator, transaction }) => ({
    data: await transaction((tx) => endSessionsOf(tx, operator, { ...params, ...body })),
  }))
}

const colleagueOnWire = (row: ListedOperator, now: Date) => ({
  _id: row.id,
  username: row.username,
  role: row.role,
  ...sidesOnWire(row, now),
  state: row.state,
  invited_until: row.invited_until?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})
