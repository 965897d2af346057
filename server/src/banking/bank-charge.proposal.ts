// Bank fees, interest, and VAT paid to the state are booked from the bank's line, once a line: one operator proposes what it
// is, another approves. The amount is the bank's, and no more VAT is paid than is owed: where its rate made another amount of it,
// the difference is the platform's own cost or gain; where it is paid before it is owed here, its own money advances it. A debit that its importer or confirmer approved stays unexplained
// until somebody else has resolved it: a debit beside an invented credit is not explained by those who brought both
// (bank-charge.test.ts).
import type { EntryType } from '@fairturn/contract/accounting'
import { BANK_CHARGES, type BankCharge } from '@fairturn/contract/backoffice/banking'
import { may } from '@fairturn/contract/backoffice/roles'
import { amount } from '@fairturn/contract/fields'
import { id } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { z } from 'zod'
import { settingsOf } from '../content/content.ts'
import {
  accountOf,
  advanceVat,
  entryId,
  type NewPosting,
  platformAccount,
  postOrRefuse,
  requireOwedVat,
  requireOwnMoneyForVat,
  setOffVat,
  takenFrom,
  type VatMovement,
} from '../ledger/ledger.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import type { Operator } from '../platform/http/app.ts'
import { orRefuse, refuse, refuseField } from '../platform/http/refusal.ts'
import { actorOf, defineProposal, propose, recordAuditEvent, refuseDecided } from '../staff/staff.ts'
import { type LineRow, lockDeciding, selectLineLocked } from './bank-lines.store.ts'
import { readReference, referencesIn } from './references.ts'
import { isBroughtBy } from './unmatched-payments.ts'

/** Of which lines each can be booked, and its entry: the bank took a fee, paid interest, and paid the state. */
const LINE_OF = {
  bank_fee: { direction: 'debit', status: 'unexplained', finding: 'unknown_debit', type: 'bank_fee_booked' },
  interest: { direction: 'credit', status: 'unmatched', finding: 'no_reference', type: 'interest_booked' },
  vat: { direction: 'debit', status: 'unexplained', finding: 'unknown_debit', type: 'vat_paid' },
} as const satisfies Record<
  BankCharge,
  Pick<LineRow, 'direction' | 'status' | 'finding'> & { readonly type: EntryType }
>

/**
 * Of a debit beside a payout that is paid already: the bank took its charge in a booking of its own. While the payout is on its way,
 * the debit is a payment of it (payout-with-fee.proposal.ts).
 */
const OF_A_PAYOUT: ReadonlySet<string> = new Set(['payout_differs', 'payout_was_paid_before'])

/** A returned payout of which the bank kept a part: the member has all of it, and the rest is the bank's fee. */
const SHORT_RETURN = 'payout_came_back_short'

/** What a bank may take for a payment: so many times the smallest withdrawal, or this part of the payment if that is more. */
const FEE_PER_MINIMUM = 5n
const FEE_PART = 20n

/** The most that a bank's fee is taken to be for so many payments of this sum. */
export function highestFeeOf(
  { amount_minor, payments }: { amount_minor: bigint; payments: number | null },
  { min_withdrawal_minor }: { min_withdrawal_minor: bigint },
): bigint {
  const fixed = min_withdrawal_minor * FEE_PER_MINIMUM * BigInt(payments ?? 1)
  const part = amount_minor / FEE_PART
  return fixed > part ? fixed : part
}

const selectPaid = statement(
  `-- banking_payouts_of_charge
  select status = 'paid' as paid, amount_minor - fee_minor as amount_minor, amount_minor - fee_minor as least_minor, 1 as payments
  from withdrawal where reference = any ($references::text[]) and card_deposit_id is null
  union all
  select status = 'paid', amount_minor, amount_minor, 1 from unmatched_payment_refund where reference = any ($references::text[])
  union all
  select status = 'reconciled', total_minor, (select min(i.amount_minor) from payout_item i where i.batch_id = b.id), payment_count
  from payout_batch b where reference = any ($references::text[])`,
  {
    params: { references: 'text[]' },
    // Of a file the smallest of its payments, too.
    columns: { paid: 'bool', amount_minor: 'int8', least_minor: 'int8', payments: 'int4' },
  },
)

