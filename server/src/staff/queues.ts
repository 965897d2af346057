// What waits in a queue, and of it what one operator may decide.
import { DECIDERS, type QueueName } from '@fairturn/contract/backoffice/dashboard'
import type { InQueue } from '@fairturn/contract/backoffice/reviews'
import type { Operator } from '../platform/http/app.ts'

interface Counts {
  readonly waiting: number
  readonly overdue: number
  readonly due_at: Date | null
}

/** What waits, and of it what the operator may decide: nothing of a queue that is not for their role and side. */
export function queueOnWire(
  queue: QueueName,
  { role, side }: Pick<Operator, 'role' | 'side'>,
  all: Counts,
  own: Counts = all,
): InQueue {
  const by = DECIDERS[queue]
  const decides = by.roles.includes(role) && (by.side === undefined || by.side === side)
  const counts = ({ waiting: many, overdue, due_at }: Counts) => ({
    waiting: many,
    overdue,
    due_by: due_at?.toISOString() ?? null,
  })
  return { ...counts(all), own: counts(decides ? own : { waiting: 0, overdue: 0, due_at: null }) }
}
