// Claims: the award moves from the campaign's escrow to the carrier. Claims that arrive during a commit form the next
// batch. An order is paid once (claims.test.ts).
import { newId } from '@fairturn/contract/ids'
import { z } from 'zod'
import { deliverSlices, type CampaignSummary, findCampaignSummaries } from '../campaigns/campaigns.ts'
import { accountOf, balancesOf, entryId, type NewEntry, createHold, postOrRefuse } from '../ledger/ledger.ts'
import { recordLevelRefunds, settleBonuses } from '../levels/levels.ts'
import { refusalsUnderLock } from '../members/members.ts'
import { createBatcher } from '../platform/database/batcher.ts'
import { type Database, isUnavailable, type Tx } from '../platform/database/database.ts'
import { typed, statement, toColumn, toColumns } from '../platform/database/statement.ts'
import { MIN_UUID } from '../platform/http/cursor.ts'
import { Refusal, refuse } from '../platform/http/refusal.ts'
import { rejectIfAny } from '../platform/queue/batches.ts'
import { defineJob, enqueue } from '../platform/queue/queue.ts'
import { awardsClaimed } from './awards.ts'
import type { ObjectionRow } from './objections.store.ts'
import { ORDER, type OrderRow } from './orders.store.ts'
import { UNCLAIMED_MS } from './reward.ts'

export interface Claim {
  readonly member_id: string
  readonly order_id: string
}

export interface ClaimResult {
  readonly order: OrderRow
  readonly campaign: CampaignSummary
  readonly award_minor: bigint
  /** Available balance after this claim. */
  readonly balance_minor: bigint
}

type Outcome = { claimed: ClaimResult } | { error: unknown }

/** Batch size of automatic claims: members' own claims wait for it. */
const MAX_AUTOMATIC = 32
/**
 * A transaction should take milliseconds, since it locks the campaign. Concurrency is one: a second batch would only wait
 * for that lock with half of the claims.
 */
const MAX_BATCH_SIZE = 128

/** The caller's orders, locked in id order so that two batches cannot deadlock. */
const lockClaimed = statement(
  `-- claims_lock
  select ${ORDER} from orders where (id, member_id) in (select * from unnest($order_id::uuid[], $member_id::uuid[]))
  order by id for no key update`,
  {
    params: { order_id: 'uuid[]', member_id: 'uuid[]' },
    columns: {
      id: 'uuid',
      campaign_id: 'uuid',
      status: typed<OrderRow['status']>('text'),
      price_minor: 'int8',
      target: 'int4',
      bonus_low_bp: 'int4',
      bonus_high_bp: 'int4',
      highest_award_minor: 'int8',
      hours: 'int4',
      link_code: 'text?',
      taken_at: 'timestamptz',
      deadline: 'timestamptz',
      started_at: 'timestamptz?',
      verified: 'int4',
      visits: 'int4',
      counted: 'int4',
      reward_minor: 'int8?',
      bonus_minor: 'int8?',
      bonus_bp: 'int4?',
      quality_bp: 'int4?',
      settled_at: 'timestamptz?',
      claimed_at: 'timestamptz?',
      review_until: 'timestamptz?',
      objection: typed<'open' | 'upheld' | 'partly_upheld' | 'refused' | null>('text?'),
      review_reason: 'text?',
      over_share: 'uuid[]?',
      offer_id: 'uuid',
      member_id: 'uuid',
      hold_id: 'uuid',
      unconfirmed_until: 'timestamptz?',
      kept_until: 'timestamptz?',
      reviewed_by: 'text?',
      counts_visitors: 'bool',
      level_purchase_id: 'uuid?',
      extra_bonus_minor: 'int8',
    },
  },
)

/** Successes settled by $until and not claimed, oldest first, after ($settled_at, $order_id). */
const findUnclaimed = statement(
  `-- claims_find_unclaimed
  select o.member_id, o.id as order_id, o.settled_at
  from orders o join member m on m.id = o.member_id and m.lock_kind is distinct from 'security'
  where o.status = 'success' and o.settled_at <= $until and (o.settled_at, o.id) > ($settled_at, $order_id)
  order by o.settled_at, o.id limit $limit`,
  {
    params: {
      until: 'timestamptz',
      settled_at: 'timestamptz',
      order_id: 'uuid',
      limit: typed<number>('int8'),
    },
    columns: { member_id: 'uuid', order_id: 'uuid', settled_at: 'timestamptz!' },
  },
)