const selectReturned = statement(
  `-- banking_payout_returned_short
  select reference, amount_minor - fee_minor as amount_minor from withdrawal where id = $withdrawal_id`,
  {
    params: { withdrawal_id: 'uuid?' },
    columns: { reference: 'text', amount_minor: 'int8' },
  },
)

const bookLine = statement(
  `-- banking_book_bank_charge
  update bank_line set finding = $finding, proposed_by = $proposed_by, resolution = $resolution,
    status = case when $resolved_by::text is null then status else 'resolved' end, resolved_by = $resolved_by,
    -- Of a debit, when it left the ledger's cash; interest was in it since its line was decided.
    decided_at = case direction when 'debit' then $at else decided_at end
  where id = $line_id`,
  {
    params: {
      line_id: 'uuid',
      finding: 'text',
      proposed_by: 'text',
      resolved_by: 'text?',
      resolution: 'text',
      at: 'timestamptz',
    },
  },
)

/** Whether nobody has booked what the bank kept of it; whoever resolved it booked nothing. */
const isOpenReturn = ({ status, finding, proposed_by }: LineRow): boolean =>
  finding === SHORT_RETURN && proposed_by === null && (status === 'differs' || status === 'resolved')

interface Bookable {
  readonly line: LineRow
  /** What is booked: the line, or what the bank kept of a payout that it returned. */
  readonly amount_minor: bigint
  /** Of VAT that is not owed yet, what own money advances. */
  readonly advance_minor?: bigint
  /** The payout that came back short. */
  readonly reference?: string
}

/** What the bank kept of a returned payout. Refuses `rest_is_too_much_for_a_fee`. */
async function keptOf(on: Queryable, line: LineRow): Promise<Bookable> {
  const { reference, amount_minor } = await selectReturned.one(on, { withdrawal_id: line.withdrawal_id })
  const kept_minor = amount_minor - line.amount_minor
  const highest_minor = highestFeeOf({ amount_minor, payments: 1 }, await settingsOf(on))
  if (kept_minor > highest_minor)
    throw refuse('rest_is_too_much_for_a_fee', {
      reference,
      rest: formatMoney(kept_minor),
      highest: formatMoney(highest_minor),
    })
  return { line, amount_minor: kept_minor, reference }
}

/**
 * The line, locked. Refuses `bank_line_is_unknown`, `bank_line_is_in_another_state`, `bank_line_is_of_the_other_direction`,
 * `bank_line_is_a_payment` if it names somebody's account, unless it is VAT, or a reference of ours, unless it may be the fee of a
 * payout that is paid; `less_vat_is_owed` than it settles, if it is not in advance,
 * `own_money_does_not_suffice` if it is, or the bank's rate costs more, and members' money would pay it,
 * `exchange_difference_is_too_large`, `field_is_invalid` for what only VAT has, and `rest_is_too_much_for_a_fee`.
 */
async function lockBookable(tx: Tx, { line_id, charge, settles, in_advance }: Booking): Promise<Bookable> {
  if (charge !== 'vat' && (settles !== undefined || in_advance !== undefined))
    throw refuseField('field_is_invalid', settles === undefined ? 'in_advance' : 'settles')
  await lockDeciding.all(tx)
  const line = orRefuse(await selectLineLocked.maybe(tx, { line_id }), 'bank_line_is_unknown')
  if (charge === 'bank_fee' && isOpenReturn(line)) return await keptOf(tx, line)
  const waits = BANK_CHARGES.some((each) => LINE_OF[each].status === line.status)
  if (!waits || BANK_CHARGES.some((each) => LINE_OF[each].type === line.finding))
    throw await refuseDecided(tx, 'bank_line_is_in_another_state', line_id, { state: line.status })
  if (line.direction !== LINE_OF[charge].direction) throw refuse('bank_line_is_of_the_other_direction')
  if (!(await isCharge(tx, line, charge))) throw refuse('bank_line_is_a_payment')
  if (charge === 'vat') {
    const settled_minor = settles ?? line.amount_minor
    if (differenceOf(line.amount_minor, settled_minor) * DIFFERENCE_PART > line.amount_minor)
      throw refuseField('exchange_difference_is_too_large', 'settles')
    if (in_advance !== true) await requireOwedVat(tx, settled_minor)
    const lost_minor = line.amount_minor - settled_minor
    const advance_minor = await requireOwnMoneyForVat(tx, { vat_minor: settled_minor, lost_minor })
    return { line, amount_minor: line.amount_minor, advance_minor }
  }
  return { line, amount_minor: line.amount_minor }
}

