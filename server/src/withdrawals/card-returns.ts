// Withdrawals to cards: refunded by the provider, sent and paid by its answer. What it refuses, or has not settled within ten
// days, goes to the member's payout account, by two people (card-returns.test.ts). Before the provider is called, the
// withdrawal is approved, so that it cannot be cancelled meanwhile; the refund is idempotent, so a killed job goes on here.
import { formatMoney } from '@fairturn/contract/minor-units'
import {
  type CardProvider,
  recordLateRefund,
  refuseCardPayment,
  type Refund,
  returnCardMoney,
  selectCardPayment,
} from '../deposits/deposits.ts'
import { isFrozen, moneyOf, PAYOUTS } from '../ledger/ledger.ts'
import { getMember } from '../members/members.ts'
import { notify } from '../notices/notices.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { typed, statement } from '../platform/database/statement.ts'
import { rejectIfAny } from '../platform/queue/batches.ts'
import { handle, type JobHandler } from '../platform/queue/queue.ts'
import { textOf } from '../platform/texts/messages.ts'
import { requestInstead } from './request-withdrawal.ts'
import { markPaid, returnWithdrawal, sendWithdrawal } from './settle-withdrawal.ts'
import { delayOf, recordStep, releaseHeld } from './withdrawal-steps.ts'
import * as store from './withdrawals.store.ts'
import type { WithdrawalRow } from './withdrawals.store.ts'

const SETTLED_WITHIN_MS = 10 * 86_400_000
const AT_ONCE = 100

const selectOpen = statement(
  `-- withdrawals_open_to_cards
  select id, card_refund_id, status from withdrawal
  where card_deposit_id is not null and (status in ('requested', 'approved', 'sent') or status = 'returned' and card_refund_state = 'pending')
    and id > $after
  order by id limit $limit`,
  {
    params: { after: 'uuid', limit: typed<number>('int8') },
    columns: { id: 'uuid', card_refund_id: 'text?', status: 'text' },
  },
)

const updateRefund = statement(
  `-- withdrawals_record_card_refund
  update withdrawal set card_refund_id = coalesce(card_refund_id, $refund_id), card_refund_state = $state where id = $id`,
  {
    params: { id: 'uuid', refund_id: 'text?', state: typed<'pending' | 'succeeded' | 'refused'>('text') },
  },
)

/** Refunds what members have withdrawn to their cards. The job fails, and is retried, if the provider does not respond. */
export const cardReturner = (provider: CardProvider | undefined): JobHandler =>
  handle(returnCardMoney, (database) => returnToCards(database, provider))

/** Brings every open withdrawal to a card one or more steps on; rejects at the end if the provider did not respond to some. */
export async function returnToCards(database: Database, provider: CardProvider | undefined): Promise<void> {
  const failures: unknown[] = []
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const batch = await selectOpen.all(database, { after, limit: AT_ONCE })
    for (const { id } of batch) {
      after = id
      try {
        await returnOne(database, provider, id)
      } catch (error) {
        failures.push(error)
      }
    }
    if (batch.length < AT_ONCE) break
  }
  rejectIfAny(failures, 'withdrawals to cards wait')
}

async function returnOne(
  database: Database,
  provider: CardProvider | undefined,
  withdrawal_id: string,
): Promise<void> {
  const before = await database.transaction((tx) => begin(tx, withdrawal_id, provider !== undefined))
  if (before === undefined) return
  const { withdrawal, refund_id, payment_id } = before
  let refund: Refund | undefined
  let failure: unknown
  try {
    refund =
      provider &&
      (refund_id === null
        ? await provider.refund({
            payment_id,
            amount_minor: withdrawal.amount_minor,
            withdrawal_id,
            reference: withdrawal.reference,
          })
        : await provider.findRefund(refund_id))
  } catch (error) {
    failure = error
  }
  await database.transaction((tx) => proceed(tx, withdrawal_id, refund))
  if (failure !== undefined) throw failure
}

const selectRefund = statement(
  `-- withdrawals_card_refund
  select card_refund_id from withdrawal where id = $id`,
  { params: { id: 'uuid' }, columns: { card_refund_id: 'text?' } },
)

