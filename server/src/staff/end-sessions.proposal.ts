// Ending every session of a colleague: one owner alone once in 30 days, so that nobody keeps a colleague out while something
// waits; a further time takes two, as a second security lock of a member does. Each is in the audit log and mailed to the
// operators on call, who include the one concerned (sessions.test.ts).
import { may } from '@fairturn/contract/backoffice/roles'
import { z } from 'zod'
import type { Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { defineJob, enqueue } from '../platform/queue/queue.ts'
import { type ActingOperator, defineProposal, propose } from './approvals.ts'
import { actorOf, recordAuditEvent } from './audit-log.ts'
import { actorName, getOperator, lockOperators } from './operators.store.ts'
import { endOperatorSessions } from './sessions.ts'

const AGAIN_MS = 30 * 86_400_000

/** Handled by operations: mailed to the operators on call. */
export const alarmSessionsEnded = defineJob({
  name: 'alarm_operator_sessions_ended',
  payload: z.object({ username: z.string(), by: z.string(), at: z.iso.datetime() }),
})

const endedSince = statement(
  `-- staff_sessions_were_ended
  select exists (
    select from audit_event where object_id = $operator_id::uuid::text and action = 'operator_sessions_ended' and at > $since
      and actor <> 'operator:' || $operator_id::uuid::text) as ended`,
  { params: { operator_id: 'uuid', since: 'timestamptz' }, columns: { ended: 'bool' } },
)

interface Ending {
  readonly operator_id: string
  readonly actor: string
  readonly reason: string
}

/** Returns how many. The caller has locked the operators. */
async function endAll(tx: Tx, { operator_id, actor, reason }: Ending, username: string): Promise<number> {
  const ended = await endOperatorSessions(tx, operator_id)
  await recordAuditEvent(tx, {
    actor,
    action: 'operator_sessions_ended',
    object: { kind: 'operator', id: operator_id },
    reason,
    after: { ended },
  })
  if (actor !== actorOf({ operator_id })) {
    const by = (await actorName(tx, actor)) ?? actor
    await enqueue(tx, alarmSessionsEnded, { username, by, at: tx.now.toISOString() })
  }
  return ended
}

export const sessionsEnding = defineProposal({
  kind: 'operator_sessions',
  oneOpenFor: ['operator_id'],
  content: z.strictObject({ operator_id: z.uuid(), username: z.string() }),
  proposers: may.change_staff,
  approvers: may.change_staff,
  excluded: ({ operator_id }) => [operator_id],
  async execute(tx, { operator_id }, { actor, reason }) {
    const { username } = getOperator(await lockOperators.all(tx), operator_id)
    await endAll(tx, { operator_id, actor, reason }, username)
  },
})

/**
 * Ends them, or proposes it if a colleague ended them within 30 days; returns the proposal's id, or that of the one that is
 * open already. One's own always end. Refuses `operator_is_unknown`.
 */
export async function endSessionsOf(
  tx: Tx,
  operator: ActingOperator,
  { operator_id, reason }: { operator_id: string; reason: string },
): Promise<{ ended: number; proposal_id: string | null }> {
  const { username } = getOperator(await lockOperators.all(tx), operator_id)
  const own = operator_id === operator.operator_id
  const since = new Date(tx.now.getTime() - AGAIN_MS)
  if (own || !(await endedSince.one(tx, { operator_id, since })).ended) {
    const ended = await endAll(tx, { operator_id, actor: actorOf(operator), reason }, username)
    return { ended, proposal_id: null }
  }
  const content = { operator_id, username }
  return { ended: 0, proposal_id: await propose(tx, sessionsEnding, content, reason, operator) }
}