/** Marks the orders as claimed and inserts their awards with the ids of their ledger entries. */
const writeAwards = statement(
  `-- claims_write_awards
  with done as (
    update orders o set status = 'done', claimed_at = $claimed_at
    from unnest($ids::uuid[]) as claimed (id) where o.id = claimed.id and o.status = 'success'
    returning o.id, o.member_id, o.campaign_id, o.reward_minor, o.bonus_minor, o.quality_bp
  )
  insert into award (id, order_id, member_id, campaign_id, entry_id, reward_minor, bonus_minor, quality_bp, claimed_at, automatic)
  select a.award_id, d.id, d.member_id, d.campaign_id, a.entry_id, d.reward_minor, d.bonus_minor, d.quality_bp, $claimed_at, $automatic
  from done d join unnest($ids::uuid[], $award_ids::uuid[], $entry_ids::uuid[]) as a (order_id, award_id, entry_id) on a.order_id = d.id
  returning id`,
  {
    params: {
      claimed_at: 'timestamptz',
      ids: 'uuid[]',
      award_ids: 'uuid[]',
      entry_ids: 'uuid[]',
      automatic: 'bool',
    },
    columns: { id: 'uuid' },
  },
)

type ObjectedVisits = Pick<ObjectionRow, 'id' | 'order_id' | 'most_visits' | 'most_minor' | 'decide_by'>

/** For orders being claimed: what their open objections may still add stays reserved. */
const markKeptBack = statement(
  `-- objections_keep_apart
  update objection set kept_apart = true where order_id = any ($open::uuid[]) and decided_at is null
  returning id, order_id, most_visits, most_minor, decide_by`,
  {
    params: { open: 'uuid[]' },
    columns: {
      id: 'uuid',
      order_id: 'uuid',
      most_visits: 'int4',
      most_minor: 'int8',
      decide_by: 'timestamptz',
    },
  },
)

export const payUnclaimed = defineJob({ name: 'pay_unclaimed', payload: z.object({}) })

/**
 * Claims of one process, batched. Idempotent: a repeated claim gets its order and award, and nothing moves. Refuses
 * `order_is_unknown`, `order_cannot_be_claimed` and, under a security lock, `your_account_has_been_locked`.
 */
export function openClaims(database: Database): (claim: Claim) => Promise<ClaimResult> {
  const batched = createBatcher<Claim, Outcome>({
    max: MAX_BATCH_SIZE,
    run: (claims) => runBatch(database, claims),
  })
  return async function claimReward(claim) {
    const outcome = await batched(claim)
    if ('error' in outcome) throw outcome.error
    return outcome.claimed
  }
}

/**
 * Claims automatically what nobody has claimed for 30 days, so that campaigns can close: the same claim with the same
 * idempotency key. Awards under a security lock wait for its end, those under a freeze for the next run. Returns
 * how many were paid.
 */
export async function claimUnclaimed(database: Database): Promise<number> {
  const until = new Date(database.clock.now().getTime() - UNCLAIMED_MS)
  const faults: unknown[] = []
  let paid = 0
  let after = { settled_at: new Date(0), order_id: MIN_UUID }
  for (;;) {
    const due = await findUnclaimed.all(database, {
      until,
      settled_at: after.settled_at,
      order_id: after.order_id,
      limit: MAX_AUTOMATIC,
    })
    const outcomes = await runBatch(database, due, true)
    for (const outcome of outcomes) {
      if ('claimed' in outcome) paid += 1
      else if (!(outcome.error instanceof Refusal)) faults.push(outcome.error)
    }
    const last = due.at(-1)
    if (last === undefined || due.length < MAX_AUTOMATIC) break
    after = last
  }
  // The job's retry finds what could not be paid.
  rejectIfAny(faults, 'awards could not be paid')
  return paid
}

/** If a batch fails as a whole, each of its claims is retried alone, unless the database did not answer. */
async function runBatch(database: Database, claims: Claim[], automatic = false): Promise<Outcome[]> {
  try {
    return await database.transaction((tx) => claimTogether(tx, claims, automatic))
  } catch (error) {
    if (claims.length === 1 || isUnavailable(error)) return claims.map(() => ({ error }))
    const outcomes: Outcome[] = []
    for (const claim of claims) outcomes.push(...(await runBatch(database, [claim], automatic)))
    return outcomes
  }
}

