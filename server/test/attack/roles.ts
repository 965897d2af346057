// Who of staff may call what: said a second time, by hand, beside the contract. Every route of the back office has its row
// here; one without a row, or that lets in another role than its row says, fails roles.test.ts.
import type { StaffRole } from '@fairturn/contract/backoffice/roles'

interface Row {
  readonly roles: readonly StaffRole[]
  /** Only after confirming anew within 5 minutes. */
  readonly recent?: true
  /** What the route needs to get past its schema; ids in its path are unknown ones unless said. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}

const EVERYBODY: readonly StaffRole[] = ['support', 'content', 'finance', 'auditor', 'owner']

/** `METHOD path` → who. What is open to nobody's session (signing in) has no roles and stands in OPEN. */
export const matrix: Readonly<Record<string, Row>> = {
  // staff: one's own session
  'GET backoffice/auth/me': { roles: EVERYBODY },
  'POST backoffice/auth/logout': { roles: EVERYBODY },

  // staff: four eyes
  'GET backoffice/approvals': { roles: EVERYBODY },
  'GET backoffice/approvals/:proposal_id': { roles: EVERYBODY },
  'POST backoffice/approvals/:proposal_id/approve': {
    roles: ['support', 'content', 'finance', 'owner'],
    recent: true,
    body: { content_hash: '0'.repeat(64) },
  },
  'POST backoffice/approvals/:proposal_id/reject': {
    roles: ['support', 'content', 'finance', 'owner'],
    body: { reason: 'No.' },
  },
  'POST backoffice/approvals/:proposal_id/withdraw': { roles: ['support', 'content', 'finance', 'owner'] },

  // staff: the log
  'GET backoffice/audit': { roles: ['auditor', 'owner'] },
  'GET backoffice/audit/chain': { roles: ['auditor', 'owner'] },
  'GET backoffice/audit.csv': { roles: ['auditor', 'owner'] },
}

/** Calls that need no session: they are how one is opened. */
export const OPEN: readonly string[] = []

/** What even the auditor may change: their own session and proofs. */
export const ones_own = (route: string): boolean => route.includes(' backoffice/auth/')
