// Posting: a batch of entries in, an answer for each out; alone, in a transaction, or batched across
// callers.
import type { OwnedKind } from '@fairturn/contract/accounting'
import { type Database, type Queryable, type Tx, mayRunAgain } from '../database/database.ts'
import { createBatcher } from '../database/batcher.ts'
import { statement } from '../database/statement.ts'
import {
  type NewEntry,
  assertSound,
  batchArguments,
  isBalanced,
  mergePostings,
  splitRepeats,
} from './batch.ts'
import { type EntryId, entryId } from './ids.ts'

export type RefusalReason =
  | 'insufficient_funds'
  | 'hold_not_open'
  | 'hold_exceeded'
  | 'account_unknown'
  | 'id_reused'
  | 'unbalanced'

type Answer = 'posted' | 'replayed' | RefusalReason
export type PostAnswer = { status: 'posted' | 'replayed' } | { status: 'refused'; reason: RefusalReason }

/** An entry the ledger refused although the caller had checked, or wants an exception. */
export class LedgerRefusal extends Error {
  readonly reason: RefusalReason
  readonly entry: NewEntry

  constructor(reason: RefusalReason, entry: NewEntry) {
    super(`the ledger refused ${entry.type} of ${entry.refers_to}: ${reason}`)
    this.reason = reason
    this.entry = entry
  }
}

const openAll = statement('ledger_open_accounts', 'select ledger_open_accounts($1::text[], $2::text[])')
const postAll = statement<{ answers: Answer[] }>(
  'ledger_post',
  `select ledger_post($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::uuid[],
     $8::int[], $9::uuid[], $10::int[], $11::int[], $12::int[], $13::bigint[]) as answers`,
)
const entryById = statement<{ event_at: Date; account_id: string; amount_minor: bigint }>(
  'ledger_entry_by_id',
  `select e.event_at, a.id as account_id, p.amount_minor
   from entry e join posting p on p.entry_no = e.entry_no and p.entry_id = e.id join account a on a.no = p.account_no
   where e.id = $1 order by p.posting_no`,
)

/** Opens accounts with a balance of zero; idempotent. */
export async function openAccounts(
  tx: Queryable,
  accounts: { kind: OwnedKind; owner_id: string }[],
): Promise<void> {
  const kinds = accounts.map((account) => account.kind)
  await openAll.all(
    tx,
    kinds,
    accounts.map((account) => account.owner_id),
  )
}

/**
 * Posts entries in one round trip, each with its own answer in the same order: one refused entry does not
 * affect the others. Replay comes first: an id that exists is `replayed` when the content is the same,
 * refused `id_reused` when not. Refused: `unbalanced` (fewer than two postings, or a sum other than zero),
 * `account_unknown`, `hold_not_open`, `hold_exceeded`, `insufficient_funds` (an account would have less
 * than zero, or less than its holds). In a transaction the accounts stay locked until it ends, so post
 * last.
 */
export async function post(tx: Queryable, entries: NewEntry[]): Promise<PostAnswer[]> {
  return postPrepared(tx, entries.map(prepare))
}

function prepare(entry: NewEntry): NewEntry {
  assertSound(entry)
  return { ...entry, postings: mergePostings(entry.postings) }
}

async function postPrepared(tx: Queryable, entries: NewEntry[]): Promise<PostAnswer[]> {
  const answers = new Map<NewEntry, Answer>()
  for (const run of splitRepeats(entries.filter(isBalanced))) {
    const run_answers = run.length === 0 ? [] : (await postAll.one(tx, ...batchArguments(run))).answers
    run.forEach((entry, i) => answers.set(entry, run_answers[i] as Answer))
  }
  return entries.map((entry) => {
    const answer = answers.get(entry) ?? 'unbalanced'
    return answer === 'posted' || answer === 'replayed'
      ? { status: answer }
      : { status: 'refused', reason: answer }
  })
}

/** Posts entries that must all succeed; throws LedgerRefusal for the first refused one, so that the transaction rolls back. */
export async function postOrRefuse(tx: Tx, entries: NewEntry[]): Promise<void> {
  const answers = await post(tx, entries)
  answers.forEach((answer, i) => {
    if (answer.status === 'refused') throw new LedgerRefusal(answer.reason, entries[i] as NewEntry)
  })
}

export interface Ledger {
  /** Posts one entry in a transaction of its own; resolves once it is durable. After an error, send the same id again. */
  post(entry: NewEntry): Promise<PostAnswer>
  /** Resolves once every pending post has been answered. */
  close(): Promise<void>
}

// Measured on two cores: a concurrency of one leaves a core idle while the batch is built and committed,
// three contend.
const BATCH_MAX = 256
const MAX_CONCURRENT_BATCHES = 2
const TRIES = 5

/** A ledger for concurrent callers: posts that arrive during a commit form the next batch. */
export function openLedger(database: Database): Ledger {
  const gathering = createBatcher<NewEntry, PostAnswer>({
    run: (batch) => postBatch(database, batch),
    max: BATCH_MAX,
    concurrency: MAX_CONCURRENT_BATCHES,
    keysOf: (entry) => entry.postings.map((posting) => posting.account),
  })
  return {
    post: async (entry) => gathering(prepare(entry)), // prepared, so refused if malformed, before it joins a batch
    close: () => gathering.idle(),
  }
}

async function postBatch(database: Database, batch: NewEntry[]): Promise<PostAnswer[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await postPrepared(database, batch)
    } catch (error) {
      if (!mayRunAgain(error) || attempt === TRIES) throw error
    }
  }
}

/**
 * Posts the opposite of an entry, once: the same request again is a replay, another refused `id_reused`.
 * Refused `insufficient_funds` when the money has been spent since. Throws when there is no such entry.
 */
export async function reverseEntry(
  tx: Tx,
  entry_id: EntryId,
  by: { actor: string; reason: string },
): Promise<PostAnswer> {
  const original = await entryById.all(tx, entry_id)
  const [first] = original
  if (!first) throw new Error(`there is no entry ${entry_id}`)
  const [answer] = await post(tx, [
    {
      id: entryId('reversal', entry_id),
      type: 'reversal',
      refers_to: entry_id,
      actor: by.actor,
      note: by.reason,
      event_at: first.event_at, // the original's, so that a retry is the same request
      postings: original.map(({ account_id, amount_minor }) => ({
        account: account_id,
        amount_minor: -amount_minor,
      })),
    },
  ])
  return answer as PostAnswer
}
