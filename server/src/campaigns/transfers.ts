// A campaign paid by bank transfer: it has a reference of its own, and pays itself when the money of it is credited in full
// (transfers.test.ts). Whatever prevents that is said to the placer by a notice, and to operators beside the deposit.
import type { CampaignOutcome } from '@fairturn/contract/deposits'
import type { MessageCode } from '@fairturn/contract/messages'
import { formatMoney } from '@fairturn/contract/minor-units'
import { z } from 'zod'
import { decideTransfer, type DepositRow, findTransfersToPay } from '../deposits/deposits.ts'
import { quoteVat } from '../invoices/invoices.ts'
import { notify } from '../notices/notices.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { Refusal, refuse } from '../platform/http/refusal.ts'
import { runEach } from '../platform/queue/batches.ts'
import { defineJob } from '../platform/queue/queue.ts'
import { ownReason } from '../platform/texts/reasons.ts'
import { selectCampaign } from './campaigns.store.ts'
import { payCampaign } from './payment.ts'
import { getPlacer, lockOwnCampaign, type OwnCampaign } from './placing.ts'

/** See `DepositsHooks`. */
export async function requirePayable(tx: Tx, own: OwnCampaign, payable_minor: bigint): Promise<void> {
  await getPlacer(tx, own.member_id)
  const campaign = await lockOwnCampaign(tx, own)
  if (campaign.status !== 'unpaid' || campaign.ends_at <= tx.now) throw refuse('campaign_cannot_be_paid')
  const { budget_minor, service_fee_minor } = campaign
  const vat_minor = await quoteVat(tx, { ...campaign, now: tx.now })
  if (budget_minor + service_fee_minor + vat_minor !== payable_minor) throw refuse('the_quote_has_changed')
}

const NOT_PAID: Readonly<Partial<Record<MessageCode, Exclude<CampaignOutcome, 'paid'>>>> = {
  the_quote_has_changed: 'price_changed',
  campaign_cannot_be_paid: 'not_payable',
  your_account_has_been_locked: 'not_covered',
  your_account_is_insufficient_please_add_more_money: 'not_covered',
  amount_was_paid_out_twice: 'not_covered',
  amount_is_in_dispute: 'not_covered',
}

export const payTransfers = defineJob({ name: 'pay_by_transfer', payload: z.object({}) })

/** Pays the campaigns of credited transfers, each in its own transaction. While the ledger is checked they wait. */
export async function payByTransfer(database: Database): Promise<void> {
  const transfers = await findTransfersToPay.all(database)
  await runEach(transfers.map((transfer) => () => decide(database, transfer)))
}

async function decide(database: Database, transfer: DepositRow): Promise<void> {
  if (transfer.received_minor! < transfer.amount_minor)
    return await database.transaction((tx) => record(tx, transfer, 'less_arrived'))
  try {
    await database.transaction((tx) => pay(tx, transfer))
  } catch (error) {
    const outcome = error instanceof Refusal ? NOT_PAID[error.code] : undefined
    if (outcome === undefined) throw error
    await database.transaction((tx) => record(tx, transfer, outcome))
  }
}

/** The price is the one that was confirmed with the transfer. */
async function pay(tx: Tx, transfer: DepositRow): Promise<void> {
  const own = { member_id: transfer.member_id, campaign_id: transfer.campaign_id! }
  await requirePayable(tx, own, transfer.amount_minor)
  await payCampaign(tx, own)
  await record(tx, transfer, 'paid')
}

async function record(tx: Tx, transfer: DepositRow, outcome: CampaignOutcome): Promise<void> {
  const { id, member_id, reference, campaign_id, amount_minor } = transfer
  if ((await decideTransfer.maybe(tx, { id, outcome })) === undefined) return
  const { brand } = (await selectCampaign.maybe(tx, { id: campaign_id! }))!
  const path = `/campaigns/${campaign_id!}`
  if (outcome === 'paid') {
    const amount = formatMoney(amount_minor)
    await notify(tx, member_id, 'campaign_paid_by_transfer', { brand, amount, reference }, path)
  } else {
    const reason = ownReason(outcome)
    await notify(tx, member_id, 'campaign_not_paid_by_transfer', { brand, reference, reason }, path)
  }
}
