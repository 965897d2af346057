import { hash } from 'node:crypto'
import {
  type AccountKind,
  ENTRY_TYPES,
  type EntryType,
  type HolderKind,
  type PlatformKind,
  uuidOfHash,
} from '@fairturn/contract/accounting'
// Entries: deterministic ids, and the typed arrays of ledger_post(). A malformed entry throws before it joins a batch,
// because PostgreSQL would reject the whole batch (ledger.test.ts).
import { UUID } from '@fairturn/contract/ids'
import { arrayLiteral } from '../platform/database/statement.ts'

// These functions must not change: stored ids were derived by them, and by ledger_account_id() in SQL (ledger.test.ts).

export type AccountId = string
export type EntryId = string

/** Account id of a kind for a holder (a member's or campaign's id). */
export function accountOf(kind: HolderKind, holder_id: string): AccountId {
  return uuidFrom(`account ${kind} ${holder_id}`)
}

/** Whether accounts of this kind hold a member's own money; their holder is the member. */
export const isMembersAccount = (kind: AccountKind): boolean =>
  kind === 'member_available' || kind === 'member_held'

/** The shard of a platform account that an entry uses; deterministic, so a retry uses the same one. */
export function platformAccount(kind: PlatformKind, entry_id: EntryId): AccountId {
  const SHARD_DIGIT = -1 // the last hexadecimal digit: one of sixteen
  return uuidFrom(`account ${kind} ${Number.parseInt(entry_id.slice(SHARD_DIGIT), 16)}`)
}

/** An entry's id, which is its idempotency key. `turn` distinguishes entries that may recur for the same subject. */
export function entryId(type: EntryType, refers_to: string, turn: string | number = ''): EntryId {
  return uuidFrom(`entry ${JSON.stringify([type, refers_to, String(turn)])}`)
}

const uuidFrom = (text: string): string => uuidOfHash(hash('sha256', text))

export interface NewPosting {
  account: AccountId
  /** Minor units; positive increases the holder's balance. Several postings to the same account are summed. */
  amount_minor: bigint
}

export interface NewEntry {
  /** Idempotency key; see entryId(). */
  id: EntryId
  type: EntryType
  refers_to: string
  /** Who did it: `member:<id>`, `operator:<id>` or `system`. */
  actor: string
  event_at: Date
  note?: string
  postings: NewPosting[]
  /** The hold this entry captures: its debit may be at most the hold, and the rest is released. */
  capture?: string
}

const MAX_TEXT_LENGTH = 1000
// Limit that keeps every sum of a batch within 64 bits.
const MAX_AMOUNT_MINOR = 10n ** 15n
const types = new Set<string>(ENTRY_TYPES)

/** Postings as stored: one per account, without zeros. */
export function mergePostings(postings: NewPosting[]): NewPosting[] {
  const sums = new Map<AccountId, bigint>()
  for (const { account, amount_minor } of postings)
    sums.set(account, (sums.get(account) ?? 0n) + amount_minor)
  return [...sums]
    .filter(([, sum]) => sum !== 0n)
    .map(([account, amount_minor]) => ({ account, amount_minor }))
}

/** Checked before the call because the database would reject the whole batch. */
export function isBalanced({ postings }: NewEntry): boolean {
  return postings.length >= 2 && postings.reduce((sum, posting) => sum + posting.amount_minor, 0n) === 0n
}

/** Throws for a malformed entry: a programming error, not a refusal. */
export function assertSound(entry: NewEntry): void {
  if (!UUID.test(entry.id)) throw new TypeError(`an entry's id is a uuid, not ${entry.id}`)
  if (entry.capture !== undefined && !UUID.test(entry.capture))
    throw new TypeError(`a hold's id is a uuid, not ${entry.capture}`)
  if (!types.has(entry.type)) throw new TypeError(`there is no entry type ${entry.type}`)
  if (Number.isNaN(entry.event_at.getTime())) throw new TypeError('event_at is not an instant')
  for (const text of [entry.refers_to, entry.actor, entry.note ?? '']) {
    if (text.length > MAX_TEXT_LENGTH || text.includes('\0'))
      throw new TypeError('a text of an entry is too long or has a zero byte')
  }
  for (const { account, amount_minor } of entry.postings) {
    if (!UUID.test(account)) throw new TypeError(`an account's id is a uuid, not ${account}`)
    if (amount_minor > MAX_AMOUNT_MINOR || amount_minor < -MAX_AMOUNT_MINOR)
      throw new RangeError('an amount is out of range')
  }
}

/** Arguments of ledger_post() as PostgreSQL array literals. Ids and captured holds must be unique in a batch. */
export function batchArguments(entries: NewEntry[]) {
  const accounts = [
    ...new Set(entries.flatMap((entry) => entry.postings.map((posting) => posting.account))),
  ].toSorted()
  const slotOf = new Map(accounts.map((account, i) => [account, i + 1]))
  const entryIndexes: number[] = []
  const postingNos: number[] = []
  const slots: number[] = []
  const amounts: bigint[] = []
  for (const [i, { postings }] of entries.entries()) {
    for (const [j, { account, amount_minor }] of postings.entries()) {
      entryIndexes.push(i + 1)
      postingNos.push(j + 1)
      slots.push(slotOf.get(account) as number)
      amounts.push(amount_minor)
    }
  }
  const captures = entries.some((entry) => entry.capture !== undefined)
  return {
    ids: arrayLiteral(entries.map((entry) => entry.id)),
    types: arrayLiteral(entries.map((entry) => entry.type)),
    refers_to: arrayLiteral(entries.map((entry) => quoted(entry.refers_to))),
    actors: arrayLiteral(entries.map((entry) => quoted(entry.actor))),
    notes: arrayLiteral(entries.map((entry) => quoted(entry.note ?? ''))),
    event_at: arrayLiteral(entries.map((entry) => entry.event_at.toISOString())),
    captures: arrayLiteral(captures ? entries.map((entry) => entry.capture ?? 'NULL') : []),
    posting_counts: arrayLiteral(entries.map((entry) => entry.postings.length)),
    accounts: arrayLiteral(accounts),
    entries: arrayLiteral(entryIndexes),
    posting_nos: arrayLiteral(postingNos),
    slots: arrayLiteral(slots),
    amounts_minor: arrayLiteral(amounts),
  }
}

/** Splits the entries, in order, into batches in which ids and captured holds are unique. */
export function splitRepeats(entries: NewEntry[]): NewEntry[][] {
  const runs: NewEntry[][] = []
  let run: NewEntry[] = []
  let seen = new Set<string>()
  for (const entry of entries) {
    // A hold with the same id as an entry ends a batch early, which costs a round trip and is otherwise harmless.
    const { id, capture = id } = entry
    if (seen.has(id) || seen.has(capture)) {
      run = []
      seen = new Set()
    }
    seen.add(id).add(capture)
    if (run.length === 0) runs.push(run)
    run.push(entry)
  }
  return runs
}

const SPECIAL = /["\\]/
const SPECIAL_CHARACTERS = /["\\]/g

function quoted(text: string): string {
  return SPECIAL.test(text) ? `"${text.replaceAll(SPECIAL_CHARACTERS, String.raw`\$&`)}"` : `"${text}"`
}
