// Purchases of levels, their refunds, and their ledger entries. Within 14 days the whole fee is refundable, later the fee
// minus the benefits used (promise 6; levels.test.ts). A part of the fee equal to what open orders and campaigns may still
// give is reserved until they end, so that the order of their end and the giving back makes no difference (benefits.ts).
import { formatMoney } from '@fairturn/contract/minor-units'
import { returnMoney, spendCardMoney } from '../deposits/deposits.ts'
import {
  type Correction,
  creditLevel,
  earnedLevelVat,
  invoiceLevel,
  reductionOfLevel,
} from '../invoices/invoices.ts'
import { accountOf, entryId, type NewEntry, platformAccount, postOrRefuse } from '../ledger/ledger.ts'
import { notify } from '../notices/notices.ts'
import { together, type Tx } from '../platform/database/database.ts'
import {
  closePurchase,
  levelNamesOf,
  type LevelRow,
  type PurchaseRow,
  type PurchaseStatus,
  selectPurchaseLocked,
} from './levels.store.ts'

export const FULL_REFUND_MS = 14 * 86_400_000

/** The last instant at which the whole fee is refundable. */
export const fullRefundUntil = (purchase: Pick<PurchaseRow, 'bought_at'>): Date =>
  new Date(purchase.bought_at.getTime() + FULL_REFUND_MS)

/** Refund if the level is given back at `now`, in minor units; never negative. */
export function refundableOf(
  purchase: Pick<
    PurchaseRow,
    | 'bought_at'
    | 'fee_minor'
    | 'given_minor'
    | 'recognised_minor'
    | 'open_discount_minor'
    | 'open_bonus_minor'
  >,
  now: Date,
): bigint {
  const { fee_minor, recognised_minor } = purchase
  // Nothing is recognised in this period; but after a clock error, recognised revenue cannot be refunded.
  if (now <= fullRefundUntil(purchase)) return fee_minor - recognised_minor
  return refundableLater(purchase)
}

/** Refundable after the first 14 days, in minor units. */
export function refundableLater({
  fee_minor,
  given_minor,
  open_discount_minor,
  open_bonus_minor,
}: Pick<PurchaseRow, 'fee_minor' | 'given_minor' | 'open_discount_minor' | 'open_bonus_minor'>): bigint {
  const used_minor = given_minor + open_discount_minor + open_bonus_minor
  return fee_minor > used_minor ? fee_minor - used_minor : 0n
}

/** Benefits used, at most the fee: what the platform has earned after the first 14 days, in minor units. */
export const earnedOf = ({
  fee_minor,
  given_minor,
}: Pick<PurchaseRow, 'fee_minor' | 'given_minor'>): bigint =>
  given_minor < fee_minor ? given_minor : fee_minor

/** The amount kept until orders and campaigns have ended if the level is given back at `now`, in minor units. */
export function reservedOf(purchase: PurchaseRow, now: Date): bigint {
  const kept_minor = purchase.fee_minor - refundableOf(purchase, now) - purchase.given_minor
  return kept_minor > 0n ? kept_minor : 0n
}

/** The member pays the fee into the purchase's own account; undefined for a free level. */
export function buyingEntry(tx: Tx, purchase: PurchaseRow): NewEntry | undefined {
  if (purchase.fee_minor === 0n) return undefined
  return {
    ...common(tx, purchase, 'level_bought'),
    id: entryId('level_bought', purchase.id),
    postings: [
      { account: accountOf('member_available', purchase.member_id), amount_minor: -purchase.fee_minor },
      { account: accountOf('level_fee', purchase.id), amount_minor: purchase.fee_minor },
    ],
  }
}

/**
 * Recognises revenue up to a total of `earned_minor`: moves the difference to what was recognised before, less the VAT in it,
 * which is due.
 */
export async function recognitionEntry(
  tx: Tx,
  purchase: PurchaseRow,
  earned_minor: bigint,
): Promise<NewEntry> {
  const id = entryId('level_recognised', purchase.id, earned_minor.toString())
  const amount_minor = earned_minor - purchase.recognised_minor
  const vat_minor = await earnedLevelVat(tx, purchase.id, {
    from_minor: purchase.recognised_minor,
    to_minor: earned_minor,
  })
  return {
    ...common(tx, purchase, 'level_recognised'),
    id,
    actor: 'system',
    postings: [
      { account: accountOf('level_fee', purchase.id), amount_minor: -amount_minor },
      { account: platformAccount('revenue', id), amount_minor: amount_minor - vat_minor },
      { account: platformAccount('vat', id), amount_minor: vat_minor },
    ],
  }
}

interface Closing {
  readonly refunded_minor: bigint
  /** To post in the same transaction. */
  readonly entries: NewEntry[]
}

/**
 * Ends an open, locked purchase: the refundable part goes to the member, the benefits used to the platform, and what open
 * orders and campaigns may still give stays reserved for them (benefits.ts). `replaced_by` is the id of the next purchase.
 */
