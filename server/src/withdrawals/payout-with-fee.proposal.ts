// Some banks debit their fee in one sum with a payment and do not say so, or debit a payment without our reference: the line is
// not matched, and the payout would stay `sent` for good. Who explains lines proposes which payout it was, and what is above it as
// the bank's fee; somebody of the other side approves. Then the payout is paid on the day of the booking and the fee is booked,
// at once and once (payout-with-fee.test.ts; decision 115).
import { may } from '@fairturn/contract/backoffice/roles'
import { adminWithdrawalCalls as calls } from '@fairturn/contract/backoffice/withdrawals'
import { amount, money } from '@fairturn/contract/fields'
import { id } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { z } from 'zod'
import {
  highestFeeOf,
  isBroughtBy,
  type LineRow,
  lockDeciding,
  namesDiffer,
  readReference,
  referencesIn,
  resolveAsPaid,
  selectLineInDetail,
  selectLineLocked,
} from '../banking/banking.ts'
import { settingsOf } from '../content/content.ts'
import { entryId, platformAccount, postOrRefuse } from '../ledger/ledger.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { type RowOf, statement, typed } from '../platform/database/statement.ts'
import type { Operator } from '../platform/http/app.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { actorOf, defineProposal, propose, recordAuditEvent, refuseDecided } from '../staff/staff.ts'
import { batchIn } from './match-payouts.ts'
import { type ItemRow, selectItems } from './payout-batches.store.ts'
import { closeFinishedBatches } from './payout-batches.ts'
import { bookingsOfFile, settleItem } from './payout-reports.ts'

const MAX_SUGGESTED = 5

/** Lines that nobody has explained, and those that somebody has marked as resolved without any posting. */
const OPEN: ReadonlySet<string> = new Set(['payout_differs', 'unknown_debit'])
const isOpen = ({ direction, status, finding }: Pick<LineRow, 'direction' | 'status' | 'finding'>): boolean =>
  direction === 'debit' && (status === 'unexplained' || status === 'resolved') && OPEN.has(finding ?? '')

type PayoutRow = RowOf<typeof selectPayout>
export const selectPayout = statement(
  `-- withdrawals_payout_by_reference
  select 'withdrawal' as kind, id, reference, member_id, amount_minor - fee_minor as amount_minor, status, null::int as payments
  from withdrawal where reference = $reference and card_deposit_id is null
  union all
  select 'refund', id, reference, null, amount_minor, status, null from unmatched_payment_refund where reference = $reference
  union all
  select 'payment_file', id, reference, null, total_minor, status, payment_count from payout_batch where reference = $reference`,
  {
    params: { reference: 'text' },
    columns: {
      kind: typed<'withdrawal' | 'refund' | 'payment_file'>('text'),
      id: 'uuid',
      reference: 'text',
      member_id: 'uuid?',
      amount_minor: 'int8',
      status: 'text',
      payments: 'int4?',
    },
  },
)

/** Payouts that a bank may have debited without our reference: of that amount, with the most that a fee may be. */
const selectAlike = statement(
  `-- withdrawals_payouts_like_debit
  select reference, holder, coalesce(iban, account_number) as account from withdrawal
  where status = 'sent' and card_deposit_id is null and amount_minor - fee_minor between $least_minor and $most_minor
  order by id limit 200`,
  {
    params: { least_minor: 'int8', most_minor: 'int8' },
    columns: { reference: 'text', holder: 'text', account: 'text?' },
  },
)

interface Payout extends PayoutRow {
  /** Of a file, those of its payments that the line paid. */
  readonly items: readonly ItemRow[]
}

interface Booking {
  readonly payout: Payout
  /** What the line is above the payout; negative if it is less. */
  readonly rest_minor: bigint
  readonly highest_fee_minor: bigint
}

const STATES = {
  withdrawal: ['withdrawal_is_unknown', 'withdrawal_is_in_another_state', 'status'],
  refund: ['refund_is_unknown', 'refund_is_in_another_state', 'state'],
  payment_file: ['payout_batch_is_unknown', 'payout_batch_is_in_another_state', 'state'],
} as const
const PREFIXES = { FW: 'withdrawal', FR: 'refund', FB: 'payment_file' } as const

/** The payouts that the bank itself names in a line. */
export const namedIn = (line: LineRow): string[] => {
  const file = batchIn(line)?.reference
  return [...referencesIn(line, 'FW'), ...referencesIn(line, 'FR'), ...(file === undefined ? [] : [file])]
}

/** What somebody typed as the reference of a payout; undefined if it is none. */
function readTyped(text: string) {
  for (const [prefix, kind] of Object.entries(PREFIXES)) {
    const reference = readReference(prefix as keyof typeof PREFIXES, text)
    if (reference !== undefined) return { kind, reference }
  }
  return undefined
}

/**
 * What the line is if it is this payout. Refuses that the payout is unknown, or in another state than sent, and
 * `bank_line_names_another_payout`.
 */
