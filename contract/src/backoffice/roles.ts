// Who of staff may what, on one page. Every call of the back office names one of these; the server refuses everybody else.
// The auditor stands in every line that reads and in none that changes; the owner in all, yet never as both eyes of four.

export const STAFF_ROLES = ['support', 'content', 'finance', 'auditor', 'owner'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

type Roles = readonly StaffRole[]

export const may = {
  /** Their own sign-in and sessions, the dashboard, what waits for a second pair of eyes. */
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

  /** Proposing and deciding at all; of which kind is said with the kind. */
  decide_proposals: ['support', 'content', 'finance', 'owner'],
} as const satisfies Record<string, Roles>
