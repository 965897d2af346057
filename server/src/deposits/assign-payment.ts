// Assigns an unmatched payment to a member: credited to a deposit, once, by an operator other than its importer.
import type { Tx } from '../platform/database/database.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { accountOf, requireOpenMember } from '../ledger/ledger.ts'
import { resolveLine, evidenceOf, lockUnmatched, recordLine } from '../banking/banking.ts'
import { creditDeposit } from './credit-deposit.ts'
import { createDeposit } from './announce-deposit.ts'
import { type DepositRow, selectDeposit } from './deposits.store.ts'

export interface Assignment {
  readonly line_id: string
  /** The intended deposit, or the member; exactly one. */
  readonly to: { readonly deposit_id: string } | { readonly member_id: string }
  readonly reason: string
  readonly actor: string
}

/**
 * Credits the deposit, or a new one of the member. Refuses `bank_line_is_unknown`,
 * `who_imported_money_does_not_say_whose_it_is`, `bank_line_is_in_another_state`, `member_is_unknown`,
 * `member_account_is_closed`, and what creditDeposit refuses.
 */
export async function assignPayment(tx: Tx, { line_id, to, reason, actor }: Assignment): Promise<DepositRow> {
  const line = await lockUnmatched(tx, line_id)
  if (actor.startsWith('operator:') && line.imported_by === actor)
    throw refuse('who_imported_money_does_not_say_whose_it_is')
  const { amount_minor } = line
  const { member_id } =
    'member_id' in to ? to : orRefuse(await selectDeposit.maybe(tx, to.deposit_id), 'deposit_is_unknown')
  await requireOpenMember(tx, member_id)
  const deposit_id =
    'deposit_id' in to
      ? to.deposit_id
      : (await createDeposit(tx, { member_id, amount_minor, method: 'bank_transfer' })).id
  await resolveLine.all(tx, line_id, actor, reason, deposit_id, null)
  await recordLine(tx, line, { action: 'bank_line_assigned', actor, reason })
  const from = { evidence: evidenceOf(line), kept_on: accountOf('unmatched_payment', line_id) }
  return await creditDeposit(tx, { deposit_id, amount_minor, ...from, actor })
}
