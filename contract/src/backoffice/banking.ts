// The platform's bank account as shown to finance: lines of statements, unmatched payments, and reconciliation.
export { FILE_REFUSALS, move, oneOf, page, read } from './bank-statements.ts'
import { z } from 'zod'
import { BIC } from '../countries.ts'
import { endpoint } from '../endpoint.ts'
import { amount, money, country } from '../fields.ts'
import { cursor, id } from '../ids.ts'
import { reason } from './approvals.ts'
import {
  bankStatementCalls,
  FILE_REFUSALS,
  move,
  oneOf,
  page,
  read,
  skippedRecords,
} from './bank-statements.ts'
import { csvMapping, csvMappingForm } from './csv-mapping.ts'
import { csvFile, sortBy } from './lists.ts'
import { names } from './names.ts'
import { day, dayBalance, reconciliation } from './reconciliation.ts'

export const LINE_STATUSES = [
  'new',
  'unconfirmed',
  'matched',
  'differs',
  'unmatched',
  'unexplained',
  'resolved',
  'revoked',
] as const
export type LineStatus = (typeof LINE_STATUSES)[number]
/**
 * About the payer's account in a file imported by hand: a later statement names another, somebody read another at the bank, or
 * its second person said that the bank shows none.
 */
export const ACCOUNT_FINDINGS = ['disputed', 'misread', 'not_shown'] as const
/** Lines that wait for an operator. */
export const LINES_TO_REVIEW = [
  'unconfirmed',
  'differs',
  'unmatched',
  'unexplained',
] as const satisfies readonly LineStatus[]
/** What the bank takes from the account, what it pays for it, and VAT that was paid to the state. */
export const BANK_CHARGES = ['bank_fee', 'interest', 'vat'] as const
export type BankCharge = (typeof BANK_CHARGES)[number]
export const REFUND_STATUSES = ['approved', 'sent', 'paid', 'returned'] as const

const instant = z.iso.datetime()
const text = (longest: number) =>
  z
    .string({ error: 'field_is_required' })
    .trim()
    .min(1, 'field_is_required')
    .max(longest, 'field_is_too_long')

const namedMapping = z.object({ _id: id, name: z.string(), mapping: csvMapping, changed_at: instant })

// The bank's side -------------------------------------------------------------------------------------------------------

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
  payer_differs: z
    .boolean()
    .nullable()
    .describe('the payer’s name is not that of the member’s payout account; null while either is unknown'),
  account_findings: z
    .array(z.enum(ACCOUNT_FINDINGS))
    .describe('what is in doubt about the payer’s account of a line that was imported by hand'),
  state: z.enum(LINE_STATUSES),
  finding: z.string().nullable().describe('why it is in that state'),
  deposit_id: id.nullable(),
  withdrawal_id: id.nullable(),
  refund_id: id.nullable(),
  fee: money.nullable().describe('of a payment: what the bank took with it, as two people have said'),
  resolution: z.string().nullable(),
})
/** A proposal pending a second person's approval. */
export const waitingProposal = z.object({ _id: id, proposed_by: z.string(), proposed_at: instant })

export const listedLine = bankLine.extend({
  decided_at: instant.nullable().describe('since when it waits, if it does'),
  for_you: z.boolean().describe('it waits, and the caller may decide it: as the queues count it'),
  proposal: waitingProposal.nullable().describe('about it, which waits for its approver'),
  named_payout: z
    .object({ reference: z.string(), payout: money })
    .nullable()
    .describe('of a debit that differs from the payout it names: that payout'),
})
export type ListedLine = z.infer<typeof listedLine>

