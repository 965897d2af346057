// The words of statements and receipts in the seven languages, as docs/languages.md names things. The app's own words for
// the same things are in its catalogues; these stand on paper.
import type { Locale } from '@fairturn/contract/locales'
import type {
  COUNTERPARTIES,
  DepositStatus,
  StatementLine,
  WithdrawalStatus,
} from '@fairturn/contract/payments'
import { cn, jp, kr } from './pdf-words-east.ts'
import { fr, rs, vn } from './pdf-words-west.ts'

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

const en: PdfWords = {
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
    made_on: 'Made on',
    amount: 'Amount',
    state: 'State',
    announced: 'Announced',
    reference: 'Reference',
    way: 'Way',
    announced_on: 'Announced on',
    settled_on: 'Settled on',
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
    brand: 'Paid from the campaign of',
    claimed_on: 'Claimed on',
  },
  summary: {
    available: 'Available',
    held: 'Held',
    together: 'Together',
    opening: 'Opening balance',
    money_in: 'Money in',
    money_out: 'Money out',
    closing: 'Closing balance',
  },
  list: {
    date: 'Date',
    title: 'What for',
    amount: 'Amount',
    balance: 'Balance after',
    empty: 'Nothing moved in this period.',
  },
  lines: {
    deposit_credited: 'Deposit',
    campaign_paid: 'Campaign paid',
    award_claimed: 'Award',
    campaign_ended: 'Rest of a campaign',
    level_bought: 'Level bought',
    level_refunded: 'Level given back',
    withdrawal_requested: 'Withdrawal requested',
    withdrawal_sent: 'Withdrawal sent',
    withdrawal_returned: 'Withdrawal came back',
    adjustment: 'Correction',
    reversal: 'Reversal',
    objection_upheld: 'Objection upheld',
  },
  parts: { available: 'available', held: 'held' },
  counterparties: {
    bank: ['from the bank', 'to the bank'],
    own: ['your own money, from the other part', 'your own money, to the other part'],
    campaign: ['from the campaign’s escrow', 'to your campaign’s escrow and service fee'],
    level_fee: ['from the level fee kept for you', 'to the level fee, which you can have back'],
    platform: ['from the platform', 'to the platform'],
  },
  ways: { bank_transfer: 'Bank transfer', card: 'Card' },
  deposit: {
    awaiting: 'awaiting the transfer',
    credited: 'credited',
    expired: 'expired',
    refused: 'not accepted',
  },
  withdrawal: {
    requested: 'requested',
    approved: 'approved',
    sent: 'sent',
    paid: 'paid',
    returned: 'returned by the bank',
    cancelled: 'cancelled',
    refused: 'not carried out',
  },
  notes: {
    own_money:
      'Money that a withdrawal holds is still yours. It moves from available to held and counts there; together it is neither in nor out.',
    check: 'Check: hash of the last ledger entry on this statement: ',
    receipt: 'As the ledger has it on the day this receipt was made.',
  },
}

const words: Readonly<Record<Locale, PdfWords>> = { vn, en, jp, kr, cn, rs, fr }

export const pdfWords = (locale: Locale): PdfWords => words[locale]