const PROVIDER = 'system'
const isOver = (status: WithdrawalRow['status']): boolean =>
  status === 'paid' || status === 'refused' || status === 'cancelled'

/** Approves one that is requested, unless a security lock or a freeze delays it. Undefined if there is nothing to do now. */
async function begin(tx: Tx, id: string, hasProvider: boolean) {
  const withdrawal = await store.selectWithdrawalLocked.one(tx, { id })
  const { status, member_id, card_deposit_id } = withdrawal
  if (isOver(status)) return undefined
  if (status === 'requested' && hasProvider) {
    if ((await delayOf(tx, withdrawal)) !== undefined) return undefined
    if (await isFrozen(tx, PAYOUTS, moneyOf(member_id))) return undefined
    await store.updateApproved.one(tx, { id, approved_at: tx.now, approved_by: PROVIDER, proposed_by: null })
  }
  const { card_refund_id: refund_id } = await selectRefund.one(tx, { id })
  const { payment_id } = await selectCardPayment.one(tx, { deposit_id: card_deposit_id! })
  return { withdrawal, refund_id, payment_id }
}

/** Records the provider's answer; undefined: it gave none. */
async function proceed(tx: Tx, withdrawal_id: string, refund: Refund | undefined): Promise<void> {
  const withdrawal = await store.selectWithdrawalLocked.one(tx, { id: withdrawal_id })
  const { status, requested_at } = withdrawal
  // Another process has recorded the answer.
  if (isOver(status)) return
  const isLate = tx.now.getTime() - requested_at.getTime() > SETTLED_WITHIN_MS
  if (refund !== undefined)
    await updateRefund.all(tx, { id: withdrawal_id, refund_id: refund.refund_id, state: refund.state })
  if (status === 'returned') {
    if (refund?.state === 'succeeded')
      await recordLateRefund(tx, { ...withdrawal, deposit_id: withdrawal.card_deposit_id! })
    return
  }
  if (status === 'approved' && refund !== undefined && refund.state !== 'refused')
    await sendWithdrawal(tx, { withdrawal_id, actor: PROVIDER })
  if (refund?.state === 'succeeded') {
    await markPaid(tx, { withdrawal_id, actor: PROVIDER })
    return
  }
  if (refund?.state === 'refused') await goToPayoutAccount(tx, withdrawal_id, 'card_refund_was_refused')
  else if (isLate) await goToPayoutAccount(tx, withdrawal_id, 'card_refund_was_not_settled')
}

/** The money is the member's again, and goes on to the payout account if there is one to which it can go. */
async function goToPayoutAccount(
  tx: Tx,
  withdrawal_id: string,
  why: 'card_refund_was_refused' | 'card_refund_was_not_settled',
): Promise<void> {
  const withdrawal = await store.selectWithdrawalLocked.one(tx, { id: withdrawal_id })
  const { member_id, amount_minor, reference, card_deposit_id } = withdrawal
  const deposit_id = card_deposit_id!
  const { locale } = await getMember(tx, member_id)
  const reason = textOf(why, locale)
  if (withdrawal.status === 'sent') await returnWithdrawal(tx, { withdrawal_id, actor: PROVIDER, reason })
  else await refuseByProvider(tx, withdrawal, reason)
  await refuseCardPayment(tx, deposit_id)
  if ((await requestInstead(tx, { member_id, deposit_id, amount_minor })) !== undefined) return
  const params = { amount: formatMoney(amount_minor), reference }
  await notify(tx, member_id, 'card_refund_needs_an_account', params, '/withdraw')
}

async function refuseByProvider(tx: Tx, withdrawal: WithdrawalRow, reason: string): Promise<void> {
  const after = await store.updateSettled.one(tx, {
    id: withdrawal.id,
    status: 'refused',
    settled_at: tx.now,
    settled_by: PROVIDER,
    reason,
  })
  const { amount_minor, reference } = withdrawal
  const params = { amount: formatMoney(amount_minor), reason, reference }
  await recordStep(tx, 'withdrawal_refused', { withdrawal, after, actor: PROVIDER, reason }, params)
  await releaseHeld(tx, withdrawal, PROVIDER)
}
