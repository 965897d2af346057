// The texts of statements and receipts, in English. docs/languages.md has the terms; the app's own texts
// are in its catalogues.
import type { DepositStatus } from '@fairturn/contract/deposits'
import type { COUNTERPARTIES, StatementLine } from '@fairturn/contract/documents'
import type { WithdrawalStatus } from '@fairturn/contract/withdrawals'

type Counterparty = (typeof COUNTERPARTIES)[number]

export interface PdfWords {
  readonly demo: string
  readonly titles: Readonly<Record<'statement' | 'deposit' | 'withdrawal' | 'award', string>>
  readonly facts: Readonly<
    Record<
      | 'member'
      | 'phone'
      | 'period'
      | 'made_on'
      | 'amount'
      | 'state'
      | 'announced'
      | 'reference'
      | 'way'
      | 'announced_on'
      | 'settled_on'
      | 'reason'
      | 'number'
      | 'fee'
      | 'payout'
      | 'holder'
      | 'account'
      | 'requested_on'
      | 'approved_on'
      | 'sent_on'
      | 'award'
      | 'reward'
      | 'bonus'
      | 'verified_visits'
      | 'brand'
      | 'claimed_on',
      string
    >
  >
  readonly summary: Readonly<
    Record<'available' | 'held' | 'together' | 'opening' | 'money_in' | 'money_out' | 'closing', string>
  >
  readonly list: Readonly<Record<'date' | 'title' | 'amount' | 'balance' | 'empty', string>>
  /** Of a line, by its type. */
  readonly lines: Readonly<Record<string, string>>
  readonly parts: Readonly<Record<StatementLine['part'], string>>
  /** When the money came in, and when it went out. */
  readonly counterparties: Readonly<Record<Counterparty, readonly [from: string, to: string]>>
  readonly ways: Readonly<Record<'bank_transfer' | 'card', string>>
  readonly deposit: Readonly<Record<DepositStatus, string>>
  readonly withdrawal: Readonly<Record<WithdrawalStatus, string>>
  /** `check` is followed by the hash. */
  readonly notes: Readonly<Record<'own_money' | 'check' | 'receipt', string>>
}

export const en: PdfWords = {
  demo: 'Demo',
  titles: {
    statement: 'Account statement',
    deposit: 'Deposit receipt',
    withdrawal: 'Withdrawal receipt',
    award: 'Award receipt',
  },
  facts: {
    member: 'Member',
    phone: 'Phone',
    period: 'Period',
    made_on: 'Issued on',
    amount: 'Amount',
    state: 'Status',
    announced: 'Amount requested',
    reference: 'Reference',
    way: 'Method',
    announced_on: 'Created on',
    settled_on: 'Completed on',
    reason: 'Reason',
    number: 'Number',
    fee: 'Fee',
    payout: 'Arrives at your bank',
    holder: 'Account holder',
    account: 'Account number',
    requested_on: 'Requested on',
    approved_on: 'Approved on',
    sent_on: 'Sent on',
    award: 'Award',
    reward: 'Reward',
    bonus: 'Bonus',
    verified_visits: 'Verified visits',
    brand: 'Advertiser',
    claimed_on: 'Claimed on',
  },
  summary: {
    available: 'Available',
    held: 'Held',
    together: 'Total',
    opening: 'Opening balance',
    money_in: 'Money in',
    money_out: 'Money out',
    closing: 'Closing balance',
  },
  list: {
    date: 'Date',
    title: 'Description',
    amount: 'Amount',
    balance: 'Balance after',
    empty: 'No transactions in this period.',
  },
  lines: {
    deposit_credited: 'Deposit',
    campaign_paid: 'Campaign paid',
    award_claimed: 'Award',
    campaign_ended: 'Campaign refund',
    level_bought: 'Level bought',
    level_refunded: 'Level refunded',
    withdrawal_requested: 'Withdrawal requested',
    withdrawal_sent: 'Withdrawal sent',
    withdrawal_returned: 'Withdrawal returned',
    adjustment: 'Adjustment',
    reversal: 'Reversal',
    objection_upheld: 'Objection upheld',
  },
  parts: { available: 'available', held: 'held' },
  counterparties: {
    bank: ['from the bank', 'to the bank'],
    own: ['from the other part of your balance', 'to the other part of your balance'],
    campaign: ['from the campaign’s escrow', 'to your campaign’s escrow and service fee'],
    level_fee: ['from your refundable level fee', 'to your refundable level fee'],
    platform: ['from the platform', 'to the platform'],
  },
  ways: { bank_transfer: 'Bank transfer', card: 'Card' },
  deposit: {
    awaiting: 'awaiting transfer',
    credited: 'credited',
    expired: 'expired',
    refused: 'refused',
  },
  withdrawal: {
    requested: 'requested',
    approved: 'approved',
    sent: 'sent',
    paid: 'paid',
    returned: 'returned',
    cancelled: 'cancelled',
    refused: 'refused',
  },
  notes: {
    own_money:
      'Money held for a withdrawal is still yours. It moves from available to held; in the total it counts neither as money in nor as money out.',
    check: 'Verification: hash of the last ledger entry on this statement: ',
    receipt: 'As recorded in the ledger on the day this receipt was created.',
  },
}
