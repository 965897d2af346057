// Shared by the steps of a withdrawal: locking it in the required state, audit log, notice, posting.
import type { WithdrawalStatus } from '@fairturn/contract/withdrawals'
import { payoutAccountLabel } from '../banking/banking.ts'
import { returnMoney, selectDepositReferences } from '../deposits/deposits.ts'
import { accountOf, entryId, type NewPosting, postOrRefuse } from '../ledger/ledger.ts'
import { getMember, type WithdrawalDelay, withdrawalDelayOf, refuseAsDelayed } from '../members/members.ts'
import { announce, type NoticeKind, type NoticeParams, notify } from '../notices/notices.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { orRefuse, type Refusal } from '../platform/http/refusal.ts'
import { textOf } from '../platform/texts/messages.ts'
import { recordAuditEvent, refuseDecided, type StaffActionCode } from '../staff/staff.ts'
import { selectWithdrawalLocked, type WithdrawalRow } from './withdrawals.store.ts'

export interface Step {
  readonly withdrawal_id: string
  /** E.g. `operator:<id>`. */
  readonly actor: string
}
export interface ReasonedStep extends Step {
  /** A whole sentence, shown to the member. */
  readonly reason: string
}

/** Its own screen, where it can be cancelled, and objected to once it is refused. */
export const withdrawalPath = (id: string): string => `/withdraw?withdrawal=${id}`

/** The withdrawal, locked. Refuses `withdrawal_is_unknown`, and `withdrawal_is_in_another_state` for any other state. */
export async function lockIn(tx: Tx, id: string, ...statuses: WithdrawalStatus[]): Promise<WithdrawalRow> {
  const withdrawal = orRefuse(await selectWithdrawalLocked.maybe(tx, { id }), 'withdrawal_is_unknown')
  const { status } = withdrawal
  if (!statuses.includes(status))
    throw await refuseDecided(tx, 'withdrawal_is_in_another_state', id, { status })
  return withdrawal
}

/** What delays a withdrawal that was requested already. */
export const delayOf = async (tx: Tx, { member_id }: WithdrawalRow): Promise<WithdrawalDelay | undefined> =>
  withdrawalDelayOf(await getMember(tx, member_id), tx.now)

/** Refuses `withdrawals_wait_for_a_security_check`, or what `refusalOf` returns. */
export async function refuseDelayed(
  tx: Tx,
  withdrawal: WithdrawalRow,
  refusalOf: (delay: WithdrawalDelay) => Refusal = refuseAsDelayed,
): Promise<void> {
  const delay = await delayOf(tx, withdrawal)
  if (delay !== undefined) throw refusalOf(delay)
}

/** Records an operator's step in the audit log and notifies the member. */
export async function recordStep<Kind extends NoticeKind & StaffActionCode>(
  tx: Tx,
  kind: Kind,
  done: { withdrawal: WithdrawalRow; after: WithdrawalRow; actor: string; reason?: string },
  params: NoticeParams<Kind>,
): Promise<void> {
  const { withdrawal, after, ...by } = done
  const { id, member_id, status } = withdrawal
  const change = { before: { status }, after: { status: after.status } }
  await recordAuditEvent(tx, {
    ...by,
    action: kind,
    object: { kind: 'withdrawal', id },
    member_id,
    ...change,
  })
  await notify(tx, member_id, kind, params, withdrawalPath(id))
}

/** Where it goes, for texts to the member: the account, or the card of a deposit in the member's language. */
export async function destinationOf(on: Queryable, withdrawal: WithdrawalRow): Promise<string> {
  const { card_deposit_id, member_id } = withdrawal
  if (card_deposit_id === null) return payoutAccountLabel(withdrawal)
  const { reference } = await selectDepositReferences.one(on, { ids: [card_deposit_id] })
  const { locale } = await getMember(on, member_id)
  return textOf('the_card_of_a_deposit', locale, { reference })
}

/** Net amount that the bank sends, in minor units. */
export const paidOut = (withdrawal: Pick<WithdrawalRow, 'amount_minor' | 'fee_minor'>): bigint =>
  withdrawal.amount_minor - withdrawal.fee_minor

/** Moves a withdrawal's money and makes open apps refetch the balance. Last in the lock order: it locks the accounts. */
export async function postStep(
  tx: Tx,
  type: 'withdrawal_sent' | 'withdrawal_returned',
  { id: refers_to, member_id }: WithdrawalRow,
  actor: string,
  postingsOf: (entry_id: string) => NewPosting[],
  /** How often the same step was taken and revoked before. */
  before = 0,
): Promise<void> {
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
  const id = before === 0 ? entryId(type, refers_to) : entryId(type, refers_to, before)
  await postOrRefuse(tx, [{ id, type, refers_to, actor, event_at: tx.now, postings: postingsOf(id) }])
}

/** Releases the hold of a withdrawal that will not be sent. */
export async function releaseHeld(tx: Tx, withdrawal: WithdrawalRow, actor: string): Promise<void> {
  const { id: used_for, member_id, amount_minor } = withdrawal
  await postStep(tx, 'withdrawal_returned', withdrawal, actor, () => [
    { account: accountOf('member_held', member_id), amount_minor: -amount_minor },
    { account: accountOf('member_available', member_id), amount_minor },
  ])
  await returnMoney(tx, { member_id, used_for, amount_minor })
}
