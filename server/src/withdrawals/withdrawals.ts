// Withdrawals, from request to payment file; this file has the request and its cancellation before approval. Only identity
// and bank checks can delay it: orders, levels, turns and campaigns are not read here (promise 5; withdrawals.test.ts).
// Lock order: member, or withdrawal; the ledger's accounts last.
import { newId } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/money'
import {
  findAddress,
  type Hold,
  holdOf,
  accountLabel,
  findBankDetails,
  type Payee,
  payeeValues,
  findBank,
  withNewReference,
} from '../banking/banking.ts'
import { settingsOf, type SettingValues } from '../content/content.ts'
import { accountOf, availableOf, entryId, moneyOf, post, refuseWhilePaused } from '../ledger/ledger.ts'
import { getOwnerLocked } from '../members/members.ts'
import { announce, notify } from '../notices/notices.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import { releaseHeld, WITHDRAWALS_PATH } from './withdrawal-steps.ts'
import * as store from './withdrawals.store.ts'
import type { WithdrawalRow } from './withdrawals.store.ts'

export { deletePayees, withdrawalData, withdrawalsUnderWay } from './personal-data.ts'
export { approveWithdrawal, refuseWithdrawal, withdrawalOverThreshold } from './approve-withdrawal.ts'
export { decideFewNewLines } from './line-decisions.ts'
export { markPaid, returnWithdrawal, sendWithdrawal } from './settle-withdrawal.ts'
export { payoutReport, takeStatusReport } from './payout-reports.ts'
export { statementRevocation } from './statement-revocation.ts'
export { structuringAlarms } from './structuring-alarms.ts'
export { checkBooked, checkWithdrawals } from './withdrawals.check.ts'
export { withdrawalOnWire } from './withdrawals.dto.ts'
export { listWithdrawals, selectWithdrawalReferences } from './withdrawals.store.ts'

const EXPERIENCE_MS = 90 * 86_400_000

/** Fee in minor units, deducted from the amount; waived if nothing would remain. */
export const feeOf = (amount_minor: bigint, settings: Pick<SettingValues, 'withdrawal_fee_minor'>): bigint =>
  amount_minor > settings.withdrawal_fee_minor ? settings.withdrawal_fee_minor : 0n

/** Median duration in hours (rounded up) of the latest withdrawals of the last 90 days; null if none was paid. */
export async function medianHours(on: Queryable, now: Date): Promise<number | null> {
  const { seconds } = await store.medianDuration.one(on, new Date(now.getTime() - EXPERIENCE_MS))
  return seconds === null ? null : Math.max(1, Math.ceil(seconds / 3600))
}

/**
 * Requests a withdrawal of an amount or of the whole balance, and places a hold at once. Refuses, in this order:
 * `withdrawals_wait_for_a_security_check`, `your_account_has_not_reached_the_minimum_balance` (not for the whole
 * balance), `please_add_address_before`, `the_bank_does_not_exist`, `withdrawals_wait_after_a_change_of_bank`,
 * `this_is_paused_while_the_ledger_is_checked` (a finding on this very balance, decision 028), `amount_was_paid_out_twice`,
 * `withdrawal_exceeds_the_available_balance`.
 */
