// Slices of campaigns: drawing one with a hold on its money, returning it, delivering it. No visit is promised twice, or
// without a hold for its price and highest bonus in the escrow (promise 2).
import type { Locale } from '@fairturn/contract/locales'
import { accountOf, createHold, releaseHolds } from '../ledger/ledger.ts'
import { type BonusRange, maxBonus } from '../levels/levels.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { toColumn, toColumns } from '../platform/database/statement.ts'
import * as store from './campaigns.store.ts'
import type { Campaign } from './campaigns.store.ts'
import { sliceOf } from './terms.ts'

/** A number in [0, 1). */
export type Random = () => number

/** Number of campaigns read per draw. */
const WINDOW = 128
/** Number of attempts if others take the last slices concurrently. */
const MAX_CANDIDATES = 8

interface Carrier {
  readonly member_id: string
  readonly locale: Locale
  /** ISO 3166-1 alpha-2; null: unknown, and only campaigns for all countries are drawn. */
  readonly country: string | null
}

/**
 * Up to `limit` campaigns with a funded slice that this member may carry, in random order: active, not their own, in
 * their language, for their country. Weighted by slices: every slice has the same probability, exactly so with up to 128
 * drawable campaigns. With more, among the 128 after a random position in an order in which a campaign moves whenever it
 * is drawn: one index range scan, however many there are.
 */
export async function findDrawable(
  on: Queryable,
  carrier: Carrier & { now: Date; limit: number; allowed?: (campaign_id: string) => boolean },
  random: Random = Math.random,
): Promise<string[]> {
  const { member_id, locale, country, now, limit, allowed = () => true } = carrier
  const read = (position: number) =>
    store.selectDrawable.all(on, { position, member_id, now, country, locale, rows: WINDOW })
  const ahead = await read(random())
  // Wraps around to the beginning. Reads all of it, because a concurrent draw may have moved a campaign into the part
  // already read.
  const round = ahead.length < WINDOW ? await read(0) : []
  const slices = new Map([...ahead, ...round].map((row) => [row.id, row.slices]))
  // Weighted sampling by exponential clocks whose rates are the slice counts: the smallest value wins with the right
  // probability.
  return [...slices]
    .slice(0, WINDOW)
    .filter(([id]) => allowed(id))
    .map(([id, left]) => ({ id, arrival: -Math.log(1 - random()) / left }))
    .toSorted((a, b) => a.arrival - b.arrival)
    .slice(0, limit)
    .map((row) => row.id)
}

/** Terms fixed by an offer. */
export interface Slice {
  readonly campaign: Campaign
  readonly hold_id: string
  readonly price_minor: bigint
  /** Target number of verified visits. */
  readonly target: number
  readonly bonus_low_bp: number
  readonly bonus_high_bp: number
  /** Held in the escrow: every visit's price plus the highest bonus of the range. */
  readonly highest_award_minor: bigint
  readonly hours: number
}

export interface SliceRequest extends Carrier {
  /** Bonus range of the member's level. */
  readonly bonus: BonusRange
  /** Id of the hold, created by the caller. */
  readonly hold_id: string
  /** The offer that the hold is for. */
  readonly refers_to: string
  readonly expires_at: Date
  /** Filter of campaigns to draw from; default all. */
  readonly allowed?: (campaign_id: string) => boolean
}

/** Draws a slice and creates a hold on the campaign's escrow; undefined if no funded slice is left for this member. */
export async function drawSlice(
  tx: Tx,
  request: SliceRequest,
  random: Random = Math.random,
): Promise<Slice | undefined> {
  const { member_id, locale, country, allowed } = request
  const search = {
    member_id,
    locale,
    country,
    now: tx.now,
    limit: MAX_CANDIDATES,
    ...(allowed && { allowed }),
  }
  const candidates = await findDrawable(tx, search, random)
  for (const campaign_id of candidates) {
    const slice = await reserveSlice(tx, campaign_id, request, random)
    if (slice !== undefined) return slice
    // Releases the row lock: a transaction that tries the same campaigns in another order would deadlock with this one.
    await store.rollbackToSavepoint.all(tx)
  }
  return undefined
}

async function reserveSlice(
  tx: Tx,
  campaign_id: string,
  request: SliceRequest,
  random: Random,
): Promise<Slice | undefined> {
  const [, campaign] = await Promise.all([
    store.setSavepoint.all(tx),
    store.selectCampaignLocked.one(tx, { id: campaign_id }),
  ])
  if (campaign.status !== 'active' || campaign.ends_at <= tx.now) return undefined
  // If the level's bonus was raised after the campaign was paid, it is capped at what the reserve covers.
  const bonus_high_bp = Math.min(maxBonus(request.bonus), campaign.highest_bonus_bp)
  const size = sliceOf({
    price_minor: campaign.price_minor,
    order_visits: campaign.order_visits,
    visitsLeft: campaign.visits - campaign.delivered_visits - campaign.open_visits,
    free_minor: freeOf(campaign),
    bonus_high_bp,
  })
  if (size === undefined) return undefined
  const { hold_id, refers_to, expires_at } = request
  const { visits, hold_minor } = size
  const account = accountOf('campaign_escrow', campaign.id)
  const outcome = await createHold(tx, {
    id: hold_id,
    account,
    amount_minor: hold_minor,
    refers_to,
    expires_at,
  })
  if (outcome === 'insufficient_funds')
    throw new Error(`the escrow of campaign ${campaign.id} has less than it should`)
  await store.updateReserved.all(tx, {
    campaign_id: campaign.id,
    visits,
    hold_minor,
    draw_key: random(),
    country: request.country,
    locale: request.locale,
  })
  return {
    campaign,
    hold_id,
    price_minor: campaign.price_minor,
    target: visits,
    bonus_low_bp: Math.min(request.bonus.bonus_low_bp, bonus_high_bp),
    bonus_high_bp,
    highest_award_minor: hold_minor,
    hours: campaign.order_hours,
  }
}

/** Escrow that is neither earned nor held, in minor units. */
const freeOf = (campaign: Campaign): bigint =>
  campaign.budget_minor +
  campaign.bonus_reserve_minor -
  campaign.delivered_minor -
  campaign.bonus_minor -
  campaign.held_minor

/** A slice with the terms fixed by its offer or order. */
interface OpenSlice {
  readonly campaign_id: string
  readonly hold_id: string
  readonly target: number
  readonly highest_award_minor: bigint
}

/**
 * For slices skipped, returned or expired: releases their holds, and their visits can be drawn again. Call once per
 * slice.
 */
export async function releaseSlices(tx: Tx, slices: readonly OpenSlice[]): Promise<void> {
  if (slices.length === 0) return
  const nothing = { verified: 0, reward_minor: 0n, bonus_minor: 0n }
  await deliverSlices(
    tx,
    slices.map((slice) => ({ ...slice, ...nothing })),
  )
  await releaseHolds(tx, toColumn(slices, 'hold_id'))
}

/**
 * For slices whose awards are claimed in this transaction. Call once per slice, before the awards are posted, which
 * capture the holds. Promised visits that were not verified can be drawn again.
 */
export async function deliverSlices(
  tx: Tx,
  slices: readonly (OpenSlice & { verified: number; reward_minor: bigint; bonus_minor: bigint })[],
): Promise<void> {
  await Promise.all([
    store.lockCampaigns.all(tx, { ids: toColumn(slices, 'campaign_id') }),
    store.updateDelivered.all(tx, {
      ...toColumns(slices, 'campaign_id', 'target', 'highest_award_minor', 'verified'),
      ...toColumns(slices, 'reward_minor', 'bonus_minor'),
    }),
  ])
}
