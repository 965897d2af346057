// A campaign's statuses after it is paid, and what goes back at its end. It must never return money that is held for an
// order somebody has taken: that waits until the order ends.
import { formatMoney } from '@fairturn/contract/money'
import type { Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { accountOf, balancesOf, entryId, platformAccount, postOrRefuse } from '../ledger/ledger.ts'
import { addDiscountGiven } from '../levels/levels.ts'
import { announce, notify } from '../notices/notices.ts'
import { recordAct, type StaffAction } from '../staff/staff.ts'
import {
  type Campaign,
  type CampaignStatus,
  selectCampaignLocked,
  updateEnded,
  updateRefunded,
  updateStatus,
} from './campaigns.store.ts'
import { deliveredShare } from './terms.ts'

/** Every change of status there is (spec §2); to `review` only by paying. */
const NEXT: Record<CampaignStatus, readonly CampaignStatus[]> = {
  unpaid: ['review', 'cancelled'],
  review: ['active', 'rejected', 'cancelled'],
  active: ['paused', 'finished', 'cancelled'],
  paused: ['active', 'finished', 'cancelled'],
  finished: [],
  rejected: [],
  cancelled: [],
}

interface Named {
  readonly campaign_id: string
}
interface Reviewed extends Named {
  /** Who decides, e.g. `operator:<id>`. */
  readonly actor: string
}
interface Owned extends Named {
  /** The placer. */
  readonly member_id: string
}

/** Review is passed: slices can be drawn. Refuses `campaign_is_unknown` and `campaign_is_not_in_review`. */
export async function approveCampaign(tx: Tx, { campaign_id, actor }: Reviewed): Promise<Campaign> {
  const campaign = await lock(tx, campaign_id)
  if (campaign.status === 'active') return campaign
  if (campaign.status !== 'review') throw refuse('campaign_is_not_in_review')
  await record(tx, 'campaign_approved', { campaign, status: 'active', actor })
  return await updateStatus.one(tx, campaign.id, 'active', tx.now)
}

/** Review is not passed; everything goes back to the placer, who reads why. Refuses as approveCampaign does. */
export async function rejectCampaign(
  tx: Tx,
  { campaign_id, reason, actor }: Reviewed & { readonly reason: string },
): Promise<Campaign> {
  const campaign = await lock(tx, campaign_id)
  if (campaign.status === 'rejected') return campaign
  if (campaign.status !== 'review') throw refuse('campaign_is_not_in_review')
  await record(tx, 'campaign_rejected', { campaign, status: 'rejected', actor, reason })
  return await end(tx, campaign, 'rejected', reason)
}

/** No further slices are drawn; orders that were taken go on. Refuses `campaign_is_unknown`, `campaign_cannot_be_paused`. */
export async function pauseCampaign(tx: Tx, { campaign_id, member_id }: Owned): Promise<Campaign> {
  const campaign = await lock(tx, campaign_id, member_id)
  if (campaign.status === 'paused') return campaign
  if (campaign.status !== 'active') throw refuse('campaign_cannot_be_paused')
  return await updateStatus.one(tx, campaign.id, 'paused', tx.now)
}

/** Slices can be drawn again. Refuses `campaign_is_unknown`, `campaign_cannot_be_resumed`. */
export async function resumeCampaign(tx: Tx, { campaign_id, member_id }: Owned): Promise<Campaign> {
  const campaign = await lock(tx, campaign_id, member_id)
  if (campaign.status === 'active') return campaign
  if (campaign.status !== 'paused') throw refuse('campaign_cannot_be_resumed')
  return await updateStatus.one(tx, campaign.id, 'active', tx.now)
}

/**
 * The placer stops the campaign. What is not held for taken orders is available to them at once, the rest when those
 * orders end. Refuses `campaign_is_unknown` and, once it has ended otherwise, `campaign_cannot_be_ended`.
 */
export async function cancelCampaign(tx: Tx, { campaign_id, member_id }: Owned): Promise<Campaign> {
  const campaign = await lock(tx, campaign_id, member_id)
  if (campaign.status === 'cancelled') return campaign
  return await end(tx, campaign, 'cancelled')
}

/** The campaign has come to its end; money as for cancelCampaign. Refuses likewise, and before it was ever active. */
export async function finishCampaign(tx: Tx, { campaign_id }: Named): Promise<Campaign> {
  const campaign = await lock(tx, campaign_id)
  if (campaign.status === 'finished') return campaign
  return await end(tx, campaign, 'finished')
}

/** Writes what staff did to a campaign in their log. */
async function record(
  tx: Tx,
  action: StaffAction,
  done: { campaign: Campaign; status: CampaignStatus; actor: string; reason?: string },
): Promise<void> {
  const { campaign, status, ...by } = done
  const { id, member_id } = campaign
  const object = { kind: 'campaign', id }
  await recordAct(tx, {
    ...by,
    action,
    object,
    member_id,
    before: { status: campaign.status },
    after: { status },
  })
}

async function lock(tx: Tx, campaign_id: string, member_id?: string): Promise<Campaign> {
  const campaign = await selectCampaignLocked.maybe(tx, campaign_id)
  if (campaign === undefined || (member_id !== undefined && campaign.member_id !== member_id)) {
    throw refuse('campaign_is_unknown')
  }
  return campaign
}

async function end(
  tx: Tx,
  campaign: Campaign,
  status: 'finished' | 'rejected' | 'cancelled',
  reason: string | null = null,
): Promise<Campaign> {
  if (!NEXT[campaign.status].includes(status)) throw refuse('campaign_cannot_be_ended')
  return await settleCampaign(tx, await updateEnded.one(tx, campaign.id, status, tx.now, reason))
}

/**
 * Returns to the placer what is not held for orders of an ended campaign, whose row is locked. Once no order is open,
 * closes its accounts: of the service fee, what belongs to what was delivered is earned, the rest goes back.
 */
export async function settleCampaign(tx: Tx, campaign: Campaign): Promise<Campaign> {
  if (campaign.closed_at !== null) return campaign
  if (campaign.paid_at === null) return await updateRefunded.one(tx, campaign.id, 0n, tx.now)
  if (campaign.open_visits > 0) return await returnFreeEscrow(tx, campaign)
  const closed = await closeAccounts(tx, campaign)
  await tellPlacer(tx, closed)
  return closed
}

async function returnFreeEscrow(tx: Tx, campaign: Campaign): Promise<Campaign> {
  const escrow = accountOf('campaign_escrow', campaign.id)
  const { balance_minor, reserved_minor } = (await balancesOf(tx, [escrow])).get(escrow)!
  const free_minor = balance_minor - reserved_minor
  if (free_minor === 0n) return campaign
  const returned = await updateRefunded.one(tx, campaign.id, free_minor, null)
  await postOrRefuse(tx, [
    {
      ...common(tx, campaign),
      id: entryId('campaign_ended', campaign.id, 'free'),
      postings: [
        { account: escrow, amount_minor: -free_minor },
        { account: accountOf('member_available', campaign.member_id), amount_minor: free_minor },
      ],
    },
  ])
  await announce(tx, { to: campaign.member_id, kind: 'balance', data: {} })
  return returned
}

async function closeAccounts(tx: Tx, campaign: Campaign): Promise<Campaign> {
  const { delivered_minor, budget_minor, level_purchase_id } = campaign
  if (level_purchase_id !== null) {
    const given_minor = deliveredShare(campaign.extra_discount_minor, delivered_minor, budget_minor)
    await addDiscountGiven(tx, level_purchase_id, given_minor)
  }
  const escrow = accountOf('campaign_escrow', campaign.id)
  const fee = accountOf('campaign_fee', campaign.id)
  const balances = await balancesOf(tx, [escrow, fee])
  const escrow_minor = balances.get(escrow)!.balance_minor
  const fee_minor = balances.get(fee)!.balance_minor
  const earned_minor = deliveredShare(fee_minor, delivered_minor, budget_minor)
  const returned_minor = escrow_minor + fee_minor - earned_minor
  const closed = await updateRefunded.one(tx, campaign.id, returned_minor, tx.now)

  const id = entryId('campaign_ended', campaign.id, 'rest')
  const postings = [
    { account: escrow, amount_minor: -escrow_minor },
    { account: fee, amount_minor: -fee_minor },
    { account: platformAccount('revenue', id), amount_minor: earned_minor },
    { account: accountOf('member_available', campaign.member_id), amount_minor: returned_minor },
  ]
  if (escrow_minor + fee_minor > 0n) await postOrRefuse(tx, [{ ...common(tx, campaign), id, postings }])
  return closed
}

const common = (tx: Tx, campaign: Campaign) => ({
  type: 'campaign_ended' as const,
  refers_to: campaign.id,
  actor: 'system',
  event_at: tx.now,
})

/** Who cancelled knows it; of the other ends the placer is told, once all that comes back is there. */
async function tellPlacer(tx: Tx, campaign: Campaign): Promise<void> {
  const { member_id, brand } = campaign
  const refunded = formatMoney(campaign.refunded_minor)
  if (campaign.status === 'finished')
    await notify(tx, member_id, 'campaign_finished', { brand, refunded }, '/')
  if (campaign.status === 'rejected') {
    await notify(
      tx,
      member_id,
      'campaign_rejected',
      { brand, reason: campaign.reject_reason!, refunded },
      '/',
    )
  }
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
}
