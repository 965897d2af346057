// Card money goes back to the card (spec §7). Spending takes card money first, oldest payment first; what a campaign or a level
// gives back is card money again as far as card money had paid it, with its first date (card-money.test.ts). Each call here
// follows the posting of the same movement: the ledger's lock of the member's account then serializes these rows too.
import { formatMoney } from '@fairturn/contract/minor-units'
import { z } from 'zod'
import {
  accountOf,
  availableOf,
  beyondAwards,
  entryId,
  payCreditLosses,
  platformAccount,
  postOrRefuse,
  type Returned,
} from '../ledger/ledger.ts'
import { announce, notify } from '../notices/notices.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import { refuse } from '../platform/http/refusal.ts'
import { defineJob } from '../platform/queue/queue.ts'
import { recordAuditEvent } from '../staff/staff.ts'
import * as store from './card-money.store.ts'
import type { DisputeRow } from './card-money.store.ts'
import { selectDeposit } from './deposits.store.ts'

/** For how long a payment is returned to its card, and a dispute keeps money back: issuers dispute within 120 days. */
const CARD_MONEY_MS = 120 * 86_400_000

/** For how long a campaign's review says that it was paid by card. */
const RECENT_MS = 30 * 86_400_000

/** Payments made since are card money. */
export const cardMoneySince = (now: Date): Date => new Date(now.getTime() - CARD_MONEY_MS)

/** Refunds withdrawals to cards and reads their states (withdrawals/card-returns.ts). */
export const returnCardMoney = defineJob({ name: 'return_card_money', payload: z.object({}) })

export type CardUse = 'campaign' | 'level' | 'withdrawal'

/** Counts an amount that was posted as spent, in minor units: card money first. */
export const spendCardMoney = (
  tx: Tx,
  spent: { member_id: string; used_for: string; kind: CardUse; amount_minor: bigint },
): Promise<unknown> => store.spend.all(tx, { ...spent, since: cardMoneySince(tx.now), now: tx.now })

/** Counts an amount of one payment as spent. Throws if less of it is left. */
export const spendCardPayment = (
  tx: Tx,
  spent: { deposit_id: string; used_for: string; kind: CardUse; amount_minor: bigint },
): Promise<unknown> => store.spendOf.one(tx, { ...spent, now: tx.now })

/**
 * An amount that was given back, in minor units: what card money had paid of it is card money again, and what the platform lost
 * by a dispute or by a credit that was taken back goes to the platform first. Refuses
 * `your_account_is_insufficient_please_add_more_money` if it was spent in the same transaction.
 */
export async function returnMoney(tx: Tx, returned: Returned): Promise<void> {
  if (returned.amount_minor <= 0n) return
  await restoreCardMoney(tx, returned)
  const { member_id, used_for } = returned
  const payments = await payCreditLosses(tx, returned)
  if (payments.length === 0) return
  const due_minor = payments.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  const available_minor = await availableOf(tx, member_id)
  if (available_minor < due_minor) {
    const missing = formatMoney(due_minor - available_minor)
    throw refuse('your_account_is_insufficient_please_add_more_money', { missing })
  }
  await postOrRefuse(tx, toColumn(payments, 'entry'))
  await trimCardMoney(tx, member_id, used_for)
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
  for (const { reference, amount_minor } of payments) {
    if (reference === null) continue
    const params = { amount: formatMoney(amount_minor), reference }
    await notify(tx, member_id, 'deposit_reversed', params, '/account-detail?tab=statement')
  }
}

async function restoreCardMoney(tx: Tx, { used_for, amount_minor }: Returned): Promise<void> {
  const restored = await store.restore.all(tx, { used_for: [used_for], amount_minor: [amount_minor] })
  if (restored.length === 0) return
  const left = new Map(restored.map(({ deposit_id, minor }) => [deposit_id, minor]))
  for (const dispute of await store.selectLosses.all(tx, { deposit_ids: toColumn(restored, 'deposit_id') })) {
    const minor = left.get(dispute.deposit_id)!
    const taken_minor = await takeBack(tx, dispute, minor < dispute.loss_minor ? minor : dispute.loss_minor, {
      turn: String(dispute.loss_minor),
      cash: false,
    })
    await store.reduceLoss.all(tx, { id: dispute.id, amount_minor: taken_minor })
    await spendOnDispute(tx, dispute, taken_minor)
    left.set(dispute.deposit_id, minor - taken_minor)
  }
}

/** What of a member's card money can be returned, by payment, oldest first; `refused` by the provider before. */
export const returnableCardMoney = (on: Queryable, member_id: string, now: Date) =>
  store.selectReturnable.all(on, { member_id, since: cardMoneySince(now) })

