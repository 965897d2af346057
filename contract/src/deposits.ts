import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { amount, money, period } from './fields.ts'
import { cursor, id } from './ids.ts'

export const DEPOSIT_STATUSES = ['awaiting', 'credited', 'expired', 'refused'] as const
export const depositStatus = z.enum(DEPOSIT_STATUSES)
export type DepositStatus = z.infer<typeof depositStatus>

/** Only those that are configured are offered. */
export const depositMethod = z.enum(['bank_transfer', 'card'], { error: 'deposit_method_is_not_available' })
export type DepositMethod = z.infer<typeof depositMethod>

/** What became of a credited transfer's campaign. */
export const CAMPAIGN_OUTCOMES = [
  'paid',
  'less_arrived',
  'price_changed',
  'not_payable',
  'not_covered',
] as const
export type CampaignOutcome = (typeof CAMPAIGN_OUTCOMES)[number]

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
  being_checked: money
    .nullable()
    .describe(
      'what arrived with its reference and is not credited yet, because it is more than was announced, or came again; operators check it',
    ),
  reference: z.string().describe('FT-XXXX-XXXX, to be written on a transfer'),
  campaign_id: id.nullable().describe('pays itself when the transfer is credited in full'),
  campaign_outcome: z.enum(CAMPAIGN_OUTCOMES).nullable().describe('null until decided'),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  settled_at: z.iso.datetime().nullable(),
  reason: z.string().nullable().describe('why it was refused'),
  taken_back: z
    .object({ at: z.iso.datetime(), amount: money })
    .nullable()
    .describe('of a credited one: what was taken back, because the statement that named it was wrong'),
  instructions: z
    .union([transferInstructions, checkoutInstructions])
    .nullable()
    .describe(
      'while awaiting: where to transfer to, or where to pay by card; none once money is being checked',
    ),
})
export type Deposit = z.infer<typeof deposit>

const mine = z.object({ user_id: id })

export const depositCalls = {
  depositMethods: endpoint('GET deposit/methods', {
    summary: 'The configured deposit methods, and the highest amount',
    answer: z.object({
      list: z.array(depositMethod),
      highest: money.describe('the highest amount of one deposit'),
    }),
  }),
  deposit: endpoint('POST deposit', {
    summary:
      'Announce a deposit; the answer says where to transfer it and with which reference, or where to pay by card',
    body: mine.extend({
      amount,
      method: depositMethod,
      campaign_id: id
        .optional()
        .describe(
          'an unpaid campaign that a transfer of what is payable pays, with a confirmation of it; the answer is the transfer that is awaited already, if there is one',
        ),
    }),
    answer: deposit,
    idempotency: 'required',
    limit: { hits: 30, per_seconds: 3600 },
    refusals: [
      'deposit_method_is_not_available',
      'deposit_is_too_high',
      'card_amount_is_out_of_range',
      'card_payment_is_not_available_now',
      'campaign_is_unknown',
      'campaign_cannot_be_paid',
      'the_quote_has_changed',
      'confirmation_is_required',
      'your_account_has_been_locked',
    ],
  }),
  depositHistory: endpoint('POST deposit-history', {
    summary: 'Deposits, newest first',
    body: mine.extend({ state: depositStatus.optional(), ...period, cursor }),
    answer: z.object({ list: z.array(deposit), cursor: z.string().nullable() }),
  }),
  getDeposit: endpoint('GET deposit/:deposit_id', {
    summary: 'One deposit',
    params: z.object({ deposit_id: id }),
    answer: deposit,
    refusals: ['deposit_is_unknown'],
  }),
  cancelDeposit: endpoint('POST deposit/:deposit_id/cancel', {
    summary: 'Cancel a bank transfer that is still awaited; if it arrives all the same, it is credited',
    params: z.object({ deposit_id: id }),
    answer: deposit,
    idempotency: 'natural',
    refusals: ['deposit_is_unknown', 'deposit_cannot_be_cancelled'],
  }),
}