export async function close(
  tx: Tx,
  purchase: PurchaseRow,
  status: Exclude<PurchaseStatus, 'open'>,
  replacedBy = '',
): Promise<Closing> {
  const { id, fee_minor, given_minor } = purchase
  const refunded_minor = refundableOf(purchase, tx.now)
  const used_minor = fee_minor - refunded_minor
  const earned_minor = used_minor < given_minor ? used_minor : given_minor
  await closePurchase.one(tx, { id, status, refunded_minor, closed_at: tx.now })
  return {
    refunded_minor,
    entries: [
      // A restored purchase is closed once more, but replaced by another one or for good.
      ...refundEntries(
        tx,
        purchase,
        entryId('level_refunded', id, `${status} ${replacedBy}`),
        refunded_minor,
      ),
      ...(earned_minor > purchase.recognised_minor
        ? [await recognitionEntry(tx, purchase, earned_minor)]
        : []),
    ],
  }
}

/** The member pays again what a replaced purchase had returned, which restores it. */
export function restoringEntry(tx: Tx, restored: PurchaseRow, insteadOf: string): NewEntry[] {
  const { id, member_id, refunded_minor } = restored
  if (refunded_minor === null || refunded_minor === 0n) return []
  return [
    {
      ...common(tx, restored, 'level_restored'),
      id: entryId('level_restored', id, insteadOf),
      postings: [
        { account: accountOf('member_available', member_id), amount_minor: -refunded_minor },
        { account: accountOf('level_fee', id), amount_minor: refunded_minor },
      ],
    },
  ]
}

/** Posts entries of purchases, with their documents and their card money. */
export async function postLevelEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return
  await together(postOrRefuse(tx, [...entries]), recordLevelEntries(tx, entries))
}

/** Of posted entries of purchases, in their order. */
async function recordLevelEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  for (const entry of entries) {
    const isPaid = entry.type === 'level_bought' || entry.type === 'level_restored'
    await (isPaid ? recordLevelPayment(tx, entry) : recordLevelRefunds(tx, [entry]))
  }
}

/** Writes the invoice of a posted payment, and counts card money, which is spent first. */
async function recordLevelPayment(tx: Tx, entry: NewEntry): Promise<void> {
  const { id: entry_id, refers_to: purchase_id, actor } = entry
  const amount_minor = movedBy(entry)
  const member_id = actor.slice('member:'.length)
  const level = levelNamesOf(tx, [purchase_id]).then((names) => names.get(purchase_id)!)
  await together(
    invoiceLevel(tx, { member_id, purchase_id, level, entry_id, amount_minor }),
    spendCardMoney(tx, { member_id, used_for: purchase_id, kind: 'level', amount_minor }),
  )
}

/** Of posted entries, writes the credit notes of refunds, which are card money again as far as it had paid them. */
export async function recordLevelRefunds(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  for (const entry of entries.filter(({ type }) => type === 'level_refunded')) {
    const { id: entry_id, refers_to: purchase_id, actor } = entry
    const amount_minor = movedBy(entry)
    await creditLevel(tx, { purchase_id, entry_id, amount_minor })
    await returnMoney(tx, { member_id: actor.slice('member:'.length), used_for: purchase_id, amount_minor })
  }
}

/** Sum of what an entry credits, in minor units. */
const movedBy = ({ postings }: NewEntry): bigint =>
  postings.reduce((sum, { amount_minor }) => (amount_minor > 0n ? sum + amount_minor : sum), 0n)

/** Refunds a part of the fee to the member. */
export function refundEntries(tx: Tx, purchase: PurchaseRow, id: string, amount_minor: bigint): NewEntry[] {
  if (amount_minor === 0n) return []
  const postings = [
    { account: accountOf('level_fee', purchase.id), amount_minor: -amount_minor },
    { account: accountOf('member_available', purchase.member_id), amount_minor },
  ]
  return [{ ...common(tx, purchase, 'level_refunded'), id, postings }]
}

const common = <Type extends NewEntry['type']>(tx: Tx, purchase: PurchaseRow, type: Type) => ({
  type,
  refers_to: purchase.id,
  actor: `member:${purchase.member_id}`,
  event_at: tx.now,
})

/**
 * What a refund outside the rules takes of a purchase's documents, of what was earned of its fee. Locks it. Refuses
 * `refund_exceeds_what_was_invoiced` with what is left.
 */
export async function reduceLevel(
  tx: Tx,
  { purchase_id, amount_minor }: { readonly purchase_id: string; readonly amount_minor: bigint },
): Promise<readonly Correction[]> {
  const { recognised_minor: earned_minor } = await selectPurchaseLocked.one(tx, { id: purchase_id })
  return (await reductionOfLevel(tx, { purchase_id, amount_minor, earned_minor })) ?? []
}

/** Notifies a member of a fee refunded without their request; does nothing for zero. */
export async function notifyFeeReturned(
  tx: Tx,
  member_id: string,
  { name: level }: Pick<LevelRow, 'name'>,
  { refunded_minor }: Pick<Closing, 'refunded_minor'>,
): Promise<void> {
  if (refunded_minor === 0n) return
  await notify(tx, member_id, 'level_fee_returned', { level, refunded: formatMoney(refunded_minor) }, '/')
}
