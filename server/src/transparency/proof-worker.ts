// Worker thread that creates a proof, so that a million hashes do not block requests.
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../platform/database/database.ts'
import { makeProofHere } from './proof-making.ts'
import type { ProofOrder } from './proof.ts'

const { url, secrets, made_by, clockAheadMs } = workerData as ProofOrder
const clock = { now: () => new Date(Date.now() + clockAheadMs) }
const database = await openDatabase({ url, clock, poolSize: 1 })
try {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(await makeProofHere(database, secrets, made_by))
} finally {
  await database.close()
}
