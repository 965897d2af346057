// The words of the ledger: what kinds of accounts there are, and why money moves. They stand in the database and in chains of
// hashes: one may be added, none renamed.

export const PLATFORM_KINDS = ['cash', 'revenue'] as const
export const OWNED_KINDS = [
  'member_available',
  'member_held',
  'campaign_escrow',
  'campaign_fee',
  'level_fee',
  'unmatched_receipt',
] as const
export const ACCOUNT_KINDS = [...PLATFORM_KINDS, ...OWNED_KINDS] as const

/** The platform's own accounts are kept in shards, so that nobody queues for them. */
export type PlatformKind = (typeof PLATFORM_KINDS)[number]
/** `unmatched_receipt`: money that arrived and is nobody's yet; its owner is the bank's line that brought it. */
export type OwnedKind = (typeof OWNED_KINDS)[number]
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

export const ENTRY_TYPES = [
  'deposit_credited',
  'receipt_kept',
  'receipt_refunded',
  'receipt_returned',
  'campaign_paid',
  'award_claimed',
  'objection_upheld',
  'campaign_ended',
  'level_bought',
  'level_recognised',
  'level_refunded',
  'withdrawal_requested',
  'withdrawal_sent',
  'withdrawal_returned',
  'adjustment',
  'reversal',
] as const
export type EntryType = (typeof ENTRY_TYPES)[number]
