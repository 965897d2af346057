// The codes of the books: kinds of accounts, types of entries, and what documents are. They are stored, those of accounts and entries
// are part of hash chains: new ones may be added, none renamed.

/** `own_money`: what the platform has put in, less its losses; it may be negative. `vat`: what is owed to the state. */
export const PLATFORM_KINDS = ['cash', 'revenue', 'own_money', 'vat'] as const
export const HOLDER_KINDS = [
  'member_available',
  'member_held',
  'campaign_escrow',
  'campaign_fee',
  'level_fee',
  'unmatched_payment',
  'campaign_vat',
] as const
export const ACCOUNT_KINDS = [...PLATFORM_KINDS, ...HOLDER_KINDS] as const

/** Sharded to reduce lock contention. */
export type PlatformKind = (typeof PLATFORM_KINDS)[number]
/** `campaign_vat`: VAT paid with a campaign, until it is due or returned. `unmatched_payment`: money that arrived that is nobody's yet; the account's holder is its bank line. */
export type HolderKind = (typeof HOLDER_KINDS)[number]
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

export const ENTRY_TYPES = [
  'deposit_credited',
  'opening_balance',
  'bank_fee_booked',
  'bank_fee_reversed',
  'interest_booked',
  'vat_paid',
  'vat_paid_reversed',
  'vat_advanced',
  'vat_set_off',
  'exchange_difference_booked',
  'exchange_difference_reversed',
  'credit_reversed',
  'unmatched_payment_kept',
  'unmatched_payment_refunded',
  'unmatched_payment_returned',
  'campaign_paid',
  'award_claimed',
  'objection_upheld',
  'campaign_ended',
  'level_bought',
  'level_restored',
  'level_recognised',
  'level_refunded',
  'withdrawal_requested',
  'withdrawal_sent',
  'withdrawal_returned',
  'adjustment',
  'reversal',
] as const
export type EntryType = (typeof ENTRY_TYPES)[number]

/**
 * What accounts of a bookkeeping stand for: kinds of accounts here, and of `own_money` fees and interest of the bank, exchange
 * differences, and VAT paid before it is owed here (a claim on the state) apart.
 */
export const CHART_KEYS = [
  ...ACCOUNT_KINDS,
  'bank_fees',
  'interest',
  'exchange_differences',
  'vat_advances',
] as const
export type ChartKey = (typeof CHART_KEYS)[number]

/** Which kinds may share an account of the bookkeeping: what is whose must stay apart. */
export const CHART_GROUPS: readonly (readonly ChartKey[])[] = [
  ['cash'],
  ['member_available', 'member_held', 'unmatched_payment'],
  ['campaign_escrow', 'campaign_fee', 'level_fee'],
  ['vat', 'campaign_vat', 'vat_advances'],
  ['revenue', 'own_money', 'bank_fees', 'interest', 'exchange_differences'],
]

const OF_OWN_MONEY: Partial<Record<EntryType, ChartKey>> = {
  bank_fee_booked: 'bank_fees',
  bank_fee_reversed: 'bank_fees',
  interest_booked: 'interest',
  exchange_difference_booked: 'exchange_differences',
  exchange_difference_reversed: 'exchange_differences',
  vat_advanced: 'vat_advances',
  vat_set_off: 'vat_advances',
}
export const chartKeyOf = (kind: AccountKind, type: EntryType): ChartKey =>
  (kind === 'own_money' ? OF_OWN_MONEY[type] : undefined) ?? kind

/** The UUID of a SHA-256 in hexadecimal (RFC 9562, version 8): ids of accounts and entries. */
export function uuidOfHash(hex: string): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Why a document has the VAT it has. The codes of EN 16931 follow from it (xml.ts). */
export const VAT_CASES = ['domestic', 'reverse_charge', 'outside', 'exempt', 'consumer'] as const
export type VatCase = (typeof VAT_CASES)[number]

/** `principal`: the whole price is our service. `agent`: rewards pass through, VAT is on the fee. */
export const SUPPLIES = ['principal', 'agent'] as const
export type Supply = (typeof SUPPLIES)[number]

/** Invoice, credit note: the prefix of their numbers. */
export const INVOICE_SERIES = ['FI', 'FC'] as const
export type InvoiceSeries = (typeof INVOICE_SERIES)[number]

/** `unconfirmed`: its digits are right, and nobody has confirmed it. */
export const NUMBER_CHECKS = ['unconfirmed', 'confirmed', 'refused'] as const
export type NumberCheck = (typeof NUMBER_CHECKS)[number]
