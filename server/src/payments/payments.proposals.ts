// What payments lets two operators do together and none alone: approving a large withdrawal, and sending unmatched money back.
import { id } from '@fairturn/contract/ids'
import { amount } from '@fairturn/contract/money'
import { z } from 'zod'
import { refuse } from '../http/refusal.ts'
import { defineProposal, type ProposalKind } from '../staff/staff.ts'
import { approveWithdrawal } from './paying-out.ts'
import { orderRefund } from './receipts.ts'
import { selectWithdrawal } from './withdrawals.store.ts'

const FINANCE = ['finance', 'owner'] as const

export const withdrawalOverThreshold = defineProposal({
  kind: 'withdrawal_over_threshold',
  content: z.strictObject({ withdrawal_id: id, member_id: id, amount, account: z.string() }),
  proposers: FINANCE,
  approvers: FINANCE,
  member_id: ({ member_id }) => member_id,
  async execute(tx, { withdrawal_id, amount: amount_minor }, { actor }) {
    const withdrawal = await selectWithdrawal.one(tx, withdrawal_id)
    if (withdrawal.amount_minor !== amount_minor) throw refuse('amount_is_invalid')
    await approveWithdrawal(tx, { withdrawal_id, actor })
  },
})

export const receiptRefund = defineProposal({
  kind: 'receipt_refund',
  content: z.strictObject({ line_id: id, holder: z.string(), account: z.string(), amount }),
  proposers: FINANCE,
  approvers: FINANCE,
  async execute(tx, { line_id, holder, account, amount: amount_minor }, eyes) {
    const proposed_by = `operator:${eyes.proposed_by}`
    const by = { proposed_by, approved_by: eyes.actor, reason: eyes.reason }
    await orderRefund(tx, { line_id, holder, account, amount_minor }, by)
  },
})

export const paymentProposals: readonly ProposalKind[] = [withdrawalOverThreshold, receiptRefund]