/** What open disputes keep back, in minor units: of the disputed amount, what the member still has beyond their awards. */
export const disputedOf = async (on: Queryable, member_id: string, now: Date): Promise<bigint> =>
  (await store.selectDisputed.one(on, { member_id, since: cardMoneySince(now) })).kept_minor

/** Card money of the last 30 days that paid for each of these campaigns, in minor units; none is omitted. */
export async function recentCardMoneyIn(
  on: Queryable,
  campaignIds: readonly string[],
  now: Date,
): Promise<Map<string, bigint>> {
  const from = new Date(now.getTime() - RECENT_MS)
  const rows = await store.selectSpentOn.all(on, { used_for: campaignIds, since: from })
  return new Map(rows.map(({ used_for, minor }) => [used_for, minor]))
}

/** After money was taken from a member otherwise than by spending; `used_for` is what took it. */
const trimCardMoney = (tx: Tx, member_id: string, used_for: string): Promise<unknown> =>
  store.trim.all(tx, { member_id, used_for, now: tx.now })

/** The provider does not refund it: its money goes to the payout account from now on, by two people. */
export const refuseCardPayment = (tx: Tx, deposit_id: string): Promise<unknown> =>
  store.updateRefused.all(tx, { deposit_id, now: tx.now })

/** A lost dispute: the issuer has the money again. Takes what the member has beyond their awards; the rest is the platform's loss. */
export async function loseDispute(tx: Tx, dispute: DisputeRow): Promise<void> {
  const { id, deposit_id, member_id, amount_minor } = dispute
  const taken_minor = await takeBack(tx, dispute, amount_minor, { turn: '', cash: true })
  await store.decideDispute.all(tx, {
    id,
    status: 'lost',
    now: tx.now,
    loss_minor: amount_minor - taken_minor,
  })
  await spendOnDispute(tx, dispute, taken_minor)
  await trimCardMoney(tx, member_id, deposit_id)
}

/** Of the disputed payment, as far as it is left. */
async function spendOnDispute(tx: Tx, { deposit_id }: DisputeRow, taken_minor: bigint): Promise<void> {
  const { left_minor } = await store.selectCardPayment.one(tx, { deposit_id })
  const amount_minor = left_minor < taken_minor ? left_minor : taken_minor
  if (amount_minor <= 0n) return
  const spent = { deposit_id, used_for: deposit_id, kind: 'dispute', amount_minor, now: tx.now }
  await store.spendOf.one(tx, spent)
}

/**
 * Takes at most `due_minor` from the member. With `cash`, the cash that the issuer took falls by all of it; otherwise what is
 * taken replaces an earlier loss. Returns what was taken.
 */
async function takeBack(
  tx: Tx,
  { id, deposit_id, member_id }: DisputeRow,
  due_minor: bigint,
  { turn, cash }: { turn: string; cash: boolean },
): Promise<bigint> {
  const beyond_minor = await beyondAwards(tx, member_id)
  const available_minor = await availableOf(tx, member_id)
  const has_minor = beyond_minor < available_minor ? beyond_minor : available_minor
  const taken_minor = has_minor <= 0n ? 0n : has_minor < due_minor ? has_minor : due_minor
  if (taken_minor > 0n) {
    const { reference } = await selectDeposit.one(tx, { id: deposit_id })
    const after = { credited: formatMoney(due_minor), taken: formatMoney(taken_minor) }
    const object = { kind: 'member', id: member_id }
    await recordAuditEvent(tx, {
      actor: 'system',
      action: 'card_dispute_lost',
      object,
      member_id,
      reason: id,
      after,
    })
    const params = { amount: formatMoney(taken_minor), reference }
    await notify(tx, member_id, 'card_dispute_lost', params, '/individual/deposit-history')
    await announce(tx, { to: member_id, kind: 'balance', data: {} })
  }
  const entry_id = entryId('credit_reversed', id, turn)
  const loss_minor = (cash ? due_minor : 0n) - taken_minor
  const postings = [
    { account: accountOf('member_available', member_id), amount_minor: -taken_minor },
    { account: platformAccount('cash', entry_id), amount_minor: cash ? due_minor : 0n },
    { account: platformAccount('own_money', entry_id), amount_minor: -loss_minor },
  ].filter((posting) => posting.amount_minor !== 0n)
  if (postings.length > 0)
    await postOrRefuse(tx, [
      {
        id: entry_id,
        type: 'credit_reversed',
        refers_to: deposit_id,
        actor: 'system',
        event_at: tx.now,
        note: id,
        postings,
      },
    ])
  return taken_minor
}
