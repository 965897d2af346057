// Which refusals can be objected to, and operators' rulings on single visits. A ruling never changes the
// judge's verdict, which stays as evidence (objections.test.ts).
import type { VisitReason } from '@fairturn/contract/tracking'
import type { Queryable, Tx } from '../database/database.ts'
import { lock } from './judge.store.ts'
import {
  countObjectionable,
  moveCount,
  objectionable,
  type RefusedVisit,
  verifiedVisits,
  writeRulings,
} from './objection.store.ts'
import { findLinkOfOrder } from './tracking.store.ts'
import { dayOf } from './visitor.ts'
import { findUnverifiedAmong, deleteUnverifiedOfLink } from './visitors.store.ts'
import { pluck } from '../database/statement.ts'

export type { RefusedVisit } from './objection.store.ts'

/** Refusals that depend on what people did, and so may be mistaken (decision 020). */
const WEIGHED: readonly VisitReason[] = [
  'too_fast',
  'too_late',
  'own_visit',
  'own_network',
  'repeated',
  'network_pace',
  'order_pace',
  'carrier_pace',
  'campaign_pace',
  'review',
]
/** These may have been people; whoever pressed Continue probably was. */
const TAKEN_FOR_A_MACHINE: readonly VisitReason[] = ['preview', 'bot', 'scanner']
/** More than any order can gain from; the oldest come first. */
const MAX_OBJECTED_VISITS = 5000

/** The day an order's link was opened, before which it has no visits; undefined where it has no link. */
async function firstDay(on: Queryable, order_id: string): Promise<string | undefined> {
  const link = await findLinkOfOrder.maybe(on, order_id)
  return link && dayOf(link.opened_at)
}

const OBJECTIONABLE = [WEIGHED, TAKEN_FOR_A_MACHINE, MAX_OBJECTED_VISITS]

/** An order's refused visits that can be objected to, oldest first, at most 5000. */
export async function objectionableVisits(on: Queryable, order_id: string): Promise<RefusedVisit[]> {
  const since = await firstDay(on, order_id)
  return since === undefined ? [] : await objectionable.all(on, order_id, since, ...OBJECTIONABLE)
}

export async function countObjectionableVisits(on: Queryable, order_id: string): Promise<number> {
  const since = await firstDay(on, order_id)
  return since === undefined
    ? 0
    : (await countObjectionable.one(on, order_id, since, ...OBJECTIONABLE)).visits
}

/** Of refused visits, those that count as visitors of the order: one for each visitor, and what a review refused. */
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
  const counted = await findUnverifiedAmong.all(on, order_id, since, pluck(others!, 'visit_id'))
  return new Set(pluck([...counted, ...reviewed!], 'visit_id'))
}

/** The ids of an order's visits that the judge verified, oldest first. */
export async function verifiedVisitsOf(on: Queryable, order_id: string): Promise<string[]> {
  const since = await firstDay(on, order_id)
  return since === undefined ? [] : pluck(await verifiedVisits.all(on, order_id, since), 'visit_id')
}

/**
 * Rules on visits of an order: `review` refuses verified ones, `verified` upholds refused ones. Counts follow
 * in the same transaction; visits already ruled so, or of another order, are skipped.
 */
export async function ruleOnVisits(
  tx: Tx,
  ruling: { order_id: string; visit_ids: readonly string[]; verdict: 'review' | 'verified' },
): Promise<void> {
  const { order_id, visit_ids, verdict } = ruling
  const since = await firstDay(tx, order_id)
  if (since === undefined || visit_ids.length === 0) return
  await lock.all(tx) // the judge writes the same counts
  const moved = await writeRulings.all(tx, order_id, since, visit_ids, verdict, tx.now)
  if (verdict === 'verified') await deleteUnverifiedOfLink.all(tx, order_id, since, visit_ids)
  for (const { verdict: before, count } of moved) await moveCount.all(tx, order_id, before, verdict, count)
}
