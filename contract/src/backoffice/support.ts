// Conversations as operators work on them: one queue by due time, answers, notes, and decisions on complaints. Nothing here
// moves money: an upheld complaint calls what undoes the decision.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { locale } from '../fields.ts'
import { cursor, id } from '../ids.ts'
import {
  COMPLAINT_STATUSES,
  complaint,
  conversation,
  CONVERSATION_STATUSES,
  MACHINE_PARTS,
  MAX_MESSAGES,
  message,
  messageText,
  REMEDIES,
  SUBJECT_KINDS,
} from '../support.ts'
import { person, proposalStatus, reason } from './approvals.ts'
import { csvFile, sortBy } from './lists.ts'
import { names } from './names.ts'
import { inQueue } from './reviews.ts'
import { may, STAFF_ROLES } from './roles.ts'

const read = { auth: 'staff', roles: may.read_conversations } as const
const work = { auth: 'staff', roles: may.answer_conversations } as const

const instant = z.iso.datetime()
const params = z.object({ conversation_id: id })

export const MAX_PAYMENTS = 20

/** In lists there is no text of a conversation: reading one is a look. */
export const adminConversation = conversation.omit({ preview: true, answer_by: true }).extend({
  member: person.nullable().describe('null: a stranger’s'),
  locale: locale.describe('in which it is written to us'),
  due_by: instant.nullable().describe('the next due time: of our answer or of our decision; null: none'),
  assigned_to: person.nullable(),
  raised_to: z.enum(STAFF_ROLES).nullable().describe('late, or close to ending by itself: whose it is, too'),
  messages: z.int(),
  may_decide: z.boolean().describe('of an open complaint: the caller did not make the decision it is about'),
})
export type AdminConversation = z.infer<typeof adminConversation>

export const adminMessage = message.extend({
  written_by: person.nullable().describe('of staff; null where two people wrote it or of a member'),
})
export const conversationNote = z.object({ _id: id, text: z.string(), by: person, at: instant })
export type ConversationNote = z.infer<typeof conversationNote>

export const adminThread = adminConversation.extend({
  messages: z.int(),
  thread: z
    .array(adminMessage)
    .max(MAX_MESSAGES * 2)
    .describe('oldest first'),
  notes: z.array(conversationNote).max(200).describe('internal, oldest first'),
  stranger: z.object({ email: z.string() }).nullable(),
  decided_before_by: z.array(person).describe('who made the decision complained about'),
  complaint: complaint.extend({ decided_by: person.nullable() }).nullable(),
  together: z
    .array(z.object({ conversation_id: id, member: person, made_at: instant }))
    .describe('open complaints about locks of members linked with this one: decided with it'),
  others: z
    .array(z.object({ conversation_id: id, status: z.enum(CONVERSATION_STATUSES), created_at: instant }))
    .max(20)
    .describe('other conversations of the member, newest first'),
  payments: z
    .array(
      z.object({
        proposal_id: id,
        amount: z.string(),
        status: proposalStatus,
        proposed_by: person,
        proposed_at: instant,
      }),
    )
    .max(MAX_PAYMENTS)
    .describe('proposed out of this conversation, newest first: no text in it moves money'),
  names,
})
export type AdminThread = z.infer<typeof adminThread>

const STATEMENT_LENGTH = 2000
const part = messageText.refine((text) => text.length <= STATEMENT_LENGTH, 'field_is_too_long')

export const TEMPLATE_NAME_LENGTH = 60
export const MAX_TEMPLATES = 200
export const answerTemplate = z.object({
  _id: id,
  name: z.string(),
  locale,
  text: z.string(),
  changed_by: person,
  changed_at: instant,
})
export type AnswerTemplate = z.infer<typeof answerTemplate>

