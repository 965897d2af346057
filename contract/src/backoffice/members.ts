// Members as shown to operators: search, details (viewing them notifies the member), locks and sessions. In lists phone
// numbers are masked.
import { z } from 'zod'
import { statementLine } from '../documents.ts'
import { endpoint } from '../endpoint.ts'
import { money, locale } from '../fields.ts'
import type { FileCall } from '../files.ts'
import { cursor, id } from '../ids.ts'
import { reason } from './approvals.ts'
import { auditEvent } from './audit.ts'
import { csvFile, search, sortBy } from './lists.ts'
import { names } from './names.ts'
import { may } from './roles.ts'

const instant = z.iso.datetime({ offset: true, error: 'field_is_invalid' }).optional()
const lockKind = z.enum(['conduct', 'security'], { error: 'field_is_invalid' })

export const adminMember = z.object({
  _id: id,
  username: z.string().describe('empty once the account is closed'),
  phone: z.string().describe('masked'),
  code: z.string(),
  locale,
  level_id: id,
  lock: z.object({ kind: lockKind, since: z.iso.datetime() }).nullable(),
  verified_orders: z.int(),
  member_since: z.iso.datetime(),
  closed_at: z.iso.datetime().nullable(),
})
export type AdminMember = z.infer<typeof adminMember>

const params = z.object({ member_id: id })

export const adminMemberCalls = {
  list: endpoint('GET backoffice/members', {
    summary: 'Members, newest first by default',
    auth: 'staff',
    roles: may.read_members,
    query: z.object({
      search: search.describe(
        'words of a username by how each begins, or a whole phone number, invite code or id',
      ),
      lock: z.enum(['conduct', 'security', 'none'], { error: 'field_is_invalid' }).optional(),
      level_id: id.optional(),
      invitation_id: id.optional().describe('members who registered with this invitation'),
      from: instant.describe('joined from then on'),
      to: instant.describe('joined before then'),
      sort: sortBy('member_since', 'username', 'verified_orders'),
      cursor,
    }),
    answer: z.object({ list: z.array(adminMember), cursor: z.string().nullable() }),
  }),
  detail: endpoint('GET backoffice/members/:member_id', {
    summary: 'A member’s details; the access and its reason are logged and visible to the member',
    auth: 'staff',
    roles: may.read_members,
    shows: 'contact',
    params,
    query: z.object({ reason: reason.describe('why it is looked at, or the ticket that asks for it') }),
    answer: adminMember.extend({
      phone: z.string().describe('whole'),
      phone_confirmed_at: z.iso.datetime().nullable().describe('by a code sent to it'),
      email: z.string().nullable(),
      lock: z
        .object({
          kind: lockKind,
          since: z.iso.datetime(),
          until: z.iso.datetime().nullable().describe('of a security lock'),
          reason: z.string(),
          confirmed_by: z.string().nullable().describe('the second operator of a security lock'),
        })
        .nullable(),
      withdrawals_held_until: z.iso.datetime().nullable().describe('because of a security lock'),
      needs_new_password: z.boolean().describe('since a security lock, until the member has set one'),
      invited_by: z.object({ _id: id, username: z.string() }).nullable(),
      invitation: z
        .object({ _id: id, code: z.string(), note: z.string() })
        .nullable()
        .describe('the invitation they registered with'),
      invited: z.int().describe('how many joined with their code'),
      verified_visits: z.int(),
      counted_visits: z.int(),
      available: money,
      reserved: money.describe('of the available balance, kept for what is under way'),
      held: money,
      one_time_codes: z.boolean(),
      passkeys: z.int(),
      recovery_codes_left: z.int(),
      sessions: z
        .array(
          z.object({
            _id: id,
            device: z.string(),
            created_at: z.iso.datetime(),
            last_used_at: z.iso.datetime(),
          }),
        )
        .describe('that are open, at most 100, the last used first'),
    }),
    refusals: ['member_is_unknown', 'reason_is_required', 'reason_names_contact_details'],
  }),
  lock: endpoint('POST backoffice/members/:member_id/lock', {
    member_texts: ['reason'],
    summary:
      'Lock an account. With `security` every session ends, nobody can sign in, and what changed since `suspected_since` is put ' +
      'back. The member reads the reason',
    auth: 'staff',
    roles: may.change_members,
    params,
    body: z.object({
      kind: lockKind,
      reason,
      suspected_since: instant.describe('of a security lock; at most 30 days ago, 7 days unless given'),
    }),
    answer: z.object({
      kind: lockKind,
      proposal_id: id.nullable().describe('where another operator has to approve it first'),
    }),
    refusals: [
      'this_is_proposed_already',
      'member_is_unknown',
      'member_is_locked_for_security',
      'these_facts_were_decided_otherwise',
      'reason_is_required',
      'this_text_takes_two_people',
    ],
  }),
  confirmLock: endpoint('POST backoffice/members/:member_id/lock/confirm', {
    summary: 'Propose to extend a security lock to 30 days, to be approved by another operator',
    auth: 'staff',
    roles: may.change_members,
    recent: true,
    params,
    body: z.object({ reason }),
    answer: z.object({ proposal_id: id }),
    refusals: [
      'this_is_proposed_already',
      'member_is_unknown',
      'member_is_not_locked',
      'these_facts_were_decided_otherwise',
      'reason_is_required',
    ],
  }),
  unlock: endpoint('POST backoffice/members/:member_id/unlock', {
    member_texts: ['reason'],
    summary: 'Unlock an account; if money waits, proposes it to another operator',
    auth: 'staff',
    roles: may.change_members,
    recent: true,
    params,
    body: z.object({
      reason,
      with_code: z
        .boolean({ error: 'field_is_invalid' })
        .optional()
        .describe(
          'whoever approves is shown a recovery code for a member who has no way back of their own; using it also turns one-time codes off',
        ),
    }),
    answer: z.object({ unlocked: z.boolean(), proposal_id: id.nullable() }),
    refusals: [
      'this_is_proposed_already',
      'member_is_unknown',
      'member_is_not_locked',
      'reason_is_required',
      'this_text_takes_two_people',
    ],
  }),
  endSessions: endpoint('POST backoffice/members/:member_id/sessions/end', {
    member_texts: ['reason'],
    summary: 'End one session of a member, or all of them',
    auth: 'staff',
    roles: may.change_members,
    params,
    body: z.object({ session_id: id.optional().describe('all without it'), reason }),
    answer: z.object({ ended: z.int() }),
    refusals: ['member_is_unknown', 'session_is_unknown', 'reason_is_required', 'this_text_takes_two_people'],
  }),
}

