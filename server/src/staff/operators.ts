// Operators: invitation, setup, roles, disabling, each by dual approval; whom it is about does not decide it. New
// credentials take a setup code in two halves. There is always an owner (operators.test.ts).
import { type Side, SIDES, STAFF_ROLES, type StaffRole } from '@fairturn/contract/backoffice/roles'
import { newId } from '@fairturn/contract/ids'
import { z } from 'zod'
import { deleteCredentials } from '../platform/credentials/credentials.ts'
import { operatorSubject } from '../platform/credentials/subjects.ts'
import { hashToken, newToken } from '../platform/credentials/tokens.ts'
import type { Tx } from '../platform/database/database.ts'
import { orRefuse, refuse, refuseField } from '../platform/http/refusal.ts'
import { defineJob, enqueue } from '../platform/queue/queue.ts'
import { type ActingOperator, defineProposal, propose, voidProposalsOf } from './approvals.ts'
import { recordAuditEvent } from './audit-log.ts'
import { refuseDecided } from './decided.ts'
import { sessionsEnding } from './end-sessions.proposal.ts'
import * as store from './operators.store.ts'
import { getColleague, getOperator, type OperatorRow } from './operators.store.ts'
import { endOperatorSessions } from './sessions.ts'
import { sideChange } from './side-change.proposal.ts'
import { requireFirstSide, takesSide } from './sides.ts'

const SETUP_MS = 72 * 3_600_000

/** Handled by operations: mailed to the operators on call. */
export const alarmOperatorDisabled = defineJob({
  name: 'alarm_operator_disabled',
  payload: z.object({ username: z.string(), role: z.string(), at: z.iso.datetime() }),
})

const role = z.enum(STAFF_ROLES)
/** Null for roles that move no money, and for who has one. */
const side = z.enum(SIDES).nullable()
/** Hash of the half shown to the proposer. */
const first_hash = z.string().regex(/^[0-9a-f]{64}$/)
const owners = { proposers: ['owner'], approvers: ['owner'] } as const

const invitation = defineProposal({
  kind: 'operator_invitation',
  content: z.strictObject({ username: z.string(), role, side, first_hash }),
  ...owners,
  async execute(tx, { username, role, side, first_hash }, { actor, reason }) {
    const id = newId(tx.now)
    orRefuse(
      await store.insertOperator.maybe(tx, { id, username, role, created_at: tx.now, side }),
      'operator_name_is_taken',
    )
    const object = { kind: 'operator', id }
    const after = { username, role, side }
    await recordAuditEvent(tx, { actor, action: 'operator_invited', object, reason, after })
    return { second_code: await openSetup(tx, id, Buffer.from(first_hash, 'hex')) }
  },
})

const roleChange = defineProposal({
  kind: 'operator_role',
  oneOpenFor: ['operator_id'],
  content: z.strictObject({
    operator_id: z.uuid(),
    username: z.string(),
    was: z.strictObject({ role, disabled: z.boolean() }),
    role,
    side,
  }),
  ...owners,
  excluded: ({ operator_id }) => [operator_id],
  async execute(tx, { operator_id, was, role, side }, { actor, reason }) {
    const everybody = await store.lockOperators.all(tx)
    const now = getOperator(everybody, operator_id)
    if (now.role !== was.role || (now.disabled_at !== null) !== was.disabled)
      throw await refuseDecided(tx, 'operator_has_changed', operator_id)
    if (role !== 'owner') refuseWithoutOwner(everybody, operator_id)
    await store.updateRole.all(tx, { operator_id, role, side: now.side ?? side })
    await endOperatorSessions(tx, operator_id)
    await voidProposalsOf(tx, operator_id, { because: 'operator_role_changed', actor })
    await recordAuditEvent(tx, {
      actor,
      action: 'operator_role_changed',
      object: { kind: 'operator', id: operator_id },
      reason,
      before: { ...was },
      after: { role, disabled: false, ...(side !== null && { side }) },
    })
  },
})

