// Rows of the role matrix: members, and the queues of their campaigns, orders and objections.
import type { Matrix } from './matrix.ts'

export const members: Matrix = {
  // members
  'GET backoffice/members': { roles: ['support', 'finance', 'auditor', 'owner'] },
  'GET backoffice/members.csv': { roles: ['support', 'finance', 'auditor', 'owner'] },
  'GET backoffice/members/:member_id/acts': { roles: ['support', 'finance', 'auditor', 'owner'] },
  'GET backoffice/members/:member_id/statement': { roles: ['support', 'finance', 'auditor', 'owner'] },
  'GET backoffice/members/:member_id/statement.csv': { roles: ['support', 'finance', 'auditor', 'owner'] },
  'GET backoffice/members/:member_id': {
    roles: ['support', 'finance', 'auditor', 'owner'],
    query: { reason: 'Ticket 17 asks for this' },
  },
  'POST backoffice/members/:member_id/lock': {
    roles: ['support', 'owner'],
    body: { kind: 'conduct', reason: 'They sell accounts. It is written down.' },
  },
  'POST backoffice/members/:member_id/lock/confirm': {
    roles: ['support', 'owner'],
    recent: true,
    body: { reason: 'They do not. It is written down.' },
  },
  'POST backoffice/members/:member_id/unlock': {
    roles: ['support', 'owner'],
    recent: true,
    body: { reason: 'They do not. It is written down.' },
  },
  'POST backoffice/members/:member_id/sessions/end': {
    roles: ['support', 'owner'],
    body: { reason: 'They lost a phone.' },
  },

  'GET backoffice/members/:member_id/notes': { roles: ['support', 'auditor', 'owner'] },
  'POST backoffice/members/:member_id/notes': {
    roles: ['support', 'owner'],
    body: { text: 'Called about a late payout.' },
  },
  'POST backoffice/members/:member_id/tags': {
    roles: ['support', 'owner'],
    body: { tag: 'press', is_on: true },
  },

  'GET backoffice/first-day': { roles: ['auditor', 'owner'] },
  'POST backoffice/first-day/confirm': { roles: ['owner'], body: { step: 'levels_and_fees' } },
  'POST backoffice/first-day/test-mail': { roles: ['owner'], body: { step: 'alarms' } },

  'GET backoffice/invitations': { roles: ['support', 'finance', 'auditor', 'owner'] },
  'GET backoffice/invitations.csv': { roles: ['support', 'finance', 'auditor', 'owner'] },
  'GET backoffice/invitations/:invitation_id': { roles: ['support', 'finance', 'auditor', 'owner'] },
  'POST backoffice/invitations': {
    roles: ['support', 'owner'],
    body: { note: 'Visitors of the fair', max_uses: 3, expires_at: '2026-01-01T00:00:00Z' },
  },
  'POST backoffice/invitations/:invitation_id/end': {
    roles: ['support', 'owner'],
    body: { reason: 'The code was published.' },
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
    body: { reason: 'It sells likes. It is written down.' },
  },
  'POST backoffice/campaigns/:campaign_id/pause': {
    roles: ['support', 'content', 'owner'],
    body: { reason: 'The page has changed.' },
  },
  'POST backoffice/campaigns/:campaign_id/resume': { roles: ['support', 'content', 'owner'] },
  'POST backoffice/campaigns/:campaign_id/take-down': {
    roles: ['support', 'content', 'owner'],
    body: { reason: 'The page deceives. It is written down.' },
  },

  // review queues: orders and objections
  'GET backoffice/queues': { roles: ['support', 'content', 'auditor', 'owner'] },
  'GET backoffice/campaigns.csv': { roles: ['support', 'content', 'auditor', 'owner'] },
  'GET backoffice/conversation-operators': { roles: ['support', 'auditor', 'owner'] },
  'GET backoffice/objections.csv': { roles: ['support', 'content', 'auditor', 'owner'] },
  'GET backoffice/orders/reviews.csv': { roles: ['support', 'content', 'auditor', 'owner'] },
  'GET backoffice/orders/reviews': { roles: ['support', 'content', 'auditor', 'owner'] },
  'GET backoffice/orders/reviews/:order_id': { roles: ['support', 'content', 'auditor', 'owner'] },
  'POST backoffice/orders/reviews/:order_id/decide': {
    roles: ['support', 'owner'],
    body: { verdict: 'pay' },
  },
  'GET backoffice/rings/:member_id': { roles: ['support', 'finance', 'auditor', 'owner'] },
  'POST backoffice/rings/:member_id/reviews': {
    roles: ['support', 'owner'],
    body: { order_ids: ['019a0000-0000-7000-8000-0000000000aa'], verdict: 'pay' },
  },
  'GET backoffice/objections': { roles: ['support', 'content', 'auditor', 'owner'] },
  'GET backoffice/objections/:objection_id': { roles: ['support', 'content', 'auditor', 'owner'] },
  'POST backoffice/objections/:objection_id/decide': {
    roles: ['support', 'owner'],
    body: { upheld: 'all' },
  },

  // conversations
  'GET backoffice/conversation-queue': { roles: ['support', 'auditor', 'owner'] },
  'GET backoffice/conversations': { roles: ['support', 'auditor', 'owner'] },
  'GET backoffice/conversations.csv': { roles: ['support', 'auditor', 'owner'] },
  'GET backoffice/conversations/:conversation_id': { roles: ['support', 'auditor', 'owner'] },
  'POST backoffice/conversations/:conversation_id/answer': {
    roles: ['support', 'owner'],
    body: { message: 'It was sent today.' },
  },
  'POST backoffice/conversations/:conversation_id/assign': {
    roles: ['support', 'owner'],
    body: { operator_id: null },
  },
  'POST backoffice/conversations/:conversation_id/note': {
    roles: ['support', 'owner'],
    body: { text: 'Ask finance about it.' },
  },
  'POST backoffice/conversations/:conversation_id/extend': {
    roles: ['support', 'owner'],
    body: { until: '2027-01-01T00:00:00Z', reason: 'We wait for the bank.' },
  },
  'POST backoffice/conversations/:conversation_id/decide': {
    roles: ['support', 'owner'],
    recent: true,
    body: {
      verdict: 'upheld',
      facts: 'It was one person.',
      rule: 'One person, one account.',
      machine: 'none',
      can_be_done: 'Nothing.',
    },
  },
  'POST backoffice/conversations/:conversation_id/close': { roles: ['support', 'owner'] },
  'GET backoffice/answer-templates': { roles: ['support', 'auditor', 'owner'] },
  'POST backoffice/answer-templates': {
    roles: ['support', 'owner'],
    body: { name: 'Late payout', locale: 'en', text: 'We are sorry.' },
  },
  'POST backoffice/answer-templates/:template_id/delete': { roles: ['support', 'owner'] },
}
