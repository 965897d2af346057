// Permissions of staff, on one page. Every call of the back office names one of these; the server refuses
// everybody else. The auditor reads everything and changes nothing; the owner may do everything, yet never
// approves an own proposal.

export const STAFF_ROLES = ['support', 'content', 'finance', 'auditor', 'owner'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

type Roles = readonly StaffRole[]

export const may = {
  /** Their own sign-in and sessions, the dashboard, proposals to approve. */
  everybody: STAFF_ROLES,

  read_members: ['support', 'finance', 'auditor', 'owner'],
  change_members: ['support', 'owner'],

  read_reviews: ['support', 'content', 'auditor', 'owner'],
  review_campaigns: ['support', 'content', 'owner'],
  review_orders: ['support', 'owner'],

  read_money: ['finance', 'auditor', 'owner'],
  move_money: ['finance', 'owner'],

  read_content: ['content', 'support', 'auditor', 'owner'],
  change_content: ['content', 'owner'],

  read_rules: ['finance', 'content', 'auditor', 'owner'],
  /** Levels and settings. */
  change_rules: ['owner'],

  read_staff: ['auditor', 'owner'],
  change_staff: ['owner'],
  read_audit: ['auditor', 'owner'],

  /** Proposing and deciding at all; the kind says which. */
  decide_proposals: ['support', 'content', 'finance', 'owner'],
} as const satisfies Record<string, Roles>
