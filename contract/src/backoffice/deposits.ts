import { z } from 'zod'
import { deposit, depositMethod, depositStatus } from '../deposits.ts'
import { endpoint } from '../endpoint.ts'
import { money } from '../fields.ts'
import { cursor, id } from '../ids.ts'
import { person, reason } from './approvals.ts'
import { bankLine, LINE_REFUSALS, move, ofLine, oneOf, page, read, search } from './banking.ts'
import { csvFile, sortBy } from './lists.ts'
import { names } from './names.ts'

export const EVENT_STATUSES = ['applied', 'ignored', 'needs_review', 'resolved'] as const

export const adminDeposit = deposit.omit({ instructions: true }).extend({
  member_id: id,
  username: z.string().describe('empty once the account is closed'),
  evidence: z.string().nullable(),
})
export type AdminDeposit = z.infer<typeof adminDeposit>

export const cardEvent = z.object({
  _id: z.string(),
  type: z.string(),
  happened_at: z.iso.datetime(),
  payment_intent: z.string().nullable(),
  deposit_id: id.nullable(),
  amount: money.nullable(),
  currency: z.string().nullable(),
  state: z.enum(EVENT_STATUSES),
  note: z.string(),
  resolution: z.string().nullable(),
})

const cardEventFilter = {
  state: oneOf(EVENT_STATUSES),
  sort: sortBy('happened_at', 'amount'),
}

const suggestion = z.object({
  deposit_id: id,
  reference: z.string(),
  written: z.string().describe('what the payer wrote instead'),
  member: person,
  amount: money,
  status: depositStatus,
  created_at: z.iso.datetime(),
})

export const adminDepositCalls = {
  assignLine: endpoint('POST backoffice/bank-lines/:line_id/assign', {
    side: 'in',
    ...move,
    recent: true,
    summary:
      'Propose to assign an unmatched payment to its deposit, or to a member; a second person approves it, at any amount',
    params: ofLine,
    body: z.union([z.strictObject({ deposit_id: id, reason }), z.strictObject({ member_id: id, reason })], {
      error: 'field_is_invalid',
    }),
    answer: z.object({ line: bankLine, proposal_id: id }),
    idempotency: 'natural',
    refusals: [
      'this_is_proposed_already',
      'another_operator_must_decide',
      ...LINE_REFUSALS,
      'member_is_unknown',
      'member_account_is_closed',
      'deposit_is_unknown',
      'deposit_is_settled',
      'deposit_method_is_not_available',
      'bank_line_names_a_payout',
    ],
  }),
  suggestions: endpoint('GET backoffice/bank-lines/:line_id/suggestions', {
    ...read,
    summary: 'Deposits an unmatched payment may be for: same amount and name, the reference one letter off',
    params: ofLine,
    answer: z.object({ list: z.array(suggestion) }),
    refusals: ['bank_line_is_unknown'],
  }),
  deposits: endpoint('GET backoffice/deposits', {
    ...read,
    shows: 'statement',
    names: true,
    summary: 'Deposits, newest first; those of one member are part of their statement',
    query: z.object({
      status: depositStatus.optional(),
      method: depositMethod.optional(),
      member_id: id.optional(),
      reference: z.string().max(40, 'field_is_too_long').optional(),
      search: search.describe(
        'in references, words of the username, or of the holder of the member’s account',
      ),
      sort: sortBy('created_at', 'amount'),
      cursor,
    }),
    answer: z.object({ list: z.array(adminDeposit), ...page, names }),
  }),
  deposit: endpoint('GET backoffice/deposits/:deposit_id', {
    ...read,
    names: true,
    summary: 'A deposit',
    params: z.object({ deposit_id: id }),
    answer: adminDeposit.extend({ names }),
    refusals: ['deposit_is_unknown'],
  }),
  refuseDeposit: endpoint('POST backoffice/deposits/:deposit_id/refuse', {
    side: 'in',
    member_texts: ['reason'],
    ...move,
    summary: 'Refuse a deposit; the member sees the reason',
    params: z.object({ deposit_id: id }),
    body: z.object({ reason }),
    answer: adminDeposit,
    idempotency: 'natural',
    refusals: ['deposit_is_unknown', 'deposit_is_settled', 'this_text_takes_two_people'],
  }),
  cardEvents: endpoint('GET backoffice/card-events', {
    ...read,
    names: true,
    summary: 'Events of the card provider, newest first',
    query: z.object({ ...cardEventFilter, cursor }),
    answer: z.object({ list: z.array(cardEvent), ...page, names }),
  }),
  resolveCardEvent: endpoint('POST backoffice/card-events/:event_id/resolve', {
    side: 'in',
    ...move,
    summary: 'Record how an event that needs a decision was resolved; no money moves',
    params: z.object({ event_id: z.string().regex(/^[\w:.-]{1,200}$/, 'id_is_invalid') }),
    body: z.object({ reason }),
    answer: cardEvent,
    idempotency: 'natural',
    refusals: ['card_event_is_unknown', 'card_event_needs_no_review'],
  }),
}

export const adminDepositFiles = {
  exportDeposits: csvFile(adminDepositCalls.deposits, 'Deposits'),
  exportCardEvents: csvFile(adminDepositCalls.cardEvents, 'Events of the card provider'),
}
