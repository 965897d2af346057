// Who has decided on an object, from the audit log: shown with it, and told to the second of two operators who decide the same
// thing at once (withdrawals/decided.test.ts).
import type { MessageCode } from '@fairturn/contract/messages'
import type { Queryable } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { type Refusal, refuse } from '../platform/http/refusal.ts'

const selectLastDecision = statement(
  `-- staff_last_decision
  select event.at, event.action, operator.username as by from audit_event event
    join audit_event_link link on link.audit_event_id = event.id
    left join operator on event.actor = 'operator:' || operator.id
  where event.object_id = $object_id and event.action not in ('member_looked_at', 'member_data_shown')
    and event.actor <> 'operator:' || $object_id
  order by link.no desc limit 1`,
  { params: { object_id: 'text' }, columns: { at: 'timestamptz', action: 'text', by: 'text?' } },
)

// Ordered by the log's chain: ids of one millisecond are in no order.
const MAX_STEPS = 50
const selectSteps = statement(
  `-- staff_steps_of_object
  select event.at, event.action, operator.username as by from audit_event event
    join audit_event_link link on link.audit_event_id = event.id
    left join operator on event.actor = 'operator:' || operator.id
  where event.object_id = $object_id and event.action not in ('member_looked_at', 'member_data_shown')
  order by link.no limit ${MAX_STEPS}`,
  { params: { object_id: 'text' }, columns: { at: 'timestamptz', action: 'text', by: 'text?' } },
)

/** What was done with an object, oldest first: the operator's name, null for a job. */
export const stepsOf = async (on: Queryable, object_id: string) =>
  (await selectSteps.all(on, { object_id })).map(({ at, action, by }) => ({
    at: at.toISOString(),
    action,
    by,
  }))

/**
 * Usage: `throw await refuseDecided(tx, code, id)`. Its details contain, in `decided`, what was last recorded of this
 * object, when, and the operator's name, null for a job; without one they are absent. What operators do themselves, such as
 * signing in, is no decision about them.
 */
export async function refuseDecided(
  on: Queryable,
  code: MessageCode,
  object_id: string,
  details: Readonly<Record<string, unknown>> = {},
): Promise<Refusal> {
  const last = await selectLastDecision.maybe(on, { object_id })
  return refuse(
    code,
    last === undefined
      ? details
      : { ...details, decided: { by: last.by, at: last.at.toISOString(), action: last.action } },
  )
}
