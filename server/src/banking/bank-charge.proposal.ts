// Bank fees, interest, and VAT paid to the state are booked from the bank's line, once a line: one operator proposes what it
// is, another approves. Nobody types the amount, and no more VAT is paid than is owed. A debit that its importer or confirmer approved stays unexplained
// until somebody else has resolved it: a debit beside an invented credit is not explained by those who brought both
// (bank-charge.test.ts).
import type { EntryType } from '@fairturn/contract/accounting'
import { BANK_CHARGES, type BankCharge } from '@fairturn/contract/backoffice/banking'
import { may } from '@fairturn/contract/backoffice/roles'
import { id } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { amount } from '@fairturn/contract/money'
import { z } from 'zod'
import {
  accountOf,
  entryId,
  type NewPosting,
  platformAccount,
  postOrRefuse,
  takenFrom,
} from '../ledger/ledger.ts'
import type { Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import type { Operator } from '../platform/http/app.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { actorOf, defineProposal, propose, recordAuditEvent, refuseDecided } from '../staff/staff.ts'
import { type LineRow, lockDeciding, selectLineLocked } from './bank-lines.store.ts'
import { ourBankAccount } from './receiving-account.ts'
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

/**
 * The line, locked. Refuses `bank_line_is_unknown`, `bank_line_is_in_another_state`, `bank_line_is_of_the_other_direction`,
 * `bank_line_is_a_payment` if it names a reference of ours or, unless it is VAT, somebody's account, and
 * `adjustment_exceeds_what_is_there` if less VAT is owed.
 */
async function lockBookable(tx: Tx, line_id: string, charge: BankCharge): Promise<LineRow> {
  await lockDeciding.all(tx)
  const line = orRefuse(await selectLineLocked.maybe(tx, { line_id }), 'bank_line_is_unknown')
  const waits = BANK_CHARGES.some((each) => LINE_OF[each].status === line.status)
  if (!waits || BANK_CHARGES.some((each) => LINE_OF[each].type === line.finding))
    throw await refuseDecided(tx, 'bank_line_is_in_another_state', line_id, { state: line.status })
  const { direction, finding } = LINE_OF[charge]
  if (line.direction !== direction) throw refuse('bank_line_is_of_the_other_direction')
  if (line.finding !== finding || (await isPayment(tx, line, charge))) throw refuse('bank_line_is_a_payment')
  if (charge === 'vat') await takenFrom(tx, 'vat', line.amount_minor)
  return line
}

async function isPayment(tx: Tx, line: LineRow, charge: BankCharge): Promise<boolean> {
  if ((['FT', 'FW', 'FR', 'FB'] as const).some((prefix) => referencesIn(line, prefix).length > 0)) return true
  // The bank names a payment file of ours in a field of its own.
  if (readReference('FB', line.batch_id ?? '') !== undefined) return true
  if (charge === 'vat') return false // its payee is the tax office
  const account = line.counterparty_account?.replaceAll(/[\s-]/g, '').toUpperCase()
  return account !== undefined && account !== '' && account !== (await ourBankAccount(tx)).account
}

async function postingsOf(
  tx: Tx,
  charge: BankCharge,
  { id: line_id, amount_minor }: LineRow,
  entry_id: string,
): Promise<NewPosting[]> {
  // Cash is negative in the ledger, because it is owed to others.
  const cash = { account: platformAccount('cash', entry_id), amount_minor }
  const own_money = platformAccount('own_money', entry_id)
  if (charge === 'bank_fee') return [{ account: own_money, amount_minor: -amount_minor }, cash]
  if (charge === 'vat') return [...(await takenFrom(tx, 'vat', amount_minor)), cash]
  return [
    { account: accountOf('unmatched_payment', line_id), amount_minor: -amount_minor },
    { account: own_money, amount_minor },
  ]
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
  }),
  side: 'in',
  proposers: may.move_money,
  approvers: may.move_money,
  async execute(tx, { line_id, charge, amount: amount_minor }, { actor, proposed_by, reason }) {
    const line = await lockBookable(tx, line_id, charge)
    if (line.amount_minor !== amount_minor) throw refuse('amount_is_invalid')
    const { direction, type } = LINE_OF[charge]
    const waits = direction === 'debit' && (await isBroughtBy(tx, line_id, [actor]))
    await bookLine.all(tx, {
      line_id,
      finding: type,
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
    const entry_id = entryId(type, line_id)
    const postings = await postingsOf(tx, charge, line, entry_id)
    const entry = { id: entry_id, type, refers_to: line_id, actor, note: reason } as const
    await postOrRefuse(tx, [{ ...entry, event_at: tx.now, postings }])
  },
})

/** Returns the proposal's id. Refuses `this_is_proposed_already`, as lockBookable does. */
export async function proposeBankCharge(
  tx: Tx,
  { line_id, charge, reason }: { line_id: string; charge: BankCharge; reason: string },
  operator: Operator,
): Promise<string> {
  const line = await lockBookable(tx, line_id, charge)
  const { booking_day: day, amount_minor } = line
  const content = { line_id, charge, day, amount: formatMoney(amount_minor) }
  return await propose(tx, bankCharge, content, reason, operator)
}
