// Support: members' conversations with staff, and complaints about decisions. Each has a time by which we answer. Nothing in
// a conversation moves money, and its text is text: stored and returned as it was written.
//
// A conversation is `open` while its member waits for us, `answered` once staff has written, `solved` when its member says so,
// `closed` by staff, or by time 30 days after it was solved or last answered. Each message of the member opens it again, but
// for a closed one, which takes `reopen`; both end 30 days after it was solved or closed.
import { newId } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import { MAX_MESSAGES } from '@fairturn/contract/support'
import { settingsOf } from '../content/content.ts'
import { requireOpenMember } from '../ledger/ledger.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { makeComplaint, objectOrRefuse } from './complaints.ts'
import { addMessage, announceConversation } from './messages.ts'
import { decisionOn, getSubject, type SubjectRef } from './subjects.ts'
import { complaintsOf, reopenUntil } from './support.dto.ts'
import * as store from './support.store.ts'
import type { ConversationRow } from './support.store.ts'

export { answer } from './answers.ts'
export { barredByRing, decideComplaint } from './complaints.ts'
export { alarmConversation, deleteOldConversations, passDueTimes, watchDueTimes } from './due-times.ts'
export { supportLate, supportTimes } from './figures.ts'
export { eraseConversations } from './personal-data.ts'
export { retiredStrangerMails, strangerMailHandler } from './stranger-mails.ts'
export { latestSubjects } from './subjects.ts'

const HOUR_MS = 3_600_000

export interface NewConversation {
  readonly member_id: string
  readonly subject?: SubjectRef | undefined
  /** Objects to the decision on the subject. */
  readonly complaint: boolean
  readonly message: string
  readonly locale: Locale
}

/** When an answer is due that is asked for now. */
export async function answerDue(on: Queryable, now: Date): Promise<Date> {
  return new Date(now.getTime() + (await settingsOf(on)).answer_hours * HOUR_MS)
}

/** Refuses `subject_is_unknown`, `nothing_was_decided_here` and `complaint_was_made_already`. */
export async function createConversation(tx: Tx, asked: NewConversation): Promise<ConversationRow> {
  const { member_id, message, locale } = asked
  const subject = asked.subject && (await getSubject(tx, { member_id, now: tx.now }, asked.subject))
  const decision = subject && (await decisionOn(tx, { member_id, now: tx.now }, subject))
  if (asked.complaint && decision === undefined) throw refuse('nothing_was_decided_here')
  if (asked.complaint && decision?.against === 'visits_refused')
    await objectOrRefuse(tx, { member_id, order_id: decision.target_id, message })
  await requireOpenMember(tx, member_id) // locks the member, so that the account is not closed meanwhile
  const id = newId(tx.now)
  await store.insertConversation.all(tx, {
    id,
    member_id,
    stranger_id: null,
    subject_kind: subject?.kind ?? null,
    subject_id: subject?.id ?? null,
    locale,
    now: tx.now,
    due_by: await answerDue(tx, tx.now),
  })
  if (asked.complaint) await makeComplaint(tx, { conversation_id: id, member_id, ...decision! })
  return await writeAsMember(tx, { id, member_id, message })
}

interface OfMember {
  readonly id: string
  readonly member_id: string
}

/** Refuses `conversation_is_unknown`, `conversation_is_closed` and `conversation_is_full`. */
export async function writeAsMember(
  tx: Tx,
  { id, member_id, message }: OfMember & { readonly message: string },
): Promise<ConversationRow> {
  await writeFromOutside(tx, await lockOwn(tx, { id, member_id }), { text: message })
  return await findOwn(tx, { id, member_id })
}

/** Of a conversation that the caller has locked. Refuses `conversation_is_closed` and `conversation_is_full`. */
export async function writeFromOutside(
  tx: Tx,
  conversation: ConversationRow,
  message: { readonly text: string; readonly sent_key?: string },
): Promise<void> {
  const { id, status, member_messages } = conversation
  if (status === 'closed' || (status === 'solved' && !canReopen(conversation, tx.now)))
    throw refuse('conversation_is_closed')
  if (member_messages >= MAX_MESSAGES) throw refuse('conversation_is_full')
  await addMessage(tx, id, { by: 'member', written_by: null, ...message })
  await store.updateByMember.all(tx, { id, now: tx.now, due_by: await answerDue(tx, tx.now) })
  await announceConversation(tx, conversation)
}

/**
 * Says that it is solved; again changes nothing. Refuses `conversation_is_unknown`, `conversation_is_closed` and
 * `complaint_is_not_decided`.
 */
export async function solve(tx: Tx, { id, member_id }: OfMember): Promise<ConversationRow> {
  const conversation = await lockOwn(tx, { id, member_id })
  if (conversation.status === 'closed') throw refuse('conversation_is_closed')
  if (conversation.status === 'solved') return conversation
  const made = (await complaintsOf(tx, [id])).get(id)
  if (made?.status === 'open') throw refuse('complaint_is_not_decided')
  await store.updateSolved.all(tx, { id, now: tx.now })
  await announceConversation(tx, conversation)
  return await findOwn(tx, { id, member_id })
}

/** Opens it again; an open one stays as it is. Refuses `conversation_is_unknown` and `conversation_is_closed`. */
export async function reopen(tx: Tx, { id, member_id }: OfMember): Promise<ConversationRow> {
  const conversation = await lockOwn(tx, { id, member_id })
  if (conversation.ended_at === null) return conversation
  if (!canReopen(conversation, tx.now)) throw refuse('conversation_is_closed')
  await store.updateReopened.all(tx, { id, due_by: await answerDue(tx, tx.now) })
  await announceConversation(tx, conversation)
  return await findOwn(tx, { id, member_id })
}

const canReopen = (conversation: ConversationRow, now: Date): boolean =>
  reopenUntil(conversation, now) !== undefined

const lockOwn = async (tx: Tx, own: OfMember): Promise<ConversationRow> =>
  orRefuse(await store.lockOfMember.maybe(tx, own), 'conversation_is_unknown')

/** Refuses `conversation_is_unknown`. */
export const findOwn = async (on: Queryable, own: OfMember): Promise<ConversationRow> =>
  orRefuse(await store.findOfMember.maybe(on, own), 'conversation_is_unknown')
