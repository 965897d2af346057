// Card deposits: the provider's checkout session, and a credit of the amount it reports as paid. No lock is held during a
// request to the provider, and no credit is reversed automatically (card.test.ts).
import { UUID } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { settingsOf } from '../content/content.ts'
import { openMembers } from '../ledger/ledger.ts'
import { getMember } from '../members/members.ts'
import { announce, notify } from '../notices/notices.ts'
import { type Database, together, type Tx } from '../platform/database/database.ts'
import { MIN_UUID } from '../platform/http/cursor.ts'
import { refuse } from '../platform/http/refusal.ts'
import { rejectIfAny } from '../platform/queue/batches.ts'
import { textOf } from '../platform/texts/messages.ts'
import {
  type EventStatus,
  insertCardEvent,
  writeEventOutcome,
  paymentContested,
  returnedToCard,
  selectDepositOfEvidence,
} from './card-events.store.ts'
import {
  decideDispute,
  type DisputeRow,
  insertCardPayment,
  putDispute,
  selectPaymentById,
} from './card-money.store.ts'
import { loseDispute } from './card-money.ts'
import {
  type CardPayment,
  type CardProvider,
  type Checkout,
  currencyOf,
  type Dispute,
} from './card-provider.ts'
import { creditDeposit, endAwaited, refuseDeposit } from './credit-deposit.ts'
import * as store from './deposits.store.ts'
import type { DepositRow } from './deposits.store.ts'

// The provider stores an idempotency key for a day; a later request would open a second checkout.
const OPENED_WITHIN_MS = 23 * 3_600_000
const POLLED_AFTER_MS = 15 * 60_000
const POLLED_AT_ONCE = 100
const DEPOSITS_PATH = '/individual/deposit-history'

/**
 * Opens the checkout of a committed deposit, exactly once under concurrency. Refuses `card_payment_is_not_available_now`
 * and passes the error to `failed`; safe to retry.
 */
export function checkoutOpener(
  database: Database,
  provider: CardProvider,
): (deposit_id: string, failed: (error: unknown) => void) => Promise<DepositRow> {
  const opening = new Map<string, Promise<DepositRow>>()
  async function open(deposit: DepositRow): Promise<DepositRow> {
    const { currency } = await settingsOf(database)
    const { checkout_id, url, expires_at } = await provider.open(deposit, currencyOf(currency))
    const attached = await store.attachCheckout.maybe(database, {
      id: deposit.id,
      checkout_id,
      url,
      expires_at,
    })
    return attached ?? (await store.selectDeposit.one(database, { id: deposit.id }))
  }
  return async (deposit_id, failed) => {
    const deposit = await store.selectDeposit.one(database, { id: deposit_id })
    if (deposit.checkout_session !== null) return deposit
    const ageMs = database.clock.now().getTime() - deposit.created_at.getTime()
    if (deposit.status !== 'awaiting' || ageMs > OPENED_WITHIN_MS)
      throw refuse('card_payment_is_not_available_now')
    const opened = opening.get(deposit_id) ?? open(deposit)
    opening.set(deposit_id, opened)
    try {
      return await opened
    } catch (error) {
      failed(error)
      throw refuse('card_payment_is_not_available_now')
    } finally {
      opening.delete(deposit_id)
    }
  }
}

/** Outcome of a provider's event, with the reason. */
export interface EventOutcome extends CardPayment {
  readonly status: EventStatus
  readonly note: string
  readonly deposit_id: string | null
}

/** The deposit a checkout belongs to, locked. */
async function depositOf(tx: Tx, { id, deposit_id }: Checkout): Promise<DepositRow | undefined> {
  const named = deposit_id ?? ''
  const deposit = UUID.test(named) ? await store.selectDepositLocked.maybe(tx, { id: named }) : undefined
  const isIts = deposit?.checkout_session === null || deposit?.checkout_session === id
  return deposit?.method === 'card' && isIts ? deposit : undefined
}

type Say = (status: EventStatus, note: string) => EventOutcome

/**
 * Credits what was paid, or ends the deposit, whatever the order of events. A payment that fits no deposit is left to an
 * operator.
 */
