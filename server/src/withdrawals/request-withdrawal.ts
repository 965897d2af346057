// Requests of withdrawals: what is left of card payments goes back to their cards, the rest to the payout account. Only identity
// and bank checks can delay it: orders, levels, turns and campaigns are not read here (promise 5; withdrawals.test.ts). Lock
// order: member; the ledger's accounts last.
import type { Address } from '@fairturn/contract/banking'
import { newId } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import {
  findAddress,
  isInSepa,
  isBankText,
  lacksBic,
  findBankDetails,
  type Payee,
  payeeValues,
  findBank,
  withNewReference,
} from '../banking/banking.ts'
import { settingsOf, type SettingValues } from '../content/content.ts'
import { returnableCardMoney, returnCardMoney, spendCardPayment } from '../deposits/deposits.ts'
import { accountOf, entryId, lockMoneyOf, moneyOf, post, refuseWhileFrozen } from '../ledger/ledger.ts'
import {
  getActiveMemberLocked,
  getMember,
  type WithdrawalDelay,
  withdrawalDelayOf,
  refuseAsDelayed,
} from '../members/members.ts'
import { announce, notify } from '../notices/notices.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { refuseKeptBack, withdrawableOf } from './kept-back.ts'
import { destinationOf, withdrawalPath } from './withdrawal-steps.ts'
import * as store from './withdrawals.store.ts'
import type { WithdrawalRow } from './withdrawals.store.ts'

/** Fee in minor units, deducted from the amount; waived if nothing would remain. */
export const feeOf = (amount_minor: bigint, settings: Pick<SettingValues, 'withdrawal_fee_minor'>): bigint =>
  amount_minor > settings.withdrawal_fee_minor ? settings.withdrawal_fee_minor : 0n

interface Requested {
  readonly member_id: string
  readonly amount_minor: bigint | 'all'
  /** The amount was withdrawable before, however small it is. */
  readonly noMinimum?: boolean
}

/**
 * Requests the withdrawal of an amount or of the whole balance, and reserves the money at once. What is left of card payments goes
 * back to their cards, oldest first, each as a withdrawal of its own; the rest, if any, to the payout account: it is the first
 * of those returned. Refuses, in this order: `withdrawals_wait_for_a_security_check`,
 * `your_account_has_not_reached_the_minimum_balance` (for the rest; not for the whole balance), for the rest also
 * `please_add_address_before`, `town_must_be_in_latin_letters`, `the_bank_does_not_exist`, `bic_is_needed` and `withdrawals_wait_after_a_change_of_bank`,
 * `this_is_paused_while_the_ledger_is_checked` (a finding on this very balance, decision 028), `amount_was_paid_out_twice`,
 * `amount_is_in_dispute`, `withdrawal_exceeds_the_available_balance`.
 */
export async function requestWithdrawals(
  tx: Tx,
  { member_id, amount_minor: requested, noMinimum = requested === 'all' }: Requested,
): Promise<WithdrawalRow[]> {
  const member = await getActiveMemberLocked(tx, member_id)
  const settings = await settingsOf(tx)
  const details = await findBankDetails(tx, member_id)
  const delay = withdrawalDelayOf(member, tx.now, details)
  if (delay?.reason === 'security') throw refuseAsDelayed(delay)
  await lockMoneyOf(tx, member_id)
  const free_minor = await withdrawableOf(tx, member_id, tx.now)
  const amount_minor = requested === 'all' ? free_minor : requested
  const { toCards, rest_minor, refusedParts } = await partsOf(tx, member_id, amount_minor, tx.now)
  if (toCards.length > 0 && amount_minor > free_minor) {
    await refuseKeptBack(tx, member_id, amount_minor)
    throw exceeding(free_minor)
  }
  const least_minor = noMinimum ? 1n : settings.min_withdrawal_minor
  if (amount_minor === 0n || (rest_minor > 0n && rest_minor < least_minor)) {
    const minimum = formatMoney(settings.min_withdrawal_minor)
    throw refuse('your_account_has_not_reached_the_minimum_balance', { minimum })
  }
  const payee = rest_minor > 0n ? await payeeOf(tx, member_id, details, delay) : undefined
  await refuseWhileFrozen(tx, moneyOf(member_id))
  await refuseKeptBack(tx, member_id, amount_minor)
  const withdrawals: WithdrawalRow[] = []
  if (payee !== undefined)
    withdrawals.push(
      await insertToAccount(tx, member_id, payee, {
        amount_minor: rest_minor,
        fee_minor: feeOf(rest_minor, settings),
      }),
    )
  for (const part of toCards) withdrawals.push(await insertToCard(tx, member_id, part))
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
  await reserveMoney(tx, withdrawals)
  for (const { id: used_for, card_deposit_id, amount_minor: minor } of withdrawals)
    if (card_deposit_id !== null)
      await spendPart(tx, { deposit_id: card_deposit_id, left_minor: minor }, used_for)
  for (const part of refusedParts) await spendPart(tx, part, withdrawals[0]!.id)
  if (toCards.length > 0) await enqueue(tx, returnCardMoney, {}, { job_key: returnCardMoney.name })
  return withdrawals
}

