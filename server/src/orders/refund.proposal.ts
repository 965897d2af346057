// Goodwill refunds: the platform's own money for a member, about one of their orders, campaigns or levels, by dual
// approval.
import { adjustmentCalls as calls, refund } from '@fairturn/contract/backoffice/manual-adjustments'
import { may } from '@fairturn/contract/backoffice/roles'
import { formatMoney } from '@fairturn/contract/minor-units'
import type { z } from 'zod'
import { campaignsOf } from '../campaigns/campaigns.ts'
import { postAdjustment, requireOpenMember } from '../ledger/ledger.ts'
import { buyerOf } from '../levels/levels.ts'
import { announce } from '../notices/notices.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { refuseField } from '../platform/http/refusal.ts'
import { defineProposal, propose, type ProposalKind } from '../staff/staff.ts'
import { findOrderForJob } from './orders.store.ts'

type Refund = z.output<typeof refund>

/** Refuses `member_is_unknown`, `member_account_is_closed` and `refund_refers_to_nothing_of_theirs`. */
async function checkRefund(tx: Tx, { member_id, subject, refers_to }: Refund): Promise<void> {
  await requireOpenMember(tx, member_id)
  if ((await memberOf(tx, subject, refers_to)) !== member_id)
    throw refuseField('refund_refers_to_nothing_of_theirs', 'refers_to')
}

async function memberOf(on: Queryable, subject: Refund['subject'], id: string): Promise<string | undefined> {
  if (subject === 'order') return (await findOrderForJob.maybe(on, { id }))?.member_id
  if (subject === 'campaign') return (await campaignsOf(on, [id])).get(id)?.member_id
  return await buyerOf(on, id)
}

const refundOutsideTheRules = defineProposal({
  kind: 'refund_outside_the_rules',
  content: refund,
  side: 'in',
  proposers: may.move_money,
  approvers: may.move_money,
  member_id: ({ member_id }) => member_id,
  async execute(tx, content, approval) {
    await checkRefund(tx, content)
    const { member_id, amount: amount_minor, refers_to } = content
    await announce(tx, { to: member_id, kind: 'balance', data: {} })
    await postAdjustment(tx, {
      from: { kind: 'revenue' },
      to: { kind: 'member_available', holder_id: member_id },
      amount_minor,
      refers_to,
      action: 'refund_granted',
      approval,
    })
  },
})

export const orderProposals: readonly ProposalKind[] = [refundOutsideTheRules]

export function refundRoutes(routes: Routes): void {
  bind(
    routes,
    calls.proposeRefund,
    async ({ params, body: { reason, ...granted }, operator, transaction }) => {
      const content = { ...granted, ...params }
      const proposal_id = await transaction(async (tx) => {
        await checkRefund(tx, content)
        const written: z.input<typeof refund> = { ...content, amount: formatMoney(content.amount) }
        return await propose(tx, refundOutsideTheRules, written, reason, operator)
      })
      return { data: { proposal_id } }
    },
  )
}
