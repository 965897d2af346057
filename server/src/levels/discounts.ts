// Campaign discounts of a bought level: reserved from its fee between payment and closing of the campaign, then counted as
// a benefit used for what was delivered, whether or not the level was refunded meanwhile (discounts.test.ts).
import type { Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { entryId, postOrRefuse } from '../ledger/ledger.ts'
import * as store from './levels.store.ts'
import type { PurchaseRow } from './levels.store.ts'
import { notifyFeeReturned, recognitionEntry, refundableLater, refundEntries } from './purchases.ts'

/** A discount above the free level's, and the purchase behind it; null: none. */
export interface BoughtDiscount {
  readonly level_purchase_id: string | null
  readonly extra_discount_minor: bigint
}

/** For a campaign or top-up paid now. Refuses `the_quote_has_changed` if the purchase has ended since the quote. */
export async function reserveDiscount(tx: Tx, bought: BoughtDiscount): Promise<void> {
  const { level_purchase_id, extra_discount_minor } = bought
  if (level_purchase_id === null || extra_discount_minor === 0n) return
  if ((await store.reserveDiscount.maybe(tx, level_purchase_id, extra_discount_minor)) === undefined)
    throw refuse('the_quote_has_changed')
}

interface Settled {
  readonly level_purchase_id: string
  readonly reserved_minor: bigint
  /** The part for what was delivered. */
  readonly given_minor: bigint
}

/**
 * For a campaign that closes. If the purchase has ended, the released reserve goes to its member and to the platform, as
 * if the campaign had closed first.
 */
export async function settleDiscount(tx: Tx, settled: Settled): Promise<void> {
  const before = await store.selectPurchaseLocked.one(tx, settled.level_purchase_id)
  const given_minor = before.given_minor + settled.given_minor
  const open_discount_minor = before.open_discount_minor - settled.reserved_minor
  const after = shared({ ...before, given_minor, open_discount_minor })
  const { id, refunded_minor, recognised_minor } = after
  await store.updateDiscounts.one(tx, id, given_minor, open_discount_minor, refunded_minor, recognised_minor)
  if (before.refunded_minor === null) return

  const returned_minor = refunded_minor! - before.refunded_minor
  const entry_id = entryId('level_refunded', id, refunded_minor!.toString())
  await postOrRefuse(tx, [
    ...refundEntries(tx, before, entry_id, returned_minor),
    ...(recognised_minor > before.recognised_minor ? [recognitionEntry(tx, before, recognised_minor)] : []),
  ])
  const level = await store.getLevel(tx, before.level_id)
  await notifyFeeReturned(tx, before.member_id, level, { refunded_minor: returned_minor })
}

/** Shares of member and platform in a fee whose purchase has ended, if part of it was still reserved. */
function shared(purchase: PurchaseRow): PurchaseRow {
  const { fee_minor, given_minor, recognised_minor, refunded_minor } = purchase
  if (refunded_minor === null || refunded_minor + recognised_minor === fee_minor) return purchase
  return {
    ...purchase,
    refunded_minor: refundableLater(purchase),
    recognised_minor: given_minor < fee_minor ? given_minor : fee_minor,
  }
}
