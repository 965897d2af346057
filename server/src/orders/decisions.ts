// Operators' decisions on orders: reviews of unusual visits, and objections to rejected visits. Nobody decides twice on the
// same order, claimed money is never taken back, and payments never exceed the reserve (objections.test.ts).
import { newId } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { deliverSlices, releaseSlices } from '../campaigns/campaigns.ts'
import { accountOf, entryId, postOrRefuse } from '../ledger/ledger.ts'
import { earnLevels } from '../levels/levels.ts'
import { addToRecord } from '../members/members.ts'
import { announce } from '../notices/notices.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import { refuse, orRefuse } from '../platform/http/refusal.ts'
import { runEach, settleEach } from '../platform/queue/batches.ts'
import { recordAuditEvent, refuseDecided } from '../staff/staff.ts'
import { ruleOnVisits, verifiedVisitsOf } from '../tracking/tracking.ts'
import { notifyCarrier } from './brands.ts'
import * as store from './objections.store.ts'
import type { ObjectionRow } from './objections.store.ts'
import { withUpheld } from './objections.ts'
import { findOrderForJob, lockOrderForJob, type OrderRow } from './orders.store.ts'
import {
  announceOrder,
  levelOrders,
  readCounts,
  releaseOrder,
  settleEmpty,
  settleSuccess,
} from './progress.ts'
import { addUnseenAward, endReviewByPerson, endReviewUnlooked } from './reviews.ts'
import type { Award } from './reward.ts'

/** Actor of decisions made by timeout. */
const TIMEOUT = 'system'
const DECIDED_AT_ONCE = 200

export interface ReviewDecision {
  readonly order_id: string
  /** Who decides. */
  readonly actor: string
  /**
   * `pay`: all verified visits count; `pay_unlooked`: too, but nobody has looked at them; otherwise the verified visits that do
   * not, or all of them.
   */
  readonly verdict: 'pay' | 'pay_unlooked' | { readonly refuse: 'all' | readonly string[] }
  /** A sentence for the carrier; optional when paying. */
  readonly reason: string
}

/**
 * Ends an order's review: it succeeds with the remaining visits, or expires with none; the carrier may object. Refuses
 * `order_is_unknown`, `order_is_not_in_review`, `reason_is_required` and `visit_is_not_in_question`.
 */
export async function decideReview(tx: Tx, decision: ReviewDecision): Promise<OrderRow> {
  const { order_id, actor, verdict, reason } = decision
  const order = orRefuse(await lockOrderForJob.maybe(tx, { id: order_id }), 'order_is_unknown')
  if (order.status !== 'distributing' || order.review_until === null)
    throw await refuseDecided(tx, 'order_is_not_in_review', order_id)
  if (verdict === 'pay') {
    await store.writeReview.all(tx, { id: order.id, actor, review_reason: null })
    await endReviewByPerson(tx, order, { outcome: 'paid', actor })
    await settleSuccess(tx, order, 'seen')
  } else if (verdict === 'pay_unlooked') {
    await store.writeReview.all(tx, { id: order.id, actor, review_reason: null })
    await endReviewUnlooked(tx, order.id, actor)
    await settleSuccess(tx, order, 'unseen')
  } else {
    if (reason.trim() === '') throw refuse('reason_is_required')
    const verified = await verifiedVisitsOf(tx, order.id)
    const refused = chosen(verdict.refuse, verified)
    await ruleOnVisits(tx, { order_id: order.id, visit_ids: refused, verdict: 'review' })
    await store.writeReview.all(tx, { id: order.id, actor, review_reason: reason })
    const left = await readCounts(tx, order)
    const outcome = left.verified === 0 ? 'refused' : 'partly'
    await endReviewByPerson(tx, order, { outcome, actor })
    await (left.verified === 0 ? settleEmpty(tx, left, { by: 'review' }) : settleSuccess(tx, left, 'seen'))
    await notifyCarrier(tx, order, 'order_review_refused', { reason })
  }
  const decided = await findOrderForJob.one(tx, { id: order.id })
  await recordAuditEvent(tx, {
    actor,
    action: 'order_reviewed',
    object: { kind: 'order', id: order.id },
    member_id: order.member_id,
    ...(reason.trim() !== '' && { reason }),
    before: { status: order.status, verified: order.verified },
    after: { status: decided.status, verified: decided.verified },
  })
  return decided
}

/** Whether an order of one of these members was reviewed, and paid in full, by a person. */
export async function anyPaidByPerson(on: Queryable, member_ids: readonly string[]): Promise<boolean> {
  return (await store.selectPaidByPerson.one(on, { member_ids })).paid
}

