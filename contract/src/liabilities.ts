// Apart from the calls that name them: the check of a proof loads nothing else.

/** Kinds of liabilities; each unit of money is in exactly one. */
export const LIABILITIES = [
  'available',
  'held',
  'escrow',
  'open_awards',
  'campaign_fees',
  'level_fees',
  'unmatched',
] as const
export type Liability = (typeof LIABILITIES)[number]
