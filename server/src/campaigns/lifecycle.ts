// State machine of paid campaigns, and refunds at their end. Money held for a taken order is refunded only when that order
// ends (campaigns.test.ts).
import type { CampaignStatus } from '@fairturn/contract/campaigns'
import { formatMoney } from '@fairturn/contract/minor-units'
import { endTransferAwaited, returnMoney } from '../deposits/deposits.ts'
import { creditCampaign, vatOfSubject } from '../invoices/invoices.ts'
import {
  accountOf,
  balancesOf,
  campaignMoneyOf,
  entryId,
  isFrozen,
  platformAccount,
  postOrRefuse,
} from '../ledger/ledger.ts'
import { settleDiscount } from '../levels/levels.ts'
import { announce, notify } from '../notices/notices.ts'
import type { Tx } from '../platform/database/database.ts'
import { refuse, orRefuse } from '../platform/http/refusal.ts'
import { recordAuditEvent, refuseDecided, type StaffActionCode } from '../staff/staff.ts'
import * as store from './campaigns.store.ts'
import type { Campaign } from './campaigns.store.ts'
import { getPlacer, lockOwnCampaign, type OwnCampaign } from './placing.ts'
import { deliveredShare } from './terms.ts'

/** All status transitions (spec §2); `review` is entered only by paying. */
const NEXT: Record<CampaignStatus, readonly CampaignStatus[]> = {
  unpaid: ['review', 'cancelled'],
  review: ['active', 'rejected', 'cancelled'],
  active: ['paused', 'finished', 'cancelled'],
  paused: ['active', 'finished', 'cancelled'],
  finished: [],
  rejected: [],
  cancelled: [],
}

interface Decision {
  readonly campaign_id: string
  /** E.g. `operator:<id>`. */
  readonly actor: string
}
interface ReasonedDecision extends Decision {
  readonly reason: string
}

/** Approves: slices can be drawn. Refuses `campaign_is_unknown` and `campaign_is_not_in_review`. */
export async function approveCampaign(tx: Tx, { campaign_id, actor }: Decision): Promise<Campaign> {
  const campaign = await lock(tx, campaign_id)
  if (campaign.status !== 'review') throw await refuseDecided(tx, 'campaign_is_not_in_review', campaign_id)
  await record(tx, 'campaign_approved', { campaign, status: 'active', actor })
  await notify(tx, campaign.member_id, 'campaign_approved', { brand: campaign.brand }, pathOf(campaign))
  return await store.updateStatus.one(tx, {
    id: campaign.id,
    status: 'active',
    now: tx.now,
    pause_reason: null,
    placer_paused: false,
  })
}

const pathOf = (campaign: Campaign): string => `/campaigns/${campaign.id}`

/** Rejects with a reason for the placer; everything is refunded. Refuses as approveCampaign does. */
export async function rejectCampaign(tx: Tx, decision: ReasonedDecision): Promise<Campaign> {
  const { campaign_id, reason, actor } = decision
  const campaign = await lock(tx, campaign_id)
  if (campaign.status !== 'review') throw await refuseDecided(tx, 'campaign_is_not_in_review', campaign_id)
  await record(tx, 'campaign_rejected', { campaign, status: 'rejected', actor, reason })
  return await end(tx, campaign, 'rejected', reason)
}

/** Stops drawing slices; taken orders continue. Refuses `campaign_is_unknown`, `campaign_cannot_be_paused`. */
export async function pauseCampaign(tx: Tx, own: OwnCampaign): Promise<Campaign> {
  const campaign = await lockOwnCampaign(tx, own)
  if (campaign.status === 'paused') return campaign
  if (campaign.status !== 'active') throw refuse('campaign_cannot_be_paused')
  return await store.updateStatus.one(tx, {
    id: campaign.id,
    status: 'paused',
    now: tx.now,
    pause_reason: null,
    placer_paused: true,
  })
}

/**
 * Slices can be drawn again. Refuses `campaign_is_unknown`, `campaign_cannot_be_resumed` (also when its end has passed),
 * `campaign_was_paused_by_us` and `your_account_has_been_locked`.
 */
export async function resumeCampaign(tx: Tx, own: OwnCampaign): Promise<Campaign> {
  await getPlacer(tx, own.member_id)
  const campaign = await lockOwnCampaign(tx, own)
  if (campaign.status === 'active') return campaign
  if (campaign.status !== 'paused' || campaign.ends_at <= tx.now) throw refuse('campaign_cannot_be_resumed')
  if (campaign.pause_reason !== null) throw refuse('campaign_was_paused_by_us')
  return await store.updateStatus.one(tx, {
    id: campaign.id,
    status: 'active',
    now: tx.now,
    pause_reason: null,
    placer_paused: false,
  })
}

/**
 * Pauses by an operator; the placer can cancel it but not resume it. Refuses `campaign_is_unknown` and
 * `campaign_cannot_be_paused`.
 */
