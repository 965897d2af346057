// What is kept back of a member's money: payouts that were returned and that the bank has booked after all, and what is in
// dispute at a card's issuer. Everything above it can be withdrawn (promise 5; status-reports.test.ts, card-returns.test.ts).
import { formatMoney } from '@fairturn/contract/minor-units'
import { disputedOf } from '../deposits/deposits.ts'
import { availableOf } from '../ledger/ledger.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { refuse } from '../platform/http/refusal.ts'

const selectReturned = statement(
  `-- withdrawals_returned_and_booked
  select coalesce(sum(w.amount_minor), 0)::bigint as returned_minor
  from withdrawal w join bank_line l on l.withdrawal_id = w.id
  where w.member_id = $member_id and l.finding = 'debit_after_return' and l.status = 'unexplained'`,
  { params: { member_id: 'uuid' }, columns: { returned_minor: 'int8' } },
)

/** What a member's pending withdrawals hold, of it what waits for approval, and what these and the approved ones take to an account. */
const selectPending = statement(
  `-- withdrawals_pending
  select coalesce(sum(amount_minor), 0)::bigint as pending_minor,
    coalesce(sum(amount_minor) filter (where card_deposit_id is null and status = 'requested'), 0)::bigint as waiting_minor,
    coalesce(sum(amount_minor) filter (
      where card_deposit_id is null and (status = 'approved' or id = any ($withdrawal_ids))), 0)::bigint as leaving_minor
  from withdrawal where member_id = $member_id and status in ('requested', 'approved')`,
  {
    params: { member_id: 'uuid', withdrawal_ids: 'uuid[]' },
    columns: { pending_minor: 'int8', waiting_minor: 'int8', leaving_minor: 'int8' },
  },
)

/** In minor units. */
interface KeptBack {
  /** Payouts that were returned and that the bank has booked after all. */
  readonly returned_minor: bigint
  /** In dispute at a card's issuer. */
  readonly disputed_minor: bigint
  /** Both, less what withdrawals that wait for approval hold: these keep back as much (refuseLeavingKeptBack()). */
  readonly kept_minor: bigint
}

/** What is kept back of a member's money. */
export async function keptBackOf(on: Queryable, member_id: string, now: Date): Promise<KeptBack> {
  const [{ returned_minor }, disputed_minor] = await Promise.all([
    selectReturned.one(on, { member_id }),
    disputedOf(on, member_id, now),
  ])
  const sum_minor = returned_minor + disputed_minor
  if (sum_minor === 0n) return { returned_minor, disputed_minor, kept_minor: 0n }
  const { waiting_minor } = await selectPending.one(on, { member_id, withdrawal_ids: [] })
  const kept_minor = sum_minor > waiting_minor ? sum_minor - waiting_minor : 0n
  return { returned_minor, disputed_minor, kept_minor }
}

/** What of a member's available money is not kept back, in minor units (promise 5). */
export async function withdrawableOf(on: Queryable, member_id: string, now: Date): Promise<bigint> {
  const [available_minor, { kept_minor }] = await Promise.all([
    availableOf(on, member_id),
    keptBackOf(on, member_id, now),
  ])
  return available_minor > kept_minor ? available_minor - kept_minor : 0n
}

/**
 * Refuses `amount_was_paid_out_twice` or `amount_is_in_dispute` if this much is available, but not without what is kept back:
 * for withdrawals, and for what would let it out of reach.
 */
export async function refuseKeptBack(tx: Tx, member_id: string, amount_minor: bigint): Promise<void> {
  const kept = await keptBackOf(tx, member_id, tx.now)
  if (kept.kept_minor === 0n) return
  const available_minor = await availableOf(tx, member_id)
  if (amount_minor > available_minor || amount_minor <= available_minor - kept.kept_minor) return
  const { returned_minor, disputed_minor } = kept
  if (returned_minor > 0n)
    throw refuse('amount_was_paid_out_twice', { kept_back: formatMoney(returned_minor + disputed_minor) })
  throw refuse('amount_is_in_dispute', { kept_back: formatMoney(disputed_minor) })
}

/**
 * Refuses `amount_was_paid_out_twice` or `amount_is_in_dispute` if these withdrawals of a member to an account, with those that
 * are approved, would leave less than what is kept back: a dispute may open after they were requested.
 */
export async function refuseLeavingKeptBack(
  tx: Tx,
  { member_id, withdrawal_ids }: { member_id: string; withdrawal_ids: readonly string[] },
): Promise<void> {
  const { returned_minor, disputed_minor } = await keptBackOf(tx, member_id, tx.now)
  const kept_minor = returned_minor + disputed_minor
  if (kept_minor === 0n) return
  const { pending_minor, leaving_minor } = await selectPending.one(tx, { member_id, withdrawal_ids })
  const available_minor = await availableOf(tx, member_id)
  if (available_minor + pending_minor - leaving_minor >= kept_minor) return
  const code = disputed_minor > 0n ? 'amount_is_in_dispute' : 'amount_was_paid_out_twice'
  throw refuse(code, { kept_back: formatMoney(kept_minor) })
}
