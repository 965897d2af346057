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

const LEVEL = {
  _id: null,
  name: 'Level 1',
  joining_fee: '0.00',
  bonus_ads: 2,
  max_bonus: null,
  number_ads: 3,
  orders_to_earn: null,
  earn_quality: 80,
}

/** `METHOD path` → who. What is open to nobody's session (signing in) has no roles and stands in OPEN. */
export const matrix: Readonly<Record<string, Row>> = {
  // staff: one's own session
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

  // staff: colleagues
  'GET backoffice/staff': { roles: ['auditor', 'owner'] },
  'POST backoffice/staff/invite': {
    roles: ['owner'],
    recent: true,
    body: { username: 'somebody', role: 'owner', reason: 'We need one more.' },
  },
  'POST backoffice/staff/:operator_id/role': {
    roles: ['owner'],
    recent: true,
    body: { role: 'owner', reason: 'They do it already.' },
  },
  'POST backoffice/staff/:operator_id/recover': {
    roles: ['owner'],
    recent: true,
    body: { reason: 'They lost their phone.' },
  },
  'POST backoffice/staff/:operator_id/disable': {
    roles: ['owner'],
    recent: true,
    body: { reason: 'They left.' },
  },
  'POST backoffice/staff/:operator_id/sessions/end': { roles: ['owner'], recent: true },

  // staff: four eyes
  'GET backoffice/staff.csv': { roles: ['auditor', 'owner'] },
  'GET backoffice/approvals': { roles: EVERYBODY },
  'GET backoffice/approvals.csv': { roles: EVERYBODY },
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

  // transparency: proofs of liabilities
  'POST backoffice/proofs': { roles: ['finance', 'owner'] },
  'POST backoffice/proofs/keys': { roles: ['owner'], recent: true },

  // payments: what comes
  'GET backoffice/bank-statements': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/bank-statements': { roles: ['finance', 'owner'] },
  'GET backoffice/bank-statements.csv': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/bank-lines': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/bank-lines.csv': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/bank-lines/:line_id': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/bank-lines/:line_id/assign': {
    roles: ['finance', 'owner'],
    recent: true,
    body: { member_id: '00000000-0000-7000-8000-000000000000', reason: 'Hers.' },
  },
  'POST backoffice/bank-lines/:line_id/resolve': { roles: ['finance', 'owner'], body: { reason: 'Booked.' } },
  'POST backoffice/bank-lines/:line_id/refund': {
    roles: ['finance', 'owner'],
    recent: true,
    body: { holder: 'Erika', account: '1234', reason: 'By mistake.' },
  },
  'GET backoffice/refunds': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/refunds.csv': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/bank-mappings': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/bank-mappings': {
    roles: ['finance', 'owner'],
    body: {
      name: 'Bank',
      mapping: {
        separator: ';',
        decimal: ',',
        day_format: 'dd.MM.yyyy',
        encoding: 'utf-8',
        skip_lines: 0,
        newest_first: false,
        columns: { booking_day: 'Day', amount: 'Amount', remittance: ['Text'] },
      },
    },
  },
  'POST backoffice/bank-mappings/trial': { roles: ['finance', 'owner'] },
  'GET backoffice/bank-balances': {
    roles: ['finance', 'auditor', 'owner'],
    query: { from: '2026-11-01', to: '2026-11-20' },
  },
  'GET backoffice/reconciliation': { roles: ['finance', 'auditor', 'owner'], query: { day: '2026-11-20' } },
  'GET backoffice/deposits': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/deposits.csv': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/deposits/:deposit_id': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/deposits/:deposit_id/refuse': {
    roles: ['finance', 'owner'],
    body: { reason: 'Not ours.' },
  },
  'GET backoffice/card-events': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/card-events.csv': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/card-events/:event_id/resolve': {
    roles: ['finance', 'owner'],
    body: { reason: 'Booked.' },
  },

  // payments: what goes
  'GET backoffice/withdrawals': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/withdrawals.csv': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/withdrawals/:withdrawal_id': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/withdrawals/:withdrawal_id/approve': {
    roles: ['finance', 'owner'],
    recent: true,
    body: {},
  },
  'POST backoffice/withdrawals/:withdrawal_id/refuse': {
    roles: ['finance', 'owner'],
    body: { reason: 'No.' },
  },
  'GET backoffice/payout-batches': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/payout-batches.csv': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/payout-batches/:batch_id': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/payout-batches': {
    roles: ['finance', 'owner'],
    recent: true,
    body: {
      withdrawal_ids: ['00000000-0000-7000-8000-000000000000'],
      format: 'pain.001.001.03',
      execution_day: '2026-11-23',
    },
  },
  'POST backoffice/payout-batches/:batch_id/export': { roles: ['finance', 'owner'], recent: true },
  'POST backoffice/payout-batches/:batch_id/send': { roles: ['finance', 'owner'], recent: true },
  'POST backoffice/payout-batches/:batch_id/drop': { roles: ['finance', 'owner'] },
  'POST backoffice/payout-reports': { roles: ['finance', 'owner'] },

  // broadcasts
  'GET backoffice/broadcasts': { roles: ['content', 'support', 'auditor', 'owner'] },
  'GET backoffice/broadcasts.csv': { roles: ['content', 'support', 'auditor', 'owner'] },
  'GET backoffice/broadcasts/recipients': { roles: ['content', 'support', 'auditor', 'owner'] },
  'GET backoffice/broadcasts/:broadcast_id': { roles: ['content', 'support', 'auditor', 'owner'] },
  'POST backoffice/broadcasts': {
    roles: ['content', 'owner'],
    body: {
      texts: { vn: { title: 'Tin', text: 'Có tin mới.' } },
      path: null,
      audience: { level_id: null, locale: null, active_days: null },
    },
  },
  'POST backoffice/broadcasts/:broadcast_id': {
    roles: ['content', 'owner'],
    body: {
      version: 1,
      texts: { vn: { title: 'Tin', text: 'Có tin mới.' } },
      path: null,
      audience: { level_id: null, locale: null, active_days: null },
    },
  },
  'POST backoffice/broadcasts/:broadcast_id/send': {
    roles: ['content', 'owner'],
    recent: true,
    body: { version: 1, send_at: null },
  },
  'POST backoffice/broadcasts/:broadcast_id/cancel': { roles: ['content', 'owner'] },

  // the books
  'GET backoffice/ledger/accounts': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/accounts.csv': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/accounts/:account_id': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/accounts/:account_id/postings': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/accounts/:account_id/postings.csv': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/entries': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/entries.csv': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/entries/:entry_id': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/entries/:entry_id/verification': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/chains': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/chains/:chain/verification': {
    roles: ['finance', 'auditor', 'owner'],
    params: { chain: '1' },
  },
  'POST backoffice/ledger/adjustments': {
    roles: ['finance', 'owner'],
    recent: true,
    body: {
      adjustment: 'bank_interest',
      from: { kind: 'cash' },
      to: { kind: 'cash' },
      amount: '1.00',
      refers_to: 'the statement of November',
      reason: 'The bank paid interest.',
    },
  },
  'GET backoffice/ledger/checks': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/checks.csv': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/checks/:run_id': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/ledger/checks': { roles: ['finance', 'owner'] },
  'GET backoffice/ledger/standing': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/freezes': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/freezes.csv': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/ledger/freezes/:freeze_id/release': {
    roles: ['finance', 'owner'],
    recent: true,
    body: { reason: 'It was settled.' },
  },
  'POST backoffice/members/:member_id/refund': {
    roles: ['finance', 'owner'],
    recent: true,
    body: {
      amount: '1.00',
      subject: 'order',
      refers_to: '00000000-0000-7000-8000-000000000000',
      reason: 'We were wrong.',
    },
  },
  'POST backoffice/members/:member_id/payout-account': {
    roles: ['finance', 'owner'],
    recent: true,
    body: { holder: 'Erika', iban: 'DE02120300000000202051', reason: 'She lost the old one.' },
  },

  // rules: settings and levels
  'GET backoffice/settings': { roles: ['content', 'finance', 'auditor', 'owner'] },
  'POST backoffice/settings/:name': {
    roles: ['owner'],
    recent: true,
    params: { name: 'site_title' },
    body: { value: 'Fairturn', reason: 'It is so already.', expected: 0 },
  },
  'GET backoffice/settings/:name/versions': {
    roles: ['content', 'finance', 'auditor', 'owner'],
    params: { name: 'site_title' },
  },
  'POST backoffice/settings/:name/restore': {
    roles: ['owner'],
    recent: true,
    params: { name: 'site_title' },
    body: { number: 1, reason: 'It was better.', expected: 0 },
  },
  'GET backoffice/levels': { roles: ['content', 'finance', 'auditor', 'owner'] },
  'POST backoffice/levels/preview': { roles: ['owner'], body: { levels: [LEVEL] } },
  'POST backoffice/levels': {
    roles: ['owner'],
    recent: true,
    body: { levels: [LEVEL], reason: 'One is enough.', expected: 0 },
  },
  'GET backoffice/levels/versions': { roles: ['content', 'finance', 'auditor', 'owner'] },
  'POST backoffice/levels/restore': {
    roles: ['owner'],
    recent: true,
    body: { number: 1, reason: 'It was better.', expected: 0 },
  },

  // content
  'GET backoffice/pages': { roles: ['content', 'support', 'auditor', 'owner'] },
  'GET backoffice/pages/:name/:locale': {
    roles: ['content', 'support', 'auditor', 'owner'],
    params: { name: 'company-profile', locale: 'en' },
  },
  'POST backoffice/pages/check': { roles: ['content', 'owner'], body: { html: '<p>x</p>' } },
  'POST backoffice/pages/:name/:locale': {
    roles: ['content', 'owner'],
    params: { name: 'company-profile', locale: 'en' },
    body: { html: '<p>x</p>', expected: 0, reason: 'It says more.' },
  },
  'GET backoffice/pages/:name/:locale/versions': {
    roles: ['content', 'support', 'auditor', 'owner'],
    params: { name: 'company-profile', locale: 'en' },
  },
  'POST backoffice/pages/:name/:locale/restore': {
    roles: ['content', 'owner'],
    params: { name: 'company-profile', locale: 'en' },
    body: { number: 1, expected: 0, reason: 'It was better.' },
  },
  'GET backoffice/popups': { roles: ['content', 'support', 'auditor', 'owner'] },
  'POST backoffice/popups/:locale': {
    roles: ['content', 'owner'],
    params: { locale: 'en' },
    body: { is_on: false, image: null, alt: null, expected: 0, reason: 'The offer is over.' },
  },
  'GET backoffice/popups/:locale/versions': {
    roles: ['content', 'support', 'auditor', 'owner'],
    params: { locale: 'en' },
  },
  'POST backoffice/popups/:locale/restore': {
    roles: ['content', 'owner'],
    params: { locale: 'en' },
    body: { number: 1, expected: 0, reason: 'It was better.' },
  },
  'GET backoffice/banner': { roles: ['content', 'support', 'auditor', 'owner'] },
  'POST backoffice/banner': {
    roles: ['content', 'owner'],
    body: {
      film: '/media/banner.mp4',
      poster: '/media/banner-poster.webp',
      captions: {},
      expected: 0,
      reason: 'The first one.',
    },
  },
  'GET backoffice/banner/versions': { roles: ['content', 'support', 'auditor', 'owner'] },
  'POST backoffice/banner/restore': {
    roles: ['content', 'owner'],
    body: { number: 1, expected: 0, reason: 'It was better.' },
  },
  'POST backoffice/files': { roles: ['content', 'owner'], query: { kind: 'popup' } },

  // members
  'GET backoffice/members': { roles: ['support', 'finance', 'auditor', 'owner'] },
  'GET backoffice/members.csv': { roles: ['support', 'finance', 'auditor', 'owner'] },
  'GET backoffice/members/:member_id/acts': { roles: ['support', 'finance', 'auditor', 'owner'] },
  'GET backoffice/members/:member_id/statement': { roles: ['support', 'finance', 'auditor', 'owner'] },
  'GET backoffice/members/:member_id/statement.csv': { roles: ['support', 'finance', 'auditor', 'owner'] },
  'GET backoffice/members/:member_id': {
    roles: ['support', 'finance', 'auditor', 'owner'],
    query: { reason: 'Ticket 17' },
  },
  'POST backoffice/members/:member_id/lock': {
    roles: ['support', 'owner'],
    body: { kind: 'conduct', reason: 'They sell accounts.' },
  },
  'POST backoffice/members/:member_id/unlock': {
    roles: ['support', 'owner'],
    recent: true,
    body: { reason: 'They do not.' },
  },
  'POST backoffice/members/:member_id/sessions/end': {
    roles: ['support', 'owner'],
    body: { reason: 'They lost a phone.' },
  },

  // review queues: campaigns
  'GET backoffice/campaigns': { roles: ['support', 'content', 'auditor', 'owner'] },
  'GET backoffice/campaigns/:campaign_id': { roles: ['support', 'content', 'auditor', 'owner'] },
  'GET backoffice/campaigns/:campaign_id/preview': {
    roles: ['support', 'content', 'auditor', 'owner'],
    query: { locale: 'vn' },
  },
  'POST backoffice/campaigns/:campaign_id/approve': { roles: ['support', 'content', 'owner'] },
  'POST backoffice/campaigns/:campaign_id/reject': {
    roles: ['support', 'content', 'owner'],
    body: { reason: 'It sells likes.' },
  },
  'POST backoffice/campaigns/:campaign_id/pause': {
    roles: ['support', 'content', 'owner'],
    body: { reason: 'The page has changed.' },
  },
  'POST backoffice/campaigns/:campaign_id/resume': { roles: ['support', 'content', 'owner'] },
  'POST backoffice/campaigns/:campaign_id/take-down': {
    roles: ['support', 'content', 'owner'],
    body: { reason: 'The page deceives.' },
  },

  // review queues: orders and objections
  'GET backoffice/queues': { roles: ['support', 'content', 'auditor', 'owner'] },
  'GET backoffice/campaigns.csv': { roles: ['support', 'content', 'auditor', 'owner'] },
  'GET backoffice/objections.csv': { roles: ['support', 'content', 'auditor', 'owner'] },
  'GET backoffice/orders/reviews.csv': { roles: ['support', 'content', 'auditor', 'owner'] },
  'GET backoffice/orders/reviews': { roles: ['support', 'content', 'auditor', 'owner'] },
  'GET backoffice/orders/reviews/:order_id': { roles: ['support', 'content', 'auditor', 'owner'] },
  'POST backoffice/orders/reviews/:order_id/decide': {
    roles: ['support', 'owner'],
    body: { verdict: 'pay' },
  },
  'POST backoffice/orders/reviews/pay': {
    roles: ['support', 'owner'],
    body: { order_ids: ['00000000-0000-7000-8000-000000000000'] },
  },
  'GET backoffice/objections': { roles: ['support', 'content', 'auditor', 'owner'] },
  'GET backoffice/objections/:objection_id': { roles: ['support', 'content', 'auditor', 'owner'] },
  'POST backoffice/objections/:objection_id/decide': {
    roles: ['support', 'owner'],
    body: { upheld: 'all' },
  },
}

/** Calls that need no session: they are how one is opened. */
export const OPEN: readonly string[] = [
  'POST backoffice/auth/setup',
  'POST backoffice/auth/setup/finish',
  'POST backoffice/auth/passkey-options',
  'POST backoffice/auth/login',
]

/** What even the auditor may change: their own session and proofs. */
export const ones_own = (route: string): boolean => route.includes(' backoffice/auth/')