export const adminSupportCalls = {
  queue: endpoint('GET backoffice/conversation-queue', {
    ...read,
    summary: 'Number of conversations that wait for us, how many are overdue, and when the next is due',
    answer: z.object({ conversations: inQueue }),
  }),
  list: endpoint('GET backoffice/conversations', {
    ...read,
    summary: 'Conversations without their text: those that wait for us by due time, others newest first',
    query: z.object({
      state: z
        .enum(['waiting', ...CONVERSATION_STATUSES, 'all'], { error: 'field_is_invalid' })
        .default('waiting'),
      complaint: z.enum(['any', 'none', ...COMPLAINT_STATUSES], { error: 'field_is_invalid' }).optional(),
      subject: z.enum(SUBJECT_KINDS, { error: 'field_is_invalid' }).optional(),
      subject_id: id.optional(),
      member_id: id.optional(),
      assigned_to: id.optional().describe('an operator'),
      sort: sortBy('due_by', 'created_at', 'last_message_at'),
      cursor,
    }),
    answer: z.object({ list: z.array(adminConversation), cursor: z.string().nullable() }),
  }),
  operators: endpoint('GET backoffice/conversation-operators', {
    ...read,
    summary: 'Operators who can sign in and may answer conversations, by name',
    answer: z.object({ list: z.array(person) }),
  }),
  detail: endpoint('GET backoffice/conversations/:conversation_id', {
    ...read,
    shows: 'conversation',
    names: true,
    summary: 'A conversation with its messages; the member reads that it was looked at',
    params,
    answer: adminThread,
    refusals: ['conversation_is_unknown'],
  }),
  answer: endpoint('POST backoffice/conversations/:conversation_id/answer', {
    ...work,
    member_texts: ['message'],
    summary: 'Answer; the member is told',
    params,
    body: z.object({
      message: messageText,
      after: id
        .optional()
        .describe('the newest message the operator has read: a newer one refuses the answer'),
    }),
    answer: z.object({ message_id: id }),
    idempotency: 'required',
    refusals: [
      'conversation_is_unknown',
      'conversation_is_closed',
      'conversation_is_full',
      'somebody_else_has_changed_this',
      'this_text_takes_two_people',
    ],
  }),
  assign: endpoint('POST backoffice/conversations/:conversation_id/assign', {
    ...work,
    summary: 'Assign a conversation to an operator who may answer it, or to nobody',
    params,
    body: z.object({ operator_id: id.nullable() }),
    answer: z.object({ assigned_to: person.nullable() }),
    idempotency: 'natural',
    refusals: ['conversation_is_unknown', 'operator_is_unknown', 'conversation_is_closed'],
  }),
  note: endpoint('POST backoffice/conversations/:conversation_id/note', {
    ...work,
    summary:
      'Write an internal note; the member does not read it in the app, but in the export of their data',
    params,
    body: z.object({ text: part }),
    answer: conversationNote,
    idempotency: 'required',
    refusals: ['conversation_is_unknown', 'conversation_is_full'],
  }),
  extend: endpoint('POST backoffice/conversations/:conversation_id/extend', {
    ...work,
    member_texts: ['reason'],
    summary: 'Move the due time, once, by at most 72 hours; the member reads the reason',
    params,
    body: z.object({ until: z.iso.datetime({ offset: true, error: 'field_is_invalid' }), reason }),
    answer: z.object({ due_by: instant }),
    refusals: [
      'conversation_is_unknown',
      'nothing_is_due_here',
      'due_time_was_moved_already',
      'due_time_is_not_possible',
      'reason_is_required',
      'this_text_takes_two_people',
    ],
  }),
  decide: endpoint('POST backoffice/conversations/:conversation_id/decide', {
    ...work,
    recent: true,
    member_texts: ['facts', 'rule', 'can_be_done'],
    summary:
      'Decide a complaint, not by the operator of the decision it is about; upheld undoes what can be undone',
    params,
    body: z.object({
      verdict: z.enum(['upheld', 'not_upheld'], { error: 'field_is_invalid' }),
      facts: part,
      rule: part,
      machine: z.enum(MACHINE_PARTS, { error: 'field_is_invalid' }),
      can_be_done: part,
    }),
    answer: z.object({
      decided: z.array(id).describe('conversations: this one, and those decided together with it'),
      remedy: z.enum(REMEDIES).nullable(),
    }),
    refusals: [
      'conversation_is_unknown',
      'there_is_no_complaint_here',
      'complaint_is_decided',
      'you_decided_this_yourself',
      'statement_names_another_member',
      'this_text_takes_two_people',
    ],
  }),
  close: endpoint('POST backoffice/conversations/:conversation_id/close', {
    ...work,
    summary: 'Close an answered or solved conversation; the member can open it again for 30 days',
    params,
    answer: z.object({ status: z.enum(CONVERSATION_STATUSES) }),
    idempotency: 'natural',
    refusals: ['conversation_is_unknown', 'conversation_is_not_answered', 'complaint_is_not_decided'],
  }),
  templates: endpoint('GET backoffice/answer-templates', {
    ...read,
    summary: 'Texts to begin an answer with, by name',
    query: z.object({ locale: locale.optional() }),
    answer: z.object({ list: z.array(answerTemplate).max(MAX_TEMPLATES) }),
  }),
  saveTemplate: endpoint('POST backoffice/answer-templates', {
    ...work,
    summary: 'Save the text of a template in a language, in place of the one that is there',
    body: z.object({
      name: z
        .string({ error: 'field_is_required' })
        .trim()
        .min(1, 'field_is_required')
        .max(TEMPLATE_NAME_LENGTH, 'field_is_too_long'),
      locale,
      text: part,
    }),
    answer: answerTemplate,
    idempotency: 'natural',
    refusals: ['there_are_too_many_templates'],
  }),
  deleteTemplate: endpoint('POST backoffice/answer-templates/:template_id/delete', {
    ...work,
    summary: 'Delete the text of a template in one language',
    params: z.object({ template_id: id }),
    answer: z.object({ _id: id }),
    idempotency: 'natural',
    refusals: ['template_is_unknown'],
  }),
}

export const adminSupportFiles = {
  exportConversations: csvFile(adminSupportCalls.list, 'Conversations', 'without their text'),
}