interface Booking {
  readonly line_id: string
  readonly charge: BankCharge
  /** Of VAT that is owed, in minor units; undefined: the bank's amount. */
  readonly settles?: bigint | undefined
  readonly in_advance?: boolean | undefined
}

/** What one payment of VAT may differ from the VAT: more is no rate of exchange. */
const DIFFERENCE_PART = 5n
const differenceOf = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one)

/** Whether a line that waits may be that charge. */
async function isCharge(on: Queryable, line: LineRow, charge: BankCharge): Promise<boolean> {
  if (charge !== 'vat' && (await namesAnAccount(on, line))) return false // the payee of VAT is the tax office
  const named = (['FT', 'FW', 'FR', 'FB'] as const).flatMap((prefix) => referencesIn(line, prefix))
  // The bank names a payment file of ours in a field of its own, too.
  const file = readReference('FB', line.batch_id ?? '')
  const references = named.length === 0 && file !== undefined ? [file] : named
  if (charge === 'bank_fee' && references.length > 0) return await isFeeOfPaid(on, line, references)
  return references.length === 0 && line.finding === LINE_OF[charge].finding
}

async function namesAnAccount(on: Queryable, { counterparty_account }: LineRow): Promise<boolean> {
  const account = compact(counterparty_account)
  if (account === '') return false
  const { receive_account: ours } = await settingsOf(on)
  return account !== compact(ours?.iban ?? ours?.account_number ?? null)
}

const compact = (text: string | null): string => text?.replaceAll(/[\s-]/g, '').toUpperCase() ?? ''

/**
 * Whether each of these is a payout that another line has paid, and the debit so small beside them that it is no second payment.
 */
async function isFeeOfPaid(on: Queryable, line: LineRow, references: readonly string[]): Promise<boolean> {
  if (!OF_A_PAYOUT.has(line.finding ?? '')) return false
  const payouts = await selectPaid.all(on, { references })
  if (payouts.length < references.length || !payouts.every(({ paid }) => paid)) return false
  const { min_withdrawal_minor } = await settingsOf(on)
  return payouts.every(
    (payout) =>
      line.amount_minor < payout.least_minor &&
      line.amount_minor <= highestFeeOf(payout, { min_withdrawal_minor }),
  )
}

/** Whether two may book a line of this kind as a bank's fee, interest or VAT, as lockBookable() says. */
export const mayBeCharge = async (on: Queryable, line: LineRow): Promise<boolean> => {
  if (isOpenReturn(line)) return true
  const bookable = BANK_CHARGES.filter(
    (charge) => LINE_OF[charge].status === line.status && LINE_OF[charge].direction === line.direction,
  )
  for (const charge of bookable) if (await isCharge(on, line, charge)) return true
  return false
}

function postingsOf(
  charge: Exclude<BankCharge, 'vat'>,
  { line: { id: line_id }, amount_minor }: Bookable,
  entry_id: string,
): NewPosting[] {
  // Cash is negative in the ledger, because it is owed to others.
  const cash = { account: platformAccount('cash', entry_id), amount_minor }
  const own_money = platformAccount('own_money', entry_id)
  if (charge === 'bank_fee') return [{ account: own_money, amount_minor: -amount_minor }, cash]
  return [
    { account: accountOf('unmatched_payment', line_id), amount_minor: -amount_minor },
    { account: own_money, amount_minor },
  ]
}