/** The selected visits. Refuses `visit_is_not_in_question`. */
function chosen(which: 'all' | 'none' | readonly string[], visit_ids: readonly string[]): string[] {
  if (which === 'all') return [...visit_ids]
  const named = new Set(which === 'none' ? [] : which)
  const found = visit_ids.filter((id) => named.has(id))
  if (found.length < named.size) throw refuse('visit_is_not_in_question')
  return found
}

export interface ObjectionDecision {
  readonly objection_id: string
  /** Who decides. */
  readonly actor: string
  /** The actor, and who approved the reason: none has decided about the visits before. Default: the actor alone. */
  readonly actors?: readonly string[]
  /** Those of the objected visits that are verified after all. */
  readonly upheld: 'all' | 'none' | readonly string[]
  /** A sentence for the carrier; optional if everything is upheld. */
  readonly reason: string
}

/**
 * Decides an objection. Upheld visits raise an unclaimed award, turn an expired order into a success, and are paid at
 * once if the award was claimed. Refuses `objection_is_unknown`, `objection_is_decided`, `another_operator_must_decide`,
 * `reason_is_required` and `visit_is_not_in_question`.
 */
export async function decideObjection(tx: Tx, decision: ObjectionDecision): Promise<ObjectionRow> {
  const { objection_id, actor, actors = [actor], reason } = decision
  const { order_id } = orRefuse(
    await store.findObjection.maybe(tx, { id: objection_id }),
    'objection_is_unknown',
  )
  const order = await lockOrderForJob.one(tx, { id: order_id })
  const objection = await store.findObjection.one(tx, { id: objection_id })
  if (objection.decided_at !== null) throw await refuseDecided(tx, 'objection_is_decided', objection_id)
  if (order.reviewed_by !== null && actors.includes(order.reviewed_by))
    throw refuse('another_operator_must_decide')
  const objected = await store.findObjectedVisits.all(tx, { objection_id: objection.id })
  const upheld_ids = chosen(decision.upheld, toColumn(objected, 'visit_id'))
  if (upheld_ids.length < objected.length && reason.trim() === '') throw refuse('reason_is_required')
  const upheld = new Set(upheld_ids)
  const comesTo = withUpheld(
    order,
    objected.filter((visit) => upheld.has(visit.visit_id)),
  )
  const raised = upheld_ids.length === 0 ? NOT_RAISED : await raise(tx, order, comesTo, upheld_ids)
  const state =
    upheld_ids.length === 0 ? 'refused' : upheld.size < objected.length ? 'partly_upheld' : 'upheld'
  await store.markObjection.all(tx, { id: order.id, objection: state })
  const added_minor = raised.reward_minor + raised.bonus_minor
  if (actor === TIMEOUT && added_minor > 0n) await addUnseenAward(tx, order.member_id, added_minor)
  const decided = await store.writeDecision.one(tx, {
    objection_id: objection.id,
    decided_at: tx.now,
    actor,
    by_silence: actor === TIMEOUT,
    added_minor,
    reason,
    upheld_ids,
  })
  await notifyDecision(tx, order, decided)
  await recordAuditEvent(tx, {
    actor,
    action: 'objection_decided',
    object: { kind: 'objection', id: objection.id },
    member_id: order.member_id,
    ...(reason.trim() !== '' && { reason }),
    after: { state, upheld: upheld_ids.length, of: objected.length, added: formatMoney(added_minor) },
  })
  await settleMoney(tx, order, decided, raised) // last in the lock order: it locks the campaign, the level's purchase and the accounts
  return decided
}

/** What upheld visits add to an order. */
type RaisedAward = Pick<Award, 'reward_minor' | 'bonus_minor' | 'quality_bp'> & { readonly verified: number }
const NOT_RAISED: RaisedAward = { verified: 0, reward_minor: 0n, bonus_minor: 0n, quality_bp: 0 }

/**
 * Verifies the upheld visits, updates the order's earnings and the carrier's record; returns the increase. Lock order: it
 * locks the member, so it comes before the campaign.
 */
