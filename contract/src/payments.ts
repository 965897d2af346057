// Payments: address and bank, money in, money out, and the statement of it all. Forms of address and bank: banking.ts.
import { z } from 'zod'
import { address, addressForm, bank, bankDetails, bankForm, payee } from './banking.ts'
import { country } from './country.ts'
import { endpoint } from './endpoint.ts'
import { cursor, id } from './ids.ts'
import { amount, money } from './money.ts'
import { PROOF_REFUSALS, proof } from './security.ts'

export const DEPOSIT_STATUSES = ['awaiting', 'credited', 'expired', 'refused'] as const
export const depositStatus = z.enum(DEPOSIT_STATUSES)
export type DepositStatus = z.infer<typeof depositStatus>

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

/** A way is offered only where it is configured. */
export const depositMethod = z.enum(['bank_transfer', 'card'], { error: 'deposit_method_is_not_available' })
export type DepositMethod = z.infer<typeof depositMethod>

/** Where the other side of a statement line's money was: the member's own other part is `own`. */
export const COUNTERPARTIES = ['bank', 'own', 'campaign', 'level_fee', 'platform'] as const

const mine = z.object({ user_id: id })
const instant = z.iso.datetime({ offset: true, error: 'field_is_invalid' })

/** From `from` on, before `to`. */
const period = { from: instant.optional(), to: instant.optional() }

export const hold = z.object({ until: z.iso.datetime(), reason: z.enum(['bank_changed', 'security']) })

export const bankAnswer = z.object({
  bank: bankDetails.nullable(),
  hold: hold.nullable().describe('until when withdrawals wait, and why'),
})

// Deposits --------------------------------------------------------------------------------------------------------------

export const receivingAccount = z.object({
  holder: z.string(),
  bank: z.string(),
  account_number: z.string().nullable(),
  iban: z.string().nullable(),
  bic: z.string().nullable(),
})

export const transferInstructions = z.object({
  account: receivingAccount,
  epc_qr: z.string().nullable().describe('EPC069-12 payload to be shown as a QR code; in euro only'),
})

export const checkoutInstructions = z.object({
  checkout_url: z.string().describe('the payment provider’s page, to be opened as a whole page'),
  checkout_expires_at: z.iso.datetime(),
})

export const deposit = z.object({
  _id: id,
  status: depositStatus,
  method: depositMethod,
  amount: money.describe('announced'),
  received: money.nullable().describe('what arrived and was credited'),
  reference: z.string().describe('FT-XXXX-XXXX, to be written on a transfer'),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  settled_at: z.iso.datetime().nullable(),
  reason: z.string().nullable().describe('why it was refused'),
  instructions: z
    .union([transferInstructions, checkoutInstructions])
    .nullable()
    .describe('while awaiting: where to transfer to, or where to pay by card'),
})
export type Deposit = z.infer<typeof deposit>

// Withdrawals -----------------------------------------------------------------------------------------------------------

const expected = z.object({
  median_hours: z
    .int()
    .nullable()
    .describe('from request to paid, of the last 90 days; null when none was paid'),
  bank_days_from: z.int().describe('what we say without experience'),
  bank_days_to: z.int(),
})

export const withdrawal = z.object({
  _id: id,
  status: withdrawalStatus,
  amount: money.describe('what left the balance'),
  fee: money.describe('part of the amount that is kept'),
  payout: money.describe('amount less fee'),
  payee,
  reference: z.string(),
  requested_at: z.iso.datetime(),
  approved_at: z.iso.datetime().nullable(),
  sent_at: z.iso.datetime().nullable(),
  settled_at: z.iso.datetime().nullable().describe('paid, returned, cancelled or refused'),
  reason: z.string().nullable().describe('why it was refused or returned'),
  cancellable: z.boolean(),
})
export type Withdrawal = z.infer<typeof withdrawal>

const balances = z.object({ account_balance: money, held_balance: money })

// Statement -------------------------------------------------------------------------------------------------------------

export const statementLine = z.object({
  _id: z.string(),
  at: z.iso.datetime(),
  type: z.string().describe('of the ledger entry, e.g. award_claimed'),
  part: z.enum(['available', 'held']).describe('which part of the balance it moved'),
  amount: money.describe('signed'),
  balance_after: money.describe('of that part'),
  counterparty: z.enum(COUNTERPARTIES).describe('whose money it was, or became'),
  refers_to: z.object({
    kind: z.enum(['deposit', 'withdrawal', 'order', 'campaign', 'level', 'entry']),
    _id: z.string(),
    name: z.string().nullable().describe('brand, level or reference'),
  }),
  note: z.string().describe('the reason of a correction; empty otherwise'),
})
export type StatementLine = z.infer<typeof statementLine>

const statementPeriod = z.object(period)
/** Of `GET statements/export`, which answers with a file outside the usual envelope. */
export const exportQuery = statementPeriod.extend({ format: z.enum(['csv']) })

