// Deposits are credited with what arrived, or refused: never without evidence, and no money twice
// (deposits.test.ts).
import type { DepositStatus } from '@fairturn/contract/deposits'
import { formatMoney } from '@fairturn/contract/money'
import type { Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { accountOf, entryId, type NewEntry, platformAccount, postOrRefuse } from '../ledger/ledger.ts'
import { announce, notify, notifyAll } from '../notices/notices.ts'
import { recordAct, recordActs } from '../staff/staff.ts'
import type { Arrival } from '../banking/banking.ts'
import {
  type DepositRow,
  creditDepositRows,
  selectDepositLocked,
  selectDepositsLocked,
  selectEvidenceUsed,
  settleDeposit,
} from './deposits.store.ts'

/**
 * Credits what arrived, also after the deposit has expired. Idempotent for the same evidence and amount.
 * Refuses `deposit_is_unknown`, and `deposit_is_settled` when it was refused, credited for other evidence,
 * or the evidence has credited another deposit.
 */
export async function creditDeposit(tx: Tx, arrival: Arrival): Promise<DepositRow> {
  const [credited] = await creditDeposits(tx, [arrival])
  return credited!
}

/**
 * The same for many, each deposit and each evidence once: all or, where one is refused, none. `others` are
 * posted together with them, because accounts are locked in one order only within one post.
 */
export async function creditDeposits(
  tx: Tx,
  arrivals: readonly Arrival[],
  others: readonly NewEntry[] = [],
): Promise<DepositRow[]> {
  for (const { amount_minor, evidence } of arrivals)
    if (amount_minor <= 0n || evidence.trim() === '')
      throw new RangeError('a deposit is credited with money and evidence')
  const locked = await selectDepositsLocked.all(
    tx,
    arrivals.map(({ deposit_id }) => deposit_id),
  )
  const deposits = new Map(locked.map((deposit) => [deposit.id, deposit]))
  const fresh = arrivals.filter((arrival) => !isCredited(deposits.get(arrival.deposit_id), arrival))
  const [used] = await selectEvidenceUsed.all(
    tx,
    fresh.map(({ evidence }) => evidence),
  )
  if (used !== undefined) throw refuse('deposit_is_settled', { evidence: used.evidence })
  const credited = await creditDepositRows.all(
    tx,
    fresh.map(({ deposit_id }) => deposit_id),
    tx.now,
    fresh.map(({ actor }) => actor),
    fresh.map(({ amount_minor }) => amount_minor),
    fresh.map(({ evidence }) => evidence),
  )
  const after = new Map(credited.map((deposit) => [deposit.id, deposit]))
  await notifyCredited(tx, fresh, deposits, after)
  const credits = fresh.map((arrival) => creditEntry(tx, arrival, after.get(arrival.deposit_id)!))
  await postOrRefuse(tx, [...credits, ...others])
  return arrivals.map(({ deposit_id }) => after.get(deposit_id) ?? deposits.get(deposit_id)!)
}

/** Whether exactly this was credited before. Refuses what cannot be credited. */
function isCredited(deposit: DepositRow | undefined, { evidence, amount_minor }: Arrival): boolean {
  if (deposit === undefined) throw refuse('deposit_is_unknown')
  const { status, received_minor } = deposit
  if (status === 'credited' && deposit.evidence === evidence && received_minor === amount_minor) return true
  if (status === 'credited' || status === 'refused') throw refuse('deposit_is_settled', { status })
  return false
}

type DepositsById = ReadonlyMap<string, DepositRow>

/** Writes the credits to the audit log, and notifies the members. */
async function notifyCredited(
  tx: Tx,
  arrivals: readonly Arrival[],
  before: DepositsById,
  after: DepositsById,
): Promise<void> {
  await recordActs(
    tx,
    arrivals.map(({ deposit_id, actor }) =>
      Object.assign(changeOf(before.get(deposit_id)!, after.get(deposit_id)!), {
        actor,
        action: 'deposit_credited' as const,
      }),
    ),
  )
  await notifyAll(
    tx,
    arrivals.map(({ deposit_id, amount_minor }) => {
      const { member_id, reference } = after.get(deposit_id)!
      return {
        member_id,
        kind: 'deposit_credited' as const,
        params: { amount: formatMoney(amount_minor), reference },
        path: '/individual/deposit-history',
      }
    }),
  )
  await announce(
    tx,
    [...after.values()].map(({ member_id: to }) => ({ to, kind: 'balance' as const, data: {} })),
  )
}

function creditEntry(
  { now }: Tx,
  { amount_minor, actor, kept_on }: Arrival,
  { id: deposit_id, member_id }: DepositRow,
): NewEntry {
  const id = entryId('deposit_credited', deposit_id)
  return {
    id,
    type: 'deposit_credited',
    refers_to: deposit_id,
    actor,
    event_at: now,
    postings: [
      { account: kept_on ?? platformAccount('cash', id), amount_minor: -amount_minor },
      { account: accountOf('member_available', member_id), amount_minor },
    ],
  }
}

/**
 * Refuses a deposit, with a reason. Refuses `deposit_is_unknown` and, for one that is credited or refused
 * already, `deposit_is_settled`.
 */
export async function refuseDeposit(
  tx: Tx,
  refused: { deposit_id: string; reason: string; actor: string },
): Promise<DepositRow> {
  const { deposit_id, reason, actor } = refused
  const deposit = await selectDepositLocked.maybe(tx, deposit_id)
  if (deposit === undefined) throw refuse('deposit_is_unknown')
  const { member_id, reference, status } = deposit
  if (status === 'credited' || status === 'refused') throw refuse('deposit_is_settled', { status })
  const row = await settle(tx, deposit_id, 'refused', { actor, reason })
  await recordAct(tx, { actor, action: 'deposit_refused', reason, ...changeOf(deposit, row) })
  await notify(tx, member_id, 'deposit_refused', { reference, reason }, '/individual/deposit-history')
  return row
}

/** Audit log of an operator's action on a deposit. */
const changeOf = (before: DepositRow, after: DepositRow) => ({
  object: { kind: 'deposit', id: before.id },
  member_id: before.member_id,
  before: { status: before.status },
  after: {
    status: after.status,
    received: after.received_minor === null ? null : formatMoney(after.received_minor),
  },
})

/** Ends a deposit, unless it has ended; the caller has locked it. Returns whether it was awaiting. */
export async function endWaiting(
  tx: Tx,
  { id, member_id, status }: DepositRow,
  actor: string,
): Promise<boolean> {
  if (status !== 'awaiting') return false
  await settle(tx, id, 'expired', { actor })
  // No notice to the member, who knows that they did not pay; open screens refetch.
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
  return true
}

interface SettleInput {
  readonly actor: string
  readonly received_minor?: bigint
  readonly evidence?: string
  readonly reason?: string
}

const settle = (
  tx: Tx,
  deposit_id: string,
  status: DepositStatus,
  settled: SettleInput,
): Promise<DepositRow> =>
  settleDeposit.one(
    tx,
    deposit_id,
    status,
    tx.now,
    settled.actor,
    settled.received_minor ?? null,
    settled.evidence ?? null,
    settled.reason ?? null,
  )
