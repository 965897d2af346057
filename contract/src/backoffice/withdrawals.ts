import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { amount, money } from '../fields.ts'
import { cursor, id } from '../ids.ts'
import { IDENTITY_EVIDENCE, REFUSAL_REASONS, withdrawal, withdrawalStatus } from '../withdrawals.ts'
import { reason } from './approvals.ts'
import {
  FILE_REFUSALS,
  LINE_REFUSALS,
  move,
  ofLine,
  oneOf,
  page,
  read,
  search,
  waitingProposal,
} from './banking.ts'
import { csvFile, sortBy } from './lists.ts'
import { names } from './names.ts'
import { day } from './reconciliation.ts'

export const BATCH_STATUSES = ['created', 'exported', 'sent', 'reconciled', 'dropped'] as const
export type BatchStatus = (typeof BATCH_STATUSES)[number]
/** What became of an exported file whose day of execution has passed. */
/** What became of a file whose day has passed: of an exported one the first two, of one marked as sent the last. */
export const LATE_OUTCOMES = ['sent', 'dropped', 'not_executed'] as const
/** The first is what a dialog begins with. */
export const PAYMENT_FORMATS = ['pain.001.001.09', 'pain.001.001.03'] as const

const instant = z.iso.datetime()

/** Facts around a withdrawal, the weightiest first; a weight orders and colours them, and decides nothing (promise 5). */
export const RISK_WEIGHTS = {
  security_lock: 'high',
  card_dispute: 'high',
  account_shared_with_other_members: 'high',
  device_shared_with_other_members: 'high',
  bank_changed_recently: 'high',
  conduct_lock: 'middle',
  returned_recently: 'middle',
  refused_recently: 'middle',
  assigned_by_hand: 'middle',
  much_larger_than_before: 'middle',
  signed_in_on_a_new_device: 'middle',
  network_shared_with_other_members: 'middle',
  invited_with_others_who_withdraw_now: 'middle',
  card_money_from_placers: 'middle',
  refunded_recently: 'low',
  deposited_just_before: 'low',
  first_withdrawal: 'low',
  account_is_new: 'low',
} as const satisfies Record<string, 'high' | 'middle' | 'low'>
export type RiskFact = keyof typeof RISK_WEIGHTS
export const RISK_FACTS = Object.keys(RISK_WEIGHTS) as [RiskFact, ...RiskFact[]]
/** Of more members a note says only how many. */
export const MAX_NOTED_MEMBERS = 20

export const riskFact = z.enum(RISK_FACTS)
export const riskNote = z.object({
  fact: riskFact,
  detail: z
    .string()
    .describe('figures, instants, who sent what was assigned by hand, how many other members'),
  member_ids: z.array(id).max(MAX_NOTED_MEMBERS).describe('of those invited together the inviter first'),
})

export const TAKES_TWO = ['card', 'amount', 'member', 'payout_account', 'operator'] as const

const adminWithdrawal = withdrawal.omit({ cancellable: true }).extend({
  member_id: id,
  username: z.string(),
  batch_id: id.nullable(),
  approved_by: z.string().nullable().describe('the colleague’s name'),
  needs_two: z.boolean().describe('its approval takes two operators'),
  takes_two: z
    .enum(TAKES_TWO)
    .nullable()
    .describe(
      'why, while it waits: card money in it that its card did not take back, its amount, or with what was approved in seven days for the member or the payout account, or in a day by the caller alone',
    ),
  your_duty: z
    .enum(['brought_in', 'approved'])
    .nullable()
    .describe(
      'what the caller has done for this money: who brought it in neither approves nor releases it, who approved it does not release it',
    ),
  proposal: waitingProposal.nullable().describe('one has approved, another must'),
})
export type AdminWithdrawal = z.infer<typeof adminWithdrawal>

/** Payment files that wait for an operator. */
export const BATCHES_TO_SEND = ['created', 'exported'] as const satisfies readonly BatchStatus[]
/** Within this time somebody decides on a withdrawal, whatever the day (promise 5). */
export const WITHDRAWAL_DECISION_MS = 72 * 3_600_000

const batchFilter = {
  state: oneOf(['to_send', ...BATCH_STATUSES]).describe('to_send: those that are not marked as sent'),
  sort: sortBy('created_at', 'total'),
}

