// The platform's bank account as shown to finance: statements and their lines, unmatched payments, and reconciliation.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { cursor, id } from '../ids.ts'
import { money } from '../money.ts'
import { reason } from './approvals.ts'
import { csvFile, sortBy } from './lists.ts'
import { csvMapping } from './csv-mapping.ts'
import { day, dayBalance, reconciliation } from './reconciliation.ts'
import { may } from './roles.ts'

export const STATEMENT_HOLDS = [
  'first_statement',
  'no_balances',
  'does_not_follow',
  'day_was_covered',
] as const
export const LINE_STATES = [
  'new',
  'unconfirmed',
  'matched',
  'differs',
  'unmatched',
  'unexplained',
  'resolved',
] as const
export type LineState = (typeof LINE_STATES)[number]
export const REFUND_STATES = ['approved', 'sent', 'paid', 'returned'] as const

const instant = z.iso.datetime()
export const page = { cursor: z.string().nullable() }
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: 'field_is_invalid' }).optional()
const text = (longest: number) =>
  z
    .string({ error: 'field_is_required' })
    .trim()
    .min(1, 'field_is_required')
    .max(longest, 'field_is_too_long')

const namedMapping = z.object({ _id: id, name: z.string(), mapping: csvMapping, changed_at: instant })

// The bank's side -------------------------------------------------------------------------------------------------------

export const bankStatement = z.object({
  _id: id,
  format: z.string(),
  account: z.string().describe('the end of its number'),
  statement_id: z.string().describe('the bank’s own'),
  from_day: day,
  to_day: day,
  opening: money.nullable(),
  closing: money.nullable(),
  gap: z.boolean().describe('it opens with what none before it closed with: one is missing'),
  hold: z
    .enum(STATEMENT_HOLDS)
    .nullable()
    .describe('why its lines wait until somebody else than the importer confirms it'),
  imported_by: z.string().describe('the colleague’s name'),
  confirmed_by: z.string().nullable(),
  your_import: z.boolean().describe('the caller imported it, and so neither confirms nor discards it'),
  file_name: z.string(),
  lines: z.int(),
  known_lines: z.int().describe('that an earlier statement had brought'),
  undecided_lines: z
    .int()
    .describe('that are still to be matched; a job does it, and the number falls to zero'),
  imported_at: instant,
})

export const bankLine = z.object({
  _id: id,
  statement_id: id,
  booking_day: day,
  value_day: day.nullable(),
  amount: money,
  direction: z.enum(['credit', 'debit']),
  reversal: z.boolean(),
  bank_reference: z.string().nullable(),
  end_to_end_id: z.string().nullable(),
  remittance: z.string(),
  counterparty: z.object({ name: z.string().nullable(), account: z.string().nullable() }),
  return_reason: z.string().nullable(),
  state: z.enum(LINE_STATES),
  finding: z.string().nullable().describe('why it is in that state'),
  deposit_id: id.nullable(),
  withdrawal_id: id.nullable(),
  refund_id: id.nullable(),
  resolution: z.string().nullable(),
})
/** A proposal pending a second person's approval. */
export const waitingProposal = z.object({ _id: id, proposed_by: z.string(), proposed_at: instant })

export const bankLineInDetail = bankLine.extend({
  batch_id: z.string().nullable().describe('of a payment file of ours, as the bank names it'),
  decided_at: instant.nullable(),
  resolved_by: z.string().nullable().describe('the colleague’s name'),
  imported_by: z.string().describe('the colleague’s name'),
  confirmed_by: z.string().nullable().describe('who looked at it as the second person'),
  your_import: z
    .boolean()
    .describe('the caller imported it, and so neither confirms it, says whose it is, nor sends it back'),
  your_confirmation: z.boolean().describe('the caller confirmed it, and so does not send it back'),
  proposal: waitingProposal.nullable().describe('to send it back'),
})
export type AdminBankLine = z.infer<typeof bankLine>

