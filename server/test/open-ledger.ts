import type { NewEntry } from '../src/ledger/entries.ts'
import { type PostAnswer, postPrepared, prepare } from '../src/ledger/ledger.ts'
// The ledger for concurrent callers that post one entry each; measured by bench/ledger.ts.
import { createBatcher } from '../src/platform/database/batcher.ts'
import { type Database, isRetryable } from '../src/platform/database/database.ts'

export interface Ledger {
  /**
   * Posts one entry in a separate transaction; resolves once it is durable. After an error, retry with the same id.
   */
  post(entry: NewEntry): Promise<PostAnswer>
  /** Resolves once every pending post has completed. */
  close(): Promise<void>
}

// Measured on two cores: with a concurrency of one, a core is idle while the batch is built and committed; with three
// they contend.
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
    post: async (entry) => batched(prepare(entry)), // refused before batching if malformed
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
