// Reviews: which orders a person looks at before they succeed, for which reasons, and what is remembered of it. A review is
// never a condition of payment: undecided, the order succeeds by itself (promise 4; reviews.test.ts).
import { type ReviewBasis, REVIEW_REASONS } from '@fairturn/contract/backoffice/reviews'
import { formatMoney } from '@fairturn/contract/minor-units'
import { settingsOf } from '../content/content.ts'
import { LINK_DAYS, linkMembers } from '../members/members.ts'
import type { Tx } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import { basis, carriersOfSameVisitors, orderFacts, reasonsOf } from '../tracking/tracking.ts'
import type { OrderRow } from './orders.store.ts'
import * as store from './reviews.store.ts'
import { awardOf } from './reward.ts'

const DAY_MS = 86_400_000
/** Timeout of a review; when it passes, the order is paid (spec §6). */
export const REVIEW_MS = 72 * 3_600_000
/** A reason for which a person looked and paid is not asked about again for so long. */
const MEMORY_MS = 30 * DAY_MS
/** A member is new for so long: by their first order for the unseen limit, by their account for a ring. */
const NEW_MS = 30 * DAY_MS
/** Without a look for so long, the limit of unseen awards is the first one again. */
const LOOK_MS = 90 * DAY_MS
const RAISED_BY = 4n
const MAX_RING = 5
/** Reasons that say something about the carrier, not about the order. */
const OF_THE_CARRIER: ReadonlySet<string> = new Set(['unseen', 'ring'])

/** The reasons to review an order that ends; none if it may succeed. Links its carrier with those of the same visitors. */
export async function reasonsToReview(tx: Tx, order: OrderRow): Promise<ReviewBasis[]> {
  const { member_id } = order
  const same = await carriersOfSameVisitors(tx, order.id)
  const others = same.map((carrier_id) => ({ member_id: carrier_id, kind: 'same_visitors' as const }))
  await linkMembers(tx, member_id, others, tx.now)
  const facts = await orderFacts(tx, order.id)
  const found = [
    ...(facts === undefined ? [] : reasonsOf(facts)),
    await ringReason(tx, member_id),
    await unseenReason(tx, order),
  ].filter((reason) => reason !== null)
  if (found.length === 0) return []
  const since = new Date(tx.now.getTime() - MEMORY_MS)
  const remembered = new Set(toColumn(await store.findRemembered.all(tx, { member_id, since }), 'reason'))
  const reasonOrder = REVIEW_REASONS as readonly string[]
  return found
    .filter(({ reason }) => reason === 'unseen' || !remembered.has(reason))
    .toSorted((one, other) => reasonOrder.indexOf(one.reason) - reasonOrder.indexOf(other.reason))
}

async function ringReason(tx: Tx, member_id: string): Promise<ReviewBasis | null> {
  const { accounts, shares_payout_account } = await store.findRing.one(tx, {
    member_id,
    new_since: new Date(tx.now.getTime() - NEW_MS),
    seen_since: linksSince(tx),
  })
  if (shares_payout_account) return basis('ring', accounts, MAX_RING, { measure: 'payout_account' })
  return accounts > MAX_RING ? basis('ring', accounts, MAX_RING) : null
}

const linksSince = (tx: Tx): Date => new Date(tx.now.getTime() - LINK_DAYS * DAY_MS)

/** Awards of the carrier, and of new members linked with them, that nobody has looked at, with this one. */
async function unseenReason(tx: Tx, order: OrderRow): Promise<ReviewBasis | null> {
  await store.openUnseen.all(tx, { member_id: order.member_id, now: tx.now })
  const group = await linkedNew(tx, order.member_id)
  const rows = await store.lockUnseen.all(tx, { member_ids: group })
  const own = rows.find(({ member_id }) => member_id === order.member_id)!
  const { reward_minor, bonus_minor } = awardOf(order, order)
  const { waiting_minor } = await store.sumWaiting.one(tx, { member_ids: group })
  const unseen = rows.reduce(
    (sum, { unseen_minor }) => sum + unseen_minor,
    reward_minor + bonus_minor + waiting_minor,
  )
  const { unseen_limit_minor } = await settingsOf(tx)
  const isRecent = own.last_look_at !== null && own.last_look_at > new Date(tx.now.getTime() - LOOK_MS)
  const limit = unseen_limit_minor * RAISED_BY ** BigInt(isRecent ? own.looks : 0)
  if (unseen <= limit) return null
  return basis('unseen', group.length, group.length, {
    unseen: formatMoney(unseen),
    limit: formatMoney(limit),
  })
}