async function bookingOf(on: Queryable, line: LineRow, text: string | undefined): Promise<Booking> {
  const named = namedIn(line)
  const typed = orRefuse(readTyped(text ?? named[0] ?? ''), 'bank_line_names_no_payout')
  if (named.length > 0 && !named.includes(typed.reference))
    throw refuse('bank_line_names_another_payout', { reference: named[0]! })
  const [unknown, another, status] = STATES[typed.kind]
  const row = orRefuse(await selectPayout.maybe(on, { reference: typed.reference }), unknown)
  if (row.status !== 'sent') throw refuse(another, { [status]: row.status })
  const payout = await filePart(on, line, row)
  const { min_withdrawal_minor } = await settingsOf(on)
  return {
    payout,
    rest_minor: line.amount_minor - payout.amount_minor,
    highest_fee_minor: highestFeeOf(payout, { min_withdrawal_minor }),
  }
}

/** Of a file: those of its payments on their way that one booking of this amount may have paid. */
async function filePart(on: Queryable, line: LineRow, row: PayoutRow): Promise<Payout> {
  if (row.kind !== 'payment_file') return { ...row, items: [] }
  const part_no = batchIn(line)?.part_no ?? null
  const possible = bookingsOfFile(await selectItems.all(on, { batch_id: row.id }), part_no)
  const fitting = possible.filter(({ sum_minor }) => sum_minor <= line.amount_minor)
  const nearest = fitting.reduce(
    (best, each) => (best === undefined || each.sum_minor > best.sum_minor ? each : best),
    fitting[0] ?? possible[0],
  )
  if (nearest === undefined) throw refuse('payout_batch_is_in_another_state', { state: row.status })
  const { items, sum_minor } = nearest
  return { ...row, items, amount_minor: sum_minor, payments: items.length }
}

/** Refuses `line_is_less_than_its_payout` and `rest_is_too_much_for_a_fee`. */
function requireFee({ payout, rest_minor, highest_fee_minor }: Booking): void {
  const { reference } = payout
  if (rest_minor < 0n)
    throw refuse('line_is_less_than_its_payout', { reference, less: formatMoney(-rest_minor) })
  if (rest_minor > highest_fee_minor)
    throw refuse('rest_is_too_much_for_a_fee', {
      reference,
      rest: formatMoney(rest_minor),
      highest: formatMoney(highest_fee_minor),
    })
}

/** The line, locked, and what it paid. Refuses as proposePayout does. */
async function lockBooking(tx: Tx, line_id: string, reference: string | undefined) {
  await lockDeciding.all(tx)
  const line = orRefuse(await selectLineLocked.maybe(tx, { line_id }), 'bank_line_is_unknown')
  if (line.direction !== 'debit') throw refuse('bank_line_is_of_the_other_direction')
  if (!isOpen(line))
    throw await refuseDecided(tx, 'bank_line_is_in_another_state', line_id, { state: line.status })
  const booking = await bookingOf(tx, line, reference)
  requireFee(booking)
  return { line, ...booking }
}

export const payoutWithFee = defineProposal({
  kind: 'payout_with_fee',
  oneOpenFor: ['line_id'],
  ofAnyKind: true,
  content: z.strictObject({
    line_id: id,
    reference: z.string(),
    day: z.string(),
    amount,
    payout: amount,
    fee: money,
    member_id: id.nullable(),
  }),
  side: 'in',
  decidedBy: 'out',
  proposers: may.move_money,
  approvers: may.move_money,
  member_id: ({ member_id }) => member_id,
  async execute(tx, content, { actor, proposed_by, reason }) {
    const { line_id, reference } = content
    const { line, payout, rest_minor } = await lockBooking(tx, line_id, reference)
    if (line.amount_minor !== content.amount || payout.amount_minor !== content.payout)
      throw refuse('amount_is_invalid')
    // Who brought the line in as one of `in` does not approve it as one of `out` later.
    if (await isBroughtBy(tx, line_id, [actor])) throw refuse('another_operator_must_decide')
    const items = payout.kind === 'payment_file' ? payout.items : [ownItem(payout)]
    for (const item of items) await settleItem(tx, item, { actor, booked_on: line.booking_day })
    await resolveAsPaid.all(tx, {
      line_id,
      finding: FINDINGS[payout.kind],
      fee_minor: rest_minor === 0n ? null : rest_minor,
      withdrawal_id: payout.kind === 'withdrawal' ? payout.id : null,
      refund_id: payout.kind === 'refund' ? payout.id : null,
      proposed_by: actorOf({ operator_id: proposed_by }),
      resolved_by: actor,
      resolution: reason,
      at: tx.now,
    })
    await recordAuditEvent(tx, {
      actor,
      action: 'payout_with_fee_booked',
      object: { kind: 'bank_line', id: line_id },
      reason,
      before: { status: line.status },
      after: {
        status: 'resolved',
        payout: reference,
        amount: formatMoney(payout.amount_minor),
        fee: formatMoney(rest_minor),
      },
    })
    await closeFinishedBatches(tx)
    await bookFee(tx, { line_id, fee_minor: rest_minor }, { actor, reason })
  },
})