export async function settleCheckout(tx: Tx, by: string, checkout: Checkout): Promise<EventOutcome> {
  const deposit = await depositOf(tx, checkout)
  const { payment_id, amount_minor, currency } = checkout
  const of = { deposit_id: deposit?.id ?? null, payment_id, amount_minor, currency }
  const say: Say = (status, note) => ({ status, note, ...of })
  if (checkout.state === 'paid') return await settlePaid(tx, by, deposit, checkout, say)
  if (checkout.state === 'declined') return await settleDeclined(tx, by, deposit, say)
  if (checkout.state === 'open' || deposit === undefined) return say('ignored', 'nothing was paid')
  const ended = await endAwaited(tx, deposit, by)
  return ended
    ? say('applied', 'the checkout has expired')
    : say('ignored', `the deposit is ${deposit.status}`)
}

async function settlePaid(tx: Tx, by: string, deposit: DepositRow | undefined, paid: CardPayment, say: Say) {
  const { payment_id, amount_minor } = paid
  if (deposit === undefined) return say('needs_review', 'paid for a deposit that is not here')
  if (payment_id === null || amount_minor === null || amount_minor <= 0n)
    return say('needs_review', 'paid, without a payment or an amount')
  const evidence = evidenceOf(by, payment_id)
  const [{ currency }, open, used, { contested }] = await together(
    settingsOf(tx),
    openMembers(tx, [deposit.member_id]),
    store.selectEvidenceUsed.all(tx, { evidences: [evidence] }),
    paymentContested.one(tx, { payment_id }),
  )
  if (paid.currency !== currencyOf(currency)) return say('needs_review', 'paid in another currency')
  if (deposit.status === 'credited') {
    const same = deposit.evidence === evidence && deposit.received_minor === amount_minor
    return same ? say('ignored', 'credited already') : say('needs_review', 'paid for a credited deposit')
  }
  if (deposit.status === 'refused') return say('needs_review', 'paid for a refused deposit')
  if (!open.has(deposit.member_id)) return say('needs_review', 'paid for a closed account')
  if (used.length > 0) return say('needs_review', 'paid for another deposit')
  if (contested) return say('needs_review', 'paid, and given back or disputed before it was credited')
  const { id: deposit_id, member_id } = deposit
  const paid_minor = amount_minor
  // The entry comes last: from then on other deposits wait for the cash account.
  await insertCardPayment.all(tx, { deposit_id, member_id, payment_id, paid_at: tx.now, paid_minor })
  await creditDeposit(tx, { deposit_id, amount_minor, evidence, actor: by })
  return say('applied', 'credited')
}

/** A payment that the member's bank declined in the end. */
async function settleDeclined(tx: Tx, by: string, deposit: DepositRow | undefined, say: Say) {
  if (deposit === undefined) return say('ignored', 'for a deposit that is not here')
  if (deposit.status === 'credited') return say('needs_review', 'failed, for a credited deposit')
  if (deposit.status !== 'awaiting') return say('ignored', `the deposit is ${deposit.status}`)
  const { locale } = await getMember(tx, deposit.member_id)
  const reason = textOf('card_payment_was_declined', locale)
  await refuseDeposit(tx, { deposit_id: deposit.id, reason, actor: by })
  return say('applied', 'the payment failed')
}

const evidenceOf = (by: string, payment_id: string | null): string => `${by}:${payment_id}`

/** What the provider refunded in all: withdrawals to the card, and beyond them an operator's case. */
export async function refundedOutcome(
  tx: Tx,
  by: string,
  note: string,
  payment: CardPayment,
): Promise<EventOutcome> {
  const { payment_id, amount_minor } = payment
  const deposit = await selectDepositOfEvidence.maybe(tx, { evidence: evidenceOf(by, payment_id) })
  const of = { deposit_id: deposit?.id ?? null, ...payment }
  if (deposit !== undefined && amount_minor !== null) {
    const { returned_minor } = await returnedToCard.one(tx, { deposit_id: deposit.id })
    if (amount_minor <= returned_minor) return { status: 'applied', note: 'withdrawn to the card', ...of }
  }
  return { status: 'needs_review', note, ...of }
}

/**
 * A chargeback: what is disputed is kept back until the issuer has decided (card-money.ts); then the member has it again, or
 * it is taken. Each case is left to an operator too, who answers the issuer.
 */