const recovery = defineProposal({
  kind: 'operator_recovery',
  oneOpenFor: ['operator_id'],
  content: z.strictObject({ operator_id: z.uuid(), username: z.string(), first_hash }),
  ...owners,
  excluded: ({ operator_id }) => [operator_id],
  async execute(tx, { operator_id, first_hash }, { actor, reason }) {
    const everybody = await store.lockOperators.all(tx)
    if (getOperator(everybody, operator_id).disabled_at !== null)
      throw await refuseDecided(tx, 'operator_has_changed', operator_id)
    refuseWithoutOwner(everybody, operator_id)
    await endAccess(tx, operator_id)
    const object = { kind: 'operator', id: operator_id }
    await recordAuditEvent(tx, { actor, action: 'operator_recovered', object, reason })
    return { second_code: await openSetup(tx, operator_id, Buffer.from(first_hash, 'hex')) }
  },
})

const disabling = defineProposal({
  kind: 'operator_disabling',
  oneOpenFor: ['operator_id'],
  content: z.strictObject({ operator_id: z.uuid(), username: z.string(), role }),
  ...owners,
  excluded: ({ operator_id }) => [operator_id],
  async execute(tx, { operator_id }, { actor, reason }) {
    if (!(await disableOperator(tx, { operator_id, actor, reason })))
      throw await refuseDecided(tx, 'operator_has_changed', operator_id)
  },
})

/** Proposal kinds about staff itself. */
export const staffProposals = [invitation, roleChange, sideChange, recovery, disabling, sessionsEnding]

/**
 * Proposes a new operator; returns the first half of their setup code, valid once approved. Refuses
 * `operator_name_is_taken` and `side_is_required`.
 */
export async function proposeInvitation(
  tx: Tx,
  operator: ActingOperator,
  {
    username,
    role,
    side,
    reason,
  }: { username: string; role: StaffRole; side?: Side | undefined; reason: string },
): Promise<{ proposal_id: string; first_code: string }> {
  requireFirstSide(role, null, side)
  if ((await store.lockOperators.all(tx)).some((each) => each.username === username))
    throw refuseField('operator_name_is_taken', 'username')
  const first_code = newHalf()
  const content = {
    username,
    role,
    side: takesSide(role) ? side! : null,
    first_hash: hashToken(first_code).toString('hex'),
  }
  return { proposal_id: await propose(tx, invitation, content, reason, operator), first_code }
}

/**
 * Proposes another role for an operator. Refuses `operator_is_unknown`, `nobody_decides_about_themselves`,
 * `side_is_required` and `operator_has_a_side`.
 */
export async function proposeRole(
  tx: Tx,
  operator: ActingOperator,
  change: { operator_id: string; role: StaffRole; side?: Side | undefined; reason: string },
): Promise<string> {
  const { operator_id, role, reason } = change
  const { username, ...was } = getColleague(await store.lockOperators.all(tx), operator, operator_id)
  requireFirstSide(role, was.side, change.side)
  const before = { role: was.role, disabled: was.disabled_at !== null }
  const side = takesSide(role) && was.side === null ? (change.side ?? null) : null
  return await propose(tx, roleChange, { operator_id, username, was: before, role, side }, reason, operator)
}

/** Proposes that an operator sets up new credentials. Refuses `operator_is_unknown`, `nobody_decides_about_themselves`. */
export async function proposeRecovery(
  tx: Tx,
  operator: ActingOperator,
  { operator_id, reason }: { operator_id: string; reason: string },
): Promise<{ proposal_id: string; first_code: string }> {
  const { username } = getColleague(await store.lockOperators.all(tx), operator, operator_id)
  const first_code = newHalf()
  const content = { operator_id, username, first_hash: hashToken(first_code).toString('hex') }
  return { proposal_id: await propose(tx, recovery, content, reason, operator), first_code }
}

/**
 * Proposes to disable an operator. Refuses `operator_is_unknown`, `nobody_decides_about_themselves`,
 * `operator_has_changed` if disabled, and `there_must_be_an_owner`.
 */
export async function proposeDisabling(
  tx: Tx,
  operator: ActingOperator,
  { operator_id, reason }: { operator_id: string; reason: string },
): Promise<string> {
  const everybody = await store.lockOperators.all(tx)
  const { username, role, disabled_at } = getColleague(everybody, operator, operator_id)
  if (disabled_at !== null) throw await refuseDecided(tx, 'operator_has_changed', operator_id)
  refuseWithoutOwner(everybody, operator_id)
  return await propose(tx, disabling, { operator_id, username, role }, reason, operator)
}