export const batch = z.object({
  _id: id,
  reference: z.string(),
  format: z.enum(PAYMENT_FORMATS),
  state: z.enum(BATCH_STATUSES),
  execution_day: day,
  late: z.boolean().describe('the day of execution has passed, and it is not marked as sent'),
  payments: z.int(),
  total: money,
  created_at: instant,
  exported_at: instant.nullable(),
  file_hash: z.string().nullable().describe('SHA-256 of the file, hexadecimal'),
  sent_at: instant.nullable(),
  closed_at: instant.nullable(),
})
export type AdminBatch = z.infer<typeof batch>

export const batchItem = z.object({
  item_no: z.int(),
  withdrawal_id: id.nullable(),
  refund_id: id.nullable(),
  member_id: id.nullable().describe('whose withdrawal it is; null for a refund'),
  reference: z.string(),
  amount: money,
  holder: z.string().describe('masked, except of a refund'),
  payer: z
    .string()
    .nullable()
    .describe('of a refund: who paid the money that goes back, in full; null where the bank names nobody'),
  payer_differs: z.boolean().describe('of a refund: the payee has another name than the payer'),
  account: z.string().describe('masked'),
  status: z.string(),
  bank_status: z.enum(['accepted', 'settled', 'rejected']).nullable(),
  bank_reason: z.string().nullable(),
})

const ofWithdrawal = z.object({ withdrawal_id: id })
const ofBatch = z.object({ batch_id: id })
const BATCH_REFUSALS = ['payout_batch_is_unknown', 'payout_batch_is_in_another_state'] as const
const DUTY_REFUSALS = [
  'who_brought_money_in_does_not_send_it_out',
  'who_approved_a_payment_does_not_release_it',
] as const
const WITHDRAWAL_REFUSALS = [
  'withdrawal_is_unknown',
  'withdrawal_is_in_another_state',
  'withdrawal_goes_back_to_the_card',
] as const

