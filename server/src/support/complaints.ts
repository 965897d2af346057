// Complaints: objections to decisions of ours. Another operator than the one who decided decides within 72 hours.
import { CONDUCT_LOCK_DAYS } from '@fairturn/contract/support'
import { objectToVisits } from '../orders/orders.ts'
import type { Tx } from '../platform/database/database.ts'
import { refuse, Refusal } from '../platform/http/refusal.ts'
import { insertComplaint } from './complaints.store.ts'
import type { DecisionMade } from './subjects.ts'
import { updateDue } from './support.admin.store.ts'

const HOUR_MS = 3_600_000
const COMPLAINT_MS = 72 * HOUR_MS
const LOCK_MS = CONDUCT_LOCK_DAYS * 24 * HOUR_MS
/** Of an objection to visits, whose note takes 500 code units. */
const NOTE_LETTERS = 240

interface NewComplaint extends DecisionMade {
  readonly conversation_id: string
  readonly member_id: string
  readonly message: string
}

/** Refuses `complaint_was_made_already` and `nothing_was_decided_here`. */
export async function makeComplaint(tx: Tx, { message, ...made }: NewComplaint): Promise<void> {
  const decide_by = new Date(tx.now.getTime() + COMPLAINT_MS)
  const lock_ends_at = made.against === 'conduct_lock' ? new Date(tx.now.getTime() + LOCK_MS) : null
  const inserted = await insertComplaint.maybe(tx, { ...made, made_at: tx.now, decide_by, lock_ends_at })
  if (inserted === undefined) throw refuse('complaint_was_made_already')
  await updateDue.all(tx, { id: made.conversation_id, due_by: decide_by })
  if (made.against === 'visits_refused') await objectOrRefuse(tx, made, message)
}

/** The objection keeps the money reserved that upholding the complaint can pay; one that was decided stays. */
async function objectOrRefuse(tx: Tx, made: Omit<NewComplaint, 'message'>, message: string): Promise<void> {
  const note = [...message.trim()].slice(0, NOTE_LETTERS).join('')
  try {
    await objectToVisits(tx, { member_id: made.member_id, order_id: made.target_id, note })
  } catch (error) {
    const decided = error instanceof Refusal && error.code === 'order_was_objected_to'
    if (decided) return
    throw error instanceof Refusal && NOT_OPEN.has(error.code) ? refuse('nothing_was_decided_here') : error
  }
}

const NOT_OPEN: ReadonlySet<string> = new Set([
  'order_is_not_over',
  'objection_comes_too_late',
  'there_is_nothing_to_object_to',
])