export async function pauseByOperator(tx: Tx, decision: ReasonedDecision): Promise<Campaign> {
  const { campaign_id, reason, actor } = decision
  const campaign = await lock(tx, campaign_id)
  if (campaign.pause_reason !== null) return campaign
  if (campaign.status !== 'active' && campaign.status !== 'paused')
    throw await refuseDecided(tx, 'campaign_cannot_be_paused', campaign.id)
  await record(tx, 'campaign_paused', { campaign, status: 'paused', actor, reason })
  const { brand, member_id } = campaign
  await notify(tx, member_id, 'campaign_paused', { brand, reason }, pathOf(campaign))
  return await store.updateStatus.one(tx, {
    id: campaign.id,
    status: 'paused',
    now: tx.now,
    pause_reason: reason,
    placer_paused: campaign.placer_paused,
  })
}

/** Ends an operator's pause. Refuses `campaign_is_unknown` and otherwise `campaign_cannot_be_resumed`. */
export async function resumeByOperator(tx: Tx, { campaign_id, actor }: Decision): Promise<Campaign> {
  const campaign = await lock(tx, campaign_id)
  if (campaign.status === 'active') return campaign
  if (campaign.pause_reason === null || campaign.status !== 'paused')
    throw await refuseDecided(tx, 'campaign_cannot_be_resumed', campaign.id)
  const { brand, member_id, placer_paused } = campaign
  const status = placer_paused ? 'paused' : 'active'
  await record(tx, 'campaign_resumed', { campaign, status, actor })
  const kind = placer_paused ? 'campaign_pause_lifted' : 'campaign_resumed'
  await notify(tx, member_id, kind, { brand }, pathOf(campaign))
  return await store.updateStatus.one(tx, {
    id: campaign.id,
    status,
    now: tx.now,
    pause_reason: null,
    placer_paused,
  })
}

/**
 * Cancels by the placer. Money not held for taken orders is refunded at once, the rest when those end. Refuses
 * `campaign_is_unknown` and, if it has ended otherwise, `campaign_cannot_be_ended`.
 */
export async function cancelCampaign(tx: Tx, own: OwnCampaign): Promise<Campaign> {
  const campaign = await lockOwnCampaign(tx, own)
  if (campaign.status === 'cancelled') return campaign
  await endTransferAwaited.all(tx, { campaign_id: campaign.id, settled_at: tx.now })
  return await end(tx, campaign, 'cancelled')
}

/**
 * Takes down by an operator; refunds as cancelCampaign does. Refuses `campaign_is_unknown` and, unless it is active or
 * paused, `campaign_cannot_be_ended`.
 */
export async function takeDownCampaign(tx: Tx, decision: ReasonedDecision): Promise<Campaign> {
  const { campaign_id, reason, actor } = decision
  const campaign = await lock(tx, campaign_id)
  if (campaign.status !== 'active' && campaign.status !== 'paused')
    throw await refuseDecided(tx, 'campaign_cannot_be_ended', campaign.id)
  await record(tx, 'campaign_taken_down', { campaign, status: 'cancelled', actor, reason })
  const { brand, member_id } = campaign
  await notify(tx, member_id, 'campaign_taken_down', { brand, reason }, pathOf(campaign))
  return await end(tx, campaign, 'cancelled', reason)
}

/** Ends a campaign whose end has come; refunds and refuses as cancelCampaign does. */
export async function finishCampaign(tx: Tx, own: Pick<OwnCampaign, 'campaign_id'>): Promise<Campaign> {
  const campaign = await lock(tx, own.campaign_id)
  if (campaign.status === 'finished') return campaign
  return await end(tx, campaign, 'finished')
}

/** Records an operator's action on a campaign in the audit log. */
async function record(
  tx: Tx,
  action: StaffActionCode,
  done: { campaign: Campaign; status: CampaignStatus; actor: string; reason?: string },
): Promise<void> {
  const { campaign, status, ...by } = done
  const { id, member_id } = campaign
  const change = { before: { status: campaign.status }, after: { status } }
  await recordAuditEvent(tx, { ...by, action, object: { kind: 'campaign', id }, member_id, ...change })
}

const lock = async (tx: Tx, campaign_id: string): Promise<Campaign> =>
  orRefuse(await store.selectCampaignLocked.maybe(tx, { id: campaign_id }), 'campaign_is_unknown')

async function end(
  tx: Tx,
  campaign: Campaign,
  status: 'finished' | 'rejected' | 'cancelled',
  reason: string | null = null,
): Promise<Campaign> {
  if (!NEXT[campaign.status].includes(status)) throw refuse('campaign_cannot_be_ended')
  return await settleCampaign(
    tx,
    await store.updateEnded.one(tx, { id: campaign.id, status, ended_at: tx.now, reason }),
  )
}

/**
 * Refunds what is not held for orders of an ended campaign, whose row is locked. Once no order is open it closes the
 * accounts: the delivered share of the service fee is earned, the rest refunded. While a finding freezes its money, that
 * is left to the job that ends campaigns.
 */