async function raise(
  tx: Tx,
  order: OrderRow,
  { verified, counted, award }: ReturnType<typeof withUpheld>,
  visit_ids: readonly string[],
): Promise<RaisedAward> {
  // Only as many as the order has room for are delivered and billed; the others passed every rule but came to a full order.
  const room = verified - order.verified
  await ruleOnVisits(tx, { order_id: order.id, visit_ids: visit_ids.slice(0, room), verdict: 'verified' })
  await ruleOnVisits(tx, { order_id: order.id, visit_ids: visit_ids.slice(room), verdict: 'order_complete' })
  const { reward_minor, bonus_minor, bonus_bp, quality_bp } = award
  const forLevels =
    order.status === 'expired' ? await levelOrders(tx, order, reward_minor + bonus_minor) : undefined
  await store.updateEarned.one(tx, {
    id: order.id,
    verified,
    counted,
    reward_minor,
    bonus_minor,
    bonus_bp,
    quality_bp,
    over_share: forLevels?.over_share ?? null,
  })
  await addToRecord(tx, order.member_id, {
    verified_orders: order.status === 'expired' ? 1 : 0,
    verified_visits: verified - order.verified,
    counted_visits: counted - order.counted,
    ...forLevels,
  })
  return {
    verified: verified - order.verified,
    reward_minor: reward_minor - (order.reward_minor ?? 0n),
    bonus_minor: bonus_minor - (order.bonus_minor ?? 0n),
    quality_bp,
  }
}

async function notifyDecision(tx: Tx, order: OrderRow, { upheld, reason, added_minor }: ObjectionRow) {
  if (upheld === 0) await notifyCarrier(tx, order, 'objection_refused', { reason: reason! })
  else await notifyCarrier(tx, order, 'objection_upheld', { added: formatMoney(added_minor!) })
  await announceOrder(tx, await findOrderForJob.one(tx, { id: order.id }))
}

/**
 * An unclaimed success keeps its hold, which covers the new award. For a claimed order the upheld part of the reserve is
 * paid and the rest returns to the campaign, as does everything for an order that stays expired. A level earned by it may
 * refund its fee: after the campaign and before the award (lock order).
 */
async function settleMoney(tx: Tx, order: OrderRow, objection: ObjectionRow, raised: RaisedAward) {
  if (order.status === 'expired' && objection.upheld === 0) return await releaseOrder(tx, order)
  const { campaign_id, member_id } = order
  const { id, most_visits, most_minor, kept_apart } = objection
  const apart = { campaign_id, hold_id: id, target: most_visits, highest_award_minor: most_minor }
  const amount_minor = objection.added_minor!
  if (kept_apart && amount_minor === 0n) await releaseSlices(tx, [apart])
  if (kept_apart && amount_minor > 0n) await deliverSlices(tx, [{ ...apart, ...raised }])
  if (objection.upheld! > 0) await earnLevels(tx, member_id)
  if (!kept_apart || amount_minor === 0n) return
  const entry_id = entryId('objection_upheld', order.id)
  const { reward_minor, bonus_minor, quality_bp } = raised
  await store.writeAddedAward.all(tx, {
    id: newId(tx.now),
    order_id: order.id,
    member_id,
    campaign_id,
    entry_id,
    reward_minor,
    bonus_minor,
    quality_bp,
    claimed_at: tx.now,
    objection_id: id,
  })
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
  await postOrRefuse(tx, [
    {
      id: entry_id,
      type: 'objection_upheld',
      refers_to: order.id,
      actor: 'system',
      event_at: tx.now,
      capture: id,
      postings: [
        { account: accountOf('campaign_escrow', campaign_id), amount_minor: -amount_minor },
        { account: accountOf('member_available', member_id), amount_minor },
      ],
    },
  ])
}

/**
 * Upholds objections whose decision timed out, and releases money kept for objections that were never made; returns how
 * many.
 */
export async function settleDueObjections(database: Database): Promise<number> {
  let settled = 0
  const settle = async (find: typeof store.findDueObjections, one: (tx: Tx, id: string) => Promise<void>) => {
    settled += await settleEach(database, {
      size: DECIDED_AT_ONCE,
      find: (failed) => find.all(database, { now: database.clock.now(), failed, limit: DECIDED_AT_ONCE }),
      settle: (tx, [id]) => one(tx, id!),
    })
  }
  await runEach([
    () => settle(store.findDueObjections, upholdAfterTimeout),
    () => settle(store.findKeptPastDeadline, releaseKept),
  ])
  return settled
}

async function upholdAfterTimeout(tx: Tx, id: string): Promise<void> {
  const { order_id } = await store.findObjection.one(tx, { id })
  await lockOrderForJob.one(tx, { id: order_id })
  // Decided while waiting for the lock.
  if ((await store.findObjection.one(tx, { id })).decided_at !== null) return
  await decideObjection(tx, { objection_id: id, actor: TIMEOUT, upheld: 'all', reason: '' })
}

async function releaseKept(tx: Tx, id: string): Promise<void> {
  const order = await lockOrderForJob.one(tx, { id })
  if (order.kept_until === null || order.kept_until > tx.now) return
  await store.clearRetention.all(tx, { id })
  await releaseOrder(tx, order)
}