export const bankLineInDetail = bankLine.extend({
  account_unread: z
    .boolean()
    .describe(
      'imported by hand, and nobody else has typed its account number as the bank shows it: it is masked, and whoever sends the money back types it',
    ),
  counterparty_swift: z.string().nullable().describe('BIC of their bank, as the bank names it'),
  batch_id: z.string().nullable().describe('of a payment file of ours, as the bank names it'),
  may_be_charge: z
    .boolean()
    .describe(
      'it can be proposed as a fee of the bank, interest or VAT: it names no payment that is on its way',
    ),
  vat_owed: money.nullable().describe('of a debit that may be VAT: what is owed to the state now'),
  payment_file: z
    .object({ _id: id, reference: z.string() })
    .nullable()
    .describe('whose payments it booked in one amount'),
  decided_at: instant.nullable(),
  resolved_by: z.string().nullable().describe('the colleague’s name'),
  imported_by: z.string().describe('the colleague’s name'),
  confirmed_by: z.string().nullable().describe('who looked at it as the second person'),
  proposed_by: z.string().nullable().describe('who proposed what the second person approved'),
  your_import: z.boolean().describe('the caller imported it, and so neither explains it nor sends it back'),
  your_confirmation: z
    .boolean()
    .describe(
      'the caller confirmed it or its statement, or proposed to credit it, and so neither explains it nor sends it back',
    ),
  proposal: waitingProposal
    .extend({ kind: z.string() })
    .nullable()
    .describe('to assign it, credit it or send it back'),
})
export type AdminBankLine = z.infer<typeof bankLine>

export const refund = z.object({
  _id: id,
  line_id: id,
  reference: z.string(),
  amount: money,
  holder: z.string(),
  account: z.string(),
  status: z.enum(REFUND_STATUSES),
  reason: z.string(),
  approved_at: instant,
  sent_at: instant.nullable(),
  settled_at: instant.nullable(),
  settled_reason: z.string().nullable(),
  batch_id: id.nullable().describe('the payment file it stands in'),
  your_duty: z
    .enum(['approved', 'brought_in'])
    .nullable()
    .describe('the caller’s own part in it, which bars them from releasing it'),
})

export const ofLine = z.object({ line_id: id })
export const LINE_REFUSALS = ['bank_line_is_unknown', 'bank_line_is_in_another_state'] as const
// Filters and sort columns of each list, for the screen and its export
// -----------------------------------------------

export const search = z.string().trim().max(100, 'field_is_too_long').optional()

