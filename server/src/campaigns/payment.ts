// Payment of campaigns and top-ups, with VAT and invoice.
import { formatMoney } from '@fairturn/contract/minor-units'
import { endTransferAwaited, spendCardMoney } from '../deposits/deposits.ts'
import { campaignContent, invoiceCampaign } from '../invoices/invoices.ts'
import {
  accountOf,
  availableOf,
  campaignPaymentsOf,
  entryId,
  LedgerRefusal,
  moneyOf,
  type NewEntry,
  openAccounts,
  postOrRefuse,
  refuseWhileFrozen,
} from '../ledger/ledger.ts'
import { reserveDiscount } from '../levels/levels.ts'
import { announce } from '../notices/notices.ts'
import { together, type Tx } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import { refuseKeptBack } from '../withdrawals/withdrawals.ts'
import * as store from './campaigns.store.ts'
import type { Campaign } from './campaigns.store.ts'
import { getPlacer, lockOwnCampaign, type OwnCampaign } from './placing.ts'
import type { Quote } from './terms.ts'

/** Refuses a payment of this amount that the member has not confirmed; without it the program itself pays. */
export type ConfirmPayment = (tx: Tx, payable_minor: bigint) => Promise<void>

/** What a member was shown of a payment, in minor units. */
export interface ShownPrice {
  readonly total_minor?: bigint | undefined
  /** With VAT; asked for where there is any. */
  readonly payable_minor?: bigint | undefined
}

/**
 * Refuses `the_quote_has_changed` if something else was shown: the total, or what is payable where there is VAT. Callers
 * that know no VAT send neither.
 */
function requireShown(shown: ShownPrice, price: { total_minor: bigint; payable_minor: bigint }): void {
  const { total_minor, payable_minor } = price
  const { total_minor: shownTotal = total_minor, payable_minor: shownPayable } = shown
  const withoutVat = payable_minor === total_minor
  const isPayable = shownPayable === payable_minor || (shownPayable === undefined && withoutVat)
  const hasTotal = shown.total_minor !== undefined || withoutVat
  if (shownTotal !== total_minor || !isPayable || !hasTotal) throw refuse('the_quote_has_changed')
}

/**
 * Pays a campaign in advance, with its VAT: budget and bonus reserve into its escrow, the rest of the service fee into the
 * unearned account. It then is in review. Idempotent. Refuses `campaign_is_unknown`, `campaign_cannot_be_paid` (cancelled, or
 * its end has passed), `the_quote_has_changed` if `shown` is another price or the bought level behind its discount has ended,
 * `your_account_has_been_locked`, and as postPayment and `confirm` do.
 */
export async function payCampaign(
  tx: Tx,
  own: OwnCampaign,
  confirm?: ConfirmPayment,
  shown?: ShownPrice,
): Promise<Campaign> {
  const [, campaign] = await together(getPlacer(tx, own.member_id), lockOwnCampaign(tx, own))
  if (campaign.paid_at !== null) return campaign
  if (campaign.status !== 'unpaid' || campaign.ends_at <= tx.now) throw refuse('campaign_cannot_be_paid')
  const [paid] = await together(
    store.updatePaid.one(tx, { id: campaign.id, paid_at: tx.now }),
    endTransferAwaited.all(tx, { campaign_id: campaign.id, settled_at: tx.now }),
    reserveDiscount(tx, campaign),
    openAccounts(tx, [
      { kind: 'campaign_escrow', holder_id: campaign.id },
      { kind: 'campaign_fee', holder_id: campaign.id },
    ]),
  )
  const payable_minor = await postPayment(tx, campaign, campaign, { paidFor: campaign.id, shown })
  await together(
    confirm?.(tx, payable_minor) ?? Promise.resolve(),
    announce(tx, { to: own.member_id, kind: 'balance', data: {} }),
  )
  return paid
}

type Cost = Pick<Quote, 'budget_minor' | 'bonus_reserve_minor' | 'service_fee_minor'> & { visits: number }

/**
 * Posts the cost of a campaign or a top-up with its VAT, and writes the invoice; the entry's id (idempotency key) is derived
 * from `paidFor`. Returns what was debited, in minor units. Refuses `the_quote_has_changed`,
 * `your_account_is_insufficient_please_add_more_money` with the missing amount,
 * `this_is_paused_while_the_ledger_is_checked`, `amount_was_paid_out_twice` and `amount_is_in_dispute`.
 */
export async function postPayment(
  tx: Tx,
  { id, member_id, brand }: Pick<Campaign, 'id' | 'member_id' | 'brand'>,
  cost: Cost,
  { paidFor, shown }: { readonly paidFor: string; readonly shown?: ShownPrice | undefined },
): Promise<bigint> {
  const { budget_minor, bonus_reserve_minor, service_fee_minor, visits } = cost
  const total_minor = budget_minor + service_fee_minor
  const entry_id = entryId('campaign_paid', paidFor)
  const priced = { member_id, visits, budget_minor, bonus_reserve_minor, service_fee_minor }
  const [content] = await together(
    campaignContent(tx, { ...priced, now: tx.now }),
    refuseWhileFrozen(tx, moneyOf(member_id), campaignPaymentsOf(id)),
  )
  const { vat_minor } = content
  const payable_minor = total_minor + vat_minor
  if (shown !== undefined) requireShown(shown, { total_minor, payable_minor })
  await together(
    refuseKeptBack(tx, member_id, payable_minor),
    invoiceCampaign(tx, { member_id, campaign_id: id, brand, entry_id }, content),
    vat_minor > 0n ? openAccounts(tx, [{ kind: 'campaign_vat', holder_id: id }]) : Promise.resolve(),
  )
  const entry: NewEntry = {
    id: entry_id,
    type: 'campaign_paid',
    refers_to: id,
    actor: `member:${member_id}`,
    event_at: tx.now,
    postings: [
      { account: accountOf('member_available', member_id), amount_minor: -payable_minor },
      { account: accountOf('campaign_escrow', id), amount_minor: budget_minor + bonus_reserve_minor },
      { account: accountOf('campaign_fee', id), amount_minor: service_fee_minor - bonus_reserve_minor },
      { account: accountOf('campaign_vat', id), amount_minor: vat_minor },
    ],
  }
  try {
    await postOrRefuse(tx, [entry])
  } catch (error) {
    if (!(error instanceof LedgerRefusal) || error.reason !== 'insufficient_funds') throw error
    const missing = formatMoney(payable_minor - (await availableOf(tx, member_id)))
    throw refuse('your_account_is_insufficient_please_add_more_money', { missing })
  }
  await spendCardMoney(tx, { member_id, used_for: id, kind: 'campaign', amount_minor: payable_minor })
  return payable_minor
}
