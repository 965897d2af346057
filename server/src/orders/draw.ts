// Drawing: a fair choice among all slices whose whole award is funded, reserved before it is shown (promise
// 2). Never the member's own campaign, nor a second slice beside an open one (draw.test.ts).
import { newId } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import { z } from 'zod'
import { drawSlice, releaseSlices } from '../campaigns/campaigns.ts'
import type { Database, Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { countryOfPhone, getOwnerLocked } from '../members/members.ts'
import { defineJob } from '../queue/queue.ts'
import {
  expireDueOffers,
  findOpenOffer,
  insertOffer,
  leaveOpenOffer,
  lockOpenOffer,
  type OfferRow,
  skipLeftOffer,
  skipLeftOffers,
} from './orders.store.ts'
import { readyForTurn } from './turns.ts'

const EXPIRED_AT_ONCE = 500

/** Releases the money of expired offers. */
export const expireOffers = defineJob({ name: 'expire_offers', payload: z.object({}) })

export interface Draw {
  readonly member_id: string
  /** Default: the member's own. */
  readonly locale?: Locale | undefined
}

/**
 * Draws an offer of another campaign than the open one's, which is skipped; that costs no turn. Its money
 * is held for `offer_minutes`. Refuses `your_account_has_been_locked`, `an_order_is_waiting_to_be_started`,
 * `you_have_completed_your_order_today`, `no_order_is_available` and, beside an open offer,
 * `no_other_order_is_available`; a refusal changes nothing.
 */
export async function drawOffer(database: Database, draw: Draw): Promise<OfferRow> {
  const seen = await findOpenOffer.maybe(database, draw.member_id, database.clock.now())
  const drawn =
    (await database.transaction((tx) => drawSliceFor(tx, draw, seen?.id))) ??
    (await drawExpired(database, draw, seen?.id))
  if (drawn === undefined)
    throw refuse(seen === undefined ? 'no_order_is_available' : 'no_other_order_is_available')
  // A transaction of its own: two members who swap campaigns would otherwise deadlock on their rows. Should
  // it fail, `expireOffers` releases the slice.
  for (const { id } of drawn.left) {
    await database.transaction(async (tx) => releaseSlices(tx, await skipLeftOffer.all(tx, id)))
  }
  return drawn.offer
}

interface DrawResult {
  readonly offer: OfferRow
  /** The offer before it, whose slice is still reserved. */
  readonly left: readonly OfferRow[]
}

/** Draws from what expired offers still reserve; rolled back when nothing comes of it. */
async function drawExpired(
  database: Database,
  draw: Draw,
  seen_id: string | undefined,
): Promise<DrawResult | undefined> {
  const rollback = new Error('nothing was drawn')
  try {
    return await database.transaction(async (tx) => {
      const drawn = await drawSliceFor(tx, draw, seen_id, expireSome)
      if (drawn === undefined) throw rollback
      return drawn
    })
  } catch (error) {
    if (error === rollback) return undefined
    throw error
  }
}

/**
 * `seen_id`: the open offer to be skipped. `free` may release slices first; then only their campaigns,
 * whose rows it has locked, are drawn from: locking another one could deadlock.
 */
async function drawSliceFor(
  tx: Tx,
  draw: Draw,
  seen_id: string | undefined,
  free?: (tx: Tx) => Promise<OfferRow[]>,
): Promise<DrawResult | undefined> {
  const member = await getOwnerLocked(tx, draw.member_id)
  const { level, settings } = await readyForTurn(tx, member)
  // Two taps at once: both see what the first drew.
  const open = await lockOpenOffer.maybe(tx, member.id)
  const current = open !== undefined && open.expires_at > tx.now ? open : undefined
  if (current !== undefined && current.id !== seen_id) return { offer: current, left: [] }

  const freed = free && new Set((await free(tx)).map((offer) => offer.campaign_id))
  const offer_id = newId(tx.now)
  const expires_at = new Date(tx.now.getTime() + settings.offer_minutes * 60_000)
  const slice = await drawSlice(tx, {
    member_id: member.id,
    locale: draw.locale ?? member.locale,
    country: countryOfPhone(member.phone),
    bonus: level,
    hold_id: newId(tx.now),
    refers_to: offer_id,
    expires_at,
    wanted: (campaign_id) =>
      campaign_id !== current?.campaign_id && (freed === undefined || freed.has(campaign_id)),
  })
  if (slice === undefined) return undefined
  const { campaign, hold_id, price_minor, target, bonus_low_bp, bonus_high_bp, highest_award_minor, hours } =
    slice
  const terms = [price_minor, target, bonus_low_bp, bonus_high_bp, highest_award_minor, hours]
  const left = await leaveOpenOffer.all(tx, member.id)
  const ids = [offer_id, member.id, campaign.id, hold_id]
  return { offer: await insertOffer.one(tx, ...ids, ...terms, tx.now, expires_at), left }
}

/** Expires offers past their time, and releases those that were skipped; at most 500 of each. */
async function expireSome(tx: Tx): Promise<OfferRow[]> {
  const left = await skipLeftOffers.all(tx, EXPIRED_AT_ONCE)
  const due = [...left, ...(await expireDueOffers.all(tx, tx.now, EXPIRED_AT_ONCE))]
  await releaseSlices(tx, due)
  return due
}

/** Returns the open offer of a member, if there is one, for a security lock. Its turn was not used. */
export async function returnOffer(database: Database, member_id: string): Promise<void> {
  const left = await database.transaction((tx) => leaveOpenOffer.all(tx, member_id))
  for (const { id } of left)
    await database.transaction(async (tx) => releaseSlices(tx, await skipLeftOffer.all(tx, id)))
}

/** Expires every offer past its time, and releases those that were skipped; returns how many. */
export async function expireDue(database: Database): Promise<number> {
  for (let expired = 0; ;) {
    const offers = await database.transaction(expireSome)
    expired += offers.length
    if (offers.length < EXPIRED_AT_ONCE) return expired
  }
}