export async function settleDispute(
  tx: Tx,
  by: string,
  note: string,
  dispute: Dispute,
  opened_at: Date,
): Promise<EventOutcome> {
  const { id, status, ...payment } = dispute
  const { payment_id, amount_minor } = payment
  const deposit = await selectDepositOfEvidence.maybe(tx, { evidence: evidenceOf(by, payment_id) })
  const say: Say = (state, text) => ({
    status: state,
    note: text,
    deposit_id: deposit?.id ?? null,
    ...payment,
  })
  const paid = payment_id === null ? undefined : await selectPaymentById.maybe(tx, { payment_id })
  if (paid === undefined || amount_minor === null || amount_minor <= 0n) return say('needs_review', note)
  const { deposit_id, paid_minor } = paid
  const row = await putDispute.one(tx, {
    id,
    deposit_id,
    // The issuer may add its own costs, which are the platform's.
    amount_minor: amount_minor < paid_minor ? amount_minor : paid_minor,
    opened_at,
  })
  if (row.status !== 'open')
    return row.status === status || status === 'open'
      ? say('ignored', `the dispute is ${row.status}`)
      : say('needs_review', `the dispute was ${row.status}, and is ${status} now`)
  return await decide(tx, row, status, say)
}

async function decide(
  tx: Tx,
  row: DisputeRow & { is_new: boolean },
  status: Dispute['status'],
  say: Say,
): Promise<EventOutcome> {
  const { member_id, deposit_id, amount_minor } = row
  const { reference } = await store.selectDeposit.one(tx, { id: deposit_id })
  const params = { amount: formatMoney(amount_minor), reference }
  if (status === 'open') {
    if (row.is_new) await notify(tx, member_id, 'card_dispute_opened', params, DEPOSITS_PATH)
    return say('needs_review', 'disputed')
  }
  if (status === 'lost') {
    await loseDispute(tx, row)
    return say('needs_review', 'the dispute is lost')
  }
  await decideDispute.all(tx, { id: row.id, status, now: tx.now, loss_minor: 0n })
  await notify(tx, member_id, 'card_dispute_won', params, DEPOSITS_PATH)
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
  return say('applied', 'the dispute is won')
}

/** A refund that succeeded after its money had gone to the payout account: paid twice, for an operator. Idempotent. */
export async function recordLateRefund(
  tx: Tx,
  { id: withdrawal_id, deposit_id, amount_minor }: { id: string; deposit_id: string; amount_minor: bigint },
): Promise<void> {
  const id = `late:${withdrawal_id}`
  if (
    (await insertCardEvent.maybe(tx, {
      id,
      type: 'refund.late',
      happened_at: tx.now,
      received_at: tx.now,
    })) === undefined
  )
    return
  const note = 'refunded to the card after it had gone to the payout account'
  const payment = { payment_id: null, amount_minor, currency: null }
  await recordOutcome(tx, id, { status: 'needs_review', note, deposit_id, ...payment })
}

export const recordOutcome = (tx: Tx, id: string, outcome: EventOutcome): Promise<unknown> => {
  const { status, note, deposit_id, payment_id, amount_minor, currency } = outcome
  return writeEventOutcome.all(tx, { id, status, note, deposit_id, payment_id, amount_minor, currency })
}

/**
 * Polls the provider for checkouts older than 15 minutes without an event, because webhooks may be lost. Returns how many
 * deposits it settled; rejects at the end if some could not be read.
 */
export async function pollCheckouts(database: Database, provider: CardProvider): Promise<number> {
  const until = new Date(database.clock.now().getTime() - POLLED_AFTER_MS)
  const failures: unknown[] = []
  let settled = 0
  for (let after = MIN_UUID; ;) {
    const batch = await store.listAtCheckout.all(database, { until, after, limit: POLLED_AT_ONCE })
    for (const { id, checkout_session } of batch) {
      after = id
      try {
        const checkout = await provider.find(checkout_session)
        const { status } = await database.transaction((tx) => settlePolled(tx, provider.name, checkout))
        if (status === 'applied') settled += 1
      } catch (error) {
        failures.push(error)
      }
    }
    if (batch.length === POLLED_AT_ONCE) continue
    rejectIfAny(failures, 'checkouts are not known')
    return settled
  }
}

/** A case for an operator is stored once, without a provider's event. */
async function settlePolled(tx: Tx, by: string, checkout: Checkout): Promise<EventOutcome> {
  const outcome = await settleCheckout(tx, by, checkout)
  const id = `asked:${checkout.id}`
  if (outcome.status === 'ignored') return outcome
  const is_new = await insertCardEvent.maybe(tx, {
    id,
    type: 'checkout.session.asked',
    happened_at: tx.now,
    received_at: tx.now,
  })
  if (is_new !== undefined) await recordOutcome(tx, id, outcome)
  return outcome
}