/**
 * Requests a refused withdrawal again that a complaint has overruled: the same amount, once. Returns what was requested in its
 * place before, unless that was cancelled or refused. Refuses `withdrawal_is_unknown`, and what `requestWithdrawals` does.
 */
export async function withdrawAgain(
  tx: Tx,
  refused: { member_id: string; withdrawal_id: string },
): Promise<WithdrawalRow[]> {
  const { member_id } = refused
  await getActiveMemberLocked(tx, member_id) // of two at once, the second finds what the first has made
  const { amount_minor } = orRefuse(await store.selectOverruledOf.maybe(tx, refused), 'withdrawal_is_unknown')
  const made = await store.selectAgain.maybe(tx, refused)
  if (made !== undefined) return [made]
  const withdrawals = await requestWithdrawals(tx, { member_id, amount_minor, noMinimum: true })
  await store.updateAgain.one(tx, { ...refused, again_id: withdrawals[0]!.id })
  return withdrawals
}

interface CardPart {
  readonly deposit_id: string
  readonly left_minor: bigint
}

/**
 * What of an amount goes back to cards, and the rest, with the card money in it that the provider has refused to refund.
 */
export async function partsOf(on: Queryable, member_id: string, amount_minor: bigint, now: Date) {
  const payments = await returnableCardMoney(on, member_id, now)
  const [toCards, rest_minor] = takeFrom(
    payments.filter(({ refused }) => !refused),
    amount_minor,
  )
  const [refusedParts] = takeFrom(
    payments.filter(({ refused }) => refused),
    rest_minor,
  )
  return { toCards, rest_minor, refusedParts }
}

/** Takes an amount from payments in their order; returns the parts, and what they do not cover. */
function takeFrom(payments: readonly CardPart[], amount_minor: bigint): [CardPart[], bigint] {
  const parts: CardPart[] = []
  let rest_minor = amount_minor
  for (const { deposit_id, left_minor } of payments) {
    if (rest_minor === 0n) break
    const minor = left_minor < rest_minor ? left_minor : rest_minor
    parts.push({ deposit_id, left_minor: minor })
    rest_minor -= minor
  }
  return [parts, rest_minor]
}

const spendPart = (tx: Tx, { deposit_id, left_minor: amount_minor }: CardPart, used_for: string) =>
  spendCardPayment(tx, { deposit_id, used_for, kind: 'withdrawal', amount_minor })

async function payeeOf(
  tx: Tx,
  member_id: string,
  details: Payee | undefined,
  delay: WithdrawalDelay | undefined,
): Promise<Payee> {
  const address = await findAddress(tx, member_id)
  if (address === undefined) throw refuse('please_add_address_before')
  if (details !== undefined && !(await isTownReadable(tx, address, details)))
    throw refuse('town_must_be_in_latin_letters')
  if (details === undefined || !(await isKnown(tx, details))) throw refuse('the_bank_does_not_exist')
  if (lacksBic(details)) throw refuse('bic_is_needed')
  if (delay !== undefined) throw refuseAsDelayed(delay)
  return details
}

