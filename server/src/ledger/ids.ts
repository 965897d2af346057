// Ids that follow from what a thing is, so that nobody has to look them up and nothing can be made twice.
// It must never change: ids already stored were made by it, and ledger_account_id() in SQL makes the same.
import type { EntryType, OwnedKind, PlatformKind } from '@fairturn/contract/accounting'
import { hash } from 'node:crypto'

export type AccountId = string
export type EntryId = string

/** The account of a kind that an owner (a member's or campaign's id) has. */
export function accountOf(kind: OwnedKind, owner_id: string): AccountId {
  return uuidFrom(`account ${kind} ${owner_id}`)
}

/** The shard of a platform account that an entry uses; the same for every try of that entry. */
export function platformAccount(kind: PlatformKind, entry_id: EntryId): AccountId {
  const SHARD_DIGIT = -1 // the last hexadecimal digit: one of sixteen
  return uuidFrom(`account ${kind} ${Number.parseInt(entry_id.slice(SHARD_DIGIT), 16)}`)
}

/**
 * The id of a movement, and so its idempotency key: made from its type, what it refers to and, where the same thing
 * may happen again to the same subject, which turn it is.
 */
export function entryId(type: EntryType, refers_to: string, turn: string | number = ''): EntryId {
  return uuidFrom(`entry ${JSON.stringify([type, refers_to, String(turn)])}`)
}

// RFC 9562 version 8: a uuid whose bits are ours to choose, here a SHA-256.
function uuidFrom(text: string): string {
  const hex = hash('sha256', text)
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
