// Holds: money of an account reserved for one purpose, captured once by an entry or released once. A hold
// moves no money; only post() does.
import type { Tx } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import type { AccountId } from './ids.ts'

export interface NewHold {
  /** The idempotency key: the same hold again is placed once. */
  id: string
  account: AccountId
  amount_minor: bigint
  refers_to: string
  /** When its owner means to release it; the ledger itself releases nothing. */
  expires_at: Date
}

const placeOne = statement<{ answer: 'placed' | 'insufficient_funds' | 'account_unknown' | 'id_reused' }>(
  'ledger_place_hold',
  'select ledger_place_hold($1, $2, $3, $4, $5) as answer',
)
const releaseAll = statement<{ released: number }>(
  'ledger_release_holds',
  'select ledger_release_holds($1::uuid[]) as released',
)

/**
 * Reserves money. Returns `insufficient_funds` when less than that is free; throws for an unknown account
 * or a used id.
 */
export async function placeHold(tx: Tx, hold: NewHold): Promise<'placed' | 'insufficient_funds'> {
  if (hold.amount_minor <= 0n) throw new RangeError('a hold is of more than nothing')
  const { answer } = await placeOne.one(
    tx,
    hold.id,
    hold.account,
    hold.amount_minor,
    hold.refers_to,
    hold.expires_at,
  )
  if (answer === 'placed' || answer === 'insufficient_funds') return answer
  throw new Error(`the hold ${hold.id} was refused: ${answer}`)
}

/** Releases the holds that are still open; returns how many were. */
export async function releaseHolds(tx: Tx, hold_ids: string[]): Promise<number> {
  if (hold_ids.length === 0) return 0
  return (await releaseAll.one(tx, hold_ids)).released
}