async function insertToAccount(
  tx: Tx,
  member_id: string,
  payee: Payee,
  { amount_minor, fee_minor }: { amount_minor: bigint; fee_minor: bigint },
): Promise<WithdrawalRow> {
  const values = payeeValues(payee)
  const withdrawal = await withNewReference('FW', (reference) =>
    store.insertWithdrawal.maybe(tx, {
      id: newId(tx.now),
      member_id,
      amount_minor,
      fee_minor,
      reference,
      ...values,
      requested_at: tx.now,
    }),
  )
  await notifyRequested(tx, withdrawal)
  return withdrawal
}

async function insertToCard(
  tx: Tx,
  member_id: string,
  { deposit_id, left_minor }: CardPart,
): Promise<WithdrawalRow> {
  const withdrawal = await withNewReference('FW', (reference) =>
    store.insertToCard.maybe(tx, {
      id: newId(tx.now),
      member_id,
      left_minor,
      reference,
      deposit_id,
      requested_at: tx.now,
    }),
  )
  await notifyRequested(tx, withdrawal)
  return withdrawal
}

async function notifyRequested(tx: Tx, withdrawal: WithdrawalRow): Promise<void> {
  const params = {
    amount: formatMoney(withdrawal.amount_minor),
    account: await destinationOf(tx, withdrawal),
  }
  await notify(tx, withdrawal.member_id, 'withdrawal_requested', params, withdrawalPath(withdrawal.id))
}

/**
 * Requests, for card money that the provider did not refund, its withdrawal to the confirmed payout account; the fee is
 * waived. Undefined if there is no account to which it could go now: the member withdraws it then.
 */
export async function requestInstead(
  tx: Tx,
  { member_id, deposit_id, amount_minor }: { member_id: string; deposit_id: string; amount_minor: bigint },
): Promise<WithdrawalRow | undefined> {
  const member = await getMember(tx, member_id)
  const details = await findBankDetails(tx, member_id)
  if (details === undefined || withdrawalDelayOf(member, tx.now, details) !== undefined) return undefined
  const address = await findAddress(tx, member_id)
  if (address === undefined || !(await isKnown(tx, details))) return undefined
  if (lacksBic(details) || !(await isTownReadable(tx, address, details))) return undefined
  const withdrawal = await insertToAccount(tx, member_id, details, { amount_minor, fee_minor: 0n })
  await reserveMoney(tx, [withdrawal])
  await spendPart(tx, { deposit_id, left_minor: amount_minor }, withdrawal.id)
  return withdrawal
}

const exceeding = (available_minor: bigint) =>
  refuse('withdrawal_exceeds_the_available_balance', { available: formatMoney(available_minor) })

/** An IBAN identifies its bank; any other account needs a bank that is still in the directory. */
const isKnown = async (on: Queryable, { iban, bank_code }: Payee): Promise<boolean> =>
  iban !== null || (bank_code !== null && (await findBank(on, bank_code)) !== undefined)

/** Outside SEPA banks want the payee's town, and read Latin letters only; addresses of before have any. */
const isTownReadable = async (on: Queryable, { city }: Address, { iban }: Payee): Promise<boolean> =>
  isBankText(city) || isInSepa(await settingsOf(on), iban)

async function reserveMoney(tx: Tx, withdrawals: readonly WithdrawalRow[]): Promise<void> {
  const answers = await post(
    tx,
    withdrawals.map(({ id, member_id, amount_minor }) => ({
      id: entryId('withdrawal_requested', id),
      type: 'withdrawal_requested',
      refers_to: id,
      actor: `member:${member_id}`,
      event_at: tx.now,
      postings: [
        { account: accountOf('member_available', member_id), amount_minor: -amount_minor },
        { account: accountOf('member_held', member_id), amount_minor },
      ],
    })),
  )
  const refused = answers.find(({ status }) => status !== 'posted')
  if (refused === undefined) return
  const { id, member_id } = withdrawals[0]!
  if (refused.status === 'refused' && refused.reason === 'insufficient_funds') {
    throw exceeding(await withdrawableOf(tx, member_id, tx.now))
  }
  throw new Error(`the ledger did not hold the money of the withdrawal ${id}: ${JSON.stringify(refused)}`)
}
