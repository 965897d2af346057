// Which lists and changes each role is offered. The server decides; this only hides what it would refuse.
import { may, type StaffRole } from '@fairturn/contract/backoffice/roles'

type Roles = readonly StaffRole[]

const MONEY = { reads: may.read_money, changes: may.move_money }

const CONTENT = { reads: may.read_content, changes: may.change_content }

const SCREENS: Record<string, { reads: Roles; changes: Roles }> = {
  campaigns: { reads: may.read_reviews, changes: may.review_campaigns },
  orders: { reads: may.read_reviews, changes: may.review_orders },
  objections: { reads: may.read_reviews, changes: may.review_orders },
  approvals: { reads: may.everybody, changes: may.decide_proposals },
  audit: { reads: may.read_audit, changes: [] },
  pages: CONTENT,
  popups: CONTENT,
  banner: CONTENT,
  broadcasts: CONTENT,
  members: { reads: may.read_members, changes: may.change_members },
  invitations: { reads: may.read_members, changes: may.change_members },
  levels: { reads: may.read_rules, changes: may.change_rules },
  settings: { reads: may.read_rules, changes: may.change_rules },
  staff: { reads: may.read_staff, changes: may.change_staff },
  deposits: MONEY,
  'bank-lines': MONEY,
  'bank-statements': MONEY,
  'bank-mappings': MONEY,
  withdrawals: MONEY,
  'payout-batches': MONEY,
  refunds: MONEY,
  'card-events': MONEY,
  reconciliation: MONEY,
  accounts: MONEY,
  entries: MONEY,
  chains: MONEY,
  checks: MONEY,
  freezes: MONEY,
  proofs: MONEY,
  adjustments: MONEY,
}

/** Whether this role is offered to read (`list`, `show`) or to change what a screen shows. */
export function isOffered(role: StaffRole, screen: string, action: string): boolean {
  const roles = SCREENS[screen]
  if (roles === undefined) return false
  return (action === 'list' || action === 'show' ? roles.reads : roles.changes).includes(role)
}
