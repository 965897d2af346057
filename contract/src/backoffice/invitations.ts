// Invitations: the codes of the house. One operator makes a small one; many uses, or lifted limits, take two.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { cursor, id } from '../ids.ts'
import { reason } from './approvals.ts'
import { csvFile, search, sortBy } from './lists.ts'
import { may } from './roles.ts'

export const INVITATION_STATUSES = ['open', 'used_up', 'expired', 'ended'] as const
const state = z.enum(INVITATION_STATUSES, { error: 'field_is_invalid' })

export const MAX_INVITATION_USES = 10_000
/** Above, another operator approves it. */
export const MAX_USES_BY_ONE = 30
export const MAX_INVITATION_DAYS = 30
export const MAX_INVITATION_NOTE = 200

const person = z.object({ _id: id, username: z.string() })

const invitation = z.object({
  _id: id,
  code: z.string(),
  link: z.url().describe('where a new member registers with this code filled in'),
  note: z.string().describe('whom it is for; only staff reads it'),
  state,
  max_uses: z.int().nullable().describe('null: any number, in a demo alone'),
  uses: z.int(),
  expires_at: z.iso.datetime().nullable().describe('null: never, in a demo alone'),
  lifts_limits: z.boolean().describe('the limits of an address do not apply to who registers with it'),
  created_at: z.iso.datetime(),
  created_by: person.nullable().describe('null: by `npm run members:invite`'),
  approved_by: person
    .nullable()
    .describe(`the second person; null: at most ${MAX_USES_BY_ONE} uses, and no limits lifted`),
  ended_at: z.iso.datetime().nullable(),
  ended_by: person.nullable(),
})
export type Invitation = z.infer<typeof invitation>

const params = z.object({ invitation_id: id })

export const invitationCalls = {
  list: endpoint('GET backoffice/invitations', {
    summary: 'Invitations created by operators, newest first by default',
    auth: 'staff',
    roles: may.read_members,
    query: z.object({
      state: state.optional(),
      search: search.describe('the whole code, or part of the note'),
      sort: sortBy('created_at', 'expires_at', 'uses'),
      cursor,
    }),
    answer: z.object({ list: z.array(invitation), cursor: z.string().nullable() }),
  }),
  detail: endpoint('GET backoffice/invitations/:invitation_id', {
    summary: 'An invitation; who came by it is `backoffice/members?invitation_id=`',
    auth: 'staff',
    roles: may.read_members,
    params,
    answer: invitation,
    refusals: ['invitation_is_unknown'],
  }),
  create: endpoint('POST backoffice/invitations', {
    summary: `Create an invitation, or propose it to another operator: above ${MAX_USES_BY_ONE} uses, or with limits lifted`,
    auth: 'staff',
    roles: may.change_members,
    body: z.object({
      note: z
        .string({ error: 'field_is_required' })
        .trim()
        .min(1, 'field_is_required')
        .max(MAX_INVITATION_NOTE, 'field_is_too_long'),
      max_uses: z
        .int({ error: 'field_is_invalid' })
        .min(1, 'field_is_invalid')
        .max(MAX_INVITATION_USES, 'field_is_invalid'),
      expires_at: z.iso.datetime({ offset: true, error: 'field_is_invalid' }),
      lifts_limits: z
        .boolean({ error: 'field_is_invalid' })
        .optional()
        .describe('for many who register from one address: a school, a fair'),
    }),
    answer: z.object({
      invitation: invitation.nullable().describe('null: another operator approves it first'),
      proposal_id: id.nullable(),
    }),
    refusals: ['invitation_end_is_not_possible'],
    limit: { hits: 60, per_seconds: 3600 },
  }),
  end: endpoint('POST backoffice/invitations/:invitation_id/end', {
    summary: 'End an open invitation at once; members who used it stay members',
    auth: 'staff',
    roles: may.change_members,
    params,
    body: z.object({ reason }),
    answer: invitation,
    refusals: ['invitation_is_unknown', 'invitation_is_not_open', 'reason_is_required'],
  }),
}

export const invitationFiles = {
  exportInvitations: csvFile(invitationCalls.list, 'Invitations of the house'),
}