export async function settleCampaign(tx: Tx, campaign: Campaign): Promise<Campaign> {
  if (campaign.closed_at !== null) return campaign
  if (await isFrozen(tx, campaignMoneyOf(campaign.id))) return campaign
  if (campaign.paid_at === null)
    return await store.updateRefunded.one(tx, { id: campaign.id, refunded_minor: 0n, closed_at: tx.now })
  if (campaign.open_visits > 0 || campaign.held_minor > 0n) return await returnFreeEscrow(tx, campaign)
  const closed = await closeAccounts(tx, campaign)
  await notifyPlacer(tx, closed)
  return closed
}

async function returnFreeEscrow(tx: Tx, campaign: Campaign): Promise<Campaign> {
  const escrow = accountOf('campaign_escrow', campaign.id)
  const { balance_minor, reserved_minor } = (await balancesOf(tx, [escrow])).get(escrow)!
  const free_minor = balance_minor - reserved_minor
  if (free_minor === 0n) return campaign
  const returned = await store.updateRefunded.one(tx, {
    id: campaign.id,
    refunded_minor: free_minor,
    closed_at: null,
  })
  const id = entryId('campaign_ended', campaign.id, 'free')
  const vat_minor = await creditCampaign(tx, {
    campaign_id: campaign.id,
    entry_id: id,
    escrow_minor: free_minor,
    fee_minor: 0n,
  })
  const amount_minor = free_minor + vat_minor
  const postings = [
    { account: escrow, amount_minor: -free_minor },
    { account: accountOf('campaign_vat', campaign.id), amount_minor: -vat_minor },
    { account: accountOf('member_available', campaign.member_id), amount_minor },
  ]
  await postOrRefuse(tx, [{ ...common(tx, campaign), id, postings }])
  await returnMoney(tx, { member_id: campaign.member_id, used_for: campaign.id, amount_minor })
  await announce(tx, { to: campaign.member_id, kind: 'balance', data: {} })
  return returned
}

async function closeAccounts(tx: Tx, campaign: Campaign): Promise<Campaign> {
  const { delivered_minor, budget_minor } = campaign
  for (const bought of await store.selectBoughtDiscounts.all(tx, { id: campaign.id })) {
    const reserved_minor = bought.extra_discount_minor
    const given_minor = deliveredShare(reserved_minor, delivered_minor, budget_minor)
    await settleDiscount(tx, { level_purchase_id: bought.level_purchase_id, reserved_minor, given_minor })
  }
  const escrow = accountOf('campaign_escrow', campaign.id)
  const fee = accountOf('campaign_fee', campaign.id)
  const vat = accountOf('campaign_vat', campaign.id)
  const balances = await balancesOf(tx, [escrow, fee, vat])
  const escrow_minor = balances.get(escrow)!.balance_minor
  const fee_minor = balances.get(fee)!.balance_minor
  const earned_minor = deliveredShare(fee_minor, delivered_minor, budget_minor)
  const returned_minor = escrow_minor + fee_minor - earned_minor
  const closed = await store.updateRefunded.one(tx, {
    id: campaign.id,
    refunded_minor: returned_minor,
    closed_at: tx.now,
  })

  const id = entryId('campaign_ended', campaign.id, 'rest')
  const vat_returned_minor = await creditCampaign(tx, {
    campaign_id: campaign.id,
    entry_id: id,
    escrow_minor,
    fee_minor: fee_minor - earned_minor,
  })
  // What is not returned is due: that of what was delivered.
  const vat_minor = balances.get(vat)?.balance_minor ?? 0n
  const amount_minor = returned_minor + vat_returned_minor
  const postings = [
    { account: escrow, amount_minor: -escrow_minor },
    { account: fee, amount_minor: -fee_minor },
    { account: platformAccount('revenue', id), amount_minor: earned_minor },
    { account: vat, amount_minor: -vat_minor },
    { account: platformAccount('vat', id), amount_minor: vat_minor - vat_returned_minor },
    { account: accountOf('member_available', campaign.member_id), amount_minor },
  ]
  if (escrow_minor + fee_minor + vat_minor > 0n)
    await postOrRefuse(tx, [{ ...common(tx, campaign), id, postings }])
  await returnMoney(tx, { member_id: campaign.member_id, used_for: campaign.id, amount_minor })
  return closed
}

const common = (tx: Tx, campaign: Campaign) => ({
  type: 'campaign_ended' as const,
  refers_to: campaign.id,
  actor: 'system',
  event_at: tx.now,
})

/** Notifies the placer once everything is refunded; for a cancelled campaign only if orders delayed part of it. */
async function notifyPlacer(tx: Tx, campaign: Campaign): Promise<void> {
  const { member_id, brand, status } = campaign
  const vat = await vatOfSubject(tx, campaign.id)
  const refunded = formatMoney(campaign.refunded_minor + vat.returned_minor)
  const path = pathOf(campaign)
  if (status === 'finished') await notify(tx, member_id, 'campaign_finished', { brand, refunded }, path)
  if (status === 'rejected') {
    const reason = campaign.reject_reason!
    await notify(tx, member_id, 'campaign_rejected', { brand, reason, refunded }, path)
  }
  if (status === 'cancelled' && campaign.closed_at! > campaign.ended_at!)
    await notify(tx, member_id, 'campaign_cancelled', { brand, refunded }, path)
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
}
