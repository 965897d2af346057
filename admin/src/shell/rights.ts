// Who may make each change, so that nobody is offered a button that the server would refuse for their role or side: a table
// instead of the contract's declarations, which would bring their schemas along. rights.test.ts compares the two.
import { may, type Side, type StaffRole } from '@fairturn/contract/backoffice/roles'
import type { CallName } from './api.ts'

interface Right {
  readonly roles: readonly StaffRole[]
  readonly side?: Side
}

export const RIGHTS = {
  'POST backoffice/approvals/:proposal_id/approve': { roles: may.decide_proposals },
  'POST backoffice/approvals/:proposal_id/reject': { roles: may.decide_proposals },
  'POST backoffice/approvals/:proposal_id/withdraw': { roles: may.decide_proposals },
  'POST backoffice/bank-connection/by-hand': { roles: may.move_money, side: 'in' },
  'POST backoffice/bank-lines/:line_id/assign': { roles: may.move_money, side: 'in' },
  'POST backoffice/bank-lines/:line_id/book': { roles: may.move_money, side: 'in' },
  'POST backoffice/bank-lines/:line_id/payout': { roles: may.move_money, side: 'in' },
  'POST backoffice/bank-lines/:line_id/confirm': { roles: may.move_money, side: 'in' },
  'POST backoffice/bank-lines/:line_id/refund': { roles: may.move_money, side: 'out' },
  'POST backoffice/bank-lines/:line_id/resolve': { roles: may.move_money },
  'POST backoffice/bank-mappings/trial': { roles: may.move_money, side: 'in' },
  'POST backoffice/bank-mappings': { roles: may.move_money, side: 'in' },
  'POST backoffice/bank-statements/:statement_id/confirm': { roles: may.move_money, side: 'in' },
  'POST backoffice/bank-statements/:statement_id/discard': { roles: may.move_money, side: 'in' },
  'POST backoffice/bank-statements/:statement_id/revoke': { roles: may.move_money, side: 'in' },
  'POST backoffice/bank-statements': { roles: may.move_money, side: 'in' },
  'POST backoffice/banner/restore': { roles: may.change_content },
  'POST backoffice/banner': { roles: may.change_content },
  'POST backoffice/billing/:member_id/confirm-number': { roles: may.move_money },
  'POST backoffice/broadcasts/:broadcast_id/cancel': { roles: may.change_content },
  'POST backoffice/broadcasts/:broadcast_id/send': { roles: may.change_content },
  'POST backoffice/broadcasts/:broadcast_id/trial': { roles: may.change_content },
  'POST backoffice/broadcasts/:broadcast_id': { roles: may.change_content },
  'POST backoffice/broadcasts': { roles: may.change_content },
  'POST backoffice/campaigns/:campaign_id/approve': { roles: may.review_campaigns },
  'POST backoffice/campaigns/:campaign_id/pause': { roles: may.review_campaigns },
  'POST backoffice/campaigns/:campaign_id/reject': { roles: may.review_campaigns },
  'POST backoffice/campaigns/:campaign_id/reports/close': { roles: may.review_campaigns },
  'POST backoffice/campaigns/:campaign_id/resume': { roles: may.review_campaigns },
  'POST backoffice/campaigns/:campaign_id/take-down': { roles: may.review_campaigns },
  'POST backoffice/card-events/:event_id/resolve': { roles: may.move_money, side: 'in' },
  'POST backoffice/deposits/:deposit_id/refuse': { roles: may.move_money, side: 'in' },
  'POST backoffice/files': { roles: may.change_content },
  'POST backoffice/first-day/confirm': { roles: may.change_staff },
  'POST backoffice/first-day/test-mail': { roles: may.change_staff },
  'POST backoffice/invitations/:invitation_id/end': { roles: may.change_members },
  'POST backoffice/invitations': { roles: may.change_members },
  'POST backoffice/ledger/adjustments': { roles: may.move_money, side: 'in' },
  'POST backoffice/ledger/checks': { roles: may.move_money },
  'POST backoffice/ledger/freezes/:freeze_id/release': { roles: may.move_money },
  'POST backoffice/levels/preview': { roles: may.change_rules },
  'POST backoffice/levels/restore': { roles: may.change_rules },
  'POST backoffice/levels': { roles: may.change_rules },
  'POST backoffice/members/:member_id/lock/confirm': { roles: may.change_members },
  'POST backoffice/members/:member_id/lock': { roles: may.change_members },
  'POST backoffice/members/:member_id/notes': { roles: may.write_notes },
  'POST backoffice/members/:member_id/payout-account': { roles: may.move_money, side: 'in' },
  'POST backoffice/members/:member_id/refund': { roles: may.move_money, side: 'in' },
  'POST backoffice/members/:member_id/sessions/end': { roles: may.change_members },
  'POST backoffice/members/:member_id/tags': { roles: may.write_notes },
  'POST backoffice/members/:member_id/unlock': { roles: may.change_members },
  'POST backoffice/objections/:objection_id/decide': { roles: may.review_orders },
  'POST backoffice/opening-balance': { roles: may.move_money, side: 'in' },
  'POST backoffice/orders/reviews/:order_id/decide': { roles: may.review_orders },
  'POST backoffice/pages/:name/:locale/restore': { roles: may.change_pages },
  'POST backoffice/pages/:name/:locale': { roles: may.change_pages },
  'POST backoffice/pages/check': { roles: may.change_pages },
  'POST backoffice/pages': { roles: may.change_pages },
  'POST backoffice/payout-batches/:batch_id/drop': { roles: may.move_money, side: 'out' },
  'POST backoffice/payout-batches/:batch_id/export': { roles: may.move_money, side: 'out' },
  'POST backoffice/payout-batches/:batch_id/late': { roles: may.move_money, side: 'out' },
  'POST backoffice/payout-batches/:batch_id/send': { roles: may.move_money, side: 'out' },
  'POST backoffice/payout-batches': { roles: may.move_money, side: 'out' },
  'POST backoffice/payout-reports': { roles: may.move_money, side: 'in' },
  'POST backoffice/popups/:locale/restore': { roles: may.change_content },
  'POST backoffice/popups/:locale': { roles: may.change_content },
  'POST backoffice/proofs/keys': { roles: may.change_rules },
  'POST backoffice/proofs': { roles: may.move_money },
  'POST backoffice/refunds/:refund_id/take-back': { roles: may.move_money, side: 'out' },
  'POST backoffice/rings/:member_id/reviews': { roles: may.review_orders },
  'POST backoffice/settings/:name/restore': { roles: may.change_rules },
  'POST backoffice/settings/:name': { roles: may.change_rules },
  'POST backoffice/staff/:operator_id/disable': { roles: may.change_staff },
  'POST backoffice/staff/:operator_id/recover': { roles: may.change_staff },
  'POST backoffice/staff/:operator_id/role': { roles: may.change_staff },
  'POST backoffice/staff/:operator_id/sessions/end': { roles: may.change_staff },
  'POST backoffice/staff/:operator_id/side': { roles: may.change_staff },
  'POST backoffice/staff/invite': { roles: may.change_staff },
  'POST backoffice/taken/release': { roles: may.decide_proposals },
  'POST backoffice/taken': { roles: may.decide_proposals },
  'POST backoffice/terms': { roles: may.change_content },
  'POST backoffice/withdrawals/:withdrawal_id/approve': { roles: may.move_money, side: 'out' },
  'POST backoffice/withdrawals/:withdrawal_id/refuse': { roles: may.move_money, side: 'out' },
} as const satisfies Partial<Record<CallName, Right>>

/** Whether somebody of this role and side may make the call; everything that changes nothing may be asked. */
export function mayCall(call: CallName, { role, side }: { role: StaffRole; side: Side | null }): boolean {
  const right = (RIGHTS as Partial<Record<CallName, Right>>)[call]
  return (
    right === undefined || (right.roles.includes(role) && (right.side === undefined || right.side === side))
  )
}
