// The ledger for many callers at once, each with one entry; bench/ledger.ts measures it.
import { createBatcher } from '../src/database/batcher.ts'
import { type Database, isRetryable } from '../src/database/database.ts'
import type { NewEntry } from '../src/ledger/entries.ts'
import { type PostAnswer, postPrepared, prepare } from '../src/ledger/ledger.ts'

export interface Ledger {
  /** Posts one entry in a separate transaction; resolves once it is durable. After an error, send the same id again. */
  post(entry: NewEntry): Promise<PostAnswer>
  /** Resolves once every pending post has been answered. */
  close(): Promise<void>
}

// Measured on two cores: a concurrency of one leaves a core idle while the batch is built and committed,
// three contend.
const BATCH_MAX = 256
const MAX_CONCURRENT_BATCHES = 2
const MAX_ATTEMPTS = 5

/** A ledger for concurrent callers: posts that arrive during a commit form the next batch. */
export function openLedger(database: Database): Ledger {
  const batched = createBatcher<NewEntry, PostAnswer>({
    run: (batch) => postBatch(database, batch),
    max: BATCH_MAX,
    concurrency: MAX_CONCURRENT_BATCHES,
    keysOf: (entry) => entry.postings.map((posting) => posting.account),
  })
  return {
    post: async (entry) => batched(prepare(entry)), // prepared, so refused if malformed, before it joins a batch
    close: () => batched.idle(),
  }
}

async function postBatch(database: Database, batch: NewEntry[]): Promise<PostAnswer[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await postPrepared(database, batch)
    } catch (error) {
      if (!isRetryable(error) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}
