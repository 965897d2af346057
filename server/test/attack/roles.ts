// The roles of every back-office route, written independently of the contract. A route without a row here or in the
// files beside it, or with other roles than its row, fails roles.test.ts.
import type { StaffRole } from '@fairturn/contract/backoffice/roles'
import type { Matrix } from './matrix.ts'
import { content } from './roles.content.ts'
import { members } from './roles.members.ts'
import { money } from './roles.money.ts'

const EVERYBODY: readonly StaffRole[] = ['support', 'content', 'finance', 'auditor', 'owner']

/** `METHOD path` → roles. Calls without a session (sign-in) are in OPEN. */
export const matrix: Matrix = {
  // staff: the operator's own session
  'GET backoffice/auth/me': { roles: EVERYBODY },
  'POST backoffice/auth/confirm-options': { roles: EVERYBODY },
  'POST backoffice/auth/confirm': { roles: EVERYBODY },
  'POST backoffice/auth/logout': { roles: EVERYBODY },
  'GET backoffice/auth/sessions': { roles: EVERYBODY },
  'POST backoffice/auth/sessions/end': { roles: EVERYBODY },
  'POST backoffice/auth/password': { roles: EVERYBODY, recent: true },
  'GET backoffice/auth/passkeys': { roles: EVERYBODY },
  'POST backoffice/auth/passkeys/new': { roles: EVERYBODY, recent: true },
  'POST backoffice/auth/passkeys': { roles: EVERYBODY, recent: true },
  'POST backoffice/auth/passkeys/:passkey_id/remove': { roles: EVERYBODY, recent: true },

  // the dashboard
  'GET backoffice/dashboard': { roles: EVERYBODY },
  'GET backoffice/names': {
    roles: EVERYBODY,
    query: { text: 'somebody', of: 'campaign' },
  },
  'GET backoffice/search': { roles: EVERYBODY, query: { text: 'somebody' } },

  // staff: colleagues
  'GET backoffice/sides': { roles: EVERYBODY },
  'GET backoffice/staff': { roles: ['auditor', 'owner'] },
  'POST backoffice/staff/invite': {
    roles: ['owner'],
    recent: true,
    body: { username: 'somebody', role: 'owner', side: 'in', reason: 'We need one more.' },
  },
  'POST backoffice/staff/:operator_id/role': {
    roles: ['owner'],
    recent: true,
    body: { role: 'owner', reason: 'They do it already.' },
  },
  'POST backoffice/staff/:operator_id/side': {
    roles: ['owner'],
    recent: true,
    body: { side: 'out', reason: 'They change sides. It is written down.' },
  },
  'POST backoffice/staff/:operator_id/recover': {
    roles: ['owner'],
    recent: true,
    body: { reason: 'They lost their phone.' },
  },
  'POST backoffice/staff/:operator_id/disable': {
    roles: ['owner'],
    recent: true,
    body: { reason: 'They left. It is written down.' },
  },
  'POST backoffice/staff/:operator_id/sessions/end': {
    roles: ['owner'],
    recent: true,
    body: { reason: 'A laptop was lost.' },
  },

  // staff: approvals
  'GET backoffice/staff.csv': { roles: ['auditor', 'owner'] },
  'GET backoffice/approvals': { roles: EVERYBODY },
  'GET backoffice/approvals.csv': { roles: EVERYBODY },
  'GET backoffice/open-proposals': { roles: EVERYBODY },
  'GET backoffice/approvals/:proposal_id': { roles: EVERYBODY },
  'POST backoffice/approvals/:proposal_id/approve': {
    roles: ['support', 'content', 'finance', 'owner'],
    recent: true,
    body: { content_hash: '0'.repeat(64) },
  },
  'POST backoffice/approvals/:proposal_id/reject': {
    roles: ['support', 'content', 'finance', 'owner'],
    body: { reason: 'No. It is written down.' },
  },
  'POST backoffice/approvals/:proposal_id/withdraw': { roles: ['support', 'content', 'finance', 'owner'] },

  // staff: who works on what
  'GET backoffice/taken': { roles: EVERYBODY },
  'POST backoffice/taken': { roles: ['support', 'content', 'finance', 'owner'] },
  'POST backoffice/taken/release': { roles: ['support', 'content', 'finance', 'owner'] },

  // staff: the audit log
  'GET backoffice/audit': { roles: ['auditor', 'owner'] },
  'GET backoffice/audit/chain': { roles: ['auditor', 'owner'] },
  'GET backoffice/audit.csv': { roles: ['auditor', 'owner'] },

  ...money,
  ...content,
  ...members,
}

/** Calls that need no session, because they open one. */
export const OPEN: readonly string[] = [
  'POST backoffice/auth/setup',
  'POST backoffice/auth/setup/finish',
  'POST backoffice/auth/passkey-options',
  'POST backoffice/auth/login',
]

/** What even the auditor may change: their own session and credentials. */
export const onesOwn = (route: string): boolean => route.includes(' backoffice/auth/')
