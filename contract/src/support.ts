// Conversations: a member's question about something of theirs, or a complaint about a decision of ours, with the time by which
// we answer. Text is text: stored and returned as it was written, never HTML. Strangers' are further down: people who cannot
// sign in, by a confirmed mail address.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { locale } from './fields.ts'
import { cursor, id } from './ids.ts'
import { done, email, mailToken } from './security.ts'

export const MAX_MESSAGE_LENGTH = 4000
/** A closed conversation can be opened again for this long after it was solved. */
export const REOPEN_DAYS = 30
/** Undecided for this long, a complaint about a conduct lock ends it. */
export const CONDUCT_LOCK_DAYS = 7

/** What a conversation can be about, and what its id is of. */
export const SUBJECT_KINDS = [
  'order', // the order
  'visits', // the order whose visits were refused
  'link', // the order whose link it is
  'withdrawal',
  'deposit',
  'campaign',
  'invoice',
  'lock', // the member
  'staff_action', // the line of account/acts
] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/** Decisions that can be objected to. Under a security lock nobody signs in: that one ends as its notice says. */
export const DECISIONS = [
  'withdrawal_refused',
  'visits_refused',
  'order_in_review',
  'campaign_rejected',
  'conduct_lock',
  'staff_action',
] as const
export type Decision = (typeof DECISIONS)[number]

export const CONVERSATION_STATUSES = ['open', 'answered', 'solved', 'closed'] as const
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number]
export const COMPLAINT_STATUSES = ['open', 'upheld', 'not_upheld', 'ended_by_time'] as const
export type ComplaintStatus = (typeof COMPLAINT_STATUSES)[number]

/** Whether a machine had a part in the decision complained about. */
export const MACHINE_PARTS = ['none', 'found', 'decided'] as const
export type MachinePart = (typeof MACHINE_PARTS)[number]

/** What an upheld complaint has undone or opened. */
export const REMEDIES = [
  'lock_ended',
  'visits_accepted',
  'order_paid',
  'withdraw_again',
  'place_again',
] as const
export type Remedy = (typeof REMEDIES)[number]

/** Line breaks and tabs, no other control characters; what is left is kept as it was written. */
export const messageText = z
  .string({ error: 'field_is_required' })
  .max(MAX_MESSAGE_LENGTH, 'field_is_too_long')
  .refine((text) => /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u.test(text), 'field_is_required')
  .refine((text) => !/[^\P{Cc}\n\r\t]|\p{Cs}/u.test(text), 'field_has_unseen_characters')

const instant = z.iso.datetime()
const subjectRef = z.object({
  kind: z.enum(SUBJECT_KINDS, { error: 'field_is_invalid' }),
  _id: id,
})

export const subject = z.object({
  kind: z.enum(SUBJECT_KINDS),
  _id: id,
  name: z.string().nullable().describe('reference, brand or document number; null where it has none'),
  path: z.string().nullable().describe('where in the app it is'),
})
export type Subject = z.infer<typeof subject>

export const movedDueTime = z.object({
  from: instant.describe('when it was due before'),
  reason: z.string(),
  at: instant,
})

export const statementOfReasons = z.object({
  facts: z.string(),
  rule: z.string(),
  machine: z.enum(MACHINE_PARTS).describe('found: a machine found the facts; decided: it decided'),
  can_be_done: z.string(),
})
export type StatementOfReasons = z.infer<typeof statementOfReasons>

export const complaint = z.object({
  against: z.enum(DECISIONS),
  status: z.enum(COMPLAINT_STATUSES),
  made_at: instant,
  decide_by: instant,
  lock_ends_at: instant
    .nullable()
    .describe('of a conduct lock: when it ends by itself if nobody decides; an extension does not move it'),
  decided_at: instant.nullable(),
  statement: statementOfReasons.nullable(),
  remedy: z.enum(REMEDIES).nullable().describe('what upholding it has undone or opened'),
  remedy_used: z
    .boolean()
    .describe('of `withdraw_again`: as much as was refused has been asked for since the decision'),
})
export type Complaint = z.infer<typeof complaint>

export const conversation = z.object({
  _id: id,
  subject: subject.nullable(),
  status: z.enum(CONVERSATION_STATUSES),
  preview: z.string().describe('the beginning of its first message, one line'),
  created_at: instant,
  last_message_at: instant,
  last_by: z.enum(['member', 'staff']),
  answer_by: instant.nullable().describe('by when we answer; null while we owe no answer'),
  is_late: z.boolean(),
  moved: movedDueTime.nullable().describe('the due time was moved, once at most, for the reason in it'),
  reopen_until: instant.nullable().describe('of a solved or closed one, while it can be opened again'),
  complaint: complaint.nullable(),
})
export type Conversation = z.infer<typeof conversation>

export const message = z.object({
  _id: id,
  by: z.enum(['member', 'staff']),
  text: z.string(),
  at: instant,
})
export type Message = z.infer<typeof message>

/** At most so many messages of a member in one conversation. */
export const MAX_MESSAGES = 300

