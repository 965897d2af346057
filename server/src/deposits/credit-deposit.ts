// Deposits are credited with the amount that arrived, or refused: no credit without evidence, none twice
// (deposits.test.ts).
import { formatMoney } from '@fairturn/contract/minor-units'
import type { Arrival } from '../banking/banking.ts'
import { accountOf, entryId, type NewEntry, platformAccount, postOrRefuse } from '../ledger/ledger.ts'
import { announce, notify, notifyAll } from '../notices/notices.ts'
import { together, type Tx } from '../platform/database/database.ts'
import { toColumn, toColumns } from '../platform/database/statement.ts'
import { refuse, orRefuse } from '../platform/http/refusal.ts'
import { recordAuditEvent, recordAuditEvents, refuseDecided } from '../staff/staff.ts'
import * as store from './deposits.store.ts'
import type { DepositRow } from './deposits.store.ts'

/**
 * Credits the amount that arrived, even after the deposit has expired. Idempotent for the same evidence and amount.
 * Refuses `deposit_is_unknown`, and `deposit_is_settled` if it was refused, or if it or the evidence belongs to a
 * different credit.
 */
export async function creditDeposit(tx: Tx, arrival: Arrival): Promise<DepositRow> {
  const [credited] = await creditDeposits(tx, [arrival])
  return credited!
}

/**
 * The same for many, each deposit and each evidence once, all or none. `others` are posted in the same call: accounts are
 * locked in a consistent order only within one post, which avoids deadlocks.
 */
export async function creditDeposits(
  tx: Tx,
  arrivals: readonly Arrival[],
  others: readonly NewEntry[] = [],
): Promise<DepositRow[]> {
  for (const { amount_minor, evidence } of arrivals)
    if (amount_minor <= 0n || evidence.trim() === '')
      throw new RangeError('a deposit is credited with money and evidence')
  const locked = await store.selectDepositsLocked.all(tx, { ids: toColumn(arrivals, 'deposit_id') })
  const deposits = new Map(locked.map((deposit) => [deposit.id, deposit]))
  const fresh = arrivals.filter((arrival) => !isCredited(deposits.get(arrival.deposit_id), arrival))
  const [used] = await store.selectEvidenceUsed.all(tx, { evidences: toColumn(fresh, 'evidence') })
  if (used !== undefined) throw refuse('deposit_is_settled', { evidence: used.evidence })
  const credited = await store.creditDepositRows.all(tx, {
    deposit_ids: toColumn(fresh, 'deposit_id'),
    settled_at: tx.now,
    ...toColumns(fresh, 'actor', 'amount_minor', 'evidence'),
  })
  const after = new Map(credited.map((deposit) => [deposit.id, deposit]))
  await notifyCredited(tx, fresh, deposits, after)
  const credits = fresh.map((arrival) => creditEntry(tx, arrival, after.get(arrival.deposit_id)!))
  await postOrRefuse(tx, [...credits, ...others])
  return arrivals.map(({ deposit_id }) => after.get(deposit_id) ?? deposits.get(deposit_id)!)
}

/** Whether exactly this credit exists already. Refuses what cannot be credited. */
function isCredited(deposit: DepositRow | undefined, { evidence, amount_minor }: Arrival): boolean {
  if (deposit === undefined) throw refuse('deposit_is_unknown')
  const { status, received_minor } = deposit
  if (status === 'credited' && deposit.evidence === evidence && received_minor === amount_minor) return true
  if (status === 'credited' || status === 'refused') throw refuse('deposit_is_settled', { status })
  return false
}

type DepositsById = ReadonlyMap<string, DepositRow>

async function notifyCredited(
  tx: Tx,
  arrivals: readonly Arrival[],
  before: DepositsById,
  after: DepositsById,
): Promise<void> {
  const events = arrivals.map(({ deposit_id, actor }) => ({
    ...changeOf(before.get(deposit_id)!, after.get(deposit_id)!),
    actor,
    action: 'deposit_credited' as const,
  }))
  const notices = arrivals.map(({ deposit_id, amount_minor }) => {
    const { member_id, reference } = after.get(deposit_id)!
    return {
      member_id,
      kind: 'deposit_credited' as const,
      params: { amount: formatMoney(amount_minor), reference },
      path: '/individual/deposit-history',
    }
  })
  const balances = [...after.values()].map(({ member_id: to }) => ({
    to,
    kind: 'balance' as const,
    data: {},
  }))
  await together(recordAuditEvents(tx, events), notifyAll(tx, notices), announce(tx, balances))
}

function creditEntry(
  { now }: Tx,
  { amount_minor, actor, keptOn }: Arrival,
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
      { account: keptOn ?? platformAccount('cash', id), amount_minor: -amount_minor },
      { account: accountOf('member_available', member_id), amount_minor },
    ],
  }
}

/** Refuses a deposit, with a reason. Refuses `deposit_is_unknown`, and `deposit_is_settled` unless it is open. */
export async function refuseDeposit(
  tx: Tx,
  { deposit_id, reason, actor }: { deposit_id: string; reason: string; actor: string },
): Promise<DepositRow> {
  const deposit = orRefuse(
    await store.selectDepositLocked.maybe(tx, { id: deposit_id }),
    'deposit_is_unknown',
  )
  const { member_id, reference, status } = deposit
  if (status === 'credited' || status === 'refused')
    throw await refuseDecided(tx, 'deposit_is_settled', deposit_id, { status })
  const row = await store.settleDeposit.one(tx, {
    id: deposit_id,
    status: 'refused',
    settled_at: tx.now,
    settled_by: actor,
    reason,
  })
  await recordAuditEvent(tx, { actor, action: 'deposit_refused', reason, ...changeOf(deposit, row) })
  await notify(tx, member_id, 'deposit_refused', { reference, reason }, '/individual/deposit-history')
  return row
}

const changeOf = (before: DepositRow, after: DepositRow) => ({
  object: { kind: 'deposit', id: before.id },
  member_id: before.member_id,
  before: { status: before.status },
  after: {
    status: after.status,
    received: after.received_minor === null ? null : formatMoney(after.received_minor),
  },
})

/** Ends a deposit unless it has ended; the caller has locked it. Returns whether it was awaiting. */
export async function endAwaited(tx: Tx, deposit: DepositRow, actor: string): Promise<boolean> {
  const { id, member_id, status } = deposit
  if (status !== 'awaiting') return false
  await store.settleDeposit.one(tx, {
    id,
    status: 'expired',
    settled_at: tx.now,
    settled_by: actor,
    reason: null,
  })
  // No notice: the member knows that they did not pay. Open screens refetch.
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
  return true
}
