import { invitationCalls as calls, invitationFiles as files } from '@fairturn/contract/backoffice/invitations'
import type { FastifyRequest } from 'fastify'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { orRefuse } from '../platform/http/refusal.ts'
import { bindList } from '../staff/staff.ts'
import { listInvitations, selectInvitation } from './invitations.store.ts'
import { createOrPropose, endInvitation, invitationOnWire } from './invitations.ts'

export function invitationAdminRoutes(routes: Routes): void {
  const { config, database } = routes.app
  const originOf = (request: FastifyRequest) => config.publicOrigin ?? `${request.protocol}://${request.host}`

  bindList(routes, {
    call: calls.list,
    file: files.exportInvitations,
    kind: 'invitations',
    name: 'invitations',
    rows: listInvitations,
    items: (rows, { request, now }) => rows.map((row) => invitationOnWire(row, originOf(request), now)),
    columns: {
      invitation_id: (invitation) => invitation._id,
      code: (invitation) => invitation.code,
      note: (invitation) => ({ text: invitation.note }),
      state: (invitation) => invitation.state,
      max_uses: (invitation) => invitation.max_uses,
      uses: (invitation) => invitation.uses,
      expires_at: (invitation) => invitation.expires_at,
      lifts_limits: (invitation) => String(invitation.lifts_limits),
      created_at: (invitation) => invitation.created_at,
      created_by: (invitation) => ({ text: invitation.created_by?.username ?? null }),
      approved_by: (invitation) => ({ text: invitation.approved_by?.username ?? null }),
      ended_at: (invitation) => invitation.ended_at,
    },
  })

  bind(routes, calls.detail, async ({ params: { invitation_id }, request, now }) => {
    const row = orRefuse(
      await selectInvitation.maybe(database, { id: invitation_id }),
      'invitation_is_unknown',
    )
    return { data: invitationOnWire(row, originOf(request), now) }
  })

  bind(routes, calls.create, async ({ body, operator, request, now, transaction }) => {
    const { lifts_limits = false, ...rest } = body
    const input = { ...rest, lifts_limits, expires_at: new Date(body.expires_at) }
    const made = await transaction((tx) => createOrPropose(tx, input, operator))
    if ('proposal_id' in made) return { data: { invitation: null, proposal_id: made.proposal_id } }
    return {
      data: { invitation: invitationOnWire(made.invitation, originOf(request), now), proposal_id: null },
    }
  })

  bind(routes, calls.end, async ({ params, body, operator, request, now, transaction }) => {
    const { operator_id } = operator
    const row = await transaction((tx) => endInvitation(tx, { ...params, ...body, operator_id }))
    return { data: invitationOnWire(row, originOf(request), now) }
  })
}
