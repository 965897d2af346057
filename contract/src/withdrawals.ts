import { z } from 'zod'
import { payee, payoutDelay } from './banking.ts'
import { endpoint } from './endpoint.ts'
import { amount, money, period } from './fields.ts'
import { cursor, id } from './ids.ts'
import { confirmation, CONFIRMATION_REFUSALS } from './security.ts'

export const WITHDRAWAL_STATUSES = [
  'requested',
  'approved',
  'sent',
  'paid',
  'returned',
  'cancelled',
  'refused',
] as const
export const withdrawalStatus = z.enum(WITHDRAWAL_STATUSES)
export type WithdrawalStatus = z.infer<typeof withdrawalStatus>

/** The closed list of promise 5: what one operator can refuse a withdrawal for. */
export const REFUSAL_REASONS = [
  'payee_is_another_person',
  'account_does_not_exist',
  'bank_cannot_be_reached',
  'identity_in_doubt',
] as const
/** With those that no one person can give: two people revoke a statement, and a security lock undoes a change of account. */
export const WITHDRAWAL_REFUSAL_REASONS = [
  ...REFUSAL_REASONS,
  'credited_by_mistake',
  'account_entered_before_lock',
] as const
export type WithdrawalRefusalReason = (typeof WITHDRAWAL_REFUSAL_REASONS)[number]

/** What a member whose identity is in doubt can send. */
export const IDENTITY_EVIDENCE = ['identity_document', 'account_statement', 'proof_of_name_change'] as const
export type IdentityEvidence = (typeof IDENTITY_EVIDENCE)[number]

/** From fewer observations no percentile is given: it would be chance, or tell of single persons. */
export const PERCENTILE_MINIMUM = 20

const expected = z.object({
  median_hours: z
    .int()
    .nullable()
    .describe(
      `from request to paid, of the last 90 days; null while fewer than ${PERCENTILE_MINIMUM} were paid`,
    ),
  bank_days_from: z.int().describe('what we say without experience'),
  bank_days_to: z.int(),
})

export const withdrawal = z.object({
  _id: id,
  status: withdrawalStatus,
  amount: money.describe('what left the balance'),
  fee: money.describe('part of the amount that is kept'),
  payout: money.describe('amount less fee'),
  to: z.enum(['bank', 'card']).describe('the payout account, or back to the card that paid'),
  payee: payee.nullable().describe('null for one to a card'),
  reference: z.string(),
  requested_at: z.iso.datetime(),
  approved_at: z.iso.datetime().nullable(),
  sent_at: z.iso.datetime().nullable(),
  settled_at: z.iso.datetime().nullable().describe('paid, returned, cancelled or refused'),
  reason: z.string().nullable().describe('why it was refused or returned, in the language of the caller'),
  refused_for: z
    .enum(WITHDRAWAL_REFUSAL_REASONS)
    .nullable()
    .describe('the reason of the closed list; null unless it was refused for one'),
  to_send: z
    .array(z.enum(IDENTITY_EVIDENCE))
    .describe('what ends a doubt about the identity; otherwise empty'),
  cancellable: z.boolean(),
})
export type Withdrawal = z.infer<typeof withdrawal>

export const balances = z.object({ account_balance: money, held_balance: money })

const mine = z.object({ user_id: id })

export const withdrawalCalls = {
  withdrawTerms: endpoint('GET withdraw/terms', {
    summary: 'Fee and expected time of a withdrawal, and missing prerequisites',
    answer: z.object({
      available: money.describe('what can be withdrawn now'),
      to_card: money.describe('of it, what goes back to the cards that paid it in, without fee'),
      kept_back: money.describe('in dispute at a card’s issuer, or paid out twice'),
      minimum: money.describe('closing the account pays any amount'),
      fee: money,
      expected,
      has_address: z.boolean(),
      payee: payee.nullable(),
      hold: payoutDelay.nullable(),
    }),
  }),
  withdraw: endpoint('POST withdraw', {
    summary:
      'Withdraw an amount, or all of it (`all: true`): what is left of card payments to their cards, the rest to the saved account; confirmed in the call or in the last five minutes',
    lockedOut: true,
    counts_refusals: true,
    body: mine
      .extend({
        amount: amount.optional(),
        all: z.literal(true).optional(),
        again: id
          .optional()
          .describe(
            'a refused withdrawal, once a complaint about it was upheld: its amount. Asked again, whoever asks and with whatever key, the answer is the withdrawal already made, unless that was cancelled or refused',
          ),
        ...confirmation,
      })
      .refine(
        ({ amount: one, all, again }) =>
          [one, all, again].filter((given) => given !== undefined).length === 1,
        { path: ['amount'], error: 'amount_is_invalid' },
      )
      .meta({
        examples: [
          {
            user_id: '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b',
            amount: '25.00',
            password: 'a long walk by the river',
          },
        ],
      }),
    answer: balances.extend({
      withdrawal: withdrawal.describe('to the account; to a card if there is no other'),
      others: z.array(withdrawal).describe('to cards, oldest payment first'),
    }),
    idempotency: 'required',
    limit: { hits: 60, per_seconds: 3600 },
    refusals: [
      ...CONFIRMATION_REFUSALS,
      'withdrawal_is_unknown',
      'your_account_has_not_reached_the_minimum_balance',
      'please_add_address_before',
      'town_must_be_in_latin_letters',
      'the_bank_does_not_exist',
      'bic_is_needed',
      'withdrawals_wait_after_a_change_of_bank',
      'withdrawals_wait_for_a_security_check',
      'withdrawal_exceeds_the_available_balance',
      'amount_was_paid_out_twice',
      'amount_is_in_dispute',
    ],
  }),
  withdrawHistory: endpoint('POST withdraw-history', {
    summary: 'Withdrawals, newest first',
    body: mine.extend({ state: withdrawalStatus.optional(), ...period, cursor }),
    answer: z.object({ list: z.array(withdrawal), cursor: z.string().nullable() }),
  }),
  getWithdrawal: endpoint('GET withdraw/:withdrawal_id', {
    summary: 'One withdrawal',
    params: z.object({ withdrawal_id: id }),
    answer: withdrawal,
    refusals: ['withdrawal_is_unknown'],
  }),
  cancelWithdrawal: endpoint('POST withdraw/:withdrawal_id/cancel', {
    summary: 'Cancel a withdrawal that is not yet approved; the money is available at once',
    lockedOut: true,
    params: z.object({ withdrawal_id: id }),
    answer: balances.extend({ withdrawal }),
    idempotency: 'natural',
    refusals: ['withdrawal_is_unknown', 'withdrawal_cannot_be_cancelled'],
  }),
}
