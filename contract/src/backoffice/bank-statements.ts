// Bank statements as shown to finance. One counts when the bank's connection brought it or a second person has typed what
// they read at the bank; until then nothing that is asked for is part of any answer.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { money, signedAmount } from '../fields.ts'
import { cursor, id } from '../ids.ts'
import { reason } from './approvals.ts'
import { sortBy } from './lists.ts'
import { day } from './reconciliation.ts'
import { may } from './roles.ts'

export const STATEMENT_STATUSES = ['unconfirmed', 'accepted', 'discarded', 'revoked'] as const
/** Why a statement is not accepted yet; `contradicts`: the bank's connection says otherwise than one that is accepted. */
export const UNCONFIRMED_REASONS = [
  'by_hand',
  'first_statement',
  'no_balances',
  'does_not_follow',
  'day_was_covered',
  'contradicts',
] as const
/** Wrong answers of one person, after which somebody else confirms. */
export const MAX_WRONG_ANSWERS = 3

const instant = z.iso.datetime()
export const page = { cursor: z.string().nullable() }
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: 'field_is_invalid' }).optional()
export const read = { auth: 'staff', roles: may.read_money } as const
export const move = { auth: 'staff', roles: may.move_money } as const

export const bankStatement = z.object({
  _id: id,
  format: z.string(),
  account: z.string().describe('the end of its number'),
  statement_id: z.string().describe('the bank’s own'),
  from_day: day,
  to_day: day,
  status: z.enum(STATEMENT_STATUSES),
  opening: money.nullable().describe('null until it is accepted, and where the file has no balances'),
  closing: money.nullable().describe('the same'),
  gap: z.boolean().describe('it opens with what none before it closed with: one is missing'),
  unconfirmed_reason: z
    .enum(UNCONFIRMED_REASONS)
    .nullable()
    .describe('why it waits until somebody else than the importer confirms it'),
  older: z
    .boolean()
    .describe('imported by hand, and older than the last booked statement: it is to be discarded'),
  missing_no: z
    .string()
    .nullable()
    .describe('the bank’s number of the statement that is to be accepted before it'),
  missing_waits: z.boolean().describe('that one was imported, and waits to be confirmed'),
  skipped_numbers: z
    .string()
    .nullable()
    .describe('the bank’s numbers between it and the one before, although their balances follow: 12–19'),
  from_connection: z
    .boolean()
    .describe('the bank’s connection brought it, so nobody can discard or revoke it'),
  imported_by: z.string().describe('the colleague’s name'),
  confirmed_by: z.string().nullable(),
  your_import: z.boolean().describe('the caller imported it, and so neither confirms nor discards it'),
  waits_for: z
    .array(z.string())
    .describe('while it is unconfirmed, who can confirm or discard it: all of that side but its importer'),
  file_name: z.string(),
  lines: z.int(),
  known_lines: z.int().describe('that an earlier statement had brought'),
  undecided_lines: z
    .int()
    .describe('that are still to be matched; a job does it, and the number falls to zero'),
  imported_at: instant,
  proposal_id: id.nullable().describe('the open proposal to revoke it'),
})

const ofStatement = z.object({ statement_id: id })
const STATEMENT_REFUSALS = [
  'bank_statement_is_unknown',
  'bank_statement_needs_no_confirmation',
  'who_imported_a_statement_does_not_decide_on_it',
] as const
const CONFIRMATION_REFUSALS = [
  ...STATEMENT_REFUSALS,
  'bank_statement_was_answered_wrong',
  'bank_statement_contradicts_an_accepted_one',
  'bank_statement_is_older_than_the_last',
] as const
export const FILE_REFUSALS = [
  'bank_file_is_required',
  'file_is_empty',
  'bank_file_is_too_large',
  'bank_file_is_not_readable',
  'bank_file_is_of_another_kind',
] as const

/** What a file has besides its lines; its own words, for who has it. */
export const skippedRecords = {
  skipped: z
    .array(
      z.object({
        why: z.enum(['not_booked', 'no_booking', 'at_the_start', 'at_the_end', 'zero', 'balance']),
        text: z.string(),
      }),
    )
    .describe('the first 20'),
  skipped_count: z.int(),
}

/** A line before its statement is accepted: what tells nobody the answers. */
const maskedLine = z.object({ line_no: z.int(), booking_day: day, direction: z.enum(['credit', 'debit']) })
const typed = (longest: number) =>
  z.string({ error: 'field_is_required' }).trim().max(longest, 'field_is_too_long')

