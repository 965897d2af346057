// What a campaign costs this member, and paying it in advance. No campaign enters review, and no visits are
// added, without their whole escrow (campaigns.test.ts).
import { formatMoney } from '@fairturn/contract/money'
import { settingsOf } from '../content/content.ts'
import type { Queryable, Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import {
  accountOf,
  balancesOf,
  entryId,
  LedgerRefusal,
  type NewEntry,
  openAccounts,
  moneyOf,
  postOrRefuse,
  refuseWhilePaused,
} from '../ledger/ledger.ts'
import { findOpenPurchase, freeLevels, levelsOf, portionOf, promisesOf } from '../levels/levels.ts'
import { getMember } from '../members/members.ts'
import { announce } from '../notices/notices.ts'
import { type Campaign, selectCampaignLocked, updatePaid } from './campaigns.store.ts'
import { getPlacer } from './placer.ts'
import { quote, type Quote } from './terms.ts'

export interface Terms {
  readonly service_fee_bp: number
  readonly discount_bp: number
  readonly highest_bonus_bp: number
}

/** The terms on which a member could place a campaign now, and what it would cost. */
export async function quoteFor(
  on: Queryable,
  member_id: string,
  wanted: { price_minor: bigint; visits: number },
): Promise<{ terms: Terms; quote: Quote }> {
  const [settings, levels, discount_bp] = await Promise.all([
    settingsOf(on),
    levelsOf(on),
    discountOf(on, member_id),
  ])
  const { service_fee_bp } = settings
  const terms = { service_fee_bp, discount_bp, highest_bonus_bp: promisesOf(levels).bonus_bp }
  return { terms, quote: quote({ ...wanted, ...terms }) }
}

/** The discount of a member's level, in basis points of the budget. */
export async function discountOf(on: Queryable, member_id: string): Promise<number> {
  const [member, levels] = await Promise.all([getMember(on, member_id), levelsOf(on)])
  return levels.find((each) => each.id === member.level_id)!.bonus_low_bp
}

/** The part of the discount that comes from the purchase of the member's level. */
export async function boughtDiscount(
  tx: Tx,
  member_id: string,
  { budget_minor, discount_minor }: Quote,
): Promise<{ level_purchase_id: string | null; extra_discount_minor: bigint }> {
  const purchase = await findOpenPurchase(tx, member_id)
  if (purchase === undefined) return { level_purchase_id: null, extra_discount_minor: 0n }
  const free = (await freeLevels(tx, [member_id])).get(member_id)!
  const extra_minor = discount_minor - portionOf(budget_minor, free.bonus_low_bp)
  return { level_purchase_id: purchase.id, extra_discount_minor: extra_minor > 0n ? extra_minor : 0n }
}

/**
 * Pays a campaign in advance: budget and bonus reserve into its escrow, the rest of the service fee into
 * the unearned account. It is then in review. Idempotent. Refuses `campaign_is_unknown` (also for
 * another's), `campaign_cannot_be_paid` (cancelled, or its end has passed) and
 * `your_account_is_insufficient_please_add_more_money` with the missing amount; a locked account with its
 * reason.
 */
export async function payCampaign(
  tx: Tx,
  { member_id, campaign_id }: { member_id: string; campaign_id: string },
): Promise<Campaign> {
  await getPlacer(tx, member_id)
  const campaign = await selectCampaignLocked.maybe(tx, campaign_id)
  if (campaign === undefined || campaign.member_id !== member_id) throw refuse('campaign_is_unknown')
  if (campaign.paid_at !== null) return campaign
  if (campaign.status !== 'unpaid' || campaign.ends_at <= tx.now) throw refuse('campaign_cannot_be_paid')
  const paid = await updatePaid.one(tx, campaign.id, tx.now)
  await openAccounts(tx, [
    { kind: 'campaign_escrow', owner_id: campaign.id },
    { kind: 'campaign_fee', owner_id: campaign.id },
  ])
  await postPayment(tx, campaign, costOf(campaign), campaign.id)
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
  return paid
}

const costOf = (campaign: Campaign): Cost => {
  const { budget_minor, bonus_reserve_minor, service_fee_minor } = campaign
  return {
    escrow_minor: budget_minor + bonus_reserve_minor,
    unearned_fee_minor: service_fee_minor - bonus_reserve_minor,
    total_minor: budget_minor + service_fee_minor,
  }
}

type Cost = Pick<Quote, 'escrow_minor' | 'total_minor' | 'unearned_fee_minor'>

/**
 * Moves the cost of a campaign or a top-up; the entry's id is made from `paid_for`. Refuses
 * `your_account_is_insufficient_please_add_more_money` with the missing amount, and
 * `this_is_paused_while_the_ledger_is_checked`.
 */
export async function postPayment(
  tx: Tx,
  campaign: Pick<Campaign, 'id' | 'member_id'>,
  cost: Cost,
  paid_for: string,
): Promise<void> {
  await refuseWhilePaused(tx, moneyOf(campaign.member_id))
  const available = accountOf('member_available', campaign.member_id)
  const postings = [
    { account: available, amount_minor: -cost.total_minor },
    { account: accountOf('campaign_escrow', campaign.id), amount_minor: cost.escrow_minor },
    { account: accountOf('campaign_fee', campaign.id), amount_minor: cost.unearned_fee_minor },
  ]
  const entry: NewEntry = {
    id: entryId('campaign_paid', paid_for),
    type: 'campaign_paid',
    refers_to: campaign.id,
    actor: `member:${campaign.member_id}`,
    event_at: tx.now,
    postings,
  }
  try {
    await postOrRefuse(tx, [entry])
  } catch (error) {
    if (!(error instanceof LedgerRefusal) || error.reason !== 'insufficient_funds') throw error
    const missing = formatMoney(cost.total_minor - (await availableOf(tx, campaign.member_id)))
    throw refuse('your_account_is_insufficient_please_add_more_money', { missing })
  }
}

/** What a member can spend, in minor units. */
export async function availableOf(on: Queryable, member_id: string): Promise<bigint> {
  const account = accountOf('member_available', member_id)
  const { balance_minor, reserved_minor } = (await balancesOf(on, [account])).get(account)!
  return balance_minor - reserved_minor
}
