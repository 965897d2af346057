// Which refused visits are open to objection, and operators' rulings on single visits. A ruling never changes the judge's
// verdict, which is kept as evidence (objections.test.ts).
import type { VisitReason } from '@fairturn/contract/tracking'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { columnsOf, toColumn } from '../platform/database/statement.ts'
import { lock } from './judge.store.ts'
import * as store from './objection.store.ts'
import type { RefusedVisit } from './objection.store.ts'
import { findLinkOfOrder } from './tracking.store.ts'
import { dayOf } from './visitor.ts'
import { findUnverifiedAmong, deleteUnverified } from './visitors.store.ts'
import { readVerdictsOfLink, readVisitsOfLink, storedValues } from './visits.store.ts'

export type { RefusedVisit } from './objection.store.ts'

/** Refusals that depend on people's behaviour, and may therefore be mistaken (decision 020). */
const WEIGHED: readonly VisitReason[] = [
  'too_fast',
  'too_late',
  'own_visit',
  'own_network',
  'repeated',
  'address_pace',
  'network_pace',
  'order_pace',
  'carrier_pace',
  'campaign_pace',
  'review',
]
/** May have been people after all; whoever pressed Continue probably was one. */
const TAKEN_FOR_A_MACHINE: readonly VisitReason[] = ['preview', 'bot', 'scanner']
/** More than any order can gain from; oldest first. */
const MAX_OBJECTED_VISITS = 5000

/** Day on which an order's link was opened, its earliest partition; undefined if it has no link. */
async function firstDay(on: Queryable, order_id: string): Promise<string | undefined> {
  const link = await findLinkOfOrder.maybe(on, { id: order_id })
  return link && dayOf(link.opened_at)
}

/** Parameters of the statements on an order's objectionable visits; undefined if it has no link. */
async function objectionableOf(
  on: Queryable,
  order_id: string,
): Promise<store.ObjectionableParams | undefined> {
  const known = await store.findRulings.maybe(on, { order_id })
  if (known === undefined) return undefined
  const { opened_at, ...ruled } = known
  const reasons = { weighed: WEIGHED, of_machines: TAKEN_FOR_A_MACHINE, limit: MAX_OBJECTED_VISITS }
  return { order_id, since: dayOf(opened_at), ...ruled, ...reasons }
}

/** An order's refused visits that are open to objection, oldest first, at most 5000. */
export async function objectionableVisits(on: Queryable, order_id: string): Promise<RefusedVisit[]> {
  const values = await objectionableOf(on, order_id)
  return values === undefined ? [] : await store.objectionable.all(on, values)
}

export async function countObjectionableVisits(on: Queryable, order_id: string): Promise<number> {
  const values = await objectionableOf(on, order_id)
  return values === undefined ? 0 : (await store.countObjectionable.one(on, values)).visits
}

/** Those refused visits that count as visitors of the order: one per visitor, and those refused in a review. */
export async function countedAmong(
  on: Queryable,
  order_id: string,
  refused: readonly RefusedVisit[],
): Promise<ReadonlySet<string>> {
  const since = await firstDay(on, order_id)
  if (since === undefined) return new Set()
  const [reviewed, others] = [true, false].map((is) =>
    refused.filter(({ reason }) => (reason === 'review') === is),
  )
  const visits = await readVisitsOfLink.all(on, { order_id, since, ids: toColumn(others!, 'visit_id') })
  const counted = await findUnverifiedAmong.all(on, storedValues(visits))
  return new Set(toColumn([...counted, ...reviewed!], 'visit_id'))
}

/** Ids of an order's visits that the judge verified, oldest first. */
export async function verifiedVisitsOf(on: Queryable, order_id: string): Promise<string[]> {
  const since = await firstDay(on, order_id)
  return since === undefined
    ? []
    : toColumn(await store.verifiedVisits.all(on, { order_id, since }), 'visit_id')
}

/**
 * Rules on visits of an order: `review` refuses verified ones, `verified` upholds refused ones. Counts are updated in the
 * same transaction. Visits already ruled so, or of another order, are skipped.
 */
export async function ruleOnVisits(
  tx: Tx,
  ruling: {
    order_id: string
    visit_ids: readonly string[]
    verdict: 'review' | 'verified' | 'order_complete'
  },
): Promise<void> {
  const { order_id, visit_ids, verdict } = ruling
  const since = await firstDay(tx, order_id)
  if (since === undefined || visit_ids.length === 0) return
  await lock.all(tx) // the judge writes the same counts
  const judged = await readVerdictsOfLink.all(tx, { order_id, since, visit_ids })
  const moved = await store.writeRulings.all(tx, {
    link_id: order_id,
    verdict,
    ruled_at: tx.now,
    visit_ids: toColumn(judged, 'id'),
    ...columnsOf(judged, 'at', 'locale'),
    judged: toColumn(judged, 'verdict'),
  })
  if (verdict === 'verified') {
    const visits = await readVisitsOfLink.all(tx, { order_id, since, ids: visit_ids })
    await deleteUnverified.all(tx, storedValues(visits))
  }
  for (const { verdict: before, count } of moved)
    await store.moveCount.all(tx, { order_id, before, verdict, count })
}