export const bankStatementCalls = {
  statements: endpoint('GET backoffice/bank-statements', {
    ...read,
    summary: 'Imported bank statements, newest first',
    query: z.object({
      gap: oneOf(['true', 'false']),
      status: oneOf(STATEMENT_STATUSES),
      sort: sortBy('to_day', 'imported_at'),
      cursor,
    }),
    answer: z.object({ list: z.array(bankStatement), ...page }),
  }),
  statement: endpoint('GET backoffice/bank-statements/:statement_id', {
    ...read,
    summary: 'An imported statement, with the number of lines still to be matched',
    params: ofStatement,
    answer: bankStatement,
    refusals: ['bank_statement_is_unknown'],
  }),
  importStatements: endpoint('POST backoffice/bank-statements', {
    side: 'in',
    ...move,
    summary:
      'Import a statement: multipart with `file`, camt.053, or with `mapping_id` CSV. It is unconfirmed until a second person has typed what they read at the bank. The same file again changes nothing',
    answer: z.object({
      list: z.array(
        bankStatement.extend({
          new_lines: z.int(),
          repeated: z.boolean().describe('it was imported before'),
          ...skippedRecords,
        }),
      ),
    }),
    limit: { hits: 120, per_seconds: 3600 },
    refusals: [
      ...FILE_REFUSALS,
      'receiving_account_is_not_set',
      'csv_mapping_is_unknown',
      'bank_file_is_of_another_account',
      'bank_file_is_in_another_currency',
      'bank_statement_does_not_add_up',
      'bank_statement_was_imported_otherwise',
      'bank_statement_is_dated_later_than_today',
      'bank_statement_needs_balances',
      'statements_come_by_the_bank_connection',
    ],
  }),
  unconfirmedLines: endpoint('GET backoffice/bank-statements/:statement_id/unconfirmed-lines', {
    ...read,
    summary: 'The lines of a statement that is not accepted: without amounts, references and payers',
    params: ofStatement,
    query: z.object({ cursor }),
    answer: z.object({ list: z.array(maskedLine), ...page }),
    refusals: ['bank_statement_is_unknown'],
  }),
  confirmation: endpoint('GET backoffice/bank-statements/:statement_id/confirmation', {
    ...read,
    summary:
      'What the caller is asked for to confirm a statement: the lines above the threshold and three others',
    params: ofStatement,
    answer: z.object({
      lines: z.array(
        maskedLine.extend({
          above_threshold: z.boolean(),
          collective: z.boolean().describe('several payments in one: their amount is typed as the reference'),
          by_account: z.boolean().describe('the payer’s account number is typed, and no name counts'),
        }),
      ),
      tries_left: z.int(),
      demo_bank: z
        .object({
          closing: money,
          credits: money,
          lines: z.array(z.object({ line_no: z.int(), reference: z.string(), payer: z.string() })),
        })
        .nullable()
        .describe('what the bank of a demo shows of its own statement; null wherever there is a real bank'),
    }),
    refusals: [...CONFIRMATION_REFUSALS],
  }),
  confirmStatement: endpoint('POST backoffice/bank-statements/:statement_id/confirm', {
    side: 'in',
    ...move,
    recent: true,
    summary:
      'Confirm, as a second person, a statement by what is read at the bank; the answer says only right or wrong, and after three wrong ones somebody else confirms',
    params: ofStatement,
    body: z.object({
      closing: signedAmount,
      credits: signedAmount.describe('the sum of all credits'),
      lines: z
        .array(
          z.object({
            line_no: z.int('field_is_invalid'),
            reference: typed(1000).describe(
              'ours, or what the payer wrote; the amount of a collective entry',
            ),
            payer: typed(140).describe('name or account; empty where the bank names none'),
            no_account: z
              .boolean('field_is_invalid')
              .optional()
              .describe('of a line asked by account: the bank shows none, so the name is typed'),
          }),
        )
        .max(50_000, 'field_is_too_long'),
    }),
    answer: z.object({ right: z.boolean(), tries_left: z.int(), statement: bankStatement }),
    idempotency: 'natural',
    refusals: [...CONFIRMATION_REFUSALS],
  }),
  discardStatement: endpoint('POST backoffice/bank-statements/:statement_id/discard', {
    side: 'in',
    ...move,
    recent: true,
    summary:
      'Discard, as a second person, an unconfirmed statement with its lines; none of them has moved anything',
    params: ofStatement,
    body: z.object({ reason }),
    answer: z.object({ statement_id: id }),
    idempotency: 'natural',
    refusals: [...STATEMENT_REFUSALS, 'what_the_bank_connection_brought_stays'],
  }),
  proposeRevocation: endpoint('POST backoffice/bank-statements/:statement_id/revoke', {
    side: 'in',
    ...move,
    recent: true,
    summary:
      'Propose to revoke an accepted statement that is wrong: what it credited is reversed as far as the members still have it beyond their awards, and the rest is the platform’s loss',
    params: ofStatement,
    body: z.object({ reason }),
    answer: z.object({ proposal_id: id }),
    idempotency: 'natural',
    refusals: [
      'this_is_proposed_already',
      'bank_statement_is_unknown',
      'bank_statement_is_not_accepted',
      'what_the_bank_connection_brought_stays',
    ],
  }),
  connection: endpoint('GET backoffice/bank-connection', {
    ...read,
    summary: 'Whether the bank’s connection brings the statements, and the files it could not take',
    answer: z.object({
      configured: z.boolean(),
      read_at: instant.nullable().describe('when it was last looked at'),
      by_hand_until: instant.nullable().describe('two people have allowed statements by hand until then'),
      refused: z.array(z.object({ file_name: z.string(), seen_at: instant, refusal: z.string() })),
    }),
  }),
  proposeHandImport: endpoint('POST backoffice/bank-connection/by-hand', {
    side: 'in',
    ...move,
    recent: true,
    summary: 'Propose to import statements by hand for a day although the bank’s connection is configured',
    body: z.object({ reason }),
    answer: z.object({ proposal_id: id }),
    idempotency: 'natural',
    refusals: ['this_is_proposed_already', 'receiving_account_is_not_set'],
  }),
  proposeOpeningBalance: endpoint('POST backoffice/opening-balance', {
    side: 'in',
    ...move,
    recent: true,
    summary:
      'Propose to book what the first accepted statement opens with: the platform’s own money, once an account',
    body: z.object({ reason }),
    answer: z.object({ proposal_id: id }),
    idempotency: 'natural',
    refusals: [
      'this_is_proposed_already',
      'receiving_account_is_not_set',
      'there_is_no_opening_balance',
      'who_set_the_account_does_not_book_its_balance',
    ],
  }),
}