export const adminWithdrawalCalls = {
  withdrawals: endpoint('GET backoffice/withdrawals', {
    ...read,
    shows: 'statement',
    names: true,
    summary:
      'Withdrawals, those of one member as part of their statement; with status requested the longest waiting first, otherwise newest first',
    query: z.object({
      status: withdrawalStatus.optional(),
      member_id: id.optional(),
      at_least: amount.optional(),
      undrawn: oneOf(['true', 'false']).describe('stands in no payment file'),
      search: search.describe('in references, or how the username begins'),
      sort: sortBy('requested_at', 'amount'),
      cursor,
    }),
    answer: z.object({
      list: z.array(
        adminWithdrawal.extend({
          facts: z.array(riskFact).describe('known around one that waits; their figures stand with it'),
        }),
      ),
      ...page,
      names,
    }),
  }),
  withdrawal: endpoint('GET backoffice/withdrawals/:withdrawal_id', {
    ...read,
    shows: 'bank_account',
    names: true,
    summary: 'A withdrawal with its risk signals, without a score',
    params: ofWithdrawal,
    answer: adminWithdrawal.extend({
      notes: z.array(riskNote),
      approvals: z
        .array(z.object({ username: z.string(), at: instant, reason: z.string().nullable() }))
        .describe('who has said yes, first to last; one of them where one is enough'),
      names,
    }),
    refusals: ['withdrawal_is_unknown'],
  }),
  approveWithdrawal: endpoint('POST backoffice/withdrawals/:withdrawal_id/approve', {
    side: 'out',
    ...move,
    recent: true,
    summary:
      'Approve a withdrawal; over the threshold this proposes it to another operator. While that waits, a second proposal is refused',
    params: ofWithdrawal,
    body: z.object({ reason: reason.optional().describe('needed over the threshold') }),
    answer: z.object({ status: withdrawalStatus, proposal_id: id.nullable() }),
    refusals: [
      'this_is_proposed_already',
      ...WITHDRAWAL_REFUSALS,
      'who_brought_money_in_does_not_send_it_out',
      'withdrawals_wait_for_a_security_check',
      'amount_was_paid_out_twice',
      'amount_is_in_dispute',
      'reason_is_required',
    ],
  }),
  refuseWithdrawal: endpoint('POST backoffice/withdrawals/:withdrawal_id/refuse', {
    side: 'out',
    ...move,
    summary:
      'Refuse a withdrawal for a reason of the closed list; the money is available again. The same operator refuses one of a member once in 30 days',
    params: ofWithdrawal,
    body: z
      .object({
        reason: z.enum(REFUSAL_REASONS, { error: 'field_is_invalid' }),
        to_send: z
          .array(z.enum(IDENTITY_EVIDENCE, { error: 'field_is_invalid' }))
          .default([])
          .describe('with `identity_in_doubt`, and only with it: what the member is asked for'),
      })
      .refine(
        ({ reason: refused_for, to_send }) => (refused_for === 'identity_in_doubt') === to_send.length > 0,
        {
          path: ['to_send'],
          error: 'field_is_invalid',
        },
      ),
    answer: z.object({ status: withdrawalStatus }),
    idempotency: 'natural',
    refusals: [
      ...WITHDRAWAL_REFUSALS,
      'withdrawal_is_in_a_payment_file',
      'another_operator_must_decide',
      'these_facts_were_decided_otherwise',
    ],
  }),
  batches: endpoint('GET backoffice/payout-batches', {
    ...read,
    summary: 'Payment files, newest first',
    query: z.object({ ...batchFilter, cursor }),
    answer: z.object({ list: z.array(batch), ...page }),
  }),
  batch: endpoint('GET backoffice/payout-batches/:batch_id', {
    ...read,
    names: true,
    summary: 'A payment file with its payments',
    params: ofBatch,
    answer: batch.extend({
      items: z.array(batchItem),
      names,
      not_yours: z
        .array(z.object({ reference: z.string(), why: z.enum(['brought_in', 'approved']) }))
        .describe('what the caller may not release, and why; a file is released by whoever finds none here'),
      proposal_id: id.nullable().describe('open: what became of it, while it is late'),
      steps: z
        .array(z.object({ at: instant, action: z.string(), by: z.string().nullable() }))
        .describe('what was done with it, and by whom; null for a job'),
    }),
    refusals: ['payout_batch_is_unknown'],
  }),
  createBatch: endpoint('POST backoffice/payout-batches', {
    side: 'out',
    ...move,
    recent: true,
    summary: 'Create a payment file from approved withdrawals and refunds',
    body: z.object({
      withdrawal_ids: z.array(id).max(500, 'too_many_ids'),
      refund_ids: z.array(id).max(500, 'too_many_ids').default([]),
      format: z.enum(PAYMENT_FORMATS, { error: 'field_is_invalid' }),
      execution_day: day.describe('a working day of the bank, not before today, at most two weeks ahead'),
    }),
    answer: batch,
    refusals: [
      'execution_day_is_not_possible',
      'payout_is_not_ready',
      'amount_was_paid_out_twice',
      'amount_is_in_dispute',
      'receiving_account_is_not_set',
      'receiving_account_has_no_address',
      'receiving_account_is_not_in_latin_letters',
      'payee_is_not_in_latin_letters',
      'town_of_payee_is_not_in_latin_letters',
      'too_many_ids',
      ...DUTY_REFUSALS,
    ],
  }),
  exportBatch: endpoint('POST backoffice/payout-batches/:batch_id/export', {
    side: 'out',
    ...move,
    recent: true,
    shows: 'bank_account',
    summary: 'The payment file (pain.001); every export has the same bytes',
    params: ofBatch,
    answer: z.object({ name: z.string(), text: z.string().describe('to be saved in UTF-8'), batch }),
    idempotency: 'natural',
    refusals: [
      ...BATCH_REFUSALS,
      ...DUTY_REFUSALS,
      'payout_batch_is_too_late',
      'payout_batch_was_not_sent_in_time',
      'payout_is_not_ready',
      'amount_was_paid_out_twice',
      'amount_is_in_dispute',
    ],
  }),
  sendBatch: endpoint('POST backoffice/payout-batches/:batch_id/send', {
    side: 'out',
    ...move,
    recent: true,
    summary: 'Record that the file was submitted to the bank: marks its payments as sent, once',
    params: ofBatch,
    answer: batch,
    idempotency: 'natural',
    refusals: [
      ...BATCH_REFUSALS,
      ...DUTY_REFUSALS,
      'payout_batch_was_not_sent_in_time',
      'withdrawals_wait_for_a_security_check',
    ],
  }),
  linePayouts: endpoint('GET backoffice/bank-lines/:line_id/payouts', {
    ...read,
    summary: 'Payouts that a debit may be, and whether what is above them may be a fee of the bank',
    params: ofLine,
    answer: z.object({
      list: z.array(
        z.object({
          reference: z.string(),
          kind: z.enum(['withdrawal', 'refund', 'payment_file']),
          because: z
            .enum(['named', 'same_account', 'same_name'])
            .describe('the bank names it, or whom it was paid to'),
          payout: money,
          verdict: z
            .enum(['exact', 'fee', 'less', 'too_much'])
            .describe(
              'the line is the payout, with a plausible fee, less than it, or more than a fee above it',
            ),
          rest: money.describe('how much more than the payout the line is, or less'),
          highest_fee: money,
        }),
      ),
    }),
    refusals: ['bank_line_is_unknown'],
  }),
  proposePayout: endpoint('POST backoffice/bank-lines/:line_id/payout', {
    side: 'in',
    ...move,
    recent: true,
    summary:
      'Propose that a debit is a payout that the bank names, or the one of this reference, and what is above it the bank’s fee; an operator of the other side approves. While a proposal about the line waits, a second one is refused',
    params: ofLine,
    body: z.object({
      reference: z
        .string()
        .trim()
        .max(40, 'field_is_too_long')
        .optional()
        .describe('of a withdrawal, a refund or a payment file'),
      reason,
    }),
    answer: z.object({ proposal_id: id }),
    refusals: [
      'this_is_proposed_already',
      ...LINE_REFUSALS,
      'bank_line_is_of_the_other_direction',
      'bank_line_names_no_payout',
      'bank_line_names_another_payout',
      'withdrawal_is_unknown',
      'withdrawal_is_in_another_state',
      'refund_is_unknown',
      'refund_is_in_another_state',
      'payout_batch_is_unknown',
      'payout_batch_is_in_another_state',
      'line_is_less_than_its_payout',
      'rest_is_too_much_for_a_fee',
    ],
  }),
  proposeLateBatch: endpoint('POST backoffice/payout-batches/:batch_id/late', {
    side: 'out',
    ...move,
    recent: true,
    summary:
      'Propose to another operator what became of an exported file whose day of execution has passed: the bank has it, or nobody has uploaded it',
    params: ofBatch,
    body: z.object({ outcome: z.enum(LATE_OUTCOMES, { error: 'field_is_invalid' }), reason }),
    answer: z.object({ proposal_id: id }),
    refusals: [
      'this_is_proposed_already',
      ...BATCH_REFUSALS,
      ...DUTY_REFUSALS,
      'payout_batch_is_not_late',
      'payout_batch_may_be_at_the_bank',
      'payout_batch_is_named_by_the_bank',
      'payout_batch_is_paid_in_part',
      'reason_is_required',
    ],
  }),
  discardBatch: endpoint('POST backoffice/payout-batches/:batch_id/drop', {
    side: 'out',
    ...move,
    summary: 'Delete a batch that was never exported',
    params: ofBatch,
    answer: batch,
    idempotency: 'natural',
    refusals: [...BATCH_REFUSALS],
  }),
  importReport: endpoint('POST backoffice/payout-reports', {
    side: 'in',
    ...move,
    summary:
      'Propose what the bank says of a payment file to another operator: multipart with `file`, pain.002. It announces; money comes back when statements confirm it',
    answer: z.object({
      proposal_id: id,
      batch_id: id,
      accepted: z.int(),
      settled: z.int(),
      rejected: z.int(),
      booked: z
        .int()
        .describe('rejected by the report, and booked by a statement: nothing is done about them'),
    }),
    limit: { hits: 120, per_seconds: 3600 },
    refusals: [
      'this_is_proposed_already',
      ...FILE_REFUSALS,
      ...BATCH_REFUSALS,
      'payout_report_is_of_another_file',
      'payout_report_contradicts_the_statements',
      'statements_come_by_the_bank_connection',
    ],
  }),
}

export const adminWithdrawalFiles = {
  exportWithdrawals: csvFile(adminWithdrawalCalls.withdrawals, 'Withdrawals', 'account numbers are masked'),
  exportBatches: csvFile(adminWithdrawalCalls.batches, 'Payment files'),
}
