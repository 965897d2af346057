// Turns entries into the typed arrays that ledger_post() takes: one round trip, whatever their number.
// It must never let one malformed entry into a batch, because PostgreSQL would then refuse its neighbours too.
import { type AccountId, type EntryId, type EntryType, entryTypes } from './ids.ts'

export interface NewPosting {
  account: AccountId
  /** Positive when the account's owner has more afterwards. Zero is left out; the same account twice is added up. */
  amount_minor: bigint
}

export interface NewEntry {
  /** The idempotency key; see entryId(). */
  id: EntryId
  type: EntryType
  refers_to: string
  /** Who did it: `member:<id>`, `operator:<id>` or `system`. */
  actor: string
  event_at: Date
  note?: string
  postings: NewPosting[]
  /** A hold this entry uses up: its debit of the hold's account may be as much as the hold, and the rest is freed. */
  capture?: string
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const LONGEST_TEXT = 1000
// So that no batch of sums can leave 64 bits.
const LARGEST_AMOUNT = 10n ** 15n
const types = new Set<string>(entryTypes)

/** The postings as they are stored: one an account, none of zero. */
export function mergePostings(postings: NewPosting[]): NewPosting[] {
  const sums = new Map<AccountId, bigint>()
  for (const { account, amount_minor } of postings)
    sums.set(account, (sums.get(account) ?? 0n) + amount_minor)
  return [...sums]
    .filter(([, sum]) => sum !== 0n)
    .map(([account, amount_minor]) => ({ account, amount_minor }))
}

/** Throws when the program made an entry no caller could have meant: that is a defect, not a refusal. */
export function assertSound(entry: NewEntry): void {
  if (!UUID.test(entry.id)) throw new TypeError(`an entry's id is a uuid, not ${entry.id}`)
  if (entry.capture !== undefined && !UUID.test(entry.capture))
    throw new TypeError(`a hold's id is a uuid, not ${entry.capture}`)
  if (!types.has(entry.type)) throw new TypeError(`there is no entry type ${entry.type}`)
  if (Number.isNaN(entry.event_at.getTime())) throw new TypeError('event_at is not an instant')
  for (const text of [entry.refers_to, entry.actor, entry.note ?? '']) {
    if (text.length > LONGEST_TEXT || text.includes('\0'))
      throw new TypeError('a text of an entry is too long or has a zero byte')
  }
  for (const { account, amount_minor } of entry.postings) {
    if (!UUID.test(account)) throw new TypeError(`an account's id is a uuid, not ${account}`)
    if (amount_minor > LARGEST_AMOUNT || amount_minor < -LARGEST_AMOUNT)
      throw new RangeError('an amount is out of range')
  }
}

/** The arguments of ledger_post(), as PostgreSQL array literals, for entries with at least one posting each. */
export function batchArguments(entries: NewEntry[]): string[] {
  const firsts: number[] = []
  const counts: number[] = []
  const entry_nos: number[] = []
  const posting_nos: number[] = []
  const accounts: string[] = []
  const amounts: bigint[] = []
  const posting_captures: string[] = []
  const captures = entries.some((entry) => entry.capture !== undefined)
  entries.forEach((entry, i) => {
    firsts.push(accounts.length + 1)
    counts.push(entry.postings.length)
    entry.postings.forEach((posting, j) => {
      entry_nos.push(i + 1)
      posting_nos.push(j + 1)
      accounts.push(posting.account)
      amounts.push(posting.amount_minor)
      if (captures) posting_captures.push(entry.capture ?? 'NULL')
    })
  })
  return [
    literal(entries.map((entry) => entry.id)),
    literal(entries.map((entry) => entry.type)),
    literal(entries.map((entry) => quoted(entry.refers_to))),
    literal(entries.map((entry) => quoted(entry.actor))),
    literal(entries.map((entry) => quoted(entry.note ?? ''))),
    literal(entries.map((entry) => entry.event_at.toISOString())),
    literal(captures ? entries.map((entry) => entry.capture ?? 'NULL') : []),
    literal(counts),
    literal(firsts),
    literal(entry_nos),
    literal(posting_nos),
    literal(accounts),
    literal(amounts),
    literal(posting_captures),
  ]
}

function literal(items: (string | number | bigint)[]): string {
  return `{${items.join(',')}}`
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
