// Invitations: codes to register without an inviting member (decision 032).
import {
  type Invitation,
  INVITATION_STATES,
  MAX_INVITATION_DAYS,
} from '@fairturn/contract/backoffice/invitations'
import { newId } from '@fairturn/contract/ids'
import type { Tx } from '../platform/database/database.ts'
import { refuse, refuseField } from '../platform/http/refusal.ts'
import { actorOf, recordAuditEvent } from '../staff/staff.ts'
import * as store from './invitations.store.ts'
import type { InvitationRow } from './invitations.store.ts'
import { newHouseCode } from './names.ts'

const MAX_VALID_MS = MAX_INVITATION_DAYS * 86_400_000
const CODE_TRIES = 5

export interface NewInvitation {
  /** Purpose; 1 to 200 characters. */
  readonly note: string
  /** 1 to 10 000. */
  readonly max_uses: number
  readonly expires_at: Date
}

/** `operator_id` is null for the server's administrator. Refuses `invitation_end_is_not_possible`. */
export async function createInvitation(
  tx: Tx,
  { note, max_uses, expires_at }: NewInvitation,
  operator_id: string | null,
): Promise<InvitationRow> {
  const valid_ms = expires_at.getTime() - tx.now.getTime()
  if (valid_ms <= 0 || valid_ms > MAX_VALID_MS)
    throw refuseField('invitation_end_is_not_possible', 'expires_at')
  const id = newId(tx.now)
  for (let attempt = 1; ; attempt++) {
    const row = [id, newHouseCode(), note, max_uses, expires_at, operator_id, tx.now]
    if ((await store.insertInvitation.maybe(tx, ...row)) !== undefined) break
    if (attempt === CODE_TRIES) throw new Error('no free invitation code was found')
  }
  await recordAuditEvent(tx, {
    actor: operator_id === null ? 'system command' : actorOf({ operator_id }),
    action: 'invitation_created',
    object: { kind: 'invitation', id },
    after: { note, max_uses, expires_at: expires_at.toISOString() },
  })
  return await store.selectInvitation.one(tx, id)
}

/** Ends an open invitation; members who used it stay. Refuses `invitation_is_unknown` and `invitation_is_not_open`. */
export async function endInvitation(
  tx: Tx,
  { invitation_id, reason, operator_id }: { invitation_id: string; reason: string; operator_id: string },
): Promise<InvitationRow> {
  if ((await store.lockInvitation.maybe(tx, invitation_id)) === undefined)
    throw refuse('invitation_is_unknown')
  const before = await store.selectInvitation.one(tx, invitation_id)
  if (stateOf(before, tx.now) !== 'open') throw refuse('invitation_is_not_open')
  await store.endInvitationRow.all(tx, invitation_id, tx.now, operator_id)
  await recordAuditEvent(tx, {
    actor: actorOf({ operator_id }),
    action: 'invitation_ended',
    object: { kind: 'invitation', id: invitation_id },
    reason,
    before: { ended: false, uses: before.uses },
    after: { ended: true, uses: before.uses },
  })
  return await store.selectInvitation.one(tx, invitation_id)
}

/** Must agree with the SQL in listInvitations. */
export function stateOf(row: InvitationRow, now: Date): (typeof INVITATION_STATES)[number] {
  if (row.ended_at !== null) return 'ended'
  if (row.uses === row.max_uses) return 'used_up'
  return row.expires_at <= now ? 'expired' : 'open'
}

/** `origin`: of the member app. */
export const invitationLink = (origin: string, code: string): string => `${origin}/register?code=${code}`

export const invitationOnWire = (row: InvitationRow, origin: string, now: Date): Invitation => ({
  _id: row.id,
  code: row.code,
  link: invitationLink(origin, row.code),
  note: row.note,
  state: stateOf(row, now),
  max_uses: row.max_uses,
  uses: row.uses,
  expires_at: row.expires_at.toISOString(),
  created_at: row.created_at.toISOString(),
  created_by: row.created_by === null ? null : { _id: row.created_by, username: row.creator! },
  ended_at: row.ended_at?.toISOString() ?? null,
  ended_by: row.ended_by === null ? null : { _id: row.ended_by, username: row.ender! },
})
