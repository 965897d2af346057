// What a back-office call can show of a member in full. A call that declares it leaves one line a member, operator, kind and
// hour in the audit log, which the member reads; all others show members by username, and masked.

export const LOOK_KINDS = [
  'contact',
  'bank_account',
  'address',
  'statement',
  'conversation',
  'payer',
] as const
export type LookKind = (typeof LOOK_KINDS)[number]