export const refund = z.object({
  _id: id,
  line_id: id,
  reference: z.string(),
  amount: money,
  holder: z.string(),
  account: z.string(),
  status: z.enum(REFUND_STATES),
  reason: z.string(),
  approved_at: instant,
  sent_at: instant.nullable(),
  settled_at: instant.nullable(),
  settled_reason: z.string().nullable(),
  batch_id: id.nullable().describe('the payment file it stands in'),
})

export const ofLine = z.object({ line_id: id })
const ofStatement = z.object({ statement_id: id })
const STATEMENT_REFUSALS = [
  'bank_statement_is_unknown',
  'bank_statement_needs_no_confirmation',
  'who_imported_a_statement_does_not_decide_on_it',
] as const
export const LINE_REFUSALS = ['bank_line_is_unknown', 'bank_line_is_in_another_state'] as const
export const FILE_REFUSALS = [
  'bank_file_is_required',
  'bank_file_is_too_large',
  'bank_file_is_not_readable',
  'bank_file_is_of_another_kind',
] as const

// Filters and sort columns of each list, for the screen and its export
// -----------------------------------------------

export const search = z.string().trim().max(100, 'field_is_too_long').optional()

const lineFilter = {
  state: oneOf(LINE_STATES),
  direction: oneOf(['credit', 'debit']),
  statement_id: id.optional(),
  search: search.describe('in texts, references, and who sent it'),
  from: day.optional().describe('booked from that day on'),
  to: day.optional().describe('booked until that day'),
  sort: sortBy('booking_day', 'amount'),
}
export const read = { auth: 'staff', roles: may.read_money } as const
export const move = { auth: 'staff', roles: may.move_money } as const

