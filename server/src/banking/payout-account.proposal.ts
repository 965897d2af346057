// Change of a member's payout account by dual approval. Like the member's own change, it holds withdrawals for 24 hours and
// notifies them. Void once the account has changed otherwise.
import { adjustmentCalls as calls } from '@fairturn/contract/backoffice/manual-adjustments'
import { may } from '@fairturn/contract/backoffice/roles'
import { bankForm } from '@fairturn/contract/banking'
import { id } from '@fairturn/contract/ids'
import { z } from 'zod'
import { findOpenMember, getMemberLocked } from '../members/members.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { refuse } from '../platform/http/refusal.ts'
import { defineProposal, propose, recordAuditEvent } from '../staff/staff.ts'
import {
  PAYOUT_ACCOUNT_CHANGE,
  payoutAccountLabel,
  findBankDetails,
  markChangedByStaff,
  saysWhere,
  maskedBankAccount,
  readPayee,
  saveBankDetails,
  wasChangedByStaff,
} from './bank-details.ts'

export const payoutAccountChange = defineProposal({
  kind: PAYOUT_ACCOUNT_CHANGE,
  oneOpenFor: ['member_id'],
  content: z.strictObject({ ...bankForm.shape, member_id: id }),
  side: 'in',
  proposers: may.move_money,
  approvers: may.move_money,
  member_id: ({ member_id }) => member_id,
  async execute(tx, { member_id, ...form }, { actor, reason }) {
    await findOpenMember(tx, member_id)
    const before = await findBankDetails(tx, member_id)
    await refuseAgain(tx, member_id)
    const payee = await readPayee(tx, form)
    const saved = await saveBankDetails(tx, { member_id, payee, confirmed: true, byStaff: { actor } })
    await markChangedByStaff.all(tx, { member_id, now: tx.now })
    await recordAuditEvent(tx, {
      actor,
      action: 'payout_account_changed',
      object: { kind: 'member', id: member_id },
      member_id,
      reason,
      before: { account: before === undefined ? null : maskedBankAccount(before) },
      after: {
        account: payoutAccountLabel(saved),
        heldUntil: saved.payout_delay_until?.toISOString() ?? null,
      },
    })
  },
})

/** Each change holds withdrawals for 24 hours; in between the member changes it themselves. */
const AGAIN_MS = 30 * 86_400_000

async function refuseAgain(tx: Tx, member_id: string): Promise<void> {
  const since = new Date(tx.now.getTime() - AGAIN_MS)
  if ((await wasChangedByStaff.one(tx, { member_id, since })).found)
    throw refuse('payout_account_was_changed_by_staff')
}

export function payoutAccountRoutes(routes: Routes): void {
  bind(routes, calls.proposePayoutAccount, async ({ params, body, operator, transaction }) => {
    const { member_id } = params
    const { reason, ...form } = body
    const proposal_id = await transaction(async (tx) => {
      await findOpenMember(tx, member_id)
      // Their own change is either seen here, or voids this.
      await getMemberLocked(tx, member_id)
      await refuseAgain(tx, member_id)
      const payee = await readPayee(tx, form)
      const saved = await findBankDetails(tx, member_id)
      if (saved !== undefined && !saysWhere(saved, payee)) throw refuse('nothing_would_change')
      return await propose(tx, payoutAccountChange, { ...form, member_id }, reason, operator)
    })
    return { data: { proposal_id } }
  })
}