/** Only for a member whose details this operator has opened within the hour, with a reason. */
const lookReason = { auth: 'staff', roles: may.read_members, params } as const
const period = { from: instant.describe('from then on'), to: instant.describe('before then') }

export const adminMemberDataCalls = {
  acts: endpoint('GET backoffice/members/:member_id/acts', {
    ...lookReason,
    names: true,
    summary: 'Staff actions on this account, newest first; requires opening the member within the last hour',
    query: z.object({ cursor }),
    answer: z.object({ list: z.array(auditEvent), cursor: z.string().nullable(), names }),
    refusals: ['look_at_the_member_first'],
  }),
  statement: endpoint('GET backoffice/members/:member_id/statement', {
    ...lookReason,
    shows: 'statement',
    summary: 'All postings of this member, newest first; requires opening the member within the last hour',
    query: z.object({ ...period, cursor }),
    answer: z.object({ list: z.array(statementLine), cursor: z.string().nullable() }),
    refusals: ['look_at_the_member_first'],
  }),
}

// Notes and tags: not shown in the app, but in the member's data export (decision 092).
export const NOTE_LENGTH = 2000
export const TAG_LENGTH = 24
export const MAX_TAGS = 12

const byWhom = z.object({ _id: id, username: z.string() })
export const memberNote = z.object({
  _id: id,
  text: z.string(),
  at: z.iso.datetime(),
  by: byWhom,
  replaces: id.nullable(),
  ended: z.object({ at: z.iso.datetime(), by: byWhom, corrected: z.boolean() }).nullable(),
})
export type MemberNote = z.infer<typeof memberNote>
export const memberTag = z.object({ tag: z.string(), at: z.iso.datetime(), by: byWhom })
const tag = z
  .string({ error: 'field_is_required' })
  .trim()
  .toLowerCase()
  .min(1, 'field_is_required')
  .max(TAG_LENGTH, 'field_is_too_long')
  .regex(/^[\p{L}\p{N}-]+$/u, 'field_is_invalid')
const textOfNote = z
  .string({ error: 'field_is_required' })
  .trim()
  .min(1, 'field_is_required')
  .max(NOTE_LENGTH, 'field_is_too_long')

const writeNotes = { auth: 'staff', roles: may.write_notes } as const
const NOTE_REFUSALS = ['look_at_the_member_first', 'member_account_is_closed'] as const
const tags = z.object({ tags: z.array(memberTag) })

export const adminMemberNoteCalls = {
  notes: endpoint('GET backoffice/members/:member_id/notes', {
    auth: 'staff',
    roles: may.read_notes,
    summary: 'Notes on a member, newest first, and tags; requires opening the member first',
    params,
    query: z.object({ cursor }),
    answer: z.object({ list: z.array(memberNote), cursor: z.string().nullable(), ...tags.shape }),
    refusals: ['look_at_the_member_first'],
  }),
  writeNote: endpoint('POST backoffice/members/:member_id/notes', {
    ...writeNotes,
    summary: 'Write a note, also in place of another; without a text it ends that one',
    params,
    body: z.object({ text: textOfNote.optional(), replaces: id.optional() }),
    answer: z.object({ _id: id }),
    idempotency: 'required',
    refusals: [...NOTE_REFUSALS, 'note_is_unknown', 'note_was_replaced'],
  }),
  setTag: endpoint('POST backoffice/members/:member_id/tags', {
    ...writeNotes,
    summary: 'Put a tag on a member, or take it off',
    params,
    body: z.object({ tag, is_on: z.boolean({ error: 'field_is_invalid' }) }),
    answer: tags,
    idempotency: 'natural',
    refusals: [...NOTE_REFUSALS, 'member_has_too_many_tags'],
  }),
}

export const adminMemberFiles = {
  exportStatement: {
    path: 'backoffice/members/:member_id/statement.csv',
    summary: 'Every posting of this member’s balance as a CSV file; the export is visible to the member',
    type: 'text/csv',
    roles: may.read_members,
    shows: 'statement',
    params,
    query: z.object(period),
    limit: { hits: 30, per_seconds: 3600 },
  },
  exportMembers: csvFile(adminMemberCalls.list, 'Members', 'phone numbers are masked'),
} satisfies Record<string, FileCall>
