// Invitations: the codes of the house, to register without an inviting member (decisions 032 and 077). One operator makes a
// small one; above thirty uses, or with limits lifted, takes two.
import {
  type Invitation,
  INVITATION_STATUSES,
  MAX_INVITATION_DAYS,
  MAX_INVITATION_NOTE,
  MAX_INVITATION_USES,
  MAX_USES_BY_ONE,
} from '@fairturn/contract/backoffice/invitations'
import { may } from '@fairturn/contract/backoffice/roles'
import { newId } from '@fairturn/contract/ids'
import { z } from 'zod'
import type { Tx } from '../platform/database/database.ts'
import { refuse, refuseField } from '../platform/http/refusal.ts'
import {
  type ActingOperator,
  actorOf,
  defineProposal,
  propose,
  recordAuditEvent,
  refuseDecided,
} from '../staff/staff.ts'
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
  /** Of an address. */
  readonly lifts_limits: boolean
}

interface Makers {
  /** Operator ids; null for the server's administrator. */
  readonly created_by: string | null
  /** The second person. */
  readonly approved_by: string | null
}

/** Whether making it takes two people. */
const takesTwo = ({ max_uses, lifts_limits }: Pick<NewInvitation, 'max_uses' | 'lifts_limits'>): boolean =>
  lifts_limits || max_uses > MAX_USES_BY_ONE

/** Made as it was proposed; its note is also the reason. */
export const houseCode = defineProposal({
  kind: 'house_code',
  content: z.strictObject({
    note: z.string().min(1).max(MAX_INVITATION_NOTE),
    max_uses: z.int().min(1).max(MAX_INVITATION_USES),
    expires_at: z.iso.datetime(),
    lifts_limits: z.boolean(),
  }),
  proposers: may.change_members,
  approvers: may.change_members,
  async execute(tx, content, { proposed_by, approved_by }) {
    const made = { ...content, expires_at: new Date(content.expires_at) }
    await createInvitation(tx, made, { created_by: proposed_by, approved_by })
  },
})

/** Creates an invitation, or proposes one that takes two people. Refuses `invitation_end_is_not_possible`. */
export async function createOrPropose(
  tx: Tx,
  input: NewInvitation,
  operator: ActingOperator,
): Promise<{ invitation: InvitationRow } | { proposal_id: string }> {
  const { operator_id } = operator
  if (!takesTwo(input))
    return { invitation: await createInvitation(tx, input, { created_by: operator_id, approved_by: null }) }
  requirePossibleEnd(tx.now, input.expires_at)
  const content = { ...input, expires_at: input.expires_at.toISOString() }
  return { proposal_id: await propose(tx, houseCode, content, input.note, operator) }
}

function requirePossibleEnd(now: Date, expires_at: Date): void {
  const validMs = expires_at.getTime() - now.getTime()
  if (validMs <= 0 || validMs > MAX_VALID_MS)
    throw refuseField('invitation_end_is_not_possible', 'expires_at')
}

/** Refuses `invitation_end_is_not_possible`. Throws if it takes two people and has one. */
export async function createInvitation(tx: Tx, input: NewInvitation, makers: Makers): Promise<InvitationRow> {
  requirePossibleEnd(tx.now, input.expires_at)
  if (takesTwo(input) && makers.approved_by === null)
    throw new Error('this code of the house takes two people')
  return await insertInvitation(tx, { ...input, links_members: true }, makers)
}

/** The demo's: without a limit of uses, time or address, and it links nobody. */
export const createDemoInvitation = (tx: Tx, code: string, makers: Makers): Promise<InvitationRow> =>
  insertInvitation(
    tx,
    { note: 'Demo', max_uses: null, expires_at: null, lifts_limits: true, links_members: false },
    makers,
    code,
  )

async function insertInvitation(
  tx: Tx,
  input: Pick<InvitationRow, 'note' | 'max_uses' | 'expires_at' | 'lifts_limits' | 'links_members'>,
  { created_by, approved_by }: Makers,
  code?: string,
): Promise<InvitationRow> {
  const id = newId(tx.now)
  const { note, max_uses, expires_at, lifts_limits, links_members } = input
  for (let attempt = 1; ; attempt++) {
    const row = { id, code: code ?? newHouseCode(), note, max_uses, expires_at, lifts_limits, links_members }
    const made = { created_by, approved_by, created_at: tx.now }
    if ((await store.insertInvitation.maybe(tx, { ...row, ...made })) !== undefined) break
    if (attempt === CODE_TRIES) throw new Error('no free invitation code was found')
  }
  await recordAuditEvent(tx, {
    actor: created_by === null ? 'system command' : actorOf({ operator_id: approved_by ?? created_by }),
    action: 'invitation_created',
    object: { kind: 'invitation', id },
    after: { note, max_uses, expires_at: expires_at?.toISOString() ?? null, lifts_limits },
  })
  return await store.selectInvitation.one(tx, { id })
}

/** Ends an open invitation; members who used it stay. Refuses `invitation_is_unknown` and `invitation_is_not_open`. */
export async function endInvitation(
  tx: Tx,
  { invitation_id, reason, operator_id }: { invitation_id: string; reason: string; operator_id: string },
): Promise<InvitationRow> {
  if ((await store.lockInvitation.maybe(tx, { invitation_id })) === undefined)
    throw refuse('invitation_is_unknown')
  const before = await store.selectInvitation.one(tx, { id: invitation_id })
  if (statusOf(before, tx.now) !== 'open')
    throw await refuseDecided(tx, 'invitation_is_not_open', invitation_id)
  await store.endInvitationRow.all(tx, { invitation_id, ended_at: tx.now, operator_id })
  await recordAuditEvent(tx, {
    actor: actorOf({ operator_id }),
    action: 'invitation_ended',
    object: { kind: 'invitation', id: invitation_id },
    reason,
    before: { ended: false, uses: before.uses },
    after: { ended: true, uses: before.uses },
  })
  return await store.selectInvitation.one(tx, { id: invitation_id })
}

/** Must agree with the SQL in listInvitations. */
export function statusOf(row: InvitationRow, now: Date): (typeof INVITATION_STATUSES)[number] {
  if (row.ended_at !== null) return 'ended'
  if (row.uses === row.max_uses) return 'used_up'
  return row.expires_at !== null && row.expires_at <= now ? 'expired' : 'open'
}

/** `origin`: of the member app. */
export const invitationLink = (origin: string, code: string): string => `${origin}/register?code=${code}`

export const invitationOnWire = (row: InvitationRow, origin: string, now: Date): Invitation => ({
  _id: row.id,
  code: row.code,
  link: invitationLink(origin, row.code),
  note: row.note,
  state: statusOf(row, now),
  max_uses: row.max_uses,
  uses: row.uses,
  expires_at: row.expires_at?.toISOString() ?? null,
  lifts_limits: row.lifts_limits,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by === null ? null : { _id: row.created_by, username: row.creator! },
  approved_by: row.approved_by === null ? null : { _id: row.approved_by, username: row.approver! },
  ended_at: row.ended_at?.toISOString() ?? null,
  ended_by: row.ended_by === null ? null : { _id: row.ended_by, username: row.ender! },
})