const FINDINGS = { withdrawal: 'payout_paid', refund: 'refund_paid', payment_file: 'batch_paid' } as const

const ownItem = ({ kind, id: of }: Payout) => ({
  withdrawal_id: kind === 'withdrawal' ? of : null,
  refund_id: kind === 'refund' ? of : null,
})

/** As bank-charge.proposal.ts books one that has a line of its own. */
async function bookFee(
  tx: Tx,
  { line_id, fee_minor }: { line_id: string; fee_minor: bigint },
  { actor, reason: note }: { actor: string; reason: string },
): Promise<void> {
  if (fee_minor === 0n) return
  const entry_id = entryId('bank_fee_booked', line_id)
  const postings = [
    { account: platformAccount('own_money', entry_id), amount_minor: -fee_minor },
    { account: platformAccount('cash', entry_id), amount_minor: fee_minor },
  ]
  const entry = { id: entry_id, type: 'bank_fee_booked', refers_to: line_id, actor, note } as const
  await postOrRefuse(tx, [{ ...entry, event_at: tx.now, postings }])
}

/**
 * Returns the proposal's id. Refuses `this_is_proposed_already`, that the line is unknown, in another state, of the other direction,
 * or names no payout or another one, that the payout is unknown or not sent, `line_is_less_than_its_payout` and
 * `rest_is_too_much_for_a_fee`.
 */
export async function proposePayout(
  tx: Tx,
  { line_id, reference, reason }: { line_id: string; reference?: string | undefined; reason: string },
  operator: Operator,
): Promise<string> {
  const { line, payout, rest_minor } = await lockBooking(tx, line_id, reference)
  const content = {
    line_id,
    reference: payout.reference,
    day: line.booking_day,
    amount: formatMoney(line.amount_minor),
    payout: formatMoney(payout.amount_minor),
    fee: formatMoney(rest_minor),
    member_id: payout.member_id,
  }
  return await propose(tx, payoutWithFee, content, reason, operator)
}

type PayoutOfLine = z.output<typeof calls.linePayouts.answer>['list'][number]
type Suggested = Pick<PayoutOfLine, 'reference' | 'because'>

/**
 * Which payouts a debit may be, and whether what is above them may be the bank's fee: those that it names; otherwise those to its
 * account, or to somebody called as it says. Refuses `bank_line_is_unknown`.
 */
export async function payoutsOfLine(on: Queryable, line_id: string, now: Date) {
  const line = orRefuse(await selectLineInDetail.maybe(on, { line_id, now }), 'bank_line_is_unknown')
  if (!isOpen(line) || line.proposal_id !== null) return []
  const [named] = namedIn(line)
  const found: Suggested[] =
    named === undefined ? await alike(on, line) : [{ reference: named, because: 'named' }]
  const shown: PayoutOfLine[] = []
  for (const { reference, because } of found) {
    const row = await selectPayout.maybe(on, { reference })
    if (row?.status !== 'sent') continue
    const { payout, rest_minor, highest_fee_minor } = await bookingOf(on, line, reference)
    if (because !== 'named' && rest_minor > highest_fee_minor) continue
    shown.push({
      reference,
      kind: payout.kind,
      because,
      payout: formatMoney(payout.amount_minor),
      verdict: verdictOf({ payout, rest_minor, highest_fee_minor }),
      rest: formatMoney(rest_minor < 0n ? -rest_minor : rest_minor),
      highest_fee: formatMoney(highest_fee_minor),
    })
  }
  return shown.slice(0, MAX_SUGGESTED)
}

function verdictOf({ rest_minor, highest_fee_minor }: Booking): PayoutOfLine['verdict'] {
  if (rest_minor < 0n) return 'less'
  if (rest_minor > highest_fee_minor) return 'too_much'
  return rest_minor === 0n ? 'exact' : 'fee'
}

async function alike(on: Queryable, line: LineRow): Promise<Suggested[]> {
  const { counterparty_name: name, amount_minor } = line
  const account = compact(line.counterparty_account)
  if (account === '' && name === null) return []
  const { min_withdrawal_minor } = await settingsOf(on)
  const rows = await selectAlike.all(on, {
    // The most that a fee may be of a payout that is at most the line.
    least_minor: amount_minor - highestFeeOf({ amount_minor, payments: 1 }, { min_withdrawal_minor }),
    most_minor: amount_minor,
  })
  return rows.flatMap((row): Suggested[] => {
    if (account !== '' && compact(row.account) === account)
      return [{ reference: row.reference, because: 'same_account' }]
    // Another account is somebody else's, whatever they are called.
    const called = account === '' && name !== null && namesDiffer(name, row.holder) === false
    return called ? [{ reference: row.reference, because: 'same_name' }] : []
  })
}

const compact = (text: string | null): string => text?.replaceAll(/[\s-]/g, '').toUpperCase() ?? ''
