// Credit notes of refunds outside the rules. They are from the platform's own money and about what was delivered and kept, so
// they reduce its price: the VAT in them is corrected by the case and rate of the invoice, and never more comes back than
// documents still hold of it (reductions.test.ts).
import { formatMoney } from '@fairturn/contract/minor-units'
import type { EntryId } from '../ledger/ledger.ts'
import { together, type Queryable, type Tx } from '../platform/database/database.ts'
import { refuse, type Refusal } from '../platform/http/refusal.ts'
import * as store from './invoices.store.ts'
import type { Line, OpenInvoice } from './invoices.store.ts'
import { type Correction, grossOf, least, line, present, sumOf, vatWithout, writeCredit } from './issuing.ts'
import { type Parts, vatIn } from './vat.ts'

interface Spent extends Parts {
  readonly invoice: OpenInvoice
  readonly vat_minor: bigint
}

const netOf = ({ escrow_minor, fee_minor }: Parts): bigint => escrow_minor + fee_minor
const totalOf = (spent: Spent): bigint => netOf(spent) + spent.vat_minor
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)

/** What is spent of each invoice, the newest first, if `kept` of them may still come back by the rules: the newest of it. */
function spentOf(invoices: readonly OpenInvoice[], kept: Parts): Spent[] {
  let { escrow_minor, fee_minor } = kept
  const spent = invoices.toReversed().map((invoice): Spent => {
    const left = {
      escrow_minor: least(invoice.escrow_minor, escrow_minor),
      fee_minor: least(invoice.fee_minor, fee_minor),
    }
    escrow_minor -= left.escrow_minor
    fee_minor -= left.fee_minor
    return {
      invoice,
      escrow_minor: invoice.escrow_minor - left.escrow_minor,
      fee_minor: invoice.fee_minor - left.fee_minor,
      vat_minor: vatWithout(invoice, left),
    }
  })
  return spent.filter((one) => netOf(one) > 0n)
}

/** So much of what was spent, VAT included: of the fee first, which is the platform's own price. */
function reducedBy(spent: Spent, amount_minor: bigint): Correction {
  const { invoice } = spent
  if (amount_minor === totalOf(spent)) return spent
  const partsOf = (net_minor: bigint): Parts => {
    const fee_minor = least(spent.fee_minor, net_minor)
    return { escrow_minor: net_minor - fee_minor, fee_minor }
  }
  const grossWith = (net_minor: bigint): bigint => {
    const { escrow_minor, fee_minor } = partsOf(net_minor)
    const left = {
      escrow_minor: invoice.escrow_minor - escrow_minor,
      fee_minor: invoice.fee_minor - fee_minor,
    }
    return net_minor + vatWithout(invoice, left)
  }
  // The least net that comes to it with its VAT. No net may come to it to the cent: then the VAT is a cent less.
  let [low, high] = [1n, least(netOf(spent), amount_minor)]
  while (low < high) {
    const middle = (low + high) / 2n
    if (grossWith(middle) >= amount_minor) high = middle
    else low = middle + 1n
  }
  return { invoice, ...partsOf(low), vat_minor: amount_minor - low }
}

/** Of what is left. */
export const refuseReduction = (left_minor: bigint): Refusal =>
  refuse('refund_exceeds_what_was_invoiced', { left: formatMoney(left_minor) })

export interface CampaignReduction extends Parts {
  readonly campaign_id: string
  readonly amount_minor: bigint
}

/**
 * What a refund outside the rules takes from each invoice of a campaign, whose row is locked; `escrow_minor` and `fee_minor` are
 * what may still come back by the rules. Undefined: it was paid before there were documents. Refuses
 * `refund_exceeds_what_was_invoiced` with what is left.
 */
export async function reductionOfCampaign(
  on: Queryable,
  { campaign_id, amount_minor, ...kept }: CampaignReduction,
): Promise<Correction[] | undefined> {
  const invoices = await store.selectOpenInvoices.all(on, { subject_ids: [campaign_id] })
  if (invoices.length === 0) return undefined
  const spent = spentOf(invoices, kept)
  const left_minor = sum(spent.map(totalOf))
  if (amount_minor > left_minor) throw refuseReduction(left_minor)
  return taken(spent, amount_minor, totalOf, reducedBy)
}

function taken<One>(
  from: readonly One[],
  amount_minor: bigint,
  grossBy: (one: One) => bigint,
  correct: (one: One, part_minor: bigint) => Correction,
): Correction[] {
  let left_minor = amount_minor
  return from.flatMap((one) => {
    const part_minor = least(grossBy(one), left_minor)
    left_minor -= part_minor
    return part_minor > 0n ? [correct(one, part_minor)] : []
  })
}

export interface LevelReduction {
  readonly purchase_id: string
  readonly amount_minor: bigint
  /** What was earned of the fee so far; the rest of it comes back by the rules. */
  readonly earned_minor: bigint
}

/** The same of a level, whose purchase is locked. */
export async function reductionOfLevel(
  on: Queryable,
  { purchase_id, amount_minor, earned_minor }: LevelReduction,
): Promise<Correction[] | undefined> {
  const [invoices, { reduced_minor }] = await together(
    store.selectOpenInvoices.all(on, { subject_ids: [purchase_id] }),
    store.selectReduced.one(on, { subject_id: purchase_id }),
  )
  if (invoices.length === 0) return undefined
  // The oldest invoice is earned first.
  let unread_minor = earned_minor - reduced_minor
  const earned = invoices.map((invoice) => {
    const part_minor = least(grossOf(invoice), unread_minor)
    unread_minor -= part_minor
    return { invoice, part_minor }
  })
  const left_minor = sum(earned.map(({ part_minor }) => part_minor))
  if (amount_minor > left_minor) throw refuseReduction(left_minor)
  return taken(
    earned.toReversed(),
    amount_minor,
    ({ part_minor }) => part_minor,
    ({ invoice, part_minor }, taken_minor) => {
      const { rate_bp } = invoice
      const vat_minor = least(
        vatIn(part_minor, rate_bp) - vatIn(part_minor - taken_minor, rate_bp),
        least(invoice.vat_minor, taken_minor - 1n),
      )
      return { invoice, escrow_minor: 0n, fee_minor: taken_minor - vat_minor, vat_minor }
    },
  )
}

/** One line where all of it is taxed alike. */
const reductionLines = ({ escrow_minor, fee_minor }: Parts, { supply }: OpenInvoice): Line[] =>
  supply === 'principal'
    ? [line('reduction', escrow_minor + fee_minor, true)]
    : present([line('reduction', fee_minor, true), line('reduction', escrow_minor, false)])

/** Writes the credit notes of a reduction; returns the VAT in them, in minor units. */
export async function creditReduction(
  tx: Tx,
  entry_id: EntryId,
  corrections: readonly Correction[],
): Promise<bigint> {
  await writeCredit(tx, { entry_id, reduces: true }, corrections, reductionLines)
  return sumOf(corrections, 'vat_minor')
}
