// Another side for an operator: decided by two owners, counts after seven days; a first one at once (sides.test.ts).
import { may, type Side, SIDES } from '@fairturn/contract/backoffice/roles'
import { z } from 'zod'
import type { Tx } from '../platform/database/database.ts'
import { typed, statement } from '../platform/database/statement.ts'
import { type ActingOperator, defineProposal, propose } from './approvals.ts'
import { recordAuditEvent } from './audit-log.ts'
import { refuseDecided } from './decided.ts'
import { getColleague, getOperator, lockOperators } from './operators.store.ts'
import { currentSide } from './sides.ts'

const DELAY_MS = 7 * 86_400_000
const side = z.enum(SIDES)

const updateSide = statement(
  `-- staff_update_side
  update operator set side = $side, next_side = $next_side, next_side_from = $next_side_from where id = $operator_id`,
  {
    params: {
      operator_id: 'uuid',
      side: typed<Side | null>('text?'),
      next_side: typed<Side | null>('text?'),
      next_side_from: 'timestamptz?',
    },
  },
)

const wasSide = z.strictObject({ side: side.nullable(), next_side: side.nullable() })

export const sideChange = defineProposal({
  kind: 'operator_side',
  oneOpenFor: ['operator_id'],
  content: z.strictObject({ operator_id: z.uuid(), username: z.string(), was: wasSide, side }),
  proposers: may.change_staff,
  approvers: may.change_staff,
  excluded: ({ operator_id }) => [operator_id],
  async execute(tx, { operator_id, was, side }, { actor, reason }) {
    const known = getOperator(await lockOperators.all(tx), operator_id)
    if (known.side !== was.side || known.next_side !== was.next_side)
      throw await refuseDecided(tx, 'operator_has_changed', operator_id)
    const from = new Date(tx.now.getTime() + DELAY_MS)
    const first = known.side === null
    const changed = first
      ? { side, next_side: null, next_side_from: null }
      : { side: currentSide(known, tx.now), next_side: side, next_side_from: from }
    await updateSide.all(tx, { operator_id, ...changed })
    await recordAuditEvent(tx, {
      actor,
      action: 'operator_side_changed',
      object: { kind: 'operator', id: operator_id },
      reason,
      before: { side: currentSide(known, tx.now) },
      after: { side, from: (first ? tx.now : from).toISOString() },
    })
  },
})

/**
 * Proposes a side for an operator. Refuses `operator_is_unknown`, `nobody_decides_about_themselves`, and
 * `operator_has_changed` if it is theirs already.
 */
export async function proposeSide(
  tx: Tx,
  operator: ActingOperator,
  { operator_id, side, reason }: { operator_id: string; side: Side; reason: string },
): Promise<string> {
  const known = getColleague(await lockOperators.all(tx), operator, operator_id)
  if ((known.next_side ?? known.side) === side)
    throw await refuseDecided(tx, 'operator_has_changed', operator_id)
  const was = { side: known.side, next_side: known.next_side }
  const content = { operator_id, username: known.username, was, side }
  return await propose(tx, sideChange, content, reason, operator)
}
