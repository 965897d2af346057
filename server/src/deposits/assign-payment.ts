// Assigns unmatched money to a member: credited to a deposit, once, by another operator than its importer.
import type { Queryable, Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { accountOf } from '../ledger/ledger.ts'
import { resolveLine, evidenceOf, lockUnmatched, openMembers, recordLine } from '../banking/banking.ts'
import { creditDeposit } from './credit-deposit.ts'
import { createDeposit } from './announce-deposit.ts'
import type { DepositRow } from './deposits.store.ts'

const isOpenAccount = async (on: Queryable, member_id: string): Promise<boolean> =>
  (await openMembers(on, [member_id])).has(member_id)

export interface Assignment {
  readonly line_id: string
  /** The deposit it was meant for, or the member it belongs to; exactly one. */
  readonly to: { readonly deposit_id: string } | { readonly member_id: string }
  readonly reason: string
  readonly actor: string
}

/**
 * Credits the deposit, or a new one of the member. Refuses `bank_line_is_unknown`,
 * `who_imported_money_does_not_say_whose_it_is`, `bank_line_is_in_another_state`, `field_is_invalid` for an
 * unknown member or a closed account, and what creditDeposit refuses.
 */
export async function assignPayment(tx: Tx, { line_id, to, reason, actor }: Assignment): Promise<DepositRow> {
  const line = await lockUnmatched(tx, line_id)
  if (actor.startsWith('operator:') && line.imported_by === actor)
    throw refuse('who_imported_money_does_not_say_whose_it_is')
  const { amount_minor } = line
  if ('member_id' in to && !(await isOpenAccount(tx, to.member_id))) throw noAccount('member_id')
  const deposit_id =
    'deposit_id' in to
      ? to.deposit_id
      : (await createDeposit(tx, { member_id: to.member_id, amount_minor, method: 'bank_transfer' })).id
  await resolveLine.all(tx, line_id, actor, reason, deposit_id, null)
  await recordLine(tx, line, { action: 'bank_line_assigned', actor, reason })
  const from = { evidence: evidenceOf(line), kept_on: accountOf('unmatched_receipt', line_id) }
  const credited = await creditDeposit(tx, { deposit_id, amount_minor, ...from, actor })
  if (!(await isOpenAccount(tx, credited.member_id))) throw noAccount('deposit_id')
  return credited
}

const noAccount = (field: 'member_id' | 'deposit_id') =>
  refuse('field_is_invalid', { fields: [{ field, code: 'field_is_invalid' }] })
