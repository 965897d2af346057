// Approved withdrawals are sent, then paid or returned according to the bank; each step once (withdrawals.test.ts).
import { formatMoney } from '@fairturn/contract/minor-units'
import { returnMoney } from '../deposits/deposits.ts'
import { type AccountId, accountOf, entryId, type NewPosting, platformAccount } from '../ledger/ledger.ts'
import { notifyAll } from '../notices/notices.ts'
import type { Tx } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import { recordAuditEvents } from '../staff/staff.ts'
import {
  destinationOf,
  lockIn,
  paidOut,
  postStep,
  type ReasonedStep,
  recordStep,
  refuseDelayed,
  type Step,
  withdrawalPath,
} from './withdrawal-steps.ts'
import {
  countRevokedReturns,
  updatePaid,
  updateReturned,
  updateSent,
  type WithdrawalRow,
} from './withdrawals.store.ts'

/**
 * approved → sent: captures the hold and books the fee as revenue. Refuses also `withdrawals_wait_for_a_security_check`.
 */
export async function sendWithdrawal(tx: Tx, { withdrawal_id, actor }: Step): Promise<WithdrawalRow> {
  const withdrawal = await lockIn(tx, withdrawal_id, 'approved')
  await refuseDelayed(tx, withdrawal)
  const sent = await updateSent.one(tx, { withdrawal_id, sent_at: tx.now, actor })
  const { member_id, amount_minor, reference } = withdrawal
  const params = {
    amount: formatMoney(paidOut(withdrawal)),
    account: await destinationOf(tx, withdrawal),
    reference,
  }
  await recordStep(tx, 'withdrawal_sent', { withdrawal, after: sent, actor }, params)
  await postStep(tx, 'withdrawal_sent', withdrawal, actor, (entry_id) => [
    { account: accountOf('member_held', member_id), amount_minor: -amount_minor },
    { account: platformAccount('cash', entry_id), amount_minor: paidOut(withdrawal) },
    ...platformFee(withdrawal, 1n),
  ])
  return sent
}

/** The fee's posting, on the shard that sending used, so that a return reverses it exactly. */
function platformFee({ id, fee_minor }: WithdrawalRow, sign: 1n | -1n): NewPosting[] {
  if (fee_minor === 0n) return []
  const account = platformAccount('revenue', entryId('withdrawal_sent', id))
  return [{ account, amount_minor: sign * fee_minor }]
}

/** sent → paid: booked by the bank, on the line's booking day if there is one. No money moves. */
export async function markPaid(
  tx: Tx,
  { withdrawal_id, actor, booked_on = null }: Step & { readonly booked_on?: string | null },
): Promise<WithdrawalRow> {
  const withdrawal = await lockIn(tx, withdrawal_id, 'sent')
  const [paid] = await markAllPaid(tx, [{ withdrawal, actor, booked_on }])
  return paid!
}

/** The same for many, each once. The caller has locked them and checked that they are sent. */
export async function markAllPaid(
  tx: Tx,
  paid: readonly { withdrawal: WithdrawalRow; actor: string; booked_on: string | null }[],
): Promise<WithdrawalRow[]> {
  const rows = await updatePaid.all(tx, {
    withdrawal_ids: paid.map(({ withdrawal }) => withdrawal.id),
    actors: toColumn(paid, 'actor'),
    settled_at: tx.now,
    booked_ons: toColumn(paid, 'booked_on'),
  })
  if (rows.length !== paid.length) throw new Error('a withdrawal to be marked paid is not sent')
  await recordAuditEvents(
    tx,
    paid.map(({ withdrawal: { id, member_id, status }, actor }) => ({
      actor,
      action: 'withdrawal_paid' as const,
      object: { kind: 'withdrawal', id },
      member_id,
      before: { status },
      after: { status: 'paid' },
    })),
  )
  await notifyAll(
    tx,
    await Promise.all(
      paid.map(async ({ withdrawal }) => ({
        member_id: withdrawal.member_id,
        kind: 'withdrawal_paid' as const,
        params: {
          amount: formatMoney(paidOut(withdrawal)),
          account: await destinationOf(tx, withdrawal),
          reference: withdrawal.reference,
        },
        path: withdrawalPath(withdrawal.id),
      })),
    ),
  )
  return rows
}

/**
 * sent or paid → returned by the bank, possibly days after booking. The whole amount including the fee is available
 * again. `keptOn`: the account that has held the money since it came.
 */
export async function returnWithdrawal(
  tx: Tx,
  step: ReasonedStep & { readonly keptOn?: AccountId },
): Promise<WithdrawalRow> {
  const { withdrawal_id, actor, reason, keptOn } = step
  const withdrawal = await lockIn(tx, withdrawal_id, 'sent', 'paid')
  const returned = await updateReturned.one(tx, { withdrawal_id, settled_at: tx.now, actor, reason })
  const { member_id, amount_minor, reference } = withdrawal
  const params = { amount: formatMoney(amount_minor), reason, reference }
  await recordStep(tx, 'withdrawal_returned', { withdrawal, after: returned, actor, reason }, params)
  const { count } = await countRevokedReturns.one(tx, { withdrawal_id })
  const postingsOf = (entry_id: string): NewPosting[] => [
    { account: keptOn ?? platformAccount('cash', entry_id), amount_minor: -paidOut(withdrawal) },
    ...platformFee(withdrawal, -1n),
    { account: accountOf('member_available', member_id), amount_minor },
  ]
  await postStep(tx, 'withdrawal_returned', withdrawal, actor, postingsOf, count)
  await returnMoney(tx, { member_id, used_for: withdrawal_id, amount_minor })
  return returned
}