/**
 * For the server's administrator, where no two owners are left who may decide it: disables an operator and alarms the
 * operators on call. False if there is no such operator, or they are disabled. Refuses `there_must_be_an_owner`.
 */
export async function disableByName(tx: Tx, username: string): Promise<boolean> {
  const known = (await store.lockOperators.all(tx)).find((each) => each.username === username)
  if (known === undefined) return false
  const reason = 'Asked for on the machine itself.'
  const input = { operator_id: known.id, actor: 'system command', reason }
  if (!(await disableOperator(tx, input))) return false
  await enqueue(tx, alarmOperatorDisabled, { username, role: known.role, at: tx.now.toISOString() })
  return true
}

/**
 * Disables an operator: ends their sessions, voids their proposals and setup code. False if already disabled. Refuses
 * `operator_is_unknown` and `there_must_be_an_owner`.
 */
async function disableOperator(
  tx: Tx,
  { operator_id, actor, reason }: { operator_id: string; actor: string; reason: string },
): Promise<boolean> {
  const everybody = await store.lockOperators.all(tx)
  if (getOperator(everybody, operator_id).disabled_at !== null) return false
  refuseWithoutOwner(everybody, operator_id)
  await store.disable.all(tx, { operator_id, disabled_at: tx.now })
  await store.dropSetup.all(tx, { operator_id })
  await endOperatorSessions(tx, operator_id)
  await voidProposalsOf(tx, operator_id, { because: 'operator_disabled', actor })
  await recordAuditEvent(tx, {
    actor,
    action: 'operator_disabled',
    object: { kind: 'operator', id: operator_id },
    reason,
    before: { disabled: false },
    after: { disabled: true },
  })
  return true
}

/**
 * For the server's administrator: setup code for an owner, who is created or whose credentials are deleted. Refuses
 * `operator_name_is_taken` if that operator is not an owner, or is disabled, and `side_is_required` for a new one.
 */
export async function openOwner(
  tx: Tx,
  { username, side }: { username: string; side?: Side | undefined },
): Promise<{ first: string; second: string }> {
  const known = (await store.lockOperators.all(tx)).find((each) => each.username === username)
  if (known !== undefined && (known.role !== 'owner' || known.disabled_at !== null))
    throw refuse('operator_name_is_taken')
  const id = known?.id ?? newId(tx.now)
  if (known === undefined) requireFirstSide('owner', null, side)
  if (known === undefined)
    await store.insertOperator.one(tx, {
      id,
      username,
      role: 'owner',
      created_at: tx.now,
      side: side ?? null,
    })
  else await endAccess(tx, id)
  await recordAuditEvent(tx, {
    actor: 'system command',
    action: known === undefined ? 'operator_invited' : 'operator_recovered',
    object: { kind: 'operator', id },
    reason: 'Asked for on the machine itself.',
    after: { username, role: 'owner', ...(known === undefined && { side: side! }) },
  })
  const first = newHalf()
  return { first, second: await openSetup(tx, id, hashToken(first)) }
}

async function openSetup(tx: Tx, operator_id: string, first_hash: Buffer): Promise<string> {
  const second = newHalf()
  await store.putSetup.all(tx, {
    operator_id,
    first_hash,
    second_hash: hashToken(second),
    expires_at: new Date(tx.now.getTime() + SETUP_MS),
  })
  return second
}

async function endAccess(tx: Tx, operator_id: string): Promise<void> {
  await store.updateSetUp.all(tx, { id: operator_id, set_up: false })
  await deleteCredentials(tx, operatorSubject(operator_id))
  await endOperatorSessions(tx, operator_id)
}

/** Refuses `there_must_be_an_owner` if nobody else could sign in as an owner. */
function refuseWithoutOwner(everybody: readonly OperatorRow[], operator_id: string): void {
  const stays = everybody.some(
    ({ id, role, set_up, disabled_at }) =>
      id !== operator_id && role === 'owner' && set_up && disabled_at === null,
  )
  if (!stays) throw refuse('there_must_be_an_owner')
}

/** 128 bits. */
const newHalf = (): string => newToken(16)