const lineFilter = {
  state: oneOf(['to_review', ...LINE_STATUSES]).describe('to_review: whatever waits for an operator'),
  direction: oneOf(['credit', 'debit']),
  statement_id: id.optional(),
  withdrawal_id: id.optional().describe('those that paid or returned it, and the bank’s fees that name it'),
  search: search.describe('in texts, references, and who sent it'),
  from: day.optional().describe('booked from that day on'),
  to: day.optional().describe('booked until that day'),
  sort: sortBy('booking_day', 'amount'),
}
export const adminBankingCalls = {
  ...bankStatementCalls,
  lines: endpoint('GET backoffice/bank-lines', {
    ...read,
    names: true,
    summary: 'Bank lines, newest first; filtered by state they form a queue',
    query: z.object({ ...lineFilter, cursor }),
    answer: z.object({ list: z.array(listedLine), ...page, names }),
  }),
  line: endpoint('GET backoffice/bank-lines/:line_id', {
    ...read,
    names: true,
    shows: 'payer',
    summary: 'A bank line with its payer, who is masked in lists',
    params: ofLine,
    answer: bankLineInDetail.extend({ names }),
    refusals: ['bank_line_is_unknown'],
  }),
  confirmLine: endpoint('POST backoffice/bank-lines/:line_id/confirm', {
    side: 'in',
    ...move,
    recent: true,
    summary:
      'Decide on a payment above what was announced: propose to credit it, which a second person approves, or keep it as nobody’s',
    params: ofLine,
    body: z.object({ credit: z.boolean('field_is_required'), reason }),
    answer: z.object({ line: bankLine, proposal_id: id.nullable() }),
    idempotency: 'natural',
    refusals: [
      'this_is_proposed_already',
      ...LINE_REFUSALS,
      'who_imported_a_statement_does_not_decide_on_it',
    ],
  }),
  resolveLine: endpoint('POST backoffice/bank-lines/:line_id/resolve', {
    ...move,
    summary:
      'Record how a differing or unexplained line was resolved, by somebody who neither imported nor confirmed it; no money moves',
    params: ofLine,
    body: z.object({ reason }),
    answer: bankLine,
    idempotency: 'natural',
    refusals: ['this_is_proposed_already', ...LINE_REFUSALS, 'another_operator_must_decide'],
  }),
  proposeCharge: endpoint('POST backoffice/bank-lines/:line_id/book', {
    side: 'in',
    ...move,
    recent: true,
    summary:
      'Propose to book a line as a bank fee, interest, or VAT paid to the state, or what the bank kept of a payout that it returned as its fee; another operator approves. While a proposal about the line waits, a second one is refused',
    params: ofLine,
    body: z.object({
      charge: z.enum(BANK_CHARGES, 'field_is_required'),
      settles: amount
        .optional()
        .describe(
          'of VAT: how much of what is owed it pays, where the bank’s rate made another amount of it',
        ),
      in_advance: z
        .boolean('field_is_invalid')
        .optional()
        .describe('of VAT: what is beyond what is owed here yet is paid from the platform’s own money'),
      reason,
    }),
    answer: z.object({ proposal_id: id }),
    refusals: [
      'this_is_proposed_already',
      ...LINE_REFUSALS,
      'bank_line_is_of_the_other_direction',
      'bank_line_is_a_payment',
      'less_vat_is_owed',
      'rest_is_too_much_for_a_fee',
      'exchange_difference_is_too_large',
      'own_money_does_not_suffice',
    ],
  }),
  proposeRefund: endpoint('POST backoffice/bank-lines/:line_id/refund', {
    side: 'out',
    ...move,
    recent: true,
    summary:
      'Propose to send an unmatched payment back to who sent it; another operator approves. While a proposal about the line waits, a second one is refused',
    params: ofLine,
    body: z.object({
      holder: text(70),
      account: text(40).describe('IBAN or account number'),
      swift: z
        .string()
        .transform((typed) => typed.replace(/\s/g, '').toUpperCase())
        .pipe(z.string().regex(BIC, 'bic_is_invalid'))
        .optional()
        .describe('BIC of the bank: required for an account number, and an IBAN of a country outside SEPA'),
      city: text(35).optional().describe('with the country, of the holder: required outside SEPA'),
      country: country.optional(),
      reason,
    }),
    answer: z.object({ proposal_id: id }),
    refusals: [
      'this_is_proposed_already',
      ...LINE_REFUSALS,
      'who_brought_money_in_does_not_send_it_out',
      'refund_goes_to_the_sender',
      'account_differs_from_the_imported_file',
      'account_of_the_payment_is_in_doubt',
      'iban_is_invalid',
      'account_number_is_invalid',
      'bic_is_invalid',
      'holder_must_be_in_latin_letters',
      'town_must_be_in_latin_letters',
      'field_is_required',
    ],
  }),
  refunds: endpoint('GET backoffice/refunds', {
    ...read,
    names: true,
    summary: 'Refunds of unmatched payments, newest first',
    query: z.object({
      status: oneOf(REFUND_STATUSES),
      undrawn: oneOf(['true', 'false']).describe('stands in no payment file'),
      sort: sortBy('approved_at', 'amount'),
      cursor,
    }),
    answer: z.object({ list: z.array(refund), ...page, names }),
  }),
  takeRefundBack: endpoint('POST backoffice/refunds/:refund_id/take-back', {
    side: 'out',
    ...move,
    recent: true,
    summary:
      'Propose to take back an approved refund that stands in no payment file; another operator approves, and its line is unmatched again. While a proposal waits, it is answered',
    params: z.object({ refund_id: id }),
    body: z.object({ reason }),
    answer: z.object({ proposal_id: id }),
    refusals: ['refund_is_unknown', 'refund_is_in_another_state', 'refund_is_in_a_payment_file'],
  }),
  mappings: endpoint('GET backoffice/bank-mappings', {
    ...read,
    summary: 'Mappings for the CSV files of banks',
    answer: z.object({ list: z.array(namedMapping) }),
  }),
  saveMapping: endpoint('POST backoffice/bank-mappings', {
    side: 'in',
    ...move,
    summary: 'Save a mapping under its name',
    body: z.object({ name: text(60), mapping: csvMappingForm }),
    answer: namedMapping,
    idempotency: 'natural',
  }),
  tryMapping: endpoint('POST backoffice/bank-mappings/trial', {
    side: 'in',
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
      ...skippedRecords,
    }),
    limit: { hits: 600, per_seconds: 3600 },
    refusals: [
      ...FILE_REFUSALS,
      'receiving_account_is_not_set',
      'bank_file_is_of_another_account',
      'bank_file_is_in_another_currency',
      'bank_statement_does_not_add_up',
    ],
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
