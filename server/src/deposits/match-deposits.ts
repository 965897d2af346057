import type { DepositStatus } from '@fairturn/contract/deposits'
import {
  type LineRow,
  type Decision,
  referencesIn,
  creditWaits,
  evidenceOf,
  holdersOf,
  namesDiffer,
} from '../banking/banking.ts'
import { openMembers } from '../ledger/ledger.ts'
import { announce } from '../notices/notices.ts'
import type { Tx } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import { type DepositRow, selectDepositsByReference } from './deposits.store.ts'

/** Decides credits that are not returns. Locks the deposits; the caller credits them. */
export async function decideCredits(tx: Tx, lines: readonly LineRow[]): Promise<Decision[]> {
  const named = lines.map((line) => referencesIn(line, 'FT'))
  const rows = await selectDepositsByReference.all(tx, { references: [...new Set(named.flat())] })
  const deposits = new Map(rows.map((deposit) => [deposit.reference, deposit]))
  const member_ids = toColumn(rows, 'member_id')
  const [open, holders] = [await openMembers(tx, member_ids), await holdersOf(tx, member_ids)]
  const decisions = lines.map((line, i) => {
    const decision = decideCredit(line, named[i]!, { deposits, open, holders })
    const { arrival } = decision
    if (arrival !== undefined) {
      // A later line with the same reference then finds it credited.
      const [reference] = named[i]!
      deposits.set(reference!, { ...deposits.get(reference!)!, status: 'credited' })
    }
    return decision
  })
  // An open page then says that it has arrived.
  const checked = new Set(decisions.flatMap(({ arrival, deposit_id }) => (arrival ? [] : (deposit_id ?? []))))
  const toldMembers = new Set(rows.flatMap(({ id, member_id }) => (checked.has(id) ? member_id : [])))
  await announce(
    tx,
    [...toldMembers].map((to) => ({ to, kind: 'balance' as const, data: {} })),
  )
  return decisions
}

interface Known {
  readonly deposits: ReadonlyMap<string, DepositRow>
  /** Members whose account is open. */
  readonly open: ReadonlySet<string>
  /** Holders of payout accounts, by member. */
  readonly holders: ReadonlyMap<string, string>
}

function decideCredit(line: LineRow, references: readonly string[], known: Known): Decision {
  if (line.reversal) return { line, status: 'unmatched', finding: 'booking_taken_back' }
  const [reference, ...others] = references
  if (reference === undefined) return { line, status: 'unmatched', finding: 'no_reference' }
  if (others.length > 0) return { line, status: 'unmatched', finding: 'several_references' }
  const deposit = known.deposits.get(reference)
  if (deposit === undefined) return { line, status: 'unmatched', finding: 'reference_is_unknown' }
  const decision = decideDeposit(line, deposit, known)
  const differs = payerDiffers(line, known.holders.get(deposit.member_id))
  return differs === undefined ? decision : { ...decision, payer_differs: differs }
}

const payerDiffers = ({ counterparty_name }: LineRow, holder: string | undefined): boolean | undefined =>
  counterparty_name === null || holder === undefined ? undefined : namesDiffer(counterparty_name, holder)

const NOT_CREDITED: Readonly<Partial<Record<DepositStatus, string>>> = {
  credited: 'deposit_was_credited',
  refused: 'deposit_was_refused',
}

/** Credits what arrived, even after expiry (decision 012). More than announced waits for a second person. */
function decideDeposit(line: LineRow, deposit: DepositRow, { open }: Known): Decision {
  const { id: deposit_id, status, method, member_id } = deposit
  const unmatched = (finding: string): Decision => ({ line, status: 'unmatched', finding, deposit_id })
  const whyNot = NOT_CREDITED[status]
  if (whyNot !== undefined) return unmatched(whyNot)
  if (method !== 'bank_transfer') return unmatched('deposit_is_by_card')
  if (!open.has(member_id)) return unmatched('account_is_closed')
  if (creditWaits(line, deposit.amount_minor))
    return { line, status: 'unconfirmed', finding: 'more_than_announced', deposit_id }
  const { amount_minor, imported_by: actor } = line
  const arrival = { deposit_id, amount_minor, evidence: evidenceOf(line), actor }
  const differs = (finding: string): Decision => ({ line, status: 'differs', finding, deposit_id, arrival })
  if (amount_minor > deposit.amount_minor) return differs('credited_more_than_announced')
  if (amount_minor < deposit.amount_minor) return differs('credited_less_than_announced')
  if (status === 'expired') return differs('credited_after_it_expired')
  return { line, status: 'matched', finding: 'deposit_credited', deposit_id, arrival }
}
