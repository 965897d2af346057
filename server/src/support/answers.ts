// What operators do with a conversation, but for deciding a complaint (complaints.ts).
import { may } from '@fairturn/contract/backoffice/roles'
import { newId } from '@fairturn/contract/ids'
import { MAX_MESSAGES, REOPEN_DAYS } from '@fairturn/contract/support'
import type { Tx } from '../platform/database/database.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { type ActingOperator, actorOf, recordAuditEvent, refuseDecided } from '../staff/staff.ts'
import * as complaints from './complaints.store.ts'
import { addMessage, tell } from './messages.ts'
import * as store from './support.admin.store.ts'
import type { AdminConversationRow } from './support.admin.store.ts'
import { complaintsOf } from './support.dto.ts'

const DAY_MS = 86_400_000
/** By which a due time can be moved at most. */
const MOVED_MS = 3 * DAY_MS
/** As many as the table takes. */
const MAX_NOTES = 200

interface About {
  readonly conversation_id: string
}

type Action =
  | 'conversation_answered'
  | 'conversation_assigned'
  | 'conversation_noted'
  | 'conversation_due_moved'
  | 'conversation_closed'

/** Without a text and without the member: the log outlives both. */
export const recordWork = (
  tx: Tx,
  action: Action,
  { conversation_id }: About,
  operator: ActingOperator,
): Promise<void> =>
  recordAuditEvent(tx, {
    actor: actorOf(operator),
    action,
    object: { kind: 'conversation', id: conversation_id },
  })

/** A payment out of a conversation by two people, with its proposal. */
export const recordPayment = (
  tx: Tx,
  action: 'conversation_payment_proposed' | 'conversation_payment_made',
  conversation_id: string,
  { actor, proposal_id }: { readonly actor: string; readonly proposal_id: string },
): Promise<void> =>
  recordAuditEvent(tx, {
    actor,
    action,
    object: { kind: 'conversation', id: conversation_id },
    after: { proposal_id },
  })

export const lockAny = async (tx: Tx, id: string): Promise<AdminConversationRow> =>
  orRefuse(await store.lockConversation.maybe(tx, { id }), 'conversation_is_unknown')

/**
 * Answers; returns the message's id. Refuses `conversation_is_unknown`, `conversation_is_closed`, `conversation_is_full` and,
 * if somebody has written since `after`, `somebody_else_has_changed_this`, which names the operator in `decided`.
 */
export async function answer(
  tx: Tx,
  {
    conversation_id,
    message,
    after,
  }: About & { readonly message: string; readonly after?: string | undefined },
  operator: ActingOperator,
): Promise<string> {
  const conversation = await lockAny(tx, conversation_id)
  if (conversation.status === 'closed') throw refuse('conversation_is_closed')
  if (conversation.staff_messages >= MAX_MESSAGES) throw refuse('conversation_is_full')
  const last = await store.selectLastMessage.one(tx, { id: conversation_id })
  if (after !== undefined && last.id !== after)
    throw last.by === 'staff'
      ? await refuseDecided(tx, 'somebody_else_has_changed_this', conversation_id)
      : refuse('somebody_else_has_changed_this')
  const { operator_id } = operator
  const id = await addMessage(tx, conversation_id, { by: 'staff', written_by: operator_id, text: message })
  await store.updateAnswered.all(tx, { id: conversation_id, now: tx.now, messages: 1, operator_id })
  await tell(tx, conversation, 'conversation_answered', {})
  await recordWork(tx, 'conversation_answered', { conversation_id }, operator)
  return id
}

/** Refuses `conversation_is_unknown`, `conversation_is_closed` and `operator_is_unknown`. */
export async function assign(
  tx: Tx,
  { conversation_id: id, operator_id }: About & { readonly operator_id: string | null },
  operator: ActingOperator,
) {
  const { status } = await lockAny(tx, id)
  if (status === 'closed') throw refuse('conversation_is_closed')
  const roles = may.answer_conversations
  const { username } = orRefuse(
    await store.updateAssigned.maybe(tx, { id, operator_id, roles }),
    'operator_is_unknown',
  )
  await recordWork(tx, 'conversation_assigned', { conversation_id: id }, operator)
  return operator_id === null ? null : { _id: operator_id, username: username! }
}

/** Refuses `conversation_is_unknown` and `conversation_is_full`. */
export async function note(
  tx: Tx,
  { conversation_id, text }: About & { readonly text: string },
  operator: ActingOperator,
): Promise<{ id: string; at: Date }> {
  const { notes } = await lockAny(tx, conversation_id)
  if (notes >= MAX_NOTES) throw refuse('conversation_is_full')
  const id = newId(tx.now)
  await store.insertNote.all(tx, { id, conversation_id, written_by: operator.operator_id, text, at: tx.now })
  await store.updateNoted.all(tx, { id: conversation_id })
  await recordWork(tx, 'conversation_noted', { conversation_id }, operator)
  return { id, at: tx.now }
}

/**
 * Moves the due time, once, and not after it has passed, which would hide that we are late. That of a complaint moves its
 * decision, never the end of a conduct lock. Refuses
 * `conversation_is_unknown`, `nothing_is_due_here`, `due_time_was_moved_already` and `due_time_is_not_possible`.
 */
export async function extend(
  tx: Tx,
  { conversation_id: id, until, reason }: About & { readonly until: Date; readonly reason: string },
  operator: ActingOperator,
): Promise<Date> {
  const { due_by, moved_at, ...conversation } = await lockAny(tx, id)
  if (due_by === null) throw refuse('nothing_is_due_here')
  if (moved_at !== null) throw refuse('due_time_was_moved_already')
  if (due_by <= tx.now || until <= due_by || until.getTime() > due_by.getTime() + MOVED_MS)
    throw refuse('due_time_is_not_possible')
  await store.updateMoved.one(tx, { id, reason, now: tx.now, until })
  if ((await complaintsOf(tx, [id])).get(id)?.status === 'open')
    await complaints.updateDecideBy.all(tx, { conversation_id: id, decide_by: until })
  await tell(tx, conversation, 'due_time_moved', { until: until.toISOString(), reason })
  await recordWork(tx, 'conversation_due_moved', { conversation_id: id }, operator)
  return until
}

/**
 * Closes; again changes nothing. Refuses `conversation_is_unknown`, `conversation_is_not_answered` and
 * `complaint_is_not_decided`.
 */
export async function close(tx: Tx, { conversation_id: id }: About, operator: ActingOperator) {
  const { status, ...conversation } = await lockAny(tx, id)
  if (status === 'closed') return status
  if ((await complaintsOf(tx, [id])).get(id)?.status === 'open') throw refuse('complaint_is_not_decided')
  if (status === 'open') throw refuse('conversation_is_not_answered')
  await store.updateClosed.all(tx, { id, now: tx.now })
  const until = new Date(tx.now.getTime() + REOPEN_DAYS * DAY_MS).toISOString()
  await tell(tx, conversation, 'conversation_closed', { until })
  await recordWork(tx, 'conversation_closed', { conversation_id: id }, operator)
  return 'closed' as const
}
