// Dual approval: proposals with the exact content to execute, and decisions on them.
import { z } from 'zod'
import { CONTACT_KINDS } from '../contact-details.ts'
import { endpoint } from '../endpoint.ts'
import { cursor, id } from '../ids.ts'
import { LOCALES } from '../locales.ts'
import { csvFile, sortBy } from './lists.ts'
import { names } from './names.ts'
import { may, SIDES } from './roles.ts'

/** What makes an open proposal void, as the audit log calls it. */
export const VOIDED_BY = [
  'withdrawal_refused',
  'withdrawal_cancelled',
  'bank_statement_revoked',
  'operator_disabled',
  'operator_role_changed',
  'payout_account_changed',
  'changed_otherwise',
] as const

export const PROPOSAL_STATUSES = ['open', 'expired', 'executed', 'rejected', 'withdrawn', 'void'] as const
export const proposalStatus = z.enum(PROPOSAL_STATUSES, { error: 'field_is_invalid' })

const MIN_REASON_WORDS = 4
/** Chinese, Japanese and Thai put no spaces between words. */
const LETTERS_WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{6}/u

const isSentence = (text: string): boolean =>
  LETTERS_WITHOUT_SPACES.test(text) || (text.match(/[\p{L}\p{N}]+/gu) ?? []).length >= MIN_REASON_WORDS

/** A whole sentence, of at least four words: somebody has to understand it in a year. */
export const reason = z
  .string({ error: 'reason_is_required' })
  .trim()
  .min(1, 'reason_is_required')
  .max(500, 'field_is_too_long')
  .refine((text) => text === '' || isSentence(text), 'reason_needs_four_words')

export const person = z.object({ _id: id, username: z.string() })

export const proposal = z.object({
  _id: id,
  kind: z.string(),
  content: z.record(z.string(), z.unknown()).describe('exactly what will be done'),
  content_hash: z.string().describe('SHA-256 of kind and content, hexadecimal; approving names it'),
  reason: z.string(),
  found: z
    .array(z.object({ kind: z.enum([...CONTACT_KINDS, 'payer', 'deposit', 'payout']), text: z.string() }))
    .describe(
      'account numbers, phones, mail addresses and foreign links that members would read; the payer, where the payee has another name; of an assignment what else the bank’s text names',
    ),
  member_id: id.nullable().describe('whose account it would touch'),
  proposed_by: person,
  proposed_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  side: z.enum(SIDES).nullable().describe('the side whose work deciding it is'),
  waits_for: z.array(z.string()).describe('who may approve it'),
  status: proposalStatus.describe(
    'void: whoever proposed it may no longer do so, or what it is about was decided otherwise',
  ),
  voided: z
    .object({
      by: z.string().nullable().describe('the operator’s name; null for a member or the server'),
      what: z.enum(VOIDED_BY),
      at: z.iso.datetime(),
    })
    .nullable()
    .describe('of a void one: who decided what otherwise'),
  decided_by: person.nullable(),
  decided_at: z.iso.datetime().nullable(),
  decision_reason: z.string().nullable(),
  failure: z
    .object({ at: z.iso.datetime(), code: z.string(), message: z.string() })
    .nullable()
    .describe('why the last try to carry it out did nothing'),
  may: z.object({ approve: z.boolean(), withdraw: z.boolean() }).describe('what the caller may do with it'),
})
export type Proposal = z.infer<typeof proposal>

/** Of one thing there are a few; of the kinds of a page one for each of its rows. */
export const MAX_OPEN_PROPOSALS = 200

const params = z.object({ proposal_id: id })
const DECIDED = ['proposal_is_unknown', 'proposal_is_decided', 'proposal_has_expired'] as const

export const approvalCalls = {
  list: endpoint('GET backoffice/approvals', {
    summary: 'Proposals, newest first by default',
    auth: 'staff',
    roles: may.everybody,
    names: true,
    query: z.object({
      status: proposalStatus.optional(),
      kind: z.string().max(100, 'field_is_invalid').optional(),
      member_id: id.optional(),
      sort: sortBy('proposed_at', 'expires_at', 'kind'),
      cursor,
    }),
    answer: z.object({
      list: z.array(proposal),
      cursor: z.string().nullable(),
      names,
      open: z.int().describe('how many are open'),
      waiting: z.int().describe('how many of these the caller may approve'),
      due_by: z.iso.datetime().nullable().describe('when the first of these expires'),
    }),
  }),
  open: endpoint('GET backoffice/open-proposals', {
    summary: 'What waits about one thing, or of some kinds; contents are masked as in the list',
    auth: 'staff',
    roles: may.everybody,
    query: z.object({
      kinds: z.string().max(2000, 'field_is_invalid').optional().describe('separated by commas'),
      member_id: id.optional(),
      operator_id: id.optional(),
      broadcast_id: id.optional(),
      page: z.string().max(100, 'field_is_invalid').optional().describe('with its locale'),
      locale: z
        .enum(LOCALES, { error: 'field_is_invalid' })
        .optional()
        .describe('without a page: of a popup'),
    }),
    answer: z.object({ list: z.array(proposal).max(MAX_OPEN_PROPOSALS).describe('newest first') }),
  }),
  detail: endpoint('GET backoffice/approvals/:proposal_id', {
    summary: 'A proposal with its exact content; elsewhere names and account numbers in it are masked',
    auth: 'staff',
    roles: may.everybody,
    shows: 'bank_account',
    names: true,
    params,
    answer: proposal.extend({ names }),
    refusals: ['proposal_is_unknown'],
  }),
  approve: endpoint('POST backoffice/approvals/:proposal_id/approve', {
    summary: 'Approve exactly this content of a colleague’s proposal; it is executed at once, and once',
    auth: 'staff',
    roles: may.decide_proposals,
    recent: true,
    params,
    body: z.object({
      content_hash: z.string({ error: 'proposal_has_changed' }).max(64, 'proposal_has_changed'),
    }),
    answer: z.object({
      proposal,
      shown: z
        .record(z.string(), z.string())
        .nullable()
        .describe('what only who approved is told, this once'),
    }),
    refusals: [
      ...DECIDED,
      'proposal_has_changed',
      'proposal_is_void',
      'another_operator_must_approve',
      'nobody_decides_about_themselves',
      'who_set_the_account_does_not_book_its_balance',
      'your_side_does_not_do_this',
      'proposal_could_not_be_executed',
    ],
  }),
  reject: endpoint('POST backoffice/approvals/:proposal_id/reject', {
    summary: 'Reject a colleague’s proposal',
    auth: 'staff',
    roles: may.decide_proposals,
    params,
    body: z.object({ reason }),
    answer: proposal,
    refusals: [
      ...DECIDED,
      'another_operator_must_approve',
      'nobody_decides_about_themselves',
      'who_set_the_account_does_not_book_its_balance',
      'your_side_does_not_do_this',
      'reason_is_required',
    ],
  }),
  withdraw: endpoint('POST backoffice/approvals/:proposal_id/withdraw', {
    summary: 'Withdraw the operator’s own proposal',
    auth: 'staff',
    roles: may.decide_proposals,
    params,
    answer: proposal,
    refusals: [...DECIDED, 'proposal_is_not_yours'],
  }),
}

export const approvalFiles = {
  exportProposals: csvFile(approvalCalls.list, 'Proposals'),
}
