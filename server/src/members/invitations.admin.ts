// The operators' calls on invitations of the house.
import { invitationCalls as calls, invitationFiles as files } from '@fairturn/contract/backoffice/invitations'
import type { QueryOf } from '@fairturn/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { Routes } from '../http/app.ts'
import { bindFile } from '../http/bind-file.ts'
import { bind } from '../http/bind.ts'
import { csvOf } from '../http/csv.ts'
import { refuse } from '../http/refusal.ts'
import { createInvitation, endInvitation, invitationOnWire, stateOf } from './invitations.ts'
import { type InvitationRow, listInvitations, selectInvitation } from './invitations.store.ts'
import { readInviteCode } from './names.ts'

const PAGE_SIZE = 50
const COLUMNS = [
  'invitation_id',
  'code',
  'note',
  'state',
  'max_uses',
  'uses',
  'expires_at',
  'created_at',
  'created_by',
  'ended_at',
] as const

export function invitationAdminRoutes(routes: Routes): void {
  const { config, database } = routes.app
  const originOf = (request: FastifyRequest) =>
    config.public_origin ?? `${request.protocol}://${request.host}`

  bind(routes, calls.list, async ({ query, request, now }) => {
    const { rows, cursor } = await listInvitations.page(database, query, PAGE_SIZE, ...wantedOf(query, now))
    const origin = originOf(request)
    return { data: { list: rows.map((row) => invitationOnWire(row, origin, now)), cursor } }
  })

  bind(routes, calls.detail, async ({ params: { invitation_id }, request, now }) => {
    const row = await selectInvitation.maybe(database, invitation_id)
    if (row === undefined) throw refuse('invitation_is_unknown')
    return { data: invitationOnWire(row, originOf(request), now) }
  })

  bind(routes, calls.create, async ({ body, operator, request, now, transaction }) => {
    const asked = { ...body, expires_at: new Date(body.expires_at) }
    const row = await transaction((tx) => createInvitation(tx, asked, operator.operator_id))
    return { data: invitationOnWire(row, originOf(request), now) }
  })

  bind(routes, calls.end, async ({ params, body, operator, request, now, transaction }) => {
    const { operator_id } = operator
    const row = await transaction((tx) => endInvitation(tx, { ...params, ...body, operator_id }))
    return { data: invitationOnWire(row, originOf(request), now) }
  })

  bindFile(routes, files.exportInvitations, async ({ query, now }) => {
    async function* lines() {
      for await (const rows of listInvitations.every(database, query, ...wantedOf(query, now)))
        yield rows.map((row) => lineOf(row, now))
    }
    return { name: `invitations-${now.toISOString().slice(0, 10)}.csv`, body: csvOf(COLUMNS, lines()) }
  })
}

/** What of it filters, as the statements take it. */
function wantedOf({ state, search }: QueryOf<typeof calls.list>, now: Date) {
  const pattern = search === undefined ? null : `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return [state ?? null, readInviteCode(search ?? '') ?? null, pattern, now]
}

const lineOf = (row: InvitationRow, now: Date) => ({
  invitation_id: row.id,
  code: row.code,
  note: { text: row.note },
  state: stateOf(row, now),
  max_uses: row.max_uses,
  uses: row.uses,
  expires_at: row.expires_at.toISOString(),
  created_at: row.created_at.toISOString(),
  created_by: { text: row.creator },
  ended_at: row.ended_at?.toISOString() ?? null,
})