async function linkedNew(tx: Tx, member_id: string): Promise<string[]> {
  const linked = await store.findLinkedNew.all(tx, {
    member_id,
    new_since: new Date(tx.now.getTime() - NEW_MS),
    seen_since: linksSince(tx),
  })
  return toColumn(linked, 'member_id')
}

/**
 * Opens a review and returns until when it waits. If only the carrier is asked about, and an order of theirs already waits
 * for that, this one waits with it and succeeds when it does.
 */
export async function openReview(tx: Tx, order: OrderRow, reasons: readonly ReviewBasis[]): Promise<Date> {
  const { member_id } = order
  const names = reasons.map(({ reason }) => reason)
  const waiting = names.every((reason) => OF_THE_CARRIER.has(reason))
    ? await store.findWaiting.maybe(tx, { member_id })
    : undefined
  const due_at = new Date(tx.now.getTime() + REVIEW_MS)
  const { reward_minor, bonus_minor } = awardOf(order, order)
  await store.insertReview.all(tx, {
    order_id: order.id,
    member_id,
    reasons: names,
    basis: JSON.stringify(reasons),
    award_minor: reward_minor + bonus_minor,
    with_order: waiting?.order_id ?? null,
    opened_at: tx.now,
    due_at,
  })
  return waiting === undefined || waiting.due_at > due_at ? due_at : waiting.due_at
}

/** Ends an order's review by time: in silence, or because the order that it waited with was paid. */
export const endReviewByTime = (tx: Tx, order_id: string): Promise<void> =>
  endReviewUnlooked(tx, order_id, 'system')

/** Ends an order's review without a look at it: paid from the list counts as silence, so that it raises and forgets nothing. */
export async function endReviewUnlooked(tx: Tx, order_id: string, decided_by: string): Promise<void> {
  const [review] = await store.findReviews.all(tx, { order_ids: [order_id] })
  const outcome = review?.with_order == null ? 'silence' : 'with_other'
  await store.endReview.all(tx, { order_id, outcome, decided_by, now: tx.now })
  await store.makeOthersDue.all(tx, { order_id, now: tx.now })
}

/** Ends an order's review by a person, and remembers it for the carrier and the new members linked with them. */
export async function endReviewByPerson(
  tx: Tx,
  order: OrderRow,
  { outcome, actor }: { outcome: 'paid' | 'partly' | 'refused'; actor: string },
): Promise<void> {
  const { id: order_id, member_id } = order
  await store.endReview.all(tx, { order_id, outcome, decided_by: actor, now: tx.now })
  await store.openUnseen.all(tx, { member_id, now: tx.now })
  if (outcome !== 'paid') {
    await store.restoreDue.all(tx, { order_id })
    await store.passOn.all(tx, { order_id })
    await store.lockUnseen.all(tx, { member_ids: [member_id] })
    await store.lowerLimit.all(tx, { member_id, now: tx.now })
    return
  }
  await store.makeOthersDue.all(tx, { order_id, now: tx.now })
  const member_ids = await linkedNew(tx, member_id)
  await store.lockUnseen.all(tx, { member_ids })
  const since = new Date(tx.now.getTime() - LOOK_MS)
  await store.startAgain.all(tx, { member_ids, now: tx.now, since })
}

/**
 * Locks what reviews of several carriers change, before any is decided: orders come before unseen awards (lock order), and
 * those of all carriers and of the new members linked with them are locked by their ids.
 */
export async function lockForReviews(tx: Tx, carrierIds: readonly string[]): Promise<void> {
  const member_ids = new Set<string>()
  for (const member_id of carrierIds) {
    await store.openUnseen.all(tx, { member_id, now: tx.now })
    for (const linkedId of await linkedNew(tx, member_id)) member_ids.add(linkedId)
  }
  await store.lockUnseen.all(tx, { member_ids: [...member_ids] })
}

/** Adds an award that nobody looked at to the carrier's sum. */
export async function addUnseenAward(tx: Tx, member_id: string, award_minor: bigint): Promise<void> {
  await store.openUnseen.all(tx, { member_id, now: tx.now })
  await store.addUnseen.all(tx, { member_id, award_minor })
}