export async function requestWithdrawal(
  tx: Tx,
  { member_id, amount_minor: requested }: { member_id: string; amount_minor: bigint | 'all' },
): Promise<WithdrawalRow> {
  const member = await getOwnerLocked(tx, member_id)
  const settings = await settingsOf(tx)
  const available_minor = await availableOf(tx, member_id)
  const details = await findBankDetails(tx, member_id)
  const hold = holdOf(member, details, tx.now)
  if (hold?.reason === 'security') throw refuse('withdrawals_wait_for_a_security_check', untilOf(hold))
  const free_minor = await withdrawableOf(tx, member_id)
  const amount_minor = requested === 'all' ? free_minor : requested
  if (amount_minor < (requested === 'all' ? 1n : settings.min_withdrawal_minor)) {
    const minimum = formatMoney(settings.min_withdrawal_minor)
    throw refuse('your_account_has_not_reached_the_minimum_balance', { minimum })
  }
  if ((await findAddress(tx, member_id)) === undefined) throw refuse('please_add_address_before')
  if (details === undefined || !(await isKnown(tx, details))) throw refuse('the_bank_does_not_exist')
  if (hold !== undefined) throw refuse('withdrawals_wait_after_a_change_of_bank', untilOf(hold))
  await refuseWhilePaused(tx, moneyOf(member_id))
  if (amount_minor > free_minor && amount_minor <= available_minor)
    throw refuse('amount_was_paid_out_twice', { kept_back: formatMoney(available_minor - free_minor) })
  const fee_minor = feeOf(amount_minor, settings)
  const withdrawal = await withNewReference('FW', (reference) =>
    store.insertWithdrawal.maybe(
      tx,
      newId(tx.now),
      member_id,
      amount_minor,
      fee_minor,
      reference,
      ...payeeValues(details),
      tx.now,
    ),
  )
  const params = { amount: formatMoney(amount_minor), account: accountLabel(details) }
  await notify(tx, member_id, 'withdrawal_requested', params, WITHDRAWALS_PATH)
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
  await holdMoney(tx, withdrawal)
  return withdrawal
}

/** What is available, but for payouts that were returned and that the bank has booked after all (promise 5). */
export async function withdrawableOf(on: Queryable, member_id: string): Promise<bigint> {
  const [available_minor, { kept_minor }] = await Promise.all([
    availableOf(on, member_id),
    store.selectKeptBack.one(on, { member_id }),
  ])
  return available_minor > kept_minor ? available_minor - kept_minor : 0n
}

const untilOf = (hold: Hold) => ({ until: hold.until.toISOString() })

/** An IBAN identifies its bank; any other account needs a bank that is still in the directory. */
const isKnown = async (on: Queryable, { iban, bank_code }: Payee): Promise<boolean> =>
  iban !== null || (bank_code !== null && (await findBank(on, bank_code)) !== undefined)

async function holdMoney(tx: Tx, withdrawal: WithdrawalRow): Promise<void> {
  const { id, member_id, amount_minor } = withdrawal
  const [answer] = await post(tx, [
    {
      id: entryId('withdrawal_requested', id),
      type: 'withdrawal_requested',
      refers_to: id,
      actor: `member:${member_id}`,
      event_at: tx.now,
      postings: [
        { account: accountOf('member_available', member_id), amount_minor: -amount_minor },
        { account: accountOf('member_held', member_id), amount_minor },
      ],
    },
  ])
  if (answer?.status === 'posted') return
  if (answer?.status === 'refused' && answer.reason === 'insufficient_funds') {
    const available = formatMoney(await availableOf(tx, member_id))
    throw refuse('withdrawal_exceeds_the_available_balance', { available })
  }
  throw new Error(`the ledger did not hold the money of the withdrawal ${id}: ${JSON.stringify(answer)}`)
}

/** The member's withdrawal. Refuses `withdrawal_is_unknown`, also for another member's. */
export async function getWithdrawal(on: Queryable, own: OwnWithdrawal): Promise<WithdrawalRow> {
  return requireOwn(await store.selectWithdrawal.maybe(on, own.withdrawal_id), own)
}

interface OwnWithdrawal {
  readonly member_id: string
  readonly withdrawal_id: string
}

function requireOwn(row: WithdrawalRow | undefined, { member_id }: OwnWithdrawal): WithdrawalRow {
  if (row === undefined || row.member_id !== member_id) throw refuse('withdrawal_is_unknown')
  return row
}

/** Idempotent. Refuses `withdrawal_is_unknown`, and `withdrawal_cannot_be_cancelled` once approved or settled. */
export async function cancelWithdrawal(tx: Tx, own: OwnWithdrawal): Promise<WithdrawalRow> {
  const { member_id, withdrawal_id } = own
  const withdrawal = requireOwn(await store.selectWithdrawalLocked.maybe(tx, withdrawal_id), own)
  const { status } = withdrawal
  if (status === 'cancelled') return withdrawal
  if (status !== 'requested') throw refuse('withdrawal_cannot_be_cancelled', { status })
  const actor = `member:${member_id}`
  const cancelled = await store.updateSettled.one(tx, withdrawal_id, 'cancelled', tx.now, actor, null)
  await releaseHeld(tx, withdrawal, actor)
  return cancelled
}
