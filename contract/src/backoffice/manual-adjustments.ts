// Actions for one member by dual approval: a goodwill refund, and another payout account.
import { z } from 'zod'
import { bankForm } from '../banking.ts'
import { endpoint } from '../endpoint.ts'
import { amount } from '../fields.ts'
import { id } from '../ids.ts'
import { reason } from './approvals.ts'
import { may } from './roles.ts'

export const REFUND_SUBJECTS = ['order', 'campaign', 'level', 'conversation'] as const

/** Always the platform's own money, never another member's or a campaign's; of what had VAT, with the VAT that is not due any more. */
export const refund = z.strictObject({
  member_id: id,
  amount,
  subject: z
    .enum(REFUND_SUBJECTS, { error: 'field_is_invalid' })
    .describe('level: a purchase of one; conversation: with support; each must be this member’s'),
  refers_to: id,
})

const params = z.object({ member_id: id })

export const adjustmentCalls = {
  proposeRefund: endpoint('POST backoffice/members/:member_id/refund', {
    side: 'in',
    summary:
      'Propose an exceptional refund to a member; another operator approves exactly that. Of a campaign or level it is a credit note, of at most what it has spent',
    auth: 'staff',
    roles: may.move_money,
    recent: true,
    params,
    body: z.object({ ...refund.omit({ member_id: true }).shape, reason }),
    answer: z.object({ proposal_id: id }),
    idempotency: 'required',
    refusals: [
      'this_is_proposed_already',
      'member_is_unknown',
      'member_account_is_closed',
      'refund_refers_to_nothing_of_theirs',
      'refund_exceeds_what_was_invoiced',
      'own_money_does_not_suffice',
      'refund_is_of_what_was_paid',
      'reason_is_required',
    ],
  }),
  proposePayoutAccount: endpoint('POST backoffice/members/:member_id/payout-account', {
    side: 'in',
    summary:
      'Propose another account to pay a member out to; once another operator approves, they are told and withdrawals wait 24 hours',
    auth: 'staff',
    roles: may.move_money,
    recent: true,
    params,
    body: z.object({ ...bankForm.shape, reason }),
    answer: z.object({ proposal_id: id }),
    refusals: [
      'this_is_proposed_already',
      'member_is_unknown',
      'the_bank_does_not_exist',
      'iban_is_invalid',
      'bic_is_needed',
      'payout_account_is_ours',
      'account_number_is_invalid',
      'holder_must_be_in_latin_letters',
      'nothing_would_change',
      'payout_account_was_changed_by_staff',
      'reason_is_required',
    ],
  }),
}
