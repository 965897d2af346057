// Deterministic ids, so that nothing need be looked up or can be made twice. The functions cannot change:
// stored ids were made by them, and ledger_account_id() in SQL makes the same (ledger.test.ts).
import type { EntryType, OwnedKind, PlatformKind } from '@fairturn/contract/accounting'
import { hash } from 'node:crypto'

export type AccountId = string
export type EntryId = string

/** The account of a kind that an owner (a member's or campaign's id) has. */
export function accountOf(kind: OwnedKind, owner_id: string): AccountId {
  return uuidFrom(`account ${kind} ${owner_id}`)
}

/** The shard of a platform account that an entry uses; the same on every retry. */
export function platformAccount(kind: PlatformKind, entry_id: EntryId): AccountId {
  const SHARD_DIGIT = -1 // the last hexadecimal digit: one of sixteen
  return uuidFrom(`account ${kind} ${Number.parseInt(entry_id.slice(SHARD_DIGIT), 16)}`)
}

/**
 * The id of a movement, its idempotency key: from its type, what it refers to and, where it may recur for
 * the same subject, its number.
 */
export function entryId(type: EntryType, refers_to: string, turn: string | number = ''): EntryId {
  return uuidFrom(`entry ${JSON.stringify([type, refers_to, String(turn)])}`)
}

// RFC 9562 version 8: a uuid with free bits, here of a SHA-256.
function uuidFrom(text: string): string {
  const hex = hash('sha256', text)
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
