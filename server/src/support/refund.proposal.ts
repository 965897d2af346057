// Goodwill refunds: the platform's own money for a member, about one of their orders, campaigns, levels or
// conversations, by dual approval. No text in a conversation promises money: this is the way to pay somebody out of one.
// Of a campaign or level it reduces the price of what was delivered, by credit notes and with their VAT; of an order or a
// conversation, which its member paid nothing for, it is a gift without a document (reductions.test.ts).
import { adjustmentCalls as calls, refund } from '@fairturn/contract/backoffice/manual-adjustments'
import { may } from '@fairturn/contract/backoffice/roles'
import { formatMoney } from '@fairturn/contract/minor-units'
import type { z } from 'zod'
import { campaignsOf, reduceCampaign, type Reduction } from '../campaigns/campaigns.ts'
import { returnMoney } from '../deposits/deposits.ts'
import { creditReduction } from '../invoices/invoices.ts'
import {
  advanceVat,
  beyondRevenue,
  entryId,
  postAdjustment,
  postOrRefuse,
  requireNotPaidFor,
  requireOpenMember,
} from '../ledger/ledger.ts'
import { buyerOf, levelNamesOf, reduceLevel } from '../levels/levels.ts'
import { announce, notify } from '../notices/notices.ts'
import { findOrderForJob } from '../orders/orders.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { refuseField } from '../platform/http/refusal.ts'
import { actorOf, defineProposal, propose, type ProposalKind } from '../staff/staff.ts'
import { recordPayment } from './answers.ts'
import { findOfMember } from './support.store.ts'

type Refund = z.output<typeof refund>

/**
 * What own money pays of it, because revenue has not so much; the state may have its VAT already, too. Refuses
 * `own_money_does_not_suffice`.
 */
async function lossOf(tx: Tx, { amount: amount_minor }: Refund, reduction?: Reduction): Promise<bigint> {
  const vat_minor = (reduction?.corrections ?? []).reduce((sum, each) => sum + each.vat_minor, 0n)
  return await beyondRevenue(tx, {
    // Of a campaign that has not closed it is kept for the campaign.
    vat_minor: reduction?.vatOf.kind === 'vat' ? vat_minor : 0n,
    lost_minor: amount_minor - vat_minor,
  })
}

/** Refuses as reductionOf() does; of what was paid for, as lossOf() too: how much a gift may be is seen when it is carried out. */
async function checkRefund(tx: Tx, granted: Refund): Promise<void> {
  const reduction = await reductionOf(tx, granted)
  if (reduction !== undefined) await lossOf(tx, granted, reduction)
}

/**
 * What it reduces, locked; undefined: nothing that was paid for. Refuses `member_is_unknown`, `member_account_is_closed`,
 * `refund_refers_to_nothing_of_theirs`, `refund_exceeds_what_was_invoiced` with what is left, and `refund_is_of_what_was_paid`
 * for a conversation about it.
 */
async function reductionOf(
  tx: Tx,
  { member_id, subject, refers_to, amount: amount_minor }: Refund,
): Promise<Reduction | undefined> {
  await requireOpenMember(tx, member_id)
  if (!(await isTheirs(tx, { member_id, subject, refers_to })))
    throw refuseField('refund_refers_to_nothing_of_theirs', 'refers_to')
  if (subject === 'campaign') return await reduceCampaign(tx, { campaign_id: refers_to, amount_minor })
  if (subject === 'level')
    return {
      corrections: await reduceLevel(tx, { purchase_id: refers_to, amount_minor }),
      vatOf: { kind: 'vat' },
    }
  if (subject === 'conversation') {
    // About what they paid for, it is a refund of that.
    const about = (await findOfMember.maybe(tx, { id: refers_to, member_id }))?.subject_id
    if (about) await requireNotPaidFor(tx, { refers_to: about, member_id })
  }
  return undefined
}

async function isTheirs(
  on: Queryable,
  { member_id, subject, refers_to: id }: Omit<Refund, 'amount'>,
): Promise<boolean> {
  if (subject === 'conversation') return (await findOfMember.maybe(on, { id, member_id })) !== undefined
  return (await memberOf(on, subject, id)) === member_id
}