export const paymentCalls = {
  address: endpoint({
    method: 'POST',
    path: 'address',
    summary: 'The address, if one was saved',
    auth: 'member',
    body: mine,
    answer: z.object({ address: address.nullable() }),
  }),
  updateAddress: endpoint({
    method: 'POST',
    path: 'update-address',
    summary: 'Save the address',
    auth: 'member',
    frozen: true,
    body: addressForm.safeExtend({ user_id: id }),
    answer: z.object({ address }),
    limit: { hits: 30, per_seconds: 3600 },
    refusals: ['field_is_required', 'country_is_unknown'],
  }),
  banks: endpoint({
    method: 'GET',
    path: 'banks',
    summary: 'The bank directory',
    auth: 'member',
    query: z.object({ country: country.optional() }),
    answer: z.object({
      list: z.array(bank),
      source: z.enum(['directory', 'bundled']),
      fetched_at: z.iso.datetime().nullable(),
    }),
  }),
  bank: endpoint({
    method: 'POST',
    path: 'bank',
    summary: 'The bank details, if any were saved',
    auth: 'member',
    body: mine,
    answer: bankAnswer,
  }),
  updateBank: endpoint({
    method: 'POST',
    path: 'update-bank',
    summary:
      'Save the bank details: either iban, or bank_code with account_number. Changing them needs the password or a passkey, and holds withdrawals for 24 hours',
    auth: 'member',
    frozen: true,
    body: bankForm.extend({ user_id: id, ...proof }),
    answer: bankAnswer,
    limit: { hits: 30, per_seconds: 3600 },
    refusals: [
      'the_bank_does_not_exist',
      'iban_is_invalid',
      'account_number_is_invalid',
      'holder_is_invalid',
      'holder_must_be_in_latin_letters',
      ...PROOF_REFUSALS,
    ],
  }),
  depositMethods: endpoint({
    method: 'GET',
    path: 'deposit/methods',
    summary: 'How money can be deposited; only what is configured',
    auth: 'member',
    answer: z.object({ list: z.array(depositMethod) }),
  }),
  deposit: endpoint({
    method: 'POST',
    path: 'deposit',
    summary:
      'Announce a deposit; the answer says where to transfer it and with which reference, or where to pay by card',
    auth: 'member',
    body: mine.extend({ amount, method: depositMethod }),
    answer: deposit,
    idempotency: 'required',
    limit: { hits: 30, per_seconds: 3600 },
    refusals: [
      'deposit_method_is_not_available',
      'card_amount_is_out_of_range',
      'card_payment_is_not_available_now',
    ],
  }),
  depositHistory: endpoint({
    method: 'POST',
    path: 'deposit-history',
    summary: 'Deposits, newest first',
    auth: 'member',
    body: mine.extend({ state: depositStatus.optional(), ...period, cursor }),
    answer: z.object({ list: z.array(deposit), cursor: z.string().nullable() }),
  }),
  getDeposit: endpoint({
    method: 'GET',
    path: 'deposit/:deposit_id',
    summary: 'One deposit',
    auth: 'member',
    params: z.object({ deposit_id: id }),
    answer: deposit,
    refusals: ['deposit_is_unknown'],
  }),
  withdrawTerms: endpoint({
    method: 'GET',
    path: 'withdraw/terms',
    summary: 'What a withdrawal would cost and how long it takes, and what is still missing for one',
    auth: 'member',
    answer: z.object({
      available: money,
      minimum: money.describe('closing the account pays any amount'),
      fee: money,
      expected,
      has_address: z.boolean(),
      payee: payee.nullable(),
      hold: hold.nullable(),
    }),
  }),
  withdraw: endpoint({
    method: 'POST',
    path: 'withdraw',
    summary: 'Withdraw an amount, or all of it (`all: true`), confirmed by the password or a passkey',
    auth: 'member',
    frozen: true,
    body: mine
      .extend({ amount: amount.optional(), all: z.literal(true).optional(), ...proof })
      .refine((form) => (form.amount === undefined) !== (form.all === undefined), {
        path: ['amount'],
        error: 'amount_is_invalid',
      }),
    answer: balances.extend({ withdrawal }),
    idempotency: 'required',
    limit: { hits: 60, per_seconds: 3600 },
    refusals: [
      ...PROOF_REFUSALS,
      'your_account_has_not_reached_the_minimum_balance',
      'please_add_address_before',
      'the_bank_does_not_exist',
      'withdrawals_wait_after_a_change_of_bank',
      'withdrawals_wait_for_a_security_check',
      'withdrawal_exceeds_the_available_balance',
    ],
  }),
  withdrawHistory: endpoint({
    method: 'POST',
    path: 'withdraw-history',
    summary: 'Withdrawals, newest first',
    auth: 'member',
    body: mine.extend({ state: withdrawalStatus.optional(), ...period, cursor }),
    answer: z.object({ list: z.array(withdrawal), cursor: z.string().nullable() }),
  }),
  getWithdrawal: endpoint({
    method: 'GET',
    path: 'withdraw/:withdrawal_id',
    summary: 'One withdrawal',
    auth: 'member',
    params: z.object({ withdrawal_id: id }),
    answer: withdrawal,
    refusals: ['withdrawal_is_unknown'],
  }),
  cancelWithdrawal: endpoint({
    method: 'POST',
    path: 'withdraw/:withdrawal_id/cancel',
    summary: 'Cancel a withdrawal that is not yet approved; the money is available at once',
    auth: 'member',
    frozen: true,
    params: z.object({ withdrawal_id: id }),
    answer: balances.extend({ withdrawal }),
    idempotency: 'natural',
    refusals: ['withdrawal_is_unknown', 'withdrawal_cannot_be_cancelled'],
  }),
  statements: endpoint({
    method: 'GET',
    path: 'statements',
    summary: 'Every posting of the balance, newest first',
    auth: 'member',
    query: statementPeriod.extend({ cursor }),
    answer: balances.extend({ list: z.array(statementLine), cursor: z.string().nullable() }),
  }),
}
