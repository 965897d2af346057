// Buying a level and giving it back (decision 006).
import { newId } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/money'
import type { Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import {
  LedgerRefusal,
  moneyOf,
  type NewEntry,
  openAccounts,
  postOrRefuse,
  refuseWhilePaused,
} from '../ledger/ledger.ts'
import { getMemberLocked, getOwnerLocked, setLevel } from '../members/members.ts'
import { announce, notify } from '../notices/notices.ts'
import {
  insertPurchase,
  type LevelRow,
  type PurchaseRow,
  selectOpenPurchaseLocked,
  selectPurchase,
} from './levels.store.ts'
import { levelOnWire } from './levels.dto.ts'
import { buyingEntry, close, fullRefundUntil, notifyFeeReturned } from './purchases.ts'
import { findLevel, freeLevel, getLevel } from './membership.ts'

interface Upgrade {
  readonly member_id: string
  readonly level_id: string
  /** What the member was shown, and their language; undefined: unknown. */
  readonly seen?: { readonly fee_minor: bigint; readonly locale: Locale } | undefined
}

/**
 * Advances a member to a higher level for its whole joining fee. The refundable part of an earlier purchase
 * returns to the member in the same transaction. Refuses `level_is_unknown`,
 * `insufficient_balance_to_upgrade` and `you_cannot_upgrade_to_a_level_lower_than_your_current_level`,
 * which the current level itself is too; and `the_level_has_changed` with the level as it is, where it
 * costs something else than the member saw.
 */
export async function upgradeLevel(tx: Tx, { member_id, level_id, seen }: Upgrade): Promise<PurchaseRow> {
  const member = await getOwnerLocked(tx, member_id)
  const level = await findLevel(tx, level_id)
  const current = await getLevel(tx, member.level_id)
  if (level.rank <= current.rank) throw refuse('you_cannot_upgrade_to_a_level_lower_than_your_current_level')
  if (seen !== undefined && seen.fee_minor !== level.joining_fee_minor)
    throw refuse('the_level_has_changed', { level: levelOnWire(level, seen.locale) })

  await refuseWhilePaused(tx, moneyOf(member_id))
  const replaced = await selectOpenPurchaseLocked.maybe(tx, member_id)
  const closing = replaced && (await close(tx, replaced, 'replaced'))
  const purchase = await namedPurchase(tx, member_id, level)
  await setLevel(tx, member_id, level_id)
  // The fee first: it is paid from what was available before any refund.
  const buying = buyingEntry(tx, purchase)
  await postUpgrade(tx, [...(buying ? [buying] : []), ...(closing?.entries ?? [])])

  if (closing) {
    await notifyFeeReturned(tx, { member_id, level: current.name, refunded_minor: closing.refunded_minor })
  }
  await notify(
    tx,
    member_id,
    'level_bought',
    {
      level: level.name,
      fee: formatMoney(purchase.fee_minor),
      until: fullRefundUntil(purchase).toISOString(),
    },
    '/',
  )
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
  return purchase
}

async function namedPurchase(tx: Tx, member_id: string, level: LevelRow): Promise<PurchaseRow> {
  const free = await freeLevel(tx, member_id)
  const id = newId(tx.now)
  await openAccounts(tx, [{ kind: 'level_fee', owner_id: id }])
  return await insertPurchase.one(tx, id, member_id, level.id, free.id, level.joining_fee_minor, tx.now)
}

async function postUpgrade(tx: Tx, entries: NewEntry[]): Promise<void> {
  try {
    await postOrRefuse(tx, entries)
  } catch (error) {
    if (error instanceof LedgerRefusal && error.reason === 'insufficient_funds') {
      throw refuse('insufficient_balance_to_upgrade')
    }
    throw error
  }
}

/**
 * Ends the purchase of a member's current level: the refund is available immediately, and the member is at
 * the level they have without it. Returns the closed purchase; idempotent. Refuses
 * `there_is_no_level_to_give_back`.
 */
export async function giveLevelBack(
  tx: Tx,
  { member_id, purchase_id }: { member_id: string; purchase_id: string },
): Promise<PurchaseRow> {
  await getMemberLocked(tx, member_id)
  const namedPurchase = await selectPurchase.maybe(tx, purchase_id, member_id)
  if (namedPurchase?.state === 'refunded') return namedPurchase
  const purchase = await selectOpenPurchaseLocked.maybe(tx, member_id)
  if (namedPurchase === undefined || purchase?.id !== namedPurchase.id)
    throw refuse('there_is_no_level_to_give_back')

  const { refunded_minor, entries } = await close(tx, purchase, 'refunded')
  const free = await freeLevel(tx, member_id)
  await setLevel(tx, member_id, free.id)
  await postOrRefuse(tx, entries)
  const level = await getLevel(tx, purchase.level_id)
  await notify(
    tx,
    member_id,
    'level_refunded',
    {
      level: level.name,
      at: tx.now.toISOString(),
      refunded: formatMoney(refunded_minor),
      reference: referenceOf(purchase),
    },
    '/',
  )
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
  return { ...purchase, state: 'refunded', refunded_minor, closed_at: tx.now }
}

/** What a member may quote when they ask about a purchase. */
export const referenceOf = (purchase: Pick<PurchaseRow, 'id'>): string =>
  `L-${purchase.id.slice(-12).toUpperCase()}`