/** Claims in one transaction; each claim has its own result. Rejects only for faults. */
async function claimTogether(tx: Tx, claims: readonly Claim[], automatic: boolean): Promise<Outcome[]> {
  // Lock order: orders, then members, as in settling, so that the two cannot deadlock.
  const [locked, refusals] = await Promise.all([
    lockClaimed.all(tx, { ...toColumns(claims, 'order_id', 'member_id') }),
    refusalsUnderLock(tx, toColumn(claims, 'member_id')),
  ])
  const payable = locked.filter(isClaimable).filter((order) => !refusals.has(order.member_id))
  const keptBack = await keepBackObjected(tx, payable)
  const accounts = [...new Set(locked.map((order) => accountOf('member_available', order.member_id)))]
  const paying = payable.length > 0 ? pay(tx, payable, keptBack, automatic) : undefined
  if (payable.some(isBought)) await paying
  // Pipelined: run in the order in which they are issued.
  const [campaigns, , balances] = await Promise.all([
    findCampaignSummaries(tx, toColumn(locked, 'campaign_id')),
    paying,
    balancesOf(tx, accounts),
  ])

  const paid = new Set(payable)
  const orders = new Map(
    locked.map((order) => [order.id, isClaimable(order) && paid.has(order) ? claimed(order, tx.now) : order]),
  )
  return claims.map((claim) => {
    const refusal = refusals.get(claim.member_id)
    if (refusal !== undefined) return { error: refusal }
    const order = orders.get(claim.order_id)
    if (order === undefined || order.member_id !== claim.member_id)
      return { error: refuse('order_is_unknown') }
    if (order.status !== 'done') return { error: refuse('order_cannot_be_claimed') }
    const { balance_minor, reserved_minor } = balances.get(accountOf('member_available', claim.member_id))!
    return {
      claimed: {
        order,
        campaign: campaigns.get(order.campaign_id)!,
        award_minor: awardMinor(order),
        balance_minor: balance_minor - reserved_minor,
      },
    }
  })
}

type EarnedOrder = OrderRow & { reward_minor: bigint; bonus_minor: bigint; quality_bp: number }

/** Taken at a bought level, whose fee its bonus counts against. */
const isBought = (order: OrderRow): boolean => order.level_purchase_id !== null

const isClaimable = (order: OrderRow): order is EarnedOrder => order.status === 'success'

/** Issues all statements before it awaits any (pipelining), unless orders were taken at a bought level. */
async function pay(
  tx: Tx,
  orders: readonly EarnedOrder[],
  keptBack: ReadonlyMap<string, ObjectedVisits>,
  automatic: boolean,
): Promise<void> {
  const delivered = orders.map((order) => withoutKeptBack(order, keptBack))
  const entries = orders.map((order) => awardEntry(tx, order, automatic ? 'system' : order.member_id))
  const awardIds = orders.map(() => newId(tx.now))
  await Promise.all([
    deliverSlices(tx, delivered),
    writeAwards.all(tx, {
      claimed_at: tx.now,
      ids: toColumn(orders, 'id'),
      award_ids: awardIds,
      entry_ids: toColumn(entries, 'id'),
      automatic,
    }),
    enqueue(tx, awardsClaimed, { award_ids: awardIds }),
    postAwards(tx, orders, entries), // last in the lock order: it locks the accounts
  ])
  for (const order of orders) {
    const kept = keptBack.get(order.id)
    if (kept === undefined || kept.most_minor === 0n) continue
    const { id, most_minor: amount_minor, decide_by: expires_at } = kept
    const account = accountOf('campaign_escrow', order.campaign_id)
    const outcome = await createHold(tx, { id, account, amount_minor, refers_to: order.id, expires_at })
    if (outcome !== 'placed') throw new Error(`what the objection ${id} may add was not in the escrow`)
  }
}

/** With the fees of bought levels that have ended: one post, so that all accounts are locked in order. */
async function postAwards(
  tx: Tx,
  orders: readonly EarnedOrder[],
  entries: readonly NewEntry[],
): Promise<void> {
  const fees = orders.some(isBought) ? await settleBonuses(tx, orders) : []
  await postOrRefuse(tx, [...entries, ...fees])
  await recordLevelRefunds(tx, fees)
}

/** A claim pays the undisputed part; what an open objection may still add stays reserved, per order. */
async function keepBackObjected(
  tx: Tx,
  orders: readonly EarnedOrder[],
): Promise<Map<string, ObjectedVisits>> {
  const open = orders.filter((order) => order.objection === 'open').map((order) => order.id)
  const kept = open.length === 0 ? [] : await markKeptBack.all(tx, { open })
  return new Map(kept.map((one) => [one.order_id, one]))
}

function withoutKeptBack(order: EarnedOrder, keptBack: ReadonlyMap<string, ObjectedVisits>): EarnedOrder {
  const kept = keptBack.get(order.id)
  if (kept === undefined) return order
  const { most_visits, most_minor } = kept
  return {
    ...order,
    target: order.target - most_visits,
    highest_award_minor: order.highest_award_minor - most_minor,
  }
}

function awardEntry(tx: Tx, order: OrderRow, actor: string): NewEntry {
  const amount_minor = awardMinor(order)
  return {
    id: entryId('award_claimed', order.id),
    type: 'award_claimed',
    refers_to: order.id,
    actor,
    event_at: tx.now,
    capture: order.hold_id,
    postings: [
      { account: accountOf('campaign_escrow', order.campaign_id), amount_minor: -amount_minor },
      { account: accountOf('member_available', order.member_id), amount_minor },
    ],
  }
}

const awardMinor = (order: OrderRow): bigint => order.reward_minor! + order.bonus_minor!

/** The order as it is after its claim. */
const claimed = (order: OrderRow, now: Date): OrderRow => ({ ...order, status: 'done', claimed_at: now })