export const adminBankingCalls = {
  statements: endpoint('GET backoffice/bank-statements', {
    ...read,
    summary: 'Imported bank statements, newest first',
    query: z.object({
      gap: oneOf(['true', 'false']),
      held: oneOf(['true', 'false']).describe('waits for a second person'),
      sort: sortBy('to_day', 'imported_at'),
      cursor,
    }),
    answer: z.object({ list: z.array(bankStatement), ...page }),
  }),
  statement: endpoint('GET backoffice/bank-statements/:statement_id', {
    ...read,
    summary: 'An imported statement, with the number of lines still to be matched',
    params: z.object({ statement_id: id }),
    answer: bankStatement,
    refusals: ['bank_statement_is_unknown'],
  }),
  importStatements: endpoint('POST backoffice/bank-statements', {
    ...move,
    summary:
      'Import a statement: multipart with `file`, camt.053, or with `mapping_id` CSV. The same file again changes nothing. The lines of a long one are matched after the answer',
    answer: z.object({
      list: z.array(
        bankStatement.extend({
          new_lines: z.int(),
          repeated: z.boolean().describe('it was imported before'),
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
    ],
  }),
  confirmStatement: endpoint('POST backoffice/bank-statements/:statement_id/confirm', {
    ...move,
    recent: true,
    summary:
      'Confirm, as a second person, a statement that does not follow the last one; its lines are decided then',
    params: ofStatement,
    body: z.object({ reason }),
    answer: bankStatement,
    idempotency: 'natural',
    refusals: [...STATEMENT_REFUSALS],
  }),
  discardStatement: endpoint('POST backoffice/bank-statements/:statement_id/discard', {
    ...move,
    recent: true,
    summary:
      'Discard, as a second person, a statement that waits, with its lines; none of them has moved anything',
    params: ofStatement,
    body: z.object({ reason }),
    answer: z.object({ statement_id: id }),
    idempotency: 'natural',
    refusals: [...STATEMENT_REFUSALS],
  }),
  lines: endpoint('GET backoffice/bank-lines', {
    ...read,
    summary: 'Bank lines, newest first; filtered by state they form a queue',
    query: z.object({ ...lineFilter, cursor }),
    answer: z.object({ list: z.array(bankLine), ...page }),
  }),
  line: endpoint('GET backoffice/bank-lines/:line_id', {
    ...read,
    summary: 'A bank line',
    params: ofLine,
    answer: bankLineInDetail,
    refusals: ['bank_line_is_unknown'],
  }),
  confirmLine: endpoint('POST backoffice/bank-lines/:line_id/confirm', {
    ...move,
    recent: true,
    summary:
      'Look, as a second person, at a receipt above what was announced: credit it, or keep it as nobody’s',
    params: ofLine,
    body: z.object({ credit: z.boolean('field_is_required'), reason }),
    answer: bankLine,
    idempotency: 'natural',
    refusals: [...LINE_REFUSALS, 'who_imported_a_statement_does_not_decide_on_it'],
  }),
  resolveLine: endpoint('POST backoffice/bank-lines/:line_id/resolve', {
    ...move,
    summary: 'Record how a differing or unexplained line was resolved; no money moves',
    params: ofLine,
    body: z.object({ reason }),
    answer: bankLine,
    idempotency: 'natural',
    refusals: [...LINE_REFUSALS],
  }),
  proposeRefund: endpoint('POST backoffice/bank-lines/:line_id/refund', {
    ...move,
    recent: true,
    summary:
      'Propose to send unmatched money back to who sent it; another operator approves. While a proposal waits, it is answered',
    params: ofLine,
    body: z.object({ holder: text(70), account: text(40).describe('IBAN or account number'), reason }),
    answer: z.object({ proposal_id: id }),
    refusals: [...LINE_REFUSALS, 'who_brought_money_in_does_not_send_it_out', 'refund_goes_to_the_sender'],
  }),
  refunds: endpoint('GET backoffice/refunds', {
    ...read,
    summary: 'Refunds of unmatched money, newest first',
    query: z.object({
      status: oneOf(REFUND_STATES),
      undrawn: oneOf(['true', 'false']).describe('stands in no payment file'),
      sort: sortBy('approved_at', 'amount'),
      cursor,
    }),
    answer: z.object({ list: z.array(refund), ...page }),
  }),
  mappings: endpoint('GET backoffice/bank-mappings', {
    ...read,
    summary: 'Mappings for the CSV files of banks',
    answer: z.object({ list: z.array(namedMapping) }),
  }),
  saveMapping: endpoint('POST backoffice/bank-mappings', {
    ...move,
    summary: 'Save a mapping under its name',
    body: z.object({ name: text(60), mapping: csvMapping }),
    answer: namedMapping,
    idempotency: 'natural',
  }),
  tryMapping: endpoint('POST backoffice/bank-mappings/trial', {
    ...move,
    summary: 'Read a file with a mapping and keep nothing: multipart with `file`, and `mapping` as JSON',
    answer: z.object({
      from_day: day,
      to_day: day,
      opening: money.nullable(),
      closing: money.nullable(),
      count: z.int(),
      lines: z
        .array(
          bankLine.pick({
            booking_day: true,
            value_day: true,
            amount: true,
            direction: true,
            bank_reference: true,
            remittance: true,
            counterparty: true,
          }),
        )
        .describe('the first 20'),
    }),
    limit: { hits: 600, per_seconds: 3600 },
    refusals: [...FILE_REFUSALS, 'receiving_account_is_not_set', 'bank_file_is_in_another_currency'],
  }),
  bankBalances: endpoint('GET backoffice/bank-balances', {
    ...read,
    summary: 'Bank balance and ledger cash by day, at most 92 days',
    query: z.object({ from: day, to: day }),
    answer: z.object({ list: z.array(dayBalance) }),
  }),
  reconciliation: endpoint('GET backoffice/reconciliation', {
    ...read,
    summary: 'Reconciling items between the bank’s balance and the ledger’s at the end of a day',
    query: z.object({ day }),
    answer: reconciliation,
  }),
}

export const adminBankingFiles = {
  exportStatements: csvFile(adminBankingCalls.statements, 'Statements of the bank'),
  exportLines: csvFile(adminBankingCalls.lines, 'Lines of the bank'),
  exportRefunds: csvFile(adminBankingCalls.refunds, 'Refunds'),
}
