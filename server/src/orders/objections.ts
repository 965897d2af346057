// Objections: a carrier can request one second review of an order's rejected visits. It never lowers an award, and what it
// may add stays reserved (promise 2; objections.test.ts).
import { newId } from '@fairturn/contract/ids'
import { getActiveMemberLocked } from '../members/members.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { toColumns } from '../platform/database/statement.ts'
import { refuse, orRefuse } from '../platform/http/refusal.ts'
import {
  countedAmong,
  countObjectionableVisits,
  objectionableVisits,
  type RefusedVisit,
} from '../tracking/tracking.ts'
import * as store from './objections.store.ts'
import type { ObjectionFigures, ObjectionRow } from './objections.store.ts'
import { lockOrder, type OrderRow } from './orders.store.ts'
import { announceOrder, OBJECTION_MS } from './progress.ts'
import { awardOf } from './reward.ts'

/**
 * Objects to every rejected visit of an order that is open to objection (decision 020); the list is fixed now.
 * Idempotent while open. Refuses `order_is_unknown`, `order_is_not_over`, `objection_comes_too_late` (the award was
 * claimed, or 72 h have passed), `there_is_nothing_to_object_to` and `order_was_objected_to`.
 */
export async function objectToVisits(
  tx: Tx,
  { member_id, order_id, note }: { member_id: string; order_id: string; note: string },
): Promise<OrderRow> {
  const order = orRefuse(await lockOrder.maybe(tx, { order_id, member_id }), 'order_is_unknown')
  await getActiveMemberLocked(tx, member_id) // locks the member, so that the account is not closed concurrently
  if (order.objection === 'open') return order
  if (order.objection !== null) throw refuse('order_was_objected_to')
  if (['pending', 'distributing', 'returned'].includes(order.status)) throw refuse('order_is_not_over')
  if (!isInTime(order, tx.now)) throw refuse('objection_comes_too_late')
  if (!isFunded(order)) throw refuse('there_is_nothing_to_object_to')
  const visits = await objectionableVisits(tx, order.id)
  if (visits.length === 0) throw refuse('there_is_nothing_to_object_to')

  const counted = await countedIn(tx, order, visits)
  const { verified, award } = withUpheld(
    order,
    visits.map(({ visit_id }) => ({ counted: counted.has(visit_id) })),
  )
  const earned_minor = (order.reward_minor ?? 0n) + (order.bonus_minor ?? 0n)
  const { id } = await store.insertObjection.one(tx, {
    id: newId(tx.now),
    order_id: order.id,
    member_id,
    note,
    made_at: tx.now,
    decide_by: new Date(tx.now.getTime() + OBJECTION_MS),
    visits: visits.length,
    most_visits: verified - order.verified,
    most_minor: award.reward_minor + award.bonus_minor - earned_minor,
  })
  await store.insertObjectedVisits.all(tx, {
    objection_id: id,
    ...toColumns(visits, 'visit_id', 'reason'),
    counted: visits.map((visit) => counted.has(visit.visit_id)),
  })
  // From here on the objection keeps the money of an expired order reserved.
  await store.markObjection.all(tx, { id: order.id, objection: 'open' })
  const open: OrderRow = { ...order, objection: 'open', kept_until: null }
  await announceOrder(tx, open)
  return open
}

const isInTime = (order: OrderRow, now: Date): boolean =>
  (order.status === 'success' || order.status === 'expired') && objectionEnds(order) > now

/** An order that expired with nothing to object to has released its money; visits found later cannot be paid. */
const isFunded = (order: OrderRow): boolean => order.status === 'success' || order.kept_until !== null

const objectionEnds = (order: OrderRow): Date => new Date(order.settled_at!.getTime() + OBJECTION_MS)

/** The award if these rejected visits were verified: never less than without them. */
export function withUpheld(order: OrderRow, upheld: readonly { readonly counted: boolean }[]) {
  const newlyCounted = upheld.filter((visit) => !visit.counted).length
  const beyond = Math.max(0, order.verified + upheld.length - order.target)
  const verified = order.verified + upheld.length - beyond
  // A visit at the last moment may be judged after its order settled, and is then in neither count.
  const counted = Math.max(verified, order.counted + newlyCounted - beyond)
  return { verified, counted, award: awardOf(order, { verified, counted }) }
}

/** Excluded from the counts of orders that still count hits. */
const NO_COUNTED_HIT: ReadonlySet<string> = new Set(['preview', 'bot', 'scanner', 'campaign_pace'])

/** Those of an order's rejected visits that are in its count. */
async function countedIn(
  tx: Tx,
  order: OrderRow,
  visits: readonly RefusedVisit[],
): Promise<ReadonlySet<string>> {
  if (order.counts_visitors) return await countedAmong(tx, order.id, visits)
  return new Set(visits.filter(({ reason }) => !NO_COUNTED_HIT.has(reason)).map(({ visit_id }) => visit_id))
}

/** What a carrier is shown about objecting; `possible` and `open` include the deadline. */
export type ObjectionStatus =
  | { readonly state: 'none' }
  | { readonly state: 'possible'; readonly visits: number; readonly until: Date }
  | { readonly state: 'made'; readonly objection: ObjectionRow }

export async function objectionOf(on: Queryable, order: OrderRow, now: Date): Promise<ObjectionStatus> {
  if (order.objection !== null) {
    const objection = await store.findObjectionOfOrder.maybe(on, {
      order_id: order.id,
      member_id: order.member_id,
    })
    if (objection !== undefined) return { state: 'made', objection }
  }
  if (!isInTime(order, now) || !isFunded(order)) return { state: 'none' }
  const visits = await countObjectionableVisits(on, order.id)
  return visits === 0 ? { state: 'none' } : { state: 'possible', visits, until: objectionEnds(order) }
}

/** Public statistics of objections. */
export const objectionFigures = (on: Queryable): Promise<ObjectionFigures> => store.figures.one(on)

const FIGURES_KEPT_MS = 60_000

/** The same, cached for a minute and shared by all requests: every screen of an order's visits shows them. */
export function openObjectionFigures(database: Database): () => Promise<ObjectionFigures> {
  let kept: { at_ms: number; figures: Promise<ObjectionFigures> } | undefined
  return async () => {
    const now_ms = database.clock.now().getTime()
    if (kept === undefined || now_ms - kept.at_ms >= FIGURES_KEPT_MS)
      kept = { at_ms: now_ms, figures: objectionFigures(database) }
    const { figures } = kept
    try {
      return await figures
    } catch (error) {
      if (kept.figures === figures) kept = undefined
      throw error
    }
  }
}