async function memberOf(
  on: Queryable,
  subject: Exclude<Refund['subject'], 'conversation'>,
  id: string,
): Promise<string | undefined> {
  if (subject === 'order') return (await findOrderForJob.maybe(on, { id }))?.member_id
  if (subject === 'campaign') return (await campaignsOf(on, [id])).get(id)?.member_id
  return await buyerOf(on, id)
}

/** Where the amount is, with what it is for. */
const STATEMENT = '/account-detail?tab=statement'

/** Tells the member of what it is, and why. */
async function notifyOfRefund(tx: Tx, granted: Refund, reason: string): Promise<void> {
  const { member_id, subject, refers_to } = granted
  const refunded = formatMoney(granted.amount)
  if (subject === 'campaign') {
    const { brand } = (await campaignsOf(tx, [refers_to])).get(refers_to)!
    await notify(tx, member_id, 'campaign_refunded', { brand, refunded, reason }, STATEMENT)
  } else if (subject === 'level') {
    const level = (await levelNamesOf(tx, [refers_to])).get(refers_to)!
    await notify(tx, member_id, 'level_fee_returned', { level, refunded }, STATEMENT)
  } else await notify(tx, member_id, 'refund_granted', { refunded, reason }, STATEMENT)
}

const refundOutsideTheRules = defineProposal({
  kind: 'refund_outside_the_rules',
  // Of whatever amount: two gifts that wait side by side are paid twice. What is paid of a campaign or level ends at its price.
  subjects: ({ member_id, subject, refers_to }) =>
    subject === 'conversation' || subject === 'order' ? [{ member_id, subject, refers_to }] : [],
  content: refund,
  side: 'in',
  proposers: may.move_money,
  approvers: may.move_money,
  member_id: ({ member_id }) => member_id,
  async execute(tx, content, approval) {
    const { member_id, amount: amount_minor, subject, refers_to } = content
    const reduction = await reductionOf(tx, content)
    const loss_minor = await lossOf(tx, content, reduction)
    const { corrections = [], vatOf: from } = reduction ?? {}
    const vat_minor = await creditReduction(tx, entryId('adjustment', approval.proposal_id), corrections)
    const { proposal_id: turn, actor, reason: note } = approval
    await notifyOfRefund(tx, content, note)
    await announce(tx, { to: member_id, kind: 'balance', data: {} })
    // Its VAT may be paid already: the state has it until the next payment.
    if (from?.kind === 'vat')
      await postOrRefuse(tx, await advanceVat(tx, { amount_minor: vat_minor, refers_to, actor, note, turn }))
    await postAdjustment(tx, {
      from: { kind: 'revenue' },
      to: { kind: 'member_available', holder_id: member_id },
      amount_minor,
      loss_minor,
      ...(from && { vat: { from, amount_minor: vat_minor } }),
      refers_to,
      action: 'refund_granted',
      approval,
    })
    if (subject === 'conversation') await recordPayment(tx, 'conversation_payment_made', refers_to, approval)
    if (corrections.length > 0) await returnMoney(tx, { member_id, used_for: refers_to, amount_minor })
  },
})

export const supportProposals: readonly ProposalKind[] = [refundOutsideTheRules]

export function refundRoutes(routes: Routes): void {
  bind(
    routes,
    calls.proposeRefund,
    async ({ params, body: { reason, ...granted }, operator, transaction }) => {
      const content = { ...granted, ...params }
      const proposal_id = await transaction(async (tx) => {
        await checkRefund(tx, content)
        const written: z.input<typeof refund> = { ...content, amount: formatMoney(content.amount) }
        const id = await propose(tx, refundOutsideTheRules, written, reason, operator)
        if (content.subject === 'conversation') {
          const by = { proposal_id: id, actor: actorOf(operator) }
          await recordPayment(tx, 'conversation_payment_proposed', content.refers_to, by)
        }
        return id
      })
      return { data: { proposal_id } }
    },
  )
}
