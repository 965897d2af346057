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
  'campaign_vat',
  'vat',
] as const
export type Liability = (typeof LIABILITIES)[number]
/** Owed to nobody who is a member: they have no leaf of their own. */
export const OWED_TO_NO_MEMBER: readonly Liability[] = ['unmatched', 'vat']
