// Permissions of staff roles (RBAC), in one place. Every call of the back office names one of these; the server refuses all
// other roles. The auditor can read everything and change nothing; the owner can do everything except approve their own
// proposals.

export const STAFF_ROLES = ['support', 'content', 'finance', 'auditor', 'owner'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** Whoever moves money brings it in or sends it out, never both (spec, two sides). */
export const SIDES = ['in', 'out'] as const
export type Side = (typeof SIDES)[number]

type Roles = readonly StaffRole[]

export const may = {
  /** Own sign-in and sessions, the dashboard, proposals to approve. */
  everybody: STAFF_ROLES,

  read_members: ['support', 'finance', 'auditor', 'owner'],
  change_members: ['support', 'owner'],
  read_notes: ['support', 'auditor', 'owner'],
  write_notes: ['support', 'owner'],

  read_conversations: ['support', 'auditor', 'owner'],
  /** Answers, internal notes, decisions on complaints. */
  answer_conversations: ['support', 'owner'],

  read_reviews: ['support', 'content', 'auditor', 'owner'],
  review_campaigns: ['support', 'content', 'owner'],
  review_orders: ['support', 'owner'],
  read_rings: ['support', 'finance', 'auditor', 'owner'],

  read_money: ['finance', 'auditor', 'owner'],
  move_money: ['finance', 'owner'],
  /** Brands of campaigns and orders: those who review them, and those who see what was paid for them. */
  read_brands: ['support', 'content', 'finance', 'auditor', 'owner'],

  read_content: ['content', 'support', 'auditor', 'owner'],
  change_content: ['content', 'owner'],
  /** Content pages: finance answers for where the receiving page sends money, and changes none. */
  read_pages: ['content', 'support', 'finance', 'auditor', 'owner'],

  read_rules: ['finance', 'content', 'auditor', 'owner'],
  /** Levels, settings and the receiving page: who proposes and, as another person, who approves. */
  change_rules: ['owner'],

  read_staff: ['auditor', 'owner'],
  change_staff: ['owner'],
  read_audit: ['auditor', 'owner'],

  /** Proposing and deciding in general; each proposal kind restricts it further. */
  decide_proposals: ['support', 'content', 'finance', 'owner'],
} as const satisfies Record<string, Roles>