/** Pays what is owed, after what was advanced of it is set off; what the bank took more or less is the platform's own. */
async function payVat(
  tx: Tx,
  line: LineRow,
  {
    settles: settled_minor,
    in_advance,
  }: Required<Pick<Booking, 'settles' | 'in_advance'>> & { readonly settles: bigint },
  by: Omit<VatMovement, 'amount_minor' | 'turn'>,
): Promise<void> {
  const movement = { ...by, amount_minor: settled_minor, turn: '' }
  if (in_advance === true) await postOrRefuse(tx, await advanceVat(tx, movement))
  await postOrRefuse(tx, await setOffVat(tx, movement))
  const { refers_to, actor, note } = by
  const of_line = { refers_to, actor, note, event_at: tx.now }
  const id = entryId('vat_paid', refers_to)
  const cash = { account: platformAccount('cash', id), amount_minor: settled_minor }
  const postings = [...(await takenFrom(tx, 'vat', settled_minor)), cash]
  await postOrRefuse(tx, [{ ...of_line, id, type: 'vat_paid', postings }])
  const lost_minor = line.amount_minor - settled_minor
  if (lost_minor === 0n) return
  const type = 'exchange_difference_booked'
  const differenceId = entryId(type, refers_to)
  await postOrRefuse(tx, [
    {
      ...of_line,
      id: differenceId,
      type,
      postings: [
        { account: platformAccount('own_money', differenceId), amount_minor: -lost_minor },
        { account: platformAccount('cash', differenceId), amount_minor: lost_minor },
      ],
    },
  ])
}

export const bankCharge = defineProposal({
  kind: 'bank_charge',
  oneOpenFor: ['line_id'],
  ofAnyKind: true,
  content: z.strictObject({
    line_id: id,
    charge: z.enum(BANK_CHARGES),
    day: z.string(),
    amount,
    // Of what the bank kept of a returned payout.
    reference: z.string().optional(),
    settles: amount.optional(),
    in_advance: z.boolean().optional(),
    // As of the proposal.
    own_money_advances: amount.optional(),
  }),
  side: 'in',
  proposers: may.move_money,
  approvers: may.move_money,
  async execute(tx, booking, { actor, proposed_by, reason }) {
    const { line_id, charge, amount: amount_minor, settles = amount_minor } = booking
    const bookable = await lockBookable(tx, booking)
    if (bookable.amount_minor !== amount_minor) throw refuse('amount_is_invalid')
    const { line, reference } = bookable
    const { direction, type } = LINE_OF[charge]
    const waits = direction === 'debit' && (await isBroughtBy(tx, line_id, [actor]))
    await bookLine.all(tx, {
      line_id,
      finding: reference === undefined ? type : SHORT_RETURN,
      proposed_by: actorOf({ operator_id: proposed_by }),
      resolved_by: waits ? null : actor,
      resolution: reason,
      at: tx.now,
    })
    await recordAuditEvent(tx, {
      actor,
      action: 'bank_charge_booked',
      object: { kind: 'bank_line', id: line_id },
      reason,
      before: { status: line.status },
      after: { status: waits ? line.status : 'resolved', charge, amount: formatMoney(amount_minor) },
    })
    const by = { refers_to: line_id, actor, note: reason } as const
    if (charge === 'vat') {
      await payVat(tx, line, { settles, in_advance: booking.in_advance }, by)
      return
    }
    const entry_id = entryId(type, line_id)
    const postings = postingsOf(charge, bookable, entry_id)
    await postOrRefuse(tx, [{ ...by, id: entry_id, type, event_at: tx.now, postings }])
  },
})

/** Returns the proposal's id. Refuses `this_is_proposed_already`, as lockBookable does. */
export async function proposeBankCharge(
  tx: Tx,
  { reason, ...booking }: Booking & { readonly reason: string },
  operator: Operator,
): Promise<string> {
  const { line, amount_minor, advance_minor, reference } = await lockBookable(tx, booking)
  const { booking_day: day } = line
  const { settles, ...rest } = booking
  const content = {
    ...rest,
    ...(settles !== undefined && { settles: formatMoney(settles) }),
    ...(advance_minor && { own_money_advances: formatMoney(advance_minor) }),
    ...(reference && { reference }),
    day,
    amount: formatMoney(amount_minor),
  }
  return await propose(tx, bankCharge, content, reason, operator)
}