export const thread = conversation.extend({
  messages: z
    .array(message)
    .max(MAX_MESSAGES * 2)
    .describe('oldest first'),
})
export type Thread = z.infer<typeof thread>

const params = z.object({ conversation_id: id })
const SENDING = { hits: 60, per_seconds: 3600 }
/** Each time it is opened again an answer is due anew. */
const CHANGING = { hits: 20, per_seconds: 3600 }

export const supportCalls = {
  list: endpoint('GET conversations', {
    summary: 'Conversations of the member, the one with the newest message first',
    query: z.object({ cursor }),
    answer: z.object({ list: z.array(conversation), cursor: z.string().nullable() }),
  }),
  subjects: endpoint('GET conversation-subjects', {
    summary:
      'What a conversation can be about: the member’s latest, and whether a decision on it can be objected to',
    query: z.object({
      kind: z.enum(SUBJECT_KINDS, { error: 'field_is_invalid' }).optional(),
      subject_id: id.optional().describe('with the kind: this one only'),
    }),
    answer: z.object({
      list: z
        .array(
          subject.extend({
            at: instant,
            decision: z
              .enum(DECISIONS)
              .nullable()
              .describe('that can be objected to; null: only asked about'),
            reason: z
              .string()
              .nullable()
              .describe('what the member was told about a refusal or lock; null: nothing, or neither'),
            conversation_id: id.nullable().describe('of the latest conversation about it'),
          }),
        )
        .max(50),
    }),
    refusals: ['subject_is_unknown'],
  }),
  create: endpoint('POST conversations', {
    summary: 'Ask, or object to a decision, about something of the member’s or about nothing in particular',
    body: z.object({
      subject: subjectRef.optional(),
      complaint: z
        .boolean({ error: 'field_is_invalid' })
        .default(false)
        .describe('objects to the decision on the subject; decided by somebody else within 72 h'),
      message: messageText,
    }),
    answer: thread,
    idempotency: 'required',
    limit: { hits: 20, per_seconds: 86_400 },
    refusals: ['subject_is_unknown', 'nothing_was_decided_here', 'complaint_was_made_already'],
  }),
  detail: endpoint('GET conversations/:conversation_id', {
    summary: 'A conversation with its messages',
    params,
    answer: thread,
    refusals: ['conversation_is_unknown'],
  }),
  write: endpoint('POST conversations/:conversation_id/messages', {
    summary: 'Write another message; one that is solved is open again with it',
    params,
    body: z.object({ message: messageText }),
    answer: thread,
    idempotency: 'required',
    limit: SENDING,
    refusals: ['conversation_is_unknown', 'conversation_is_closed', 'conversation_is_full'],
  }),
  solved: endpoint('POST conversations/:conversation_id/solved', {
    summary: 'Say that it is solved; an open complaint stays until it is decided',
    params,
    answer: thread,
    idempotency: 'natural',
    limit: CHANGING,
    refusals: ['conversation_is_unknown', 'conversation_is_closed', 'complaint_is_not_decided'],
  }),
  reopen: endpoint('POST conversations/:conversation_id/reopen', {
    summary: 'Open it again, within 30 days',
    params,
    answer: thread,
    idempotency: 'natural',
    limit: CHANGING,
    refusals: ['conversation_is_unknown', 'conversation_is_closed'],
  }),
}

// Strangers -------------------------------------------------------------------------------------------------------------

/** A stranger has no subject: nothing here says whether there is an account. */
export const strangersThread = thread.omit({ subject: true, complaint: true })

const token = z.object({ token: mailToken })
const STRANGERS = { hits: 20, per_seconds: 3600 }

export const strangerCalls = {
  ask: endpoint('POST support/ask', {
    summary: 'Ask without signing in: mails a link to confirm the address; the same answer for every address',
    auth: 'none',
    body: z.object({ email, locale, message: messageText }),
    answer: done,
    limit: { hits: 5, per_seconds: 3600 },
    refusals: ['mail_is_not_available'],
  }),
  confirm: endpoint('POST support/confirm', {
    summary: 'Confirm the address with the mailed link: the question is sent with it, once',
    auth: 'none',
    body: token,
    answer: strangersThread,
    limit: STRANGERS,
    refusals: ['link_is_not_valid'],
  }),
  read: endpoint('POST support/read', {
    summary: 'A stranger’s conversation, by the mailed link',
    auth: 'none',
    body: token,
    answer: strangersThread,
    limit: { hits: 120, per_seconds: 3600 },
    refusals: ['link_is_not_valid'],
  }),
  reply: endpoint('POST support/reply', {
    summary: 'Write another message by the mailed link; one with the same key is written once',
    auth: 'none',
    body: token.extend({ key: id.describe('made by the app for this message'), message: messageText }),
    answer: strangersThread,
    limit: STRANGERS,
    refusals: [
      'link_is_not_valid',
      'conversation_is_closed',
      'conversation_is_full',
      'idempotency_key_was_used',
    ],
  }),
}
